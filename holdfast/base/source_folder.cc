#include "holdfast/base/source_folder.h"

namespace holdfast {

std::filesystem::path source_folder() { return HOLDFAST_SOURCE_DIR; }

}  // namespace holdfast
