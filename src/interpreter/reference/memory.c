// Memory of the reference: blocks of bytes at addresses of their own, and elements of memrefs in them.
//
// Blocks lie apart, so that an address that leaves its block is in none. Every byte knows whether it is poison: memory
// that nobody wrote is.

#include "interpreter/reference/evaluator.h"

#define ALIGNMENT 64
#define MEMORY_MAX ((size_t)256 << 20)
// Distance of two blocks, at least.
#define GAP 4096

uint64_t tern_reference_new_memory(evaluator_t *e, const tern_op_t *op, size_t size) {
  if (size > MEMORY_MAX - e->memory_size) {
    tern_reference_stop(e, op, TERN_REFERENCE_LIMIT, "takes more memory than a run may");
    return 0;
  }
  memory_t memory = {.address = e->next_address, .size = size, .data = tern_malloc(2 * size + 1)};
  memory.poison = memory.data + size;
  memset(memory.data, 0, size);
  memset(memory.poison, 1, size);
  e->memory_size += size;
  e->next_address += (size + GAP + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  tern_vec_push(&e->memories, memory);
  return memory.address;
}

// Blocks are in order of their addresses.
memory_t *tern_reference_find_memory(evaluator_t *e, uint64_t address) {
  size_t low = 0, high = e->memories.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (e->memories.values[middle].address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return NULL;
  memory_t *memory = &e->memories.values[low - 1];
  return address - memory->address <= memory->size ? memory : NULL;
}

size_t tern_reference_element_bytes(form_t form) { return (size_t)form.number.bytes * form.words; }

// Bytes from the start of the aligned pointer to the end of the last element, plus what comes before it; false: too many.
static bool measure(const datum_t *memref, size_t *out_bytes) {
  int64_t last = memref->offset;
  if (!tern_reference_has_elements(memref->sizes, memref->rank)) {
    *out_bytes = 0;
    return true;
  }
  for (uint32_t d = 0; d < memref->rank; ++d) {
    int64_t step;
    if (__builtin_mul_overflow(memref->sizes[d] - 1, memref->strides[d], &step) ||
        __builtin_add_overflow(last, step, &last)) {
      return false;
    }
  }
  if (last < 0 || last > (int64_t)MEMORY_MAX) return false;
  *out_bytes = ((size_t)last + 1) * tern_reference_element_bytes(memref->form);
  return true;
}

// Strides and offset as the type says; what it leaves open is row-major.
static bool lay_out(datum_t *memref, const tern_type_t *type) {
  int64_t strides[REFERENCE_RANK_MAX], offset, row_major = 1;
  if (!tern_memref_type_strides(type, strides, &offset)) return false;
  memref->offset = offset == TERN_DYNAMIC ? 0 : offset;
  for (uint32_t d = memref->rank; d-- > 0;) {
    memref->strides[d] = strides[d] == TERN_DYNAMIC ? row_major : strides[d];
    row_major = wrap_multiply(memref->strides[d], memref->sizes[d] ? memref->sizes[d] : 1);
  }
  return true;
}

datum_t *tern_reference_new_memref(evaluator_t *e, const tern_op_t *op, const tern_type_t *type, const int64_t *sizes) {
  form_t form;
  size_t bytes;
  if (!tern_type_is_ranked(type) || tern_type_rank(type) > REFERENCE_RANK_MAX ||
      !tern_reference_form_of(tern_type_element(type), &form)) {
    STOP_UNKNOWN(e, op, "has elements that the reference interpreter does not hold");
    return NULL;
  }
  uint32_t rank = (uint32_t)tern_type_rank(type);
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] < 0) {
      STOP_UNDEFINED(e, op, "allocates memory of the size %lld", (long long)sizes[d]);
      return NULL;
    }
  }
  datum_t *memref = tern_reference_memref(form, sizes, rank);
  bool is_strided = lay_out(memref, type);
  if (!is_strided) STOP_UNKNOWN(e, op, "has a layout that is not strided");
  if (is_strided && !measure(memref, &bytes)) {
    is_strided = false;
    tern_reference_stop(e, op, TERN_REFERENCE_LIMIT, "takes more memory than a run may");
  }
  memref->base = memref->aligned = is_strided ? tern_reference_new_memory(e, op, bytes) : 0;
  if (memref->base) return memref;
  tern_reference_release(memref);
  return NULL;
}

// --- elements ---

// The bytes of an element. NULL after a stop.
static uint8_t *find_element(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const int64_t *position,
                             memory_t **out_memory) {
  int64_t at = memref->offset;
  for (uint32_t d = 0; d < memref->rank; ++d) {
    if (position[d] < 0 || position[d] >= memref->sizes[d]) {
      STOP_UNDEFINED(e, op, "accesses memory out of bounds: index %lld of dimension %u, which has %lld elements",
                     (long long)position[d], d, (long long)memref->sizes[d]);
      return NULL;
    }
    at = wrap_add(at, wrap_multiply(position[d], memref->strides[d]));
  }
  size_t bytes = tern_reference_element_bytes(memref->form);
  uint64_t address = memref->aligned + (uint64_t)at * bytes;
  memory_t *memory = tern_reference_find_memory(e, address);
  if (!memory || memory->size - (address - memory->address) < bytes) {
    STOP_UNDEFINED(e, op, "accesses memory that was not allocated");
    return NULL;
  }
  if (memory->is_freed) {
    STOP_UNDEFINED(e, op, "accesses memory that was freed");
    return NULL;
  }
  *out_memory = memory;
  return memory->data + (address - memory->address);
}

