// Whole files in, whole files out.

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

enum {
  FIRST_READ_SIZE = 64 << 10,  // bytes, for streams whose size is not known
  NAME_ATTEMPT_COUNT = 100,
};

// A failed status from errno, for an operation on `path`. Call it before anything else can change errno.
static tern_status_t fail(const char *verb, const char *path) {
  int error = errno;
  tern_status_code_t code = TERN_IO_ERROR;
  if (error == ENOENT || error == ENOTDIR) code = TERN_NOT_FOUND;
  if (error == ENOMEM) code = TERN_OUT_OF_MEMORY;
  char buffer[256];
  return tern_status_make(code, "cannot %s '%s': %s", verb, path, strerror_r(error, buffer, sizeof(buffer)));
}

static tern_status_t read_all(int descriptor, const char *path, size_t expected_size, tern_string_builder_t *content) {
  size_t capacity = expected_size + 1;
  content->data = malloc(capacity);
  if (!content->data) return tern_status_make(TERN_OUT_OF_MEMORY, "cannot read '%s': %zu bytes", path, expected_size);
  content->capacity = capacity;
  for (;;) {
    // One byte of room is the terminator's. A file of the expected size needs one more read, which finds the end.
    if (content->size + 1 == content->capacity) {
      char probe;
      ssize_t more = read(descriptor, &probe, 1);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return fail("read", path);
      if (more == 0) break;
      if (content->capacity > SIZE_MAX / 2) return tern_status_make(TERN_OUT_OF_MEMORY, "'%s' is too large", path);
      char *grown = realloc(content->data, content->capacity * 2);
      if (!grown)
        return tern_status_make(TERN_OUT_OF_MEMORY, "cannot read '%s': %zu bytes", path, content->capacity * 2);
      content->data = grown;
      content->capacity *= 2;
      content->data[content->size++] = probe;
    }
    ssize_t count = read(descriptor, content->data + content->size, content->capacity - content->size - 1);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("read", path);
    if (count == 0) break;
    content->size += (size_t)count;
  }
  content->data[content->size] = '\0';
  return tern_ok();
}

tern_status_t tern_file_read(const char *path, char **out_data, size_t *out_size) {
  *out_data = NULL;
  *out_size = 0;
  bool is_standard_input = strcmp(path, "-") == 0;
  int descriptor = is_standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("open", path);
  struct stat info;
  size_t expected_size = FIRST_READ_SIZE - 1;
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) expected_size = (size_t)info.st_size;
  tern_string_builder_t content = {0};
  tern_status_t status = read_all(descriptor, path, expected_size, &content);
  if (!is_standard_input) close(descriptor);
  if (tern_status_is_ok(status)) {
    *out_data = content.data;
    *out_size = content.size;
  } else {
    free(content.data);
  }
  return status;
}

tern_status_t tern_file_map(const char *path, bool is_writable, void **out_data, size_t *out_size) {
  *out_data = NULL;
  *out_size = 0;
  int file = open(path, (is_writable ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0) return fail("open", path);
  struct stat info;
  tern_status_t status = tern_ok();
  if (fstat(file, &info) != 0) {
    status = fail("map", path);
  } else if (!S_ISREG(info.st_mode) || info.st_size == 0) {
    status = tern_status_make(TERN_INVALID_ARGUMENT, "cannot map '%s': it is empty, or no file", path);
  } else {
    void *data = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE,
                      is_writable ? MAP_SHARED : MAP_PRIVATE | MAP_NORESERVE, file, 0);
    if (data == MAP_FAILED) {
      status = fail("map", path);
    } else {
      *out_data = data;
      *out_size = (size_t)info.st_size;
    }
  }
  close(file);
  return status;
}

void tern_file_unmap(void *data, size_t size) { munmap(data, size); }

static tern_status_t write_all(int descriptor, const char *path, tern_str_t data) {
  while (data.size) {
    ssize_t count = write(descriptor, data.data, data.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("write", path);
    data = tern_str_drop(data, (size_t)count);
  }
  return tern_ok();
}

// Writes into what `path` already is: a device, a pipe. There is nothing to rename over.
static tern_status_t write_in_place(const char *path, tern_str_t data) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return fail("open", path);
  tern_status_t status = write_all(descriptor, path, data);
  if (close(descriptor) != 0 && tern_status_is_ok(status)) status = fail("write", path);
  return status;
}

// Creates a file beside `path` under a name that nobody has. `*out_name` is owned by the caller, also on failure.
static tern_status_t create_beside(const char *path, char **out_name, int *out_descriptor) {
  tern_string_builder_t name = {0};
  *out_descriptor = -1;
  for (int attempt = 0; attempt < NAME_ATTEMPT_COUNT && *out_descriptor < 0; ++attempt) {
    name.size = 0;
    tern_string_builder_append_format(&name, "%s.%ld-%d.tmp", path, (long)getpid(), attempt);
    *out_descriptor = open(name.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (*out_descriptor < 0 && errno != EEXIST) break;
  }
  tern_status_t status = *out_descriptor < 0 ? fail("create", path) : tern_ok();
  *out_name = tern_string_builder_take(&name);
  return status;
}

// `target` is no link; `mode` holds the permissions to keep, or is 0 for a new file.
static tern_status_t write_and_rename(const char *target, mode_t mode, tern_str_t data) {
  char *name = NULL;
  int descriptor = -1;
  tern_status_t status = create_beside(target, &name, &descriptor);
  if (tern_status_is_ok(status)) {
    status = write_all(descriptor, target, data);
    if (tern_status_is_ok(status) && mode && fchmod(descriptor, mode & 07777) != 0) status = fail("write", target);
    if (close(descriptor) != 0 && tern_status_is_ok(status)) status = fail("write", target);
    if (tern_status_is_ok(status) && rename(name, target) != 0) status = fail("write", target);
    if (!tern_status_is_ok(status)) unlink(name);
  }
  free(name);
  return status;
}

tern_status_t tern_file_write(const char *path, tern_str_t data) {
  if (strcmp(path, "-") == 0) return write_all(STDOUT_FILENO, "<stdout>", data);
  struct stat info;
  if (stat(path, &info) != 0) return write_and_rename(path, 0, data);
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return fail("write", path);
  }
  if (!S_ISREG(info.st_mode)) return write_in_place(path, data);
  // A link stays a link: the file behind it is replaced.
  char *target = realpath(path, NULL);
  if (!target) return fail("resolve", path);
  tern_status_t status = write_and_rename(target, info.st_mode, data);
  free(target);
  return status;
}
