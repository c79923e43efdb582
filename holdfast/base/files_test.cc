#include "holdfast/base/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "holdfast/base/error.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public ::testing::Test {
 protected:
  std::ptrdiff_t file_count() const {
    return std::distance(fs::directory_iterator(directory_), fs::directory_iterator());
  }

  TemporaryFolder folder_;
  const fs::path& directory_ = folder_.path();
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

TEST_F(AtomicFileTest, KeepsThePermissionsOfWhatItReplaces) {
  const fs::path path = directory_ / "out.txt";
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_exec);
  AtomicFile file(path);
  file.stream() << "new";
  file.commit();
  EXPECT_EQ(read_file(path), "new");
  EXPECT_EQ(fs::status(path).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_exec);
}

TEST_F(AtomicFileTest, ReplacesNothingButRegularFilesThatMayBeWritten) {
  const fs::path link = directory_ / "link";
  std::ofstream(directory_ / "target") << "old";
  fs::create_symlink(directory_ / "target", link);
  const fs::path fifo = directory_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const fs::path fixed = directory_ / "fixed";
  std::ofstream(fixed) << "old";
  fs::permissions(fixed, fs::perms::owner_read);
  for (const fs::path& path : {link, fifo, fixed, fs::path("/dev/null")}) {
    EXPECT_THROW(AtomicFile{path}, InputError) << path;
  }
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::is_fifo(fifo));
  EXPECT_EQ(read_file(fixed), "old");
  EXPECT_EQ(file_count(), 4);
}

// The name may turn into something else while the work is done.
TEST_F(AtomicFileTest, LooksAgainBeforeItReplaces) {
  const fs::path path = directory_ / "out.txt";
  AtomicFile file(path);
  fs::create_symlink(directory_ / "target", path);
  EXPECT_THROW(file.commit(), InputError);
  EXPECT_TRUE(fs::is_symlink(path));
}

TEST_F(AtomicFileTest, DoesNotReplaceAnInputOfTheCallByAnyName) {
  const fs::path path = directory_ / "data";
  std::ofstream(path) << "data";
  fs::create_symlink(path, directory_ / "alias");
  fs::create_hard_link(path, directory_ / "twin");
  for (const fs::path& output : {path, directory_ / "." / "data", directory_ / "twin"}) {
    EXPECT_THROW(AtomicFile(output, {"pure", directory_ / "alias"}), InputError) << output;
  }
  EXPECT_NO_THROW(AtomicFile(directory_ / "other", {"pure", path}));
  EXPECT_EQ(read_file(path), "data");
}

TEST_F(AtomicFileTest, TemporaryNamesAreRemovedOnDemandAndInTheEnd) {
  {
    const TemporaryName name(directory_ / "out.txt");
    std::ofstream(name.path()) << "half";
    EXPECT_EQ(file_count(), 1);
    remove_temporary_files();
    EXPECT_EQ(file_count(), 0);
    std::ofstream(name.path()) << "again";
  }
  EXPECT_EQ(file_count(), 0);
}

// SIGKILL gives no time to remove anything.
TEST_F(AtomicFileTest, HasNoNameUntilItIsMoved) {
  const int nameless = ::open(directory_.c_str(), O_WRONLY | O_TMPFILE, 0600);
  if (nameless < 0) GTEST_SKIP() << "this file system has only files with names";
  ::close(nameless);
  AtomicFile file(directory_ / "out.txt");
  file.stream() << "new";
  EXPECT_EQ(file_count(), 0);
  file.commit();
  EXPECT_EQ(file_count(), 1);
}

TEST_F(AtomicFileTest, RefusesAtOnceWhatCannotBeWritten) {
  EXPECT_THROW(AtomicFile(directory_ / "no" / "such" / "place"), InputError);
  EXPECT_THROW(AtomicFile{directory_}, InputError);
  EXPECT_THROW(AtomicFile(""), InputError);
  EXPECT_THROW(read_file(directory_ / "missing"), InputError);
  EXPECT_THROW(read_file(directory_), InputError);
}

}  // namespace
}  // namespace holdfast