static void read_words(number_t number, const uint8_t *data, const uint8_t *poison, uint32_t count, uint64_t *words,
                       uint8_t *out_poison) {
  for (uint32_t k = 0; k < count; ++k) {
    words[k] = 0;
    memcpy(&words[k], data + (size_t)k * number.bytes, number.bytes);
    words[k] = tern_interpreter_truncate(number, words[k]);
    out_poison[k] = 0;
    for (uint32_t b = 0; b < number.bytes; ++b) out_poison[k] |= poison[(size_t)k * number.bytes + b];
  }
}

static void write_words(number_t number, uint8_t *data, uint8_t *poison, uint32_t count, const uint64_t *words,
                        const uint8_t *from_poison) {
  for (uint32_t k = 0; k < count; ++k) {
    memcpy(data + (size_t)k * number.bytes, &words[k], number.bytes);
    memset(poison + (size_t)k * number.bytes, from_poison[k], number.bytes);
  }
}

bool tern_reference_load(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const int64_t *position,
                         datum_t *array, int64_t element) {
  memory_t *memory;
  const uint8_t *data = find_element(e, op, memref, position, &memory);
  if (!data) return false;
  uint32_t words = memref->form.words;
  size_t at = (size_t)element * words;
  read_words(memref->form.number, data, memory->poison + (data - memory->data), words, &array->words[at],
             &array->poison[at]);
  return true;
}

bool tern_reference_store(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const int64_t *position,
                          const datum_t *array, int64_t element) {
  memory_t *memory;
  uint8_t *data = find_element(e, op, memref, position, &memory);
  if (!data) return false;
  if (memory->is_constant) {
    STOP_UNDEFINED(e, op, "writes a constant");
    return false;
  }
  uint32_t words = memref->form.words;
  size_t at = (size_t)element * words;
  write_words(memref->form.number, data, memory->poison + (data - memory->data), words, &array->words[at],
              &array->poison[at]);
  return true;
}

bool tern_reference_read_element(evaluator_t *e, const tern_op_t *op, const datum_t *shaped, const int64_t *position,
                                 datum_t *array, int64_t element) {
  if (shaped->kind == DATUM_MEMREF) return tern_reference_load(e, op, shaped, position, array, element);
  if (!tern_reference_is_inside(position, shaped->sizes, shaped->rank)) {
    STOP_UNDEFINED(e, op, "reads out of bounds");
    return false;
  }
  tern_reference_move(array, element, shaped, tern_reference_number_of(position, shaped->sizes, shaped->rank), 1);
  return true;
}

bool tern_reference_write_element(evaluator_t *e, const tern_op_t *op, datum_t *shaped, const int64_t *position,
                                  const datum_t *array, int64_t element) {
  if (shaped->kind == DATUM_MEMREF) return tern_reference_store(e, op, shaped, position, array, element);
  if (!tern_reference_is_inside(position, shaped->sizes, shaped->rank)) {
    STOP_UNDEFINED(e, op, "writes out of bounds");
    return false;
  }
  tern_reference_move(shaped, tern_reference_number_of(position, shaped->sizes, shaped->rank), array, element, 1);
  return true;
}

// --- for callers ---

datum_t *tern_reference_allocate(tern_reference_t *e, const tern_type_t *type, const int64_t *sizes) {
  e->outcome = TERN_REFERENCE_DONE;
  return tern_reference_new_memref(e, NULL, type, sizes);
}

static bool move_all(evaluator_t *e, const datum_t *memref, datum_t *array, bool is_store) {
  int64_t position[REFERENCE_RANK_MAX] = {0};
  e->outcome = TERN_REFERENCE_DONE;
  if (!tern_reference_has_elements(memref->sizes, memref->rank)) return true;
  int64_t element = 0;
  do {
    bool is_done = is_store ? tern_reference_store(e, NULL, memref, position, array, element)
                            : tern_reference_load(e, NULL, memref, position, array, element);
    if (!is_done) return false;
    ++element;
  } while (tern_reference_next(position, memref->sizes, memref->rank));
  return true;
}

bool tern_reference_load_all(tern_reference_t *e, const datum_t *memref, datum_t *out_array) {
  return move_all(e, memref, out_array, false);
}
bool tern_reference_store_all(tern_reference_t *e, const datum_t *memref, const datum_t *array) {
  return move_all(e, memref, (datum_t *)array, true);
}
