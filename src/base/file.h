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

// Maps a file that is not empty. What is written to the memory goes to the file if `is_writable`, and else to copies of
// pages. On success `*out_data` is `*out_size` bytes, the caller's: tern_file_unmap().
tern_status_t tern_file_map(const char *path, bool is_writable, void **out_data, size_t *out_size);
void tern_file_unmap(void *data, size_t size);

#endif  // TERN_BASE_FILE_H_
