// Lists of numbers: dense arrays and dense, string, resource and sparse elements.
//
// Data is kept as interned bytes (of elements: ir/attr/blob.h) in the machine's little-endian layout. Elements whose width does not fill their bytes
// (i1, i4, f80 ...) are normalised on the way in, so that equal contents are equal bytes.

#include <assert.h>
#include <stdlib.h>

#include "ir/attr.h"
#include "ir/attr/number.h"
#include "ir/context_private.h"
#include "ir/params.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "dense data is little-endian in memory");

enum {
  SHORT_SIZE = 256,  // bytes of data that are put together on the stack
  PART_SIZE = 4096,  // bytes that are compared at a time
};

// Bytes of one number: of an element, or of a part of a complex one.
static size_t number_size(const tern_type_t *type) {
  size_t bytes = ((size_t)tern_type_bit_width(type) + 7) / 8;
  size_t size = 1;
  while (size < bytes) size *= 2;
  return size;
}

size_t tern_dense_element_size(const tern_type_t *element) {
  return element->kind == TERN_TYPE_COMPLEX ? 2 * number_size(tern_type_element(element)) : number_size(element);
}

// Copies a number's words to its bytes and back. The top word is extended where the bytes hold more.
static void store_number(const tern_type_t *type, const uint64_t *words, uint8_t *out_bytes) {
  size_t size = number_size(type);
  size_t word_size = tern_number_word_count(type) * sizeof(words[0]);
  size_t common = size < word_size ? size : word_size;
  memcpy(out_bytes, words, common);
  bool is_negative = words[tern_number_word_count(type) - 1] >> 63 && tern_type_is_int_or_index(type) &&
                     !(tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED);
  if (size > common) memset(out_bytes + common, is_negative ? 0xff : 0, size - common);
}

// `out_words` has room for tern_number_word_count(type) words.
static void load_number(const tern_type_t *type, const uint8_t *bytes, uint64_t *out_words) {
  size_t size = number_size(type);
  size_t word_size = tern_number_word_count(type) * sizeof(out_words[0]);
  memset(out_words, 0, word_size);
  memcpy(out_words, bytes, size < word_size ? size : word_size);
  tern_number_normalize(type, out_words);
}

// True if every pattern of the bytes is a number of its own.
static bool fills_its_bytes(const tern_type_t *type) { return number_size(type) * 8 == tern_type_bit_width(type); }

static void normalize_numbers(const tern_type_t *type, const uint8_t *data, size_t count, uint8_t *out_data) {
  size_t size = number_size(type);
  bool is_bool = tern_type_bit_width(type) == 1;
  tern_params_t words;
  tern_params_initialize(&words, tern_number_word_count(type));
  for (size_t i = 0; i < count; ++i) {
    if (is_bool) {
      out_data[i] = data[i] != 0;
      continue;
    }
    load_number(type, data + i * size, words.values);
    store_number(type, words.values, out_data + i * size);
  }
  tern_params_deinitialize(&words);
}

// The bytes of `count` numbers, normalised: `data`, or in `storage` of SHORT_SIZE, or else an allocation.
static const void *normal_numbers(const tern_type_t *type, const void *data, size_t count, uint8_t *storage,
                                  size_t *out_size) {
  if (__builtin_mul_overflow(count, number_size(type), out_size)) tern_out_of_memory(SIZE_MAX);
  if (fills_its_bytes(type)) return data;
  uint8_t *normal = *out_size <= SHORT_SIZE ? storage : tern_malloc(*out_size);
  normalize_numbers(type, data, count, normal);
  return normal;
}

// --- dense arrays ---

const tern_attr_t *tern_dense_array_attr_get(const tern_type_t *element, const void *data, size_t count) {
  uint8_t storage[SHORT_SIZE];
  size_t size;
  const void *normal = normal_numbers(element, data, count, storage, &size);
  const tern_ident_t *bytes = tern_ident_get(element->context, tern_str_make(normal, size));
  if (normal != data && normal != storage) free((void *)(uintptr_t)normal);
  const uint64_t params[] = {tern_param(element), count, tern_param(bytes)};
  return tern_attr_get(element->context, TERN_ATTR_DENSE_ARRAY, NULL, params, 3);
}

const tern_attr_t *tern_dense_i64_array_attr_get(tern_context_t *context, const int64_t *values, size_t count) {
  return tern_dense_array_attr_get(tern_i_type_get(context, 64), values, count);
}

const tern_attr_t *tern_dense_i32_array_attr_get(tern_context_t *context, const int32_t *values, size_t count) {
  return tern_dense_array_attr_get(tern_i_type_get(context, 32), values, count);
}

