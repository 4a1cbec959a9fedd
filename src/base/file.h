// Whole files in, whole files out.

#ifndef TERN_BASE_FILE_H_
#define TERN_BASE_FILE_H_

#include "base/string.h"
#include "tern/status.h"

// Reads all of `path` ("-" is standard input). On success `*out_data` is owned by the caller (free()), followed by a
// NUL that `*out_size` (bytes) does not count.
tern_status_t tern_file_read(const char *path, char **out_data, size_t *out_size);
// Writes `path` ("-" is standard output) whole or not at all: a temporary file beside it is renamed over it.
tern_status_t tern_file_write(const char *path, tern_str_t data);

// The same in pieces: what is appended goes to the temporary file, or straight to a stream or device. After an open that
// succeeded there is one close; one that is not for the whole leaves a file as it was.
typedef struct tern_file_writer {
  char *target, *temporary;  // owned; `temporary` NULL: nothing is renamed
  int descriptor;
  unsigned mode;  // permissions to keep; 0: those of a new file
} tern_file_writer_t;
tern_status_t tern_file_writer_open(tern_file_writer_t *writer, const char *path);
tern_status_t tern_file_writer_append(tern_file_writer_t *writer, tern_str_t data);
tern_status_t tern_file_writer_close(tern_file_writer_t *writer, bool is_whole);

// Maps a file that is not empty. What is written to the memory goes to the file if `is_writable`, and else to copies of
// pages. On success `*out_data` is `*out_size` bytes, the caller's: tern_file_unmap().
tern_status_t tern_file_map(const char *path, bool is_writable, void **out_data, size_t *out_size);
void tern_file_unmap(void *data, size_t size);

#endif  // TERN_BASE_FILE_H_
