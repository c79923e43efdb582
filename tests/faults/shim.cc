// Preloaded into the program, this makes one call of the system fail: the N-th of its kind.
//   LD_PRELOAD=shim.so HOLDFAST_FAULT=write:7 HOLDFAST_FAULT_LOG=hit holdfast ...
// Kinds: write (a full disk), open (no permission to create), sync, rename, memory, thread. When
// the fault happens, a line is added to the log, so that the tester knows that there was one.
//
// HOLDFAST_FAULT=places makes nothing fail: the log gets the number of the first allocation from
// each place in the program, and what names the place: a number made of the last calls that led
// there, the same in every run in which the program is loaded to the same addresses.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>

namespace {

enum Kind {
  none,
  write_kind,
  open_kind,
  sync_kind,
  rename_kind,
  memory_kind,
  thread_kind,
  places_kind
};

struct Plan {
  Kind kind = none;
  long number = 0;
};

Plan read_plan() {
  const char* text = getenv("HOLDFAST_FAULT");
  if (!text) return {};
  if (strcmp(text, "places") == 0) return {places_kind, 0};
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

void add_to_log(const char* line, size_t size) {
  const char* log = getenv("HOLDFAST_FAULT_LOG");
  if (!log) return;
  const long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  syscall(SYS_write, file, line, size);
  syscall(SYS_close, file);
}

bool fails(Kind kind) {
  if (plan.kind != kind || !started || ++calls != plan.number) return false;
  add_to_log("hit\n", 4);
  return true;
}

// The last calls, as one number.
struct Place {
  uint64_t hash = 1;
  int left = 6;
};

_Unwind_Reason_Code add_frame(struct _Unwind_Context* context, void* data) {
  Place& place = *static_cast<Place*>(data);
  place.hash = (place.hash ^ _Unwind_GetIP(context)) * 0x9e3779b97f4a7c15;
  place.hash ^= place.hash >> 32;
  return --place.left > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Logs the number of an allocation that comes from a new place.
void note_place() {
  constexpr size_t kMost = 1 << 16;
  static std::atomic<uint64_t> known[kMost];
  // The unwinder may allocate.
  static thread_local bool inside = false;
  if (inside) return;
  const long number = ++calls;
  inside = true;
  Place place;
  _Unwind_Backtrace(add_frame, &place);
  size_t slot = place.hash % kMost;
  uint64_t found = 0;
  while (!known[slot].compare_exchange_strong(found, place.hash) && found != place.hash) {
    slot = (slot + 1) % kMost;
    found = 0;
  }
  if (found == 0) {
    char line[48];
    char* first = line + sizeof line;
    *--first = '\n';
    for (uint64_t n = place.hash; n > 0; n /= 10) *--first = static_cast<char>('0' + n % 10);
    *--first = ' ';
    for (long n = number; n > 0; n /= 10) *--first = static_cast<char>('0' + n % 10);
    add_to_log(first, static_cast<size_t>(line + sizeof line - first));
  }
  inside = false;
}

bool allocation_fails() {
  if (plan.kind == places_kind && started) note_place();
  return fails(memory_kind);
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

// The library's own, by the names that need no looking up: that allocates, too.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  if (allocation_fails()) return errno = ENOMEM, nullptr;
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  if (allocation_fails()) return errno = ENOMEM, nullptr;
  return __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
  if (size > 0 && allocation_fails()) return errno = ENOMEM, nullptr;
  return __libc_realloc(old, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  if (allocation_fails()) return errno = ENOMEM, nullptr;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, size_t alignment, size_t size) {
  if (allocation_fails()) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* argument) {
  static const auto next =
      real<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  if (fails(thread_kind)) return EAGAIN;
  return next(thread, attributes, run, argument);
}

}  // extern "C"
