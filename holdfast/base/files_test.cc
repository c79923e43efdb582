#include "holdfast/base/files.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("holdfast_files_") + info->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::ptrdiff_t file_count() const {
    return std::distance(fs::directory_iterator(directory_), fs::directory_iterator());
  }

  fs::path directory_;
};

TEST_F(AtomicFileTest, AppearsOnCommitOnly) {
  const fs::path path = directory_ / "out.txt";
  {
    AtomicFile file(path);
    file.stream() << "new";
    EXPECT_FALSE(fs::exists(path));
    file.commit();
  }
  EXPECT_EQ(read_file(path), "new");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(AtomicFileTest, LeavesTheOldFileWhenAbandoned) {
  const fs::path path = directory_ / "out.txt";
  std::ofstream(path) << "old";
  {
    AtomicFile file(path);
    file.stream() << "half";
  }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(AtomicFileTest, RefusesAtOnceWhatCannotBeWritten) {
  EXPECT_THROW(AtomicFile(directory_ / "no" / "such" / "place"), InputError);
  EXPECT_THROW(AtomicFile{directory_}, InputError);
  EXPECT_THROW(read_file(directory_ / "missing"), InputError);
  EXPECT_THROW(read_file(directory_), InputError);
}

}  // namespace
}  // namespace holdfast
