// Making, copying and showing what values hold.

#include "interpreter/reference/datum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "dialect/tt/tt.h"

// Of a vector that is an element of memory.
#define LANES_MAX (1 << 20)

bool tern_reference_form_of(const tern_type_t *element, form_t *out) {
  *out = (form_t){.words = 1, .type = element};
  const tern_type_t *part = element;
  if (part->kind == TERN_TYPE_VECTOR) {
    int64_t sizes[REFERENCE_RANK_MAX];
    if (tern_type_rank(part) > REFERENCE_RANK_MAX) return false;
    uint32_t rank = tern_reference_sizes_of(part, sizes);
    for (uint32_t d = 0; d < rank; ++d) {
      if (sizes[d] > LANES_MAX / out->words) return false;
      out->words *= (uint32_t)sizes[d];
    }
    part = tern_type_element(part);
  }
  if (part->kind == TERN_TYPE_COMPLEX) {
    out->words *= 2;
    part = tern_type_element(part);
  }
  // A pointer is an address; so is what a block pointer or a descriptor, a list of numbers, consists of.
  bool is_address = tern_type_is_tt(part, TERN_TT_TYPE_PTR) || tern_type_is_tt(part, TERN_TT_TYPE_TENSORDESC);
  if (is_address) out->number = (number_t){.width = 64, .bytes = 8};
  return is_address || tern_interpreter_number_of(part, &out->number);
}

bool tern_reference_form_of_value(const tern_type_t *type, form_t *out) {
  if (!tern_type_is_shaped(type)) return tern_reference_form_of(type, out);
  if (tern_type_is_ranked(type) && tern_type_rank(type) > REFERENCE_RANK_MAX) return false;
  return tern_reference_form_of(tern_type_element(type), out);
}

uint32_t tern_reference_sizes_of(const tern_type_t *type, int64_t *out) {
  if (!tern_type_is_ranked(type)) return 0;
  uint32_t rank = tern_type_rank(type) < REFERENCE_RANK_MAX ? (uint32_t)tern_type_rank(type) : REFERENCE_RANK_MAX;
  for (uint32_t d = 0; d < rank; ++d) {
    bool is_scalable = type->kind == TERN_TYPE_VECTOR && (tern_vector_type_scalable_mask(type) >> d & 1);
    out[d] = tern_type_dim(type, d) * (is_scalable ? REFERENCE_VSCALE : 1);
  }
  return rank;
}

// One allocation: the datum, its sizes, strides, words and poison.
static datum_t *make(datum_kind_t kind, form_t form, const int64_t *sizes, uint32_t rank) {
  size_t words = 0;
  int64_t count = 0;
  if (kind == DATUM_NUMBERS) {
    count = 1;
    for (uint32_t d = 0; d < rank; ++d) count *= sizes[d];
    words = (size_t)count * form.words;
  }
  size_t size = sizeof(datum_t) + 2 * rank * sizeof(int64_t) + words * (sizeof(uint64_t) + 1);
  datum_t *datum = memset(tern_malloc(size), 0, size);
  *datum = (datum_t){.references = 1, .kind = kind, .form = form, .rank = rank, .count = count};
  datum->sizes = (int64_t *)(void *)(datum + 1);
  datum->strides = datum->sizes + rank;
  datum->words = (uint64_t *)(void *)(datum->strides + rank);
  datum->poison = (uint8_t *)(datum->words + words);
  if (rank) memcpy(datum->sizes, sizes, rank * sizeof *sizes);
  return datum;
}

datum_t *tern_reference_array(form_t form, const int64_t *sizes, uint32_t rank) {
  return make(DATUM_NUMBERS, form, sizes, rank);
}

datum_t *tern_reference_scalar(form_t form, uint64_t word) {
  datum_t *datum = make(DATUM_NUMBERS, form, NULL, 0);
  datum->words[0] = word;
  return datum;
}

datum_t *tern_reference_memref(form_t form, const int64_t *sizes, uint32_t rank) {
  return make(DATUM_MEMREF, form, sizes, rank);
}

datum_t *tern_reference_copy(const datum_t *datum) {
  datum_t *copy = make(datum->kind, datum->form, datum->sizes, datum->rank);
  copy->base = datum->base;
  copy->aligned = datum->aligned;
  copy->offset = datum->offset;
  copy->function = datum->function;
  if (datum->rank) memcpy(copy->strides, datum->strides, datum->rank * sizeof *datum->strides);
  if (datum->count) tern_reference_move(copy, 0, datum, 0, datum->count);
  return copy;
}

datum_t *tern_reference_extract(const datum_t *array, int64_t element) {
  int64_t sizes[REFERENCE_RANK_MAX];
  form_t form = array->form;
  uint32_t rank = 0;
  if (form.type->kind == TERN_TYPE_VECTOR) {
    rank = tern_reference_sizes_of(form.type, sizes);
    tern_reference_form_of_value(form.type, &form);
  }
  datum_t *part = tern_reference_array(form, sizes, rank);
  size_t words = array->form.words, at = (size_t)element * words;
  memcpy(part->words, &array->words[at], words * sizeof *part->words);
  memcpy(part->poison, &array->poison[at], words);
  return part;
}

