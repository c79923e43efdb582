// Where the sources are, for tests that read what ships: theories, studies, seeds.
#pragma once

#include <filesystem>

namespace holdfast {

std::filesystem::path source_folder();

}  // namespace holdfast
