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
// Makes the folders above a path that are not there yet, as far as that can be done.
void tern_file_make_folder_of(const char *path);

// The same in pieces: what is appended goes to the temporary file, or straight to a stream or device. After an open that
// succeeded there is one close; one that is not for the whole leaves a file as it was.
typedef struct tern_file_writer {
  char *target, *temporary;  // owned; `temporary` NULL: nothing is renamed
  int descriptor;
  unsigned mode;  // permissions to keep; 0: those of a new file
} tern_file_writer_t;
tern_status_t tern_file_writer_open(tern_file_writer_t *writer, const char *path);
tern_status_t tern_file_writer_append(tern_file_writer_t *writer, tern_str_t data);
// Writes over what was appended at `offset`. Possible unless the file is a stream or device.
bool tern_file_writer_can_patch(const tern_file_writer_t *writer);
tern_status_t tern_file_writer_patch(tern_file_writer_t *writer, uint64_t offset, tern_str_t data);
tern_status_t tern_file_writer_close(tern_file_writer_t *writer, bool is_whole);

// Maps a file that is not empty. What is written to the memory goes to the file if `is_writable`, and else to copies of
// pages. On success `*out_data` is `*out_size` bytes, the caller's: tern_file_unmap(). `out_identity` (may be NULL) receives a
// text, the caller's (free()), that tells the file and its contents from any other: place, size and times.
tern_status_t tern_file_map(const char *path, bool is_writable, void **out_data, size_t *out_size, char **out_identity);
void tern_file_unmap(void *data, size_t size);

// Shows a large file where it is cached: nothing is copied, and what was read can be let go of. `*out_data` is `*out_size`
// bytes and a NUL behind them, to be given back by tern_file_unview(); NULL, with success, if `path` is better read, for it
// is short, standard input or no regular file. Nobody may change the file meanwhile.
tern_status_t tern_file_view(const char *path, const char **out_data, size_t *out_size);
void tern_file_unview(const char *data, size_t size);
// Lets go of memory behind the whole pages of a part of a view. What is touched again is read again.
void tern_file_view_forget(const char *data, size_t size);

#endif  // TERN_BASE_FILE_H_
