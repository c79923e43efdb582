// A file for --load that says nothing.
#include "holdfast/domains/plugin.h"
