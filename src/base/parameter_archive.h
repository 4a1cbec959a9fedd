// Archives of parameters: named runs of bytes in one file, which readers map and never copy.
//
// Two formats that tools exchange: safetensors (https://huggingface.co/docs/safetensors) and IREE's parameter archive,
// .irpa. Readers trust nothing: each offset, length and number is checked against the
// file, and what is wrong is refused with the offset of the byte that is to blame.

#ifndef TERN_BASE_PARAMETER_ARCHIVE_H_
#define TERN_BASE_PARAMETER_ARCHIVE_H_

#include "base/arena.h"
#include "base/string.h"
#include "tern/dispatch.h"
#include "tern/status.h"

// One parameter. Keys and data lie in the file or in the arena of the reader.
typedef struct tern_archive_entry_t {
  tern_str_t key;
  const unsigned char *data;
  size_t size;          // bytes of the parameter
  size_t pattern_size;  // 0: `data` holds them all; else it holds so many, which repeat (and divide `size`)
  // As safetensors has it, such as "F32". Writers may leave it out (NULL): "U8" and one dimension.
  const char *type_name;
  // The shape: of readers NULL if the format has none, and then in their arena.
  const int64_t *dims;
  uint32_t rank;
  tern_element_type_t element_type;  // of readers; TERN_ELEMENT_TYPE_NONE if the format does not tell
  bool is_column_major;              // the first index varies fastest
} tern_archive_entry_t;

typedef struct tern_archive_entries_t {
  tern_archive_entry_t *values;  // owned
  size_t count, capacity;
} tern_archive_entries_t;

// What an entry of a writer is aligned to where the format leaves it free: as wide as any vector of a processor.
enum { TERN_ARCHIVE_ALIGNMENT = 64 };

// Readers append the entries of the archive in `bytes`. `name` stands for the file in messages. On failure `out_entries`
// holds some of them.
// Errors: TERN_INVALID_ARGUMENT for what is malformed; TERN_UNSUPPORTED for another version, or data in other files.
tern_status_t tern_safetensors_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                                    tern_archive_entries_t *out_entries);
tern_status_t tern_irpa_read(const char *name, tern_str_t bytes, tern_arena_t *arena,
                             tern_archive_entries_t *out_entries);
bool tern_irpa_has_magic(tern_str_t bytes);
bool tern_safetensors_has_header(tern_str_t bytes);
// The type of safetensors for elements of a type in MLIR's spelling that take whole bytes, and the other way round: "i32" for
// "I32", also for si32 and index. NULL if there is none. Static storage.
const char *tern_safetensors_type_name(const char *element);
const char *tern_safetensors_element(const char *type_name);
// Refuses entries with the same key, and, unless `may_overlap`, entries that share bytes of the file. Sorts by key.
tern_status_t tern_archive_check(const char *name, tern_archive_entries_t *entries, bool may_overlap);

// Writers append a whole file. safetensors knows no patterns: they are written out. Entries whose sizes are multiples of
// TERN_ARCHIVE_ALIGNMENT come first there, so that these are aligned: the format has no room between entries.
void tern_safetensors_write(const tern_archive_entries_t *entries, tern_string_builder_t *out_bytes);
void tern_irpa_write(const tern_archive_entries_t *entries, tern_string_builder_t *out_bytes);

#endif  // TERN_BASE_PARAMETER_ARCHIVE_H_
