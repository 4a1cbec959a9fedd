// Lists of numbers and strings in bytecode: dense arrays, dense, sparse and resource elements.
//
// In a file each number takes as many whole bytes as its width needs, and booleans are packed eight to a byte; in memory
// a number takes a power of two of bytes (ir/attr.h).

#include "bytecode/builtin_elements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ir/attr/elements_type.h"
#include "ir/diagnostic.h"

// How a number lies in a file and in memory.
typedef struct number_layout {
  const tern_type_t *number;  // the element, or the part of a complex one
  size_t numbers_each;        // 2 for complex
  size_t file_size;           // bytes of a number; 0: packed bits
  size_t memory_size;
} number_layout_t;

static bool is_number(const tern_type_t *type) { return tern_type_is_int_or_index(type) || tern_type_is_float(type); }

// False if elements of this type are no numbers.
static bool find_layout(const tern_type_t *element, number_layout_t *out_layout) {
  bool is_complex = element->kind == TERN_TYPE_COMPLEX;
  const tern_type_t *number = is_complex ? tern_type_element(element) : element;
  if (!is_number(number)) return false;
  uint32_t width = tern_type_bit_width(number);
  *out_layout = (number_layout_t){
      .number = number,
      .numbers_each = is_complex ? 2 : 1,
      .file_size = width == 1 && !is_complex ? 0 : ((size_t)width + 7) / 8,
      .memory_size = tern_dense_element_size(number),
  };
  return width != 0;
}

// A static shaped type.
static bool read_elements_type(tern_decoder_t *decoder, const tern_type_t **out_type) {
  const tern_type_t *type;
  if (!tern_decode_type(decoder, out_type)) return false;
  type = tern_elements_type_get(*out_type);
  if (type && tern_type_is_ranked(type) && tern_type_has_static_shape(type)) {
    *out_type = type;
    return true;
  }
  return tern_decoder_error(decoder, "expected a shaped type with static shape for elements, but found '%s'",
                            tern_type_text(*out_type));
}

// --- dense numbers ---

static const tern_attr_t *unpack_bits(const tern_type_t *type, tern_str_t bytes) {
  uint64_t count = (uint64_t)tern_type_element_count(type);
  const uint8_t *packed = (const uint8_t *)bytes.data;
  if (bytes.size == 1 && count && (packed[0] == 0 || packed[0] == 0xff)) {
    uint8_t value = packed[0] != 0;
    return tern_dense_elements_attr_get(type, &value, true);
  }
  if (bytes.size != count / 8 + (count % 8 != 0)) return NULL;
  uint8_t *data = tern_malloc(count + 1);
  for (uint64_t i = 0; i < count; ++i) data[i] = packed[i / 8] >> (i % 8) & 1;
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return attr;
}

static const tern_attr_t *unpack_numbers(const tern_type_t *type, const number_layout_t *layout, tern_str_t bytes) {
  size_t element_size = layout->file_size * layout->numbers_each;
  uint64_t count = (uint64_t)tern_type_element_count(type);
  bool is_splat = bytes.size == element_size && count;
  if (!is_splat && (bytes.size % element_size || bytes.size / element_size != count)) return NULL;
  if (layout->file_size == layout->memory_size) return tern_dense_elements_attr_get(type, bytes.data, is_splat);
  size_t number_count = bytes.size / layout->file_size;
  uint8_t *data = tern_realloc_array(NULL, number_count + 1, layout->memory_size);
  memset(data, 0, (number_count + 1) * layout->memory_size);
  for (size_t i = 0; i < number_count; ++i) {
    memcpy(data + i * layout->memory_size, bytes.data + i * layout->file_size, layout->file_size);
  }
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, data, is_splat);
  free(data);
  return attr;
}

const tern_attr_t *tern_elements_read_numbers(tern_decoder_t *decoder) {
  const tern_type_t *type;
  tern_str_t bytes;
  number_layout_t layout;
  if (!read_elements_type(decoder, &type) || !tern_decode_blob(decoder, &bytes)) return NULL;
  if (!find_layout(tern_type_element(type), &layout)) {
    tern_decoder_error(decoder, "dense elements cannot be numbers of type '%s'",
                       tern_type_text(tern_type_element(type)));
    return NULL;
  }
  const tern_attr_t *attr = layout.file_size ? unpack_numbers(type, &layout, bytes) : unpack_bits(type, bytes);
  if (!attr) {
    tern_decoder_error(decoder, "%zu bytes of elements do not fit type '%s'", bytes.size, tern_type_text(type));
  }
  return attr;
}

