// Compiled executables, kept in a folder for the next compilation of the same.
//
// An entry is a file whose name is a hash of all that decides about the bytes in it: the IR, the options, this machine's
// processor if code may be made for it, and the build of the compiler. Entries are written beside and renamed, so that several
// compilers may share a folder. What is damaged is as good as absent, and written again.

#ifndef TERN_PIPELINE_DISPATCH_EXECUTABLE_CACHE_H_
#define TERN_PIPELINE_DISPATCH_EXECUTABLE_CACHE_H_

#include <stdbool.h>

#include "base/string.h"
#include "tern/status.h"

// Zero-initialised: none.
typedef struct tern_cache_entry {
  char *path;        // owned
  uint64_t hash[2];  // of the key
} tern_cache_entry_t;

// The entry of what `key` describes, beside the machine and the build, which are added to it.
void tern_cache_entry_initialize(tern_cache_entry_t *out_entry, tern_str_t folder, tern_str_t key);
void tern_cache_entry_deinitialize(tern_cache_entry_t *entry);

// Appends what is kept. False, with nothing appended, if there is no such file or it is damaged.
bool tern_cache_entry_read(const tern_cache_entry_t *entry, tern_string_builder_t *out_data);
// Makes the folder if need be. Errors: those of writing a file.
tern_status_t tern_cache_entry_write(const tern_cache_entry_t *entry, tern_str_t data);

#endif  // TERN_PIPELINE_DISPATCH_EXECUTABLE_CACHE_H_