// The low 64 bits of number `index` of packed integers.
static int64_t int_at(const tern_type_t *type, const void *data, size_t index) {
  size_t size = number_size(type);
  const uint8_t *bytes = (const uint8_t *)data + index * size;
  uint64_t word = 0;
  if (size >= sizeof(word)) {
    memcpy(&word, bytes, sizeof(word));
    return (int64_t)word;
  }
  // What sizes of operand groups are kept in, and read most often.
  if (type->kind == TERN_TYPE_INTEGER && tern_type_bit_width(type) == 32 &&
      tern_integer_type_signedness(type) == TERN_SIGNLESS) {
    int32_t value;
    memcpy(&value, bytes, sizeof(value));
    return value;
  }
  load_number(type, bytes, &word);
  return (int64_t)word;
}

int64_t tern_dense_array_attr_int(const tern_attr_t *attr, size_t index) {
  assert(attr->kind == TERN_ATTR_DENSE_ARRAY && index < tern_dense_array_attr_count(attr));
  return int_at(tern_attr_type(attr), tern_dense_array_attr_data(attr), index);
}

size_t tern_int_list_attr_count(const tern_attr_t *attr) {
  if (!attr) return 0;
  switch (attr->kind) {
    case TERN_ATTR_DENSE_ARRAY: return tern_dense_array_attr_count(attr);
    case TERN_ATTR_DENSE_ELEMENTS: return tern_dense_elements_attr_count(attr);
    case TERN_ATTR_ARRAY: return tern_array_attr_count(attr);
    default: return 0;
  }
}

int64_t tern_int_list_attr_at(const tern_attr_t *attr, size_t index) {
  assert(index < tern_int_list_attr_count(attr));
  switch (attr->kind) {
    case TERN_ATTR_DENSE_ARRAY: return tern_dense_array_attr_int(attr, index);
    case TERN_ATTR_DENSE_ELEMENTS:
      return int_at(tern_type_element(tern_attr_type(attr)), tern_dense_elements_attr_data(attr),
                    tern_dense_elements_attr_is_splat(attr) ? 0 : index);
    default: {
      const tern_attr_t *element = tern_array_attr_at(attr, index);
      return tern_attr_is_integer(element) ? tern_integer_attr_value(element) : 0;
    }
  }
}

bool tern_int_list_attr_is_permutation(const tern_attr_t *attr) {
  size_t count = tern_int_list_attr_count(attr);
  for (size_t i = 0; i < count; ++i) {
    int64_t value = tern_int_list_attr_at(attr, i);
    if (value < 0 || (size_t)value >= count) return false;
    for (size_t k = 0; k < i; ++k)
      if (tern_int_list_attr_at(attr, k) == value) return false;
  }
  return true;
}

// --- dense elements ---

static bool is_repeated(const uint8_t *data, size_t element_size, size_t size) {
  return size == element_size || memcmp(data, data + element_size, size - element_size) == 0;
}

const tern_attr_t *tern_dense_elements_attr_get(const tern_type_t *type, const void *data, bool is_splat) {
  assert(tern_type_has_static_shape(type));
  const tern_type_t *element = tern_type_element(type);
  const tern_type_t *number = element->kind == TERN_TYPE_COMPLEX ? tern_type_element(element) : element;
  size_t numbers_each = element == number ? 1 : 2;
  size_t element_count = (size_t)tern_type_element_count(type);
  size_t stored = is_splat && element_count ? 1 : element_count;
  size_t element_size = tern_dense_element_size(element);
  // Big splats are found before their bytes are interned, unless they must be normalised to be compared.
  if (stored > 1 && fills_its_bytes(number) && is_repeated(data, element_size, stored * element_size)) stored = 1;
  uint8_t storage[SHORT_SIZE];
  size_t size;
  const void *normal = normal_numbers(number, data, stored * numbers_each, storage, &size);
  bool is_allocated = normal != data && normal != storage;
  if (stored > 1 && !fills_its_bytes(number) && is_repeated(normal, element_size, size)) {
    stored = 1;
    size = element_size;
  }
  const tern_blob_t *blob = is_allocated ? tern_blob_take(type->context, (void *)(uintptr_t)normal, size)
                                         : tern_blob_get(type->context, normal, size);
  const uint64_t params[] = {tern_param(type), stored == 1, tern_param(blob)};
  return tern_attr_get(type->context, TERN_ATTR_DENSE_ELEMENTS, NULL, params, 3);
}