static void write_bits(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const uint8_t *data = tern_dense_elements_attr_data(attr);
  if (tern_dense_elements_attr_is_splat(attr)) {
    uint8_t value = data[0] ? 0xff : 0;
    tern_encode_blob(encoder, &value, 1);
    return;
  }
  size_t count = tern_dense_elements_attr_count(attr), size = (count + 7) / 8;
  uint8_t *packed = tern_malloc(size + 1);
  memset(packed, 0, size + 1);
  for (size_t i = 0; i < count; ++i) packed[i / 8] |= (uint8_t)((data[i] & 1) << (i % 8));
  tern_encode_blob(encoder, packed, size);
  free(packed);
}

// The bits above a number's width are zero in a file.
static void clear_above(uint8_t *bytes, size_t size, uint32_t width) {
  if (width % 8) bytes[size - 1] &= (uint8_t)((1u << width % 8) - 1);
}

static void write_numbers(tern_encoder_t *encoder, const number_layout_t *layout, const uint8_t *data, size_t count) {
  uint32_t width = tern_type_bit_width(layout->number);
  if (layout->file_size == layout->memory_size && width % 8 == 0) {
    tern_encode_blob(encoder, data, count * layout->memory_size);
    return;
  }
  uint8_t *packed = tern_realloc_array(NULL, count + 1, layout->file_size);
  for (size_t i = 0; i < count; ++i) {
    uint8_t *number = packed + i * layout->file_size;
    memcpy(number, data + i * layout->memory_size, layout->file_size);
    clear_above(number, layout->file_size, width);
  }
  tern_encode_blob(encoder, packed, count * layout->file_size);
  free(packed);
}

void tern_elements_write_numbers(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const tern_type_t *type = tern_attr_type(attr);
  number_layout_t layout;
  tern_encode_type(encoder, tern_elements_type_written(type));
  if (!find_layout(tern_type_element(type), &layout)) {
    tern_encode_blob(encoder, NULL, 0);
  } else if (!layout.file_size) {
    write_bits(encoder, attr);
  } else {
    size_t count = tern_dense_elements_attr_is_splat(attr) ? 1 : tern_dense_elements_attr_count(attr);
    write_numbers(encoder, &layout, tern_dense_elements_attr_data(attr), count * layout.numbers_each);
  }
}

// --- dense arrays ---

// Elements of no bits take no room in the file, so that nothing else bounds how many a file may claim.
enum { MAX_EMPTY_ELEMENTS = 1 << 16 };

const tern_attr_t *tern_elements_read_array(tern_decoder_t *decoder) {
  const tern_type_t *element;
  uint64_t count;
  tern_str_t bytes;
  if (!tern_decode_type(decoder, &element) || !tern_decode_varint(decoder, &count) ||
      !tern_decode_blob(decoder, &bytes)) {
    return NULL;
  }
  bool is_sized = is_number(element) && !tern_type_is_index(element);
  uint32_t width = is_sized ? tern_type_bit_width(element) : 0;
  if (!is_sized || (width != 1 && width % 8)) {
    return tern_decoder_error(decoder, "a dense array cannot have elements of type '%s'", tern_type_text(element)),
           NULL;
  }
  size_t file_size = (width + 7) / 8, memory_size = tern_dense_element_size(element);
  bool has_all = file_size ? bytes.size % file_size == 0 && bytes.size / file_size == count
                           : !bytes.size && count <= MAX_EMPTY_ELEMENTS;
  if (!has_all) {
    tern_decoder_error(decoder, "a dense array of %" PRIu64 " elements of type '%s' has %zu bytes", count,
                       tern_type_text(element), bytes.size);
    return NULL;
  }
  if (file_size == memory_size) return tern_dense_array_attr_get(element, bytes.data, (size_t)count);
  uint8_t *data = tern_realloc_array(NULL, (size_t)count + 1, memory_size);
  memset(data, 0, ((size_t)count + 1) * memory_size);
  for (size_t i = 0; i < count; ++i) memcpy(data + i * memory_size, bytes.data + i * file_size, file_size);
  const tern_attr_t *attr = tern_dense_array_attr_get(element, data, (size_t)count);
  free(data);
  return attr;
}

void tern_elements_write_array(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const tern_type_t *element = tern_attr_type(attr);
  size_t count = tern_dense_array_attr_count(attr);
  number_layout_t layout = {
      .number = element,
      .numbers_each = 1,
      .file_size = ((size_t)tern_type_bit_width(element) + 7) / 8,
      .memory_size = tern_dense_element_size(element),
  };
  tern_encode_type(encoder, element);
  tern_encode_varint(encoder, count);
  write_numbers(encoder, &layout, tern_dense_array_attr_data(attr), count);
}

// --- strings ---

