// Preloaded into the program, this makes one call of the system fail: the N-th of its kind.
//   LD_PRELOAD=shim.so HOLDFAST_FAULT=write:7 HOLDFAST_FAULT_LOG=hit holdfast ...
// Kinds: write (a full disk), open (no permission to create), sync, rename, memory, thread. When
// the fault happens, a line is added to the log, so that the tester knows that there was one.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>

namespace {

enum Kind { none, write_kind, open_kind, sync_kind, rename_kind, memory_kind, thread_kind };

struct Plan {
  Kind kind = none;
  long number = 0;
};

Plan read_plan() {
  const char* text = getenv("HOLDFAST_FAULT");
  if (!text) return {};
  const char* colon = strchr(text, ':');
  if (!colon) return {};
  const struct {
    const char* name;
    Kind kind;
  } kinds[] = {{"write", write_kind},   {"open", open_kind},     {"sync", sync_kind},
               {"rename", rename_kind}, {"memory", memory_kind}, {"thread", thread_kind}};
  for (const auto& k : kinds) {
    if (strncmp(text, k.name, static_cast<size_t>(colon - text)) == 0) {
      return {k.kind, atol(colon + 1)};
    }
  }
  return {};
}

const Plan plan = read_plan();
std::atomic<long> calls{0};
// What happens before main (the libraries' own beginnings) is not ours to test.
bool started = false;

bool fails(Kind kind) {
  if (plan.kind != kind || !started || ++calls != plan.number) return false;
  const char* log = getenv("HOLDFAST_FAULT_LOG");
  if (log) {
    const long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    syscall(SYS_write, file, "hit\n", 4);
    syscall(SYS_close, file);
  }
  return true;
}

template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

using Main = int (*)(int, char**, char**);
Main program = nullptr;

int start(int argc, char** argv, char** environment) {
  started = true;
  return program(argc, argv, environment);
}

bool creates(int flags) { return (flags & (O_WRONLY | O_RDWR)) != 0; }

}  // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void* stack_end) {
  program = main;
  using Real = int (*)(Main, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
  return real<Real>("__libc_start_main")(start, argc, argv, init, fini, loader_fini, stack_end);
}

ssize_t write(int file, const void* data, size_t size) {
  if (file > 2 && fails(write_kind)) return errno = ENOSPC, -1;
  return syscall(SYS_write, file, data, size);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  if (file > 2 && fails(write_kind)) return errno = ENOSPC, -1;
  return syscall(SYS_writev, file, parts, count);
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
  if (fails(write_kind)) return errno = ENOSPC, -1;
  return syscall(SYS_pwrite64, file, data, size, offset);
}

int fsync(int file) {
  if (fails(sync_kind)) return errno = EIO, -1;
  return static_cast<int>(syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  if (fails(sync_kind)) return errno = EIO, -1;
  return static_cast<int>(syscall(SYS_fdatasync, file));
}

int rename(const char* from, const char* to) {
  if (fails(rename_kind)) return errno = EACCES, -1;
  return static_cast<int>(syscall(SYS_rename, from, to));
}

// Gives a file that has no name one, before it is renamed.
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (fails(rename_kind)) return errno = EACCES, -1;
  return static_cast<int>(syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int mode = va_arg(list, int);
  va_end(list);
  if (creates(flags) && fails(open_kind)) return errno = EACCES, -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const int mode = va_arg(list, int);
  va_end(list);
  return open64(path, flags, mode);
}

void* malloc(size_t size) {
  static const auto next = real<void* (*)(size_t)>("malloc");
  if (fails(memory_kind)) return errno = ENOMEM, nullptr;
  return next(size);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  static const auto next =
      real<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  if (fails(thread_kind)) return EAGAIN;
  return next(thread, attributes, run, argument);
}

}  // extern "C"
