// Whole files in, whole files out.

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

enum {
  FIRST_READ_SIZE = 64 << 10,  // bytes, for streams whose size is not known
  NAME_ATTEMPT_COUNT = 100,
  LEAST_VIEW_SIZE = 1 << 20,  // bytes, of a file that is worth more than a read
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
  if (!content->data) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for '%s': %zu bytes", path, expected_size);
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
        return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for '%s': %zu bytes", path, content->capacity * 2);
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

// The time of the last change of the node is there for those who set the other one, as copies do that keep it.
static char *identify(const char *path, const struct stat *info) {
  tern_string_builder_t text = {0};
  char *whole = realpath(path, NULL);
  tern_string_builder_append_format(&text, "%s %llu bytes, %lld.%09ld %lld.%09ld", whole ? whole : path,
                                    (unsigned long long)info->st_size, (long long)info->st_mtim.tv_sec,
                                    info->st_mtim.tv_nsec, (long long)info->st_ctim.tv_sec, info->st_ctim.tv_nsec);
  free(whole);
  return tern_string_builder_take(&text);
}

tern_status_t tern_file_map(const char *path, bool is_writable, void **out_data, size_t *out_size,
                            char **out_identity) {
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
      if (out_identity) *out_identity = identify(path, &info);
    }
  }
  close(file);
  return status;
}

void tern_file_unmap(void *data, size_t size) { munmap(data, size); }

void tern_file_make_folder_of(const char *path) {
  tern_string_builder_t folder = {0};
  for (const char *at = path; *at; ++at) {
    if (*at == '/' && folder.size) mkdir(folder.data, 0777);
    tern_string_builder_append_char(&folder, *at);
  }
  tern_string_builder_deinitialize(&folder);
}

// Reserves one byte more than the file has, so that pages of zeros lie behind it, and lays the file over that.
static tern_status_t view_all(int file, const char *path, size_t size, const char **out_data) {
  void *data = mmap(NULL, size + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) return fail("map", path);
  if (mmap(data, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED) {
    tern_status_t status = fail("map", path);
    munmap(data, size + 1);
    return status;
  }
  *out_data = data;
  return tern_ok();
}

tern_status_t tern_file_view(const char *path, const char **out_data, size_t *out_size) {
  *out_data = NULL;
  *out_size = 0;
  if (strcmp(path, "-") == 0) return tern_ok();
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail("open", path);
  struct stat info;
  tern_status_t status = tern_ok();
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= LEAST_VIEW_SIZE) {
    status = view_all(file, path, (size_t)info.st_size, out_data);
    if (tern_status_is_ok(status)) *out_size = (size_t)info.st_size;
  }
  close(file);
  return status;
}

void tern_file_unview(const char *data, size_t size) { munmap((void *)(uintptr_t)data, size + 1); }

void tern_file_view_forget(const char *data, size_t size) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)data + page - 1) / page * page, end = ((uintptr_t)data + size) / page * page;
  if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
}

// Creates a file beside `target` under a name that nobody has.
static tern_status_t create_beside(tern_file_writer_t *writer) {
  tern_string_builder_t name = {0};
  for (int attempt = 0; attempt < NAME_ATTEMPT_COUNT && writer->descriptor < 0; ++attempt) {
    name.size = 0;
    tern_string_builder_append_format(&name, "%s.%ld-%d.tmp", writer->target, (long)getpid(), attempt);
    writer->descriptor = open(name.data, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (writer->descriptor < 0 && errno != EEXIST) break;
  }
  tern_status_t status = writer->descriptor < 0 ? fail("create", writer->target) : tern_ok();
  writer->temporary = tern_string_builder_take(&name);
  return status;
}

static void release(tern_file_writer_t *writer) {
  free(writer->target);
  free(writer->temporary);
  *writer = (tern_file_writer_t){.descriptor = -1};
}

tern_status_t tern_file_writer_open(tern_file_writer_t *writer, const char *path) {
  *writer = (tern_file_writer_t){.descriptor = -1};
  struct stat info;
  bool is_standard = strcmp(path, "-") == 0, is_there = !is_standard && stat(path, &info) == 0;
  tern_status_t status = tern_ok();
  if (is_there && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return fail("write", path);
  }
  // A link stays a link: the file behind it is replaced.
  bool is_replaced = is_there && S_ISREG(info.st_mode);
  writer->target = is_replaced ? realpath(path, NULL) : strdup(is_standard ? "<stdout>" : path);
  if (!writer->target) {
    status = fail("resolve", path);
  } else if (is_standard) {
    writer->descriptor = STDOUT_FILENO;
  } else if (is_there && !is_replaced) {
    // A device, a pipe: there is nothing to rename over.
    writer->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (writer->descriptor < 0) status = fail("open", path);
  } else {
    writer->mode = is_replaced ? info.st_mode & 07777 : 0;
    status = create_beside(writer);
  }
  if (!tern_status_is_ok(status)) release(writer);
  return status;
}

tern_status_t tern_file_writer_append(tern_file_writer_t *writer, tern_str_t data) {
  while (data.size) {
    ssize_t count = write(writer->descriptor, data.data, data.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("write", writer->target);
    data = tern_str_drop(data, (size_t)count);
  }
  return tern_ok();
}

bool tern_file_writer_can_patch(const tern_file_writer_t *writer) { return writer->temporary != NULL; }

tern_status_t tern_file_writer_patch(tern_file_writer_t *writer, uint64_t offset, tern_str_t data) {
  while (data.size) {
    ssize_t count = pwrite(writer->descriptor, data.data, data.size, (off_t)offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("write", writer->target);
    data = tern_str_drop(data, (size_t)count);
    offset += (uint64_t)count;
  }
  return tern_ok();
}

tern_status_t tern_file_writer_close(tern_file_writer_t *writer, bool is_whole) {
  tern_status_t status = tern_ok();
  const char *temporary = writer->temporary, *target = writer->target;
  if (is_whole && writer->mode && fchmod(writer->descriptor, writer->mode) != 0) status = fail("write", target);
  bool is_open = writer->descriptor >= 0 && writer->descriptor != STDOUT_FILENO;
  if (is_open && close(writer->descriptor) != 0 && tern_status_is_ok(status)) status = fail("write", target);
  is_whole &= tern_status_is_ok(status);
  if (is_whole && temporary && rename(temporary, target) != 0) {
    status = fail("write", target);
    is_whole = false;
  }
  if (!is_whole && temporary) unlink(temporary);
  release(writer);
  return status;
}

tern_status_t tern_file_write(const char *path, tern_str_t data) {
  tern_file_writer_t writer;
  TERN_RETURN_IF_ERROR(tern_file_writer_open(&writer, path));
  tern_status_t status = tern_file_writer_append(&writer, data);
  tern_status_t close_status = tern_file_writer_close(&writer, tern_status_is_ok(status));
  return tern_status_is_ok(status) ? close_status : status;
}
