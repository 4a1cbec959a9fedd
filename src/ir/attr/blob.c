#include "ir/attr/blob.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/context_private.h"

enum {
  LEAST_LENT_SIZE = 1 << 16,  // bytes that are worth not being copied
  SAMPLE_SIZE = 1 << 16,
  WINDOW_SIZE = 1 << 20,         // bytes that are looked at at a time
  MOST_TOUCHED_SIZE = 16 << 20,  // bytes of views that are kept in memory
};

// --- lent memory ---

void tern_context_lend(tern_context_t *context, const tern_lent_memory_t *memory) {
  tern_vec_push(&context->lent, *memory);
}

const tern_lent_memory_t *tern_context_lender(const tern_context_t *context, const void *data, size_t size) {
  for (size_t i = 0; i < context->lent.count; ++i) {
    const tern_lent_memory_t *memory = &context->lent.values[i];
    uintptr_t offset = (uintptr_t)data - (uintptr_t)memory->data;
    if (offset < memory->size && size <= memory->size - offset) return memory;
  }
  return NULL;
}

void tern_context_touch(tern_context_t *context, size_t size) {
  context->touched_size += size;
  if (context->touched_size < MOST_TOUCHED_SIZE) return;
  context->touched_size = 0;
  for (size_t i = 0; i < context->lent.count; ++i) {
    const tern_lent_memory_t *memory = &context->lent.values[i];
    if (memory->is_view) tern_file_view_forget(memory->data, memory->size);
  }
}

void tern_blobs_deinitialize(tern_context_t *context) {
  for (size_t i = 0; i < context->owned_blobs.count; ++i) free(context->owned_blobs.values[i]);
  tern_vec_deinitialize(&context->owned_blobs);
  for (size_t i = 0; i < context->lent.count; ++i) {
    const tern_lent_memory_t *memory = &context->lent.values[i];
    if (memory->release) memory->release(memory->data, memory->size);
  }
  tern_vec_deinitialize(&context->lent);
  tern_unique_table_deinitialize(&context->blobs);
}

// --- reading ---

void tern_blob_read(const tern_blob_t *blob, size_t offset, size_t size, void *out) {
  assert(offset <= blob->size && size <= blob->size - offset);
  if (blob->data) {
    if (size) memcpy(out, blob->data + offset, size);
  } else {
    blob->read(blob->source, offset, size, out);
  }
}

const char *tern_blob_data(tern_context_t *context, const tern_blob_t *blob) {
  if (!blob->data) {
    char *data = tern_malloc(blob->size + 1);
    blob->read(blob->source, 0, blob->size, data);
    tern_vec_push(&context->owned_blobs, data);
    // What the blob says does not change.
    ((tern_blob_t *)blob)->data = data;
  }
  return blob->data;
}

// A look at one part after the other. `scratch` is for what is not in memory, made when it is needed.
typedef struct window {
  tern_context_t *context;
  char *scratch;  // owned
} window_t;

static const char *look(window_t *window, const tern_blob_t *blob, size_t offset, size_t size) {
  if (blob->data) {
    if (size >= SAMPLE_SIZE) tern_context_touch(window->context, size);
    return blob->data + offset;
  }
  if (!window->scratch) window->scratch = tern_malloc(WINDOW_SIZE);
  blob->read(blob->source, offset, size, window->scratch);
  return window->scratch;
}

static size_t window_size(size_t offset, size_t size) {
  return size - offset < WINDOW_SIZE ? size - offset : WINDOW_SIZE;
}

void tern_blob_stream(tern_context_t *context, const tern_blob_t *blob, size_t size, tern_sink_t *sink) {
  window_t window = {.context = context};
  for (size_t offset = 0; offset < size; offset += WINDOW_SIZE) {
    size_t count = window_size(offset, size);
    tern_sink_append(sink, tern_str_make(look(&window, blob, offset, count), count));
  }
  free(window.scratch);
}

// --- uniquing ---

