#include "holdfast/app/run.h"

int main(int argc, char** argv) { return holdfast::app::run(argc, argv); }