void tern_reference_release(datum_t *datum) {
  if (datum && --datum->references == 0) free(datum);
}

void tern_reference_move(datum_t *to, int64_t to_element, const datum_t *from, int64_t from_element, int64_t count) {
  size_t words = to->form.words, at = (size_t)to_element * words, source = (size_t)from_element * words;
  memmove(&to->words[at], &from->words[source], (size_t)count * words * sizeof *to->words);
  memmove(&to->poison[at], &from->poison[source], (size_t)count * words);
}

void tern_reference_poison(datum_t *datum, int64_t element, int64_t count) {
  memset(&datum->poison[(size_t)element * datum->form.words], 1, (size_t)count * datum->form.words);
}

bool tern_reference_is_poison(const datum_t *datum, int64_t element) {
  for (uint32_t k = 0; k < datum->form.words; ++k) {
    if (datum->poison[(size_t)element * datum->form.words + k]) return true;
  }
  return false;
}

// --- positions ---

bool tern_reference_slice_is_inside(int64_t offset, int64_t size, int64_t stride, int64_t extent) {
  int64_t last;
  if (offset < 0 || size < 0) return false;
  if (size == 0) return true;
  return offset < extent && !__builtin_mul_overflow(size - 1, stride, &last) &&
         !__builtin_add_overflow(last, offset, &last) && last >= 0 && last < extent;
}

bool tern_reference_next(int64_t *position, const int64_t *sizes, size_t rank) {
  for (size_t d = rank; d-- > 0;) {
    if (++position[d] < sizes[d]) return true;
    position[d] = 0;
  }
  return false;
}

int64_t tern_reference_number_of(const int64_t *position, const int64_t *sizes, size_t rank) {
  int64_t number = 0;
  for (size_t d = 0; d < rank; ++d) number = number * sizes[d] + position[d];
  return number;
}

bool tern_reference_has_elements(const int64_t *sizes, size_t rank) {
  for (size_t d = 0; d < rank; ++d) {
    if (sizes[d] <= 0) return false;
  }
  return true;
}

bool tern_reference_is_inside(const int64_t *position, const int64_t *sizes, size_t rank) {
  for (size_t d = 0; d < rank; ++d) {
    if (position[d] < 0 || position[d] >= sizes[d]) return false;
  }
  return true;
}

// --- text ---

void tern_reference_print_word(number_t number, uint64_t word, tern_string_builder_t *out) {
  if (!number.is_float) {
    tern_string_builder_append_int64(out, number.width == 1 ? (int64_t)word : tern_interpreter_signed(number, word));
    return;
  }
  double value = tern_interpreter_decode(number, word);
  if (isnan(value)) {
    tern_string_builder_append_cstr(out, "nan");
    return;
  }
  // As few digits as read back as the same number, but six at least, so that 10 is not 1e+01.
  char text[40];
  for (int digits = 6; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (tern_interpreter_encode(number, strtod(text, NULL)) == word) break;
  }
  tern_string_builder_append_cstr(out, text);
}

static void print_words(const datum_t *datum, size_t first, size_t count, tern_string_builder_t *out) {
  if (count > 1) tern_string_builder_append_cstr(out, "( ");
  for (size_t k = first; k < first + count; ++k) {
    if (k > first) tern_string_builder_append_cstr(out, ", ");
    if (datum->poison[k]) {
      tern_string_builder_append_cstr(out, "poison");
    } else {
      tern_reference_print_word(datum->form.number, datum->words[k], out);
    }
  }
  if (count > 1) tern_string_builder_append_cstr(out, " )");
}

static void print_level(const datum_t *datum, uint32_t dim, int64_t first, int64_t count, tern_string_builder_t *out) {
  if (dim == datum->rank) {
    print_words(datum, (size_t)first * datum->form.words, datum->form.words, out);
    return;
  }
  tern_string_builder_append_cstr(out, "( ");
  for (int64_t k = 0; k < datum->sizes[dim]; ++k) {
    int64_t part = count / datum->sizes[dim];
    if (k) tern_string_builder_append_cstr(out, ", ");
    print_level(datum, dim + 1, first + k * part, part, out);
  }
  tern_string_builder_append_cstr(out, " )");
}

void tern_reference_print(const datum_t *datum, tern_string_builder_t *out) {
  switch (datum->kind) {
    case DATUM_NUMBERS: print_level(datum, 0, 0, datum->count, out); break;
    case DATUM_MEMREF: tern_string_builder_append_cstr(out, "a memref"); break;
    case DATUM_FUNCTION: tern_string_builder_append_cstr(out, "a function"); break;
  }
}