// A part at a time, so that bytes which are computed need not be so at once.
static bool is_blob_repeated(const tern_blob_t *blob, size_t element_size) {
  uint8_t part[PART_SIZE], first[PART_SIZE];
  for (size_t offset = 0; offset < blob->size; offset += sizeof(part)) {
    size_t size = blob->size - offset < sizeof(part) ? blob->size - offset : sizeof(part);
    tern_blob_read(blob, offset, size, part);
    if (!offset) memcpy(first, part, element_size);
    if (memcmp(part, first, element_size) != 0 || !is_repeated(part, element_size, size)) return false;
  }
  return true;
}

const tern_attr_t *tern_dense_elements_attr_get_blob(const tern_type_t *type, const tern_blob_t *blob) {
  const tern_type_t *element = tern_type_element(type);
  size_t element_size = tern_dense_element_size(element);
  assert(blob->size == (size_t)tern_type_element_count(type) * element_size);
  bool is_plain = element->kind != TERN_TYPE_COMPLEX && fills_its_bytes(element) && PART_SIZE % element_size == 0;
  if (!is_plain || is_blob_repeated(blob, element_size)) {
    return tern_dense_elements_attr_get(type, tern_blob_data(type->context, blob), false);
  }
  const uint64_t params[] = {tern_param(type), false, tern_param(blob)};
  return tern_attr_get(type->context, TERN_ATTR_DENSE_ELEMENTS, NULL, params, 3);
}

// Writes the bytes of a scalar attribute as one element.
static void store_element(const tern_attr_t *value, uint8_t *out_bytes) {
  if (value->kind == TERN_ATTR_ARRAY) {
    assert(tern_array_attr_count(value) == 2);
    store_element(tern_array_attr_at(value, 0), out_bytes);
    store_element(tern_array_attr_at(value, 1), out_bytes + number_size(tern_attr_type(tern_array_attr_at(value, 0))));
    return;
  }
  assert(tern_attr_is_integer(value) || tern_attr_is_float(value));
  store_number(tern_attr_type(value), &value->params[1], out_bytes);
}

const tern_attr_t *tern_dense_elements_attr_get_splat(const tern_type_t *type, const tern_attr_t *value) {
  uint8_t storage[SHORT_SIZE];
  size_t size = tern_dense_element_size(tern_type_element(type));
  uint8_t *bytes = size <= sizeof(storage) ? storage : tern_malloc(size);
  store_element(value, bytes);
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, bytes, true);
  if (bytes != storage) free(bytes);
  return attr;
}

const tern_attr_t *tern_dense_elements_attr_get_i64(const tern_type_t *type, const int64_t *values, size_t count) {
  const tern_type_t *element = tern_type_element(type);
  assert(tern_type_is_int_or_index(element));
  assert(count == 1 || (int64_t)count == tern_type_element_count(type));
  bool is_splat = count == 1;
  size_t size = number_size(element);
  if (size == sizeof(values[0])) return tern_dense_elements_attr_get(type, values, is_splat);
  uint8_t *data = tern_realloc_array(NULL, count ? count : 1, size);
  for (size_t i = 0; i < count; ++i) {
    size_t common = size < sizeof(values[0]) ? size : sizeof(values[0]);
    memset(data + i * size, values[i] < 0 ? 0xff : 0, size);
    memcpy(data + i * size, &values[i], common);
    // A one-bit number is its low bit, not whether the byte is zero.
    if (tern_type_bit_width(element) == 1) data[i] = values[i] & 1;
  }
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, data, is_splat);
  free(data);
  return attr;
}

size_t tern_dense_elements_attr_count(const tern_attr_t *attr) {
  int64_t count = tern_type_element_count(tern_attr_type(attr));
  return count == TERN_DYNAMIC ? 0 : (size_t)count;
}

// The attribute of one number.
static const tern_attr_t *number_attr(const tern_type_t *type, const uint8_t *bytes) {
  tern_params_t words;
  tern_params_initialize(&words, tern_number_word_count(type));
  load_number(type, bytes, words.values);
  const tern_attr_t *attr = tern_type_is_float(type) ? tern_float_attr_get_bits(type, words.values)
                                                     : tern_wide_integer_attr_get(type, words.values);
  tern_params_deinitialize(&words);
  return attr;
}

