#include "asm/hex_blob.h"

#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/hex.h"
#include "ir/context.h"

enum {
  LEAST_STORED_ELSEWHERE = 1 << 17,  // digits
  PART_SIZE = 4 << 10,               // bytes that are checked at a time
  AROUND_SIZE = 64 << 10,            // bytes that come to memory together
};

// In the context's arena.
typedef struct digits {
  tern_context_t *context;
  const char *text;
} digits_t;

static void read_digits(const void *source, size_t offset, size_t size, void *out) {
  const digits_t *digits = source;
  tern_hex_decode(digits->text + 2 * offset, size, out);
  // A part of a file comes to memory with what lies around it.
  tern_context_touch(digits->context, size < AROUND_SIZE / 2 ? AROUND_SIZE : 2 * size);
}

static bool are_digits(tern_context_t *context, tern_str_t text) {
  char bytes[PART_SIZE];
  for (size_t done = 0; text.size; ++done) {
    size_t size = text.size / 2 < sizeof bytes ? text.size / 2 : sizeof bytes;
    if (!tern_hex_decode(text.data, size, bytes)) return false;
    text = tern_str_drop(text, 2 * size);
    if (done % 256 == 255) tern_context_touch(context, 512 * sizeof bytes);
  }
  return true;
}

const tern_blob_t *tern_hex_blob_get(tern_context_t *context, tern_str_t text) {
  assert(text.size % 2 == 0);
  size_t size = text.size / 2;
  if (text.size >= LEAST_STORED_ELSEWHERE && tern_context_lender(context, text.data, text.size)) {
    if (!are_digits(context, text)) return NULL;
    digits_t *digits = tern_arena_alloc(tern_context_arena(context), sizeof(*digits));
    *digits = (digits_t){.context = context, .text = text.data};
    return tern_blob_get_computed(context, read_digits, digits, size);
  }
  char *bytes = tern_malloc(size + 1);
  if (tern_hex_decode(text.data, size, bytes)) return tern_blob_take(context, bytes, size);
  free(bytes);
  return NULL;
}