const tern_attr_t *tern_elements_read_strings(tern_decoder_t *decoder) {
  const tern_type_t *type;
  uint64_t is_splat;
  if (!read_elements_type(decoder, &type) || !tern_decode_varint(decoder, &is_splat)) return NULL;
  uint64_t count = is_splat ? 1 : (uint64_t)tern_type_element_count(type);
  if (count > tern_decoder_remaining(decoder)) {
    tern_decoder_error(decoder, "type '%s' needs %" PRIu64 " strings, but only %zu bytes remain", tern_type_text(type),
                       count, tern_decoder_remaining(decoder));
    return NULL;
  }
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t **strings = tern_decoder_alloc(decoder, (size_t)count * sizeof(*strings));
  for (size_t i = 0; i < count; ++i) {
    tern_str_t text;
    if (!tern_decode_string(decoder, &text)) return NULL;
    strings[i] = tern_string_attr_get_typed(text, element);
  }
  return tern_dense_strings_attr_get(type, strings, (size_t)count);
}

void tern_elements_write_strings(tern_encoder_t *encoder, const tern_attr_t *attr) {
  size_t count = attr->param_count - 1;
  const tern_type_t *type = tern_attr_type(attr);
  // One string stands for all of them.
  tern_encode_type(encoder, tern_elements_type_written(type));
  tern_encode_varint(encoder, count == 1);
  for (size_t i = 0; i < count; ++i) {
    tern_encode_string(encoder, tern_string_attr_value((const tern_attr_t *)(uintptr_t)attr->params[1 + i]));
  }
}

// --- sparse and resource elements ---

// As many rows of indices as values, each row within the shape.
static bool check_sparse(tern_decoder_t *decoder, const tern_type_t *type, const tern_attr_t *indices,
                         const tern_attr_t *values) {
  const tern_type_t *indices_type = tern_attr_type(indices), *values_type = tern_attr_type(values);
  size_t rank = tern_type_rank(type), row_size = rank;
  bool is_ok = tern_type_is_i(tern_type_element(indices_type), 64) && tern_type_rank(values_type) == 1 &&
               tern_type_element(values_type) == tern_type_element(type);
  is_ok = is_ok && (tern_type_rank(indices_type) == 2 ? tern_type_dim(indices_type, 1) == (int64_t)rank
                                                      : tern_type_rank(indices_type) == 1 && rank == 1);
  is_ok = is_ok && tern_type_dim(indices_type, 0) == tern_type_dim(values_type, 0);
  if (!is_ok) {
    return tern_decoder_error(decoder, "sparse elements of type '%s' cannot have indices '%s' and values '%s'",
                              tern_type_text(type), tern_type_text(indices_type), tern_type_text(values_type));
  }
  bool is_splat = tern_dense_elements_attr_is_splat(indices);
  size_t count = tern_dense_elements_attr_count(indices);
  if (is_splat && count > row_size) count = row_size;
  for (size_t i = 0; i < count; ++i) {
    int64_t index = tern_int_list_attr_at(indices, i);
    if (index < 0 || index >= tern_type_dim(type, i % row_size)) {
      return tern_decoder_error(
          decoder, "sparse index #%zu is not contained within the value shape: %" PRId64 " of dimension #%zu in '%s'",
          i / row_size, index, i % row_size, tern_type_text(type));
    }
  }
  return true;
}

const tern_attr_t *tern_elements_read_sparse(tern_decoder_t *decoder) {
  const tern_type_t *type;
  const tern_attr_t *indices, *values;
  if (!read_elements_type(decoder, &type) || !tern_decode_attr_of_kind(decoder, TERN_ATTR_DENSE_ELEMENTS, &indices) ||
      !tern_decode_attr(decoder, &values)) {
    return NULL;
  }
  if (values->kind != TERN_ATTR_DENSE_ELEMENTS && values->kind != TERN_ATTR_DENSE_STRINGS) {
    return tern_decoder_error(decoder, "expected dense values, but found %s", tern_attr_text(values)), NULL;
  }
  return check_sparse(decoder, type, indices, values) ? tern_sparse_elements_attr_get(type, indices, values) : NULL;
}

void tern_elements_write_sparse(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_type(encoder, tern_elements_type_written(tern_attr_type(attr)));
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[1]);
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[2]);
}

const tern_attr_t *tern_elements_read_resource(tern_decoder_t *decoder) {
  const tern_type_t *type;
  tern_str_t key;
  if (!tern_decode_type(decoder, &type)) return NULL;
  if (!tern_type_is_shaped(type)) {
    return tern_decoder_error(decoder, "expected a shaped type, but found '%s'", tern_type_text(type)), NULL;
  }
  return tern_decode_resource(decoder, &key) ? tern_dense_resource_attr_get(type, key) : NULL;
}

void tern_elements_write_resource(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_type(encoder, tern_elements_type_written(tern_attr_type(attr)));
  const tern_ident_t *key = (const tern_ident_t *)(uintptr_t)attr->params[1];
  tern_encode_resource(encoder, "builtin", tern_ident_str(key));
}