const tern_attr_t *tern_dense_elements_attr_at(const tern_attr_t *attr, size_t index) {
  assert(attr->kind == TERN_ATTR_DENSE_ELEMENTS && index < tern_dense_elements_attr_count(attr));
  const tern_type_t *element = tern_type_element(tern_attr_type(attr));
  if (tern_dense_elements_attr_is_splat(attr)) index = 0;
  const uint8_t *bytes =
      (const uint8_t *)tern_dense_elements_attr_data(attr) + index * tern_dense_element_size(element);
  if (element->kind != TERN_TYPE_COMPLEX) return number_attr(element, bytes);
  const tern_type_t *part = tern_type_element(element);
  const tern_attr_t *parts[] = {number_attr(part, bytes), number_attr(part, bytes + number_size(part))};
  return tern_array_attr_get(attr->context, parts, 2);
}

const tern_attr_t *tern_dense_elements_attr_reshape(const tern_attr_t *attr, const tern_type_t *type) {
  assert(attr->kind == TERN_ATTR_DENSE_ELEMENTS);
  assert(tern_type_element(type) == tern_type_element(tern_attr_type(attr)));
  const uint64_t params[] = {tern_param(type), attr->params[1], attr->params[2]};
  return tern_attr_get(attr->context, TERN_ATTR_DENSE_ELEMENTS, NULL, params, 3);
}

const tern_attr_t *tern_dense_elements_attr_retype(const tern_attr_t *attr, const tern_type_t *type) {
  assert(attr->kind == TERN_ATTR_DENSE_ELEMENTS);
  const tern_type_t *element = tern_type_element(type);
  if (element->kind == TERN_TYPE_COMPLEX || !fills_its_bytes(element)) {
    return tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(attr),
                                        tern_dense_elements_attr_is_splat(attr));
  }
  const uint64_t params[] = {tern_param(type), attr->params[1], attr->params[2]};
  return tern_attr_get(attr->context, TERN_ATTR_DENSE_ELEMENTS, NULL, params, 3);
}

// --- other elements ---

const tern_attr_t *tern_dense_strings_attr_get(const tern_type_t *type, const tern_attr_t *const *strings,
                                               size_t count) {
  bool is_splat = count > 0;
  for (size_t i = 1; i < count; ++i) is_splat = is_splat && strings[i] == strings[0];
  size_t stored = is_splat ? 1 : count;
  tern_params_t params;
  tern_params_initialize(&params, 1 + stored);
  params.values[0] = tern_param(type);
  for (size_t i = 0; i < stored; ++i) params.values[1 + i] = tern_param(strings[i]);
  const tern_attr_t *attr = tern_attr_get(type->context, TERN_ATTR_DENSE_STRINGS, NULL, params.values, 1 + stored);
  tern_params_deinitialize(&params);
  return attr;
}

const tern_attr_t *tern_dense_resource_attr_get(const tern_type_t *type, tern_str_t key) {
  const uint64_t params[] = {tern_param(type), tern_param(tern_ident_get(type->context, key))};
  return tern_attr_get(type->context, TERN_ATTR_DENSE_RESOURCE, NULL, params, 2);
}

const tern_attr_t *tern_sparse_elements_attr_get(const tern_type_t *type, const tern_attr_t *indices,
                                                 const tern_attr_t *values) {
  const uint64_t params[] = {tern_param(type), tern_param(indices), tern_param(values)};
  return tern_attr_get(type->context, TERN_ATTR_SPARSE_ELEMENTS, NULL, params, 3);
}

const tern_attr_t *tern_sparse_elements_attr_at(const tern_attr_t *attr, size_t index) {
  const tern_attr_t *indices = (const tern_attr_t *)(uintptr_t)attr->params[1];
  const tern_attr_t *values = (const tern_attr_t *)(uintptr_t)attr->params[2];
  const tern_type_t *type = tern_attr_type(attr), *element = tern_type_element(type);
  bool is_number = tern_type_is_integer(element) || tern_type_is_float(element);
  if (!is_number || indices->kind != TERN_ATTR_DENSE_ELEMENTS || values->kind != TERN_ATTR_DENSE_ELEMENTS ||
      tern_type_rank(type) == 0)
    return NULL;
  size_t rank = tern_type_rank(type), count = tern_dense_elements_attr_count(indices) / rank;
  for (size_t i = 0; i < count; ++i) {
    int64_t position = 0;
    for (size_t d = 0; d < rank; ++d)
      position = position * tern_type_dim(type, d) +
                 tern_integer_attr_value(tern_dense_elements_attr_at(indices, i * rank + d));
    if (position == (int64_t)index) return tern_dense_elements_attr_at(values, i);
  }
  return tern_type_is_float(element) ? tern_float_attr_get(element, 0.0) : tern_integer_attr_get(element, 0);
}