// Of long blobs a part of each window counts: they differ there, or else where they are compared. The part is not at the same
// place in each, so that patterns do not escape it.
static uint32_t hash_of(tern_context_t *context, const tern_blob_t *blob) {
  window_t window = {.context = context};
  uint64_t hash = blob->size;
  for (size_t offset = 0; offset < blob->size; offset += WINDOW_SIZE) {
    size_t count = window_size(offset, blob->size), skipped = 0;
    if (offset + count < blob->size) {
      skipped = offset / WINDOW_SIZE * 5 % (WINDOW_SIZE / SAMPLE_SIZE) * SAMPLE_SIZE;
      count = SAMPLE_SIZE;
    }
    hash = tern_hash_bytes(look(&window, blob, offset + skipped, count), count, hash);
  }
  free(window.scratch);
  return (uint32_t)hash;
}

static bool are_equal(tern_context_t *context, const tern_blob_t *a, const tern_blob_t *b) {
  if (a->size != b->size) return false;
  if (a->data && a->data == b->data) return true;
  window_t left = {.context = context}, right = {.context = context};
  bool is_equal = true;
  for (size_t offset = 0; offset < a->size && is_equal; offset += WINDOW_SIZE) {
    size_t count = window_size(offset, a->size);
    is_equal = memcmp(look(&left, a, offset, count), look(&right, b, offset, count), count) == 0;
  }
  free(left.scratch);
  free(right.scratch);
  return is_equal;
}

// The blob that is equal to `wanted`; NULL if there is none.
static const tern_blob_t *find(tern_context_t *context, const tern_blob_t *wanted, uint32_t hash) {
  const tern_unique_table_t *table = &context->blobs;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash == hash && are_equal(context, table->slots[i].object, wanted))
      return table->slots[i].object;
  }
  return NULL;
}

// Keeps a blob that is not there yet; `room` is for its bytes, if these are to be copied behind it.
static const tern_blob_t *keep(tern_context_t *context, const tern_blob_t *blob, uint32_t hash, bool is_copied) {
  _Static_assert(sizeof(tern_blob_t) % 8 == 0, "bytes behind it are aligned to 8");
  size_t room = is_copied ? blob->size : 0;
  if (room > SIZE_MAX / 2) tern_out_of_memory(room);
  tern_blob_t *kept = tern_arena_alloc(&context->arena, sizeof(*kept) + room);
  *kept = *blob;
  if (is_copied) kept->data = room ? memcpy(kept + 1, blob->data, room) : (const char *)kept;
  tern_unique_insert(&context->blobs, hash, kept);
  return kept;
}

const tern_blob_t *tern_blob_get(tern_context_t *context, const void *data, size_t size) {
  const tern_blob_t wanted = {.size = size, .data = data ? data : ""};
  uint32_t hash = hash_of(context, &wanted);
  const tern_blob_t *known = find(context, &wanted, hash);
  if (known) return known;
  bool is_lent = size >= LEAST_LENT_SIZE && tern_context_lender(context, data, size);
  return keep(context, &wanted, hash, !is_lent);
}

const tern_blob_t *tern_blob_take(tern_context_t *context, void *data, size_t size) {
  bool is_copied = size < LEAST_LENT_SIZE;
  const tern_blob_t *blob;
  if (is_copied) {
    blob = tern_blob_get(context, data, size);
  } else {
    const tern_blob_t wanted = {.size = size, .data = data};
    uint32_t hash = hash_of(context, &wanted);
    blob = find(context, &wanted, hash);
    if (!blob) blob = keep(context, &wanted, hash, false);
  }
  if (blob->data == data) {
    tern_vec_push(&context->owned_blobs, data);
  } else {
    free(data);
  }
  return blob;
}

const tern_blob_t *tern_blob_get_computed(tern_context_t *context, tern_blob_read_fn_t read, const void *source,
                                          size_t size) {
  const tern_blob_t wanted = {.size = size, .read = read, .source = source};
  uint32_t hash = hash_of(context, &wanted);
  const tern_blob_t *known = find(context, &wanted, hash);
  return known ? known : keep(context, &wanted, hash, false);
}
