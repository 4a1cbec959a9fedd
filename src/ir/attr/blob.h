// The contents of dense elements: bytes that are uniqued in the context, and that need not be in memory.
//
// Constants may be most of a program, so large ones are not copied: bytes that the context was lent (tern_context_lend) stay where
// they are, which may be a file; and bytes that follow from others, such as hexadecimal digits or weights in another
// order, may be computed as they are read. Equal contents are the same blob in any case.

#ifndef TERN_IR_ATTR_BLOB_H_
#define TERN_IR_ATTR_BLOB_H_

#include "base/sink.h"
#include "ir/types_fwd.h"

// Writes bytes [offset, offset + size) of what `source` stands for to `out`.
typedef void (*tern_blob_read_fn_t)(const void *source, size_t offset, size_t size, void *out);

// Immutable but for `data`, which is made when it is first asked for. Owned by the context.
typedef struct tern_blob {
  size_t size;               // bytes
  const char *data;          // NULL: not in memory. Aligned to 8 if short; long ones may lie anywhere
  tern_blob_read_fn_t read;  // NULL: there is `data`
  const void *source;
} tern_blob_t;

// `data` is copied, unless it is long and the context was lent it.
const tern_blob_t *tern_blob_get(tern_context_t *context, const void *data, size_t size);
// Takes over `data`, which is malloc's.
const tern_blob_t *tern_blob_take(tern_context_t *context, void *data, size_t size);
// Bytes that `read` computes, each time they are asked for. `source` lives as long as the context.
const tern_blob_t *tern_blob_get_computed(tern_context_t *context, tern_blob_read_fn_t read, const void *source,
                                          size_t size);

// All bytes; those that are computed are so now, and stay in memory: tern_blob_read() or tern_blob_stream() if a part, or one
// look, is enough.
const char *tern_blob_data(tern_context_t *context, const tern_blob_t *blob);
void tern_blob_read(const tern_blob_t *blob, size_t offset, size_t size, void *out);
// Appends the first `size` bytes to `sink`, from the front to the back, and holds only a part of them at a time.
void tern_blob_stream(tern_context_t *context, const tern_blob_t *blob, size_t size, tern_sink_t *sink);

// Lends the context memory until it ends, when `release` (may be NULL) is called.
typedef struct tern_lent_memory {
  const char *data;
  size_t size;   // bytes
  bool is_view;  // of tern_file_view(): a NUL lies behind it
  void (*release)(const char *data, size_t size);
} tern_lent_memory_t;
void tern_context_lend(tern_context_t *context, const tern_lent_memory_t *memory);
// The memory that all of these bytes were lent with; NULL if they were not.
const tern_lent_memory_t *tern_context_lender(const tern_context_t *context, const void *data, size_t size);
// Says that about `size` bytes of views were read. Now and then the memory behind the views is let go, so that a file takes
// less memory than it has bytes.
void tern_context_touch(tern_context_t *context, size_t size);

#endif  // TERN_IR_ATTR_BLOB_H_
