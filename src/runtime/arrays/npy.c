// The .npy file format of numpy.
//
//   bytes   content
//   6       magic, \x93NUMPY
//   2       major and minor version: 1.0, 2.0 or 3.0
//   2 or 4  size of the header, little-endian; 2 bytes in version 1, 4 later
//   ...     header: a Python dictionary with the keys descr, fortran_order and shape, padded with spaces, then \n
//   ...     the elements
//
// Every message has the name of the file and the offset of the byte that is to blame.

#include "runtime/arrays/npy.h"

#include <stdlib.h>

#include "base/file.h"
#include "runtime/element.h"
#include "runtime/tensor_text.h"

enum {
  MAGIC_SIZE = 6,
  HEADER_ALIGNMENT = 64,  // bytes: where the elements of a written file begin
  SHOWN_SIZE_MAX = 40,    // bytes of a faulty text that a message repeats
};

static const char magic[MAGIC_SIZE] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y'};

// A .npy file that is being read.
typedef struct npy_reader_t {
  const char *name;   // of the file, for messages
  tern_str_t bytes;   // from the start of the array
  size_t position;    // next byte
  size_t header_end;  // offset of the first element
  bool is_hint;       // the wanted type is for files that leave theirs open
  tern_element_class_t stored_class;
  // From the header:
  tern_str_t descr;  // data type; data is NULL until it was read
  size_t descr_position;
  bool has_fortran_order;
  bool is_fortran_order;
  bool has_shape;
  uint32_t rank;
  int64_t dims[TERN_TENSOR_RANK_MAX];
} npy_reader_t;

// A data type of numpy that has an element type. Byte order aside, `descr` is the text.
typedef struct npy_type_t {
  const char *descr;
  tern_element_type_t type;
  bool is_raw;  // numpy knows only the size; the type is a convention, or up to the reader
} npy_type_t;

static const npy_type_t npy_types[] = {
    {"b1", TERN_ELEMENT_TYPE_I1, false},           {"?", TERN_ELEMENT_TYPE_I1, false},
    {"i1", TERN_ELEMENT_TYPE_I8, false},           {"i2", TERN_ELEMENT_TYPE_I16, false},
    {"i4", TERN_ELEMENT_TYPE_I32, false},          {"i8", TERN_ELEMENT_TYPE_I64, false},
    {"u1", TERN_ELEMENT_TYPE_UI8, false},          {"u2", TERN_ELEMENT_TYPE_UI16, false},
    {"u4", TERN_ELEMENT_TYPE_UI32, false},         {"u8", TERN_ELEMENT_TYPE_UI64, false},
    {"f2", TERN_ELEMENT_TYPE_F16, false},          {"f4", TERN_ELEMENT_TYPE_F32, false},
    {"f8", TERN_ELEMENT_TYPE_F64, false},          {"c8", TERN_ELEMENT_TYPE_COMPLEX_F32, false},
    {"c16", TERN_ELEMENT_TYPE_COMPLEX_F64, false}, {"V2", TERN_ELEMENT_TYPE_BF16, true},
    {"V1", TERN_ELEMENT_TYPE_NONE, true},          {"f1", TERN_ELEMENT_TYPE_F8E5M2, false},
};

enum { NPY_TYPE_COUNT = sizeof(npy_types) / sizeof(npy_types[0]) };

//---- Header ----

static tern_status_t fail_at(const npy_reader_t *reader, size_t position, tern_status_code_t code, const char *what) {
  return tern_status_make(code, "'%s': byte %zu: %s", reader->name, position, what);
}

static tern_status_t fail_malformed(const npy_reader_t *reader, const char *what) {
  return fail_at(reader, reader->position, TERN_INVALID_ARGUMENT, what);
}

static uint64_t load_little_endian(const char *data, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i > 0; --i) value = value << 8 | (unsigned char)data[i - 1];
  return value;
}

static tern_status_t read_preamble(npy_reader_t *reader) {
  tern_str_t bytes = reader->bytes;
  if (!tern_npy_has_magic(bytes)) return fail_at(reader, 0, TERN_INVALID_ARGUMENT, "not a .npy file: wrong magic");
  reader->position = MAGIC_SIZE;
  if (bytes.size < MAGIC_SIZE + 2) return fail_at(reader, bytes.size, TERN_INVALID_ARGUMENT, "truncated version");
  unsigned major = (unsigned char)bytes.data[MAGIC_SIZE], minor = (unsigned char)bytes.data[MAGIC_SIZE + 1];
  if (major < 1 || major > 3 || minor != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "'%s': byte %d: .npy version %u.%u is not supported, only 1.0 to 3.0",
                            reader->name, MAGIC_SIZE, major, minor);
  }
  size_t size_size = major == 1 ? 2 : 4;
  reader->position += 2;
  if (bytes.size - reader->position < size_size) {
    return fail_at(reader, bytes.size, TERN_INVALID_ARGUMENT, "truncated size of the header");
  }
  uint64_t header_size = load_little_endian(bytes.data + reader->position, size_size);
  reader->position += size_size;
  if (header_size > bytes.size - reader->position) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: truncated header: expected %llu bytes but got %zu",
                            reader->name, reader->position, (unsigned long long)header_size,
                            bytes.size - reader->position);
  }
  reader->header_end = reader->position + (size_t)header_size;
  return tern_ok();
}

static char peek(const npy_reader_t *reader) {
  return reader->position < reader->header_end ? reader->bytes.data[reader->position] : '\0';
}

static void skip_space(npy_reader_t *reader) {
  for (char c = peek(reader); c == ' ' || (c >= '\t' && c <= '\r'); c = peek(reader)) ++reader->position;
}

// Skips white space and takes `c` if it is next.
static bool consume(npy_reader_t *reader, char c) {
  skip_space(reader);
  if (reader->position >= reader->header_end || peek(reader) != c) return false;
  ++reader->position;
  return true;
}

static bool consume_word(npy_reader_t *reader, tern_str_t word) {
  skip_space(reader);
  if (reader->header_end - reader->position < word.size ||
      memcmp(reader->bytes.data + reader->position, word.data, word.size) != 0) {
    return false;
  }
  reader->position += word.size;
  return true;
}

// Reads a Python string without escapes, in either kind of quotes. It is borrowed from the file.
static tern_status_t read_string(npy_reader_t *reader, tern_str_t *out_string) {
  skip_space(reader);
  char quote = peek(reader);
  if (quote != '\'' && quote != '"') return fail_malformed(reader, "expected a string in the header");
  size_t start = ++reader->position;
  while (reader->position < reader->header_end && peek(reader) != quote) {
    if (peek(reader) == '\\') return fail_malformed(reader, "unexpected escape in a string of the header");
    ++reader->position;
  }
  if (reader->position == reader->header_end) return fail_malformed(reader, "unterminated string in the header");
  *out_string = tern_str_make(reader->bytes.data + start, reader->position - start);
  ++reader->position;
  return tern_ok();
}

static tern_status_t read_descr(npy_reader_t *reader) {
  skip_space(reader);
  reader->descr_position = reader->position;
  if (peek(reader) == '[') {
    return fail_at(reader, reader->position, TERN_UNSUPPORTED, "structured data types are not supported");
  }
  TERN_RETURN_IF_ERROR(read_string(reader, &reader->descr));
  if (!reader->descr.size) return fail_at(reader, reader->descr_position, TERN_INVALID_ARGUMENT, "empty data type");
  return tern_ok();
}

static tern_status_t read_fortran_order(npy_reader_t *reader) {
  reader->has_fortran_order = true;
  reader->is_fortran_order = consume_word(reader, TERN_STR("True"));
  if (!reader->is_fortran_order && !consume_word(reader, TERN_STR("False"))) {
    return fail_malformed(reader, "expected True or False for 'fortran_order'");
  }
  return tern_ok();
}

static tern_status_t read_dimension(npy_reader_t *reader, int64_t *out_size) {
  skip_space(reader);
  size_t start = reader->position;
  bool is_overflow = false;
  *out_size = 0;
  for (char c = peek(reader); c >= '0' && c <= '9'; c = peek(reader)) {
    is_overflow |= __builtin_mul_overflow(*out_size, 10, out_size);
    is_overflow |= __builtin_add_overflow(*out_size, c - '0', out_size);
    ++reader->position;
  }
  if (reader->position == start) return fail_malformed(reader, "expected the size of a dimension in 'shape'");
  if (is_overflow) return fail_at(reader, start, TERN_INVALID_ARGUMENT, "the size of a dimension overflows");
  if (peek(reader) == 'L') ++reader->position;  // Python 2 wrote long integers so
  return tern_ok();
}

static tern_status_t read_shape(npy_reader_t *reader) {
  reader->has_shape = true;
  if (!consume(reader, '(')) return fail_malformed(reader, "expected a tuple for 'shape'");
  bool has_comma = true;
  while (!consume(reader, ')')) {
    if (!has_comma) return fail_malformed(reader, "expected ',' or ')' in 'shape'");
    if (reader->rank == TERN_TENSOR_RANK_MAX) {
      return fail_at(reader, reader->position, TERN_UNSUPPORTED, "more than 64 dimensions are not supported");
    }
    TERN_RETURN_IF_ERROR(read_dimension(reader, &reader->dims[reader->rank]));
    ++reader->rank;
    has_comma = consume(reader, ',');
  }
  // In Python (3) is a number, only (3,) is a tuple.
  if (reader->rank == 1 && !has_comma) return fail_malformed(reader, "expected a tuple for 'shape'");
  return tern_ok();
}

static tern_status_t read_entry(npy_reader_t *reader) {
  skip_space(reader);
  size_t start = reader->position;
  tern_str_t key;
  TERN_RETURN_IF_ERROR(read_string(reader, &key));
  if (!consume(reader, ':')) return fail_malformed(reader, "expected ':' after a key of the header");
  bool is_descr = tern_str_equal_cstr(key, "descr"), is_order = tern_str_equal_cstr(key, "fortran_order");
  if (!is_descr && !is_order && !tern_str_equal_cstr(key, "shape")) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: unknown key '%.*s' in the header", reader->name,
                            start, (int)(key.size < SHOWN_SIZE_MAX ? key.size : SHOWN_SIZE_MAX), key.data);
  }
  bool is_repeated = is_descr ? reader->descr.data != NULL : is_order ? reader->has_fortran_order : reader->has_shape;
  if (is_repeated) return fail_at(reader, start, TERN_INVALID_ARGUMENT, "repeated key in the header");
  return is_descr ? read_descr(reader) : is_order ? read_fortran_order(reader) : read_shape(reader);
}

static tern_status_t read_header(npy_reader_t *reader) {
  size_t start = reader->position;
  if (!consume(reader, '{')) return fail_malformed(reader, "expected '{' at the start of the header");
  bool has_comma = true;
  while (!consume(reader, '}')) {
    if (!has_comma) return fail_malformed(reader, "expected ',' or '}' in the header");
    TERN_RETURN_IF_ERROR(read_entry(reader));
    has_comma = consume(reader, ',');
  }
  skip_space(reader);
  if (reader->position != reader->header_end) return fail_malformed(reader, "unexpected text after the header's '}'");
  if (!reader->descr.data) return fail_at(reader, start, TERN_INVALID_ARGUMENT, "the header has no 'descr'");
  if (!reader->has_fortran_order) {
    return fail_at(reader, start, TERN_INVALID_ARGUMENT, "the header has no 'fortran_order'");
  }
  if (!reader->has_shape) return fail_at(reader, start, TERN_INVALID_ARGUMENT, "the header has no 'shape'");
  return tern_ok();
}

//---- Data type ----

static bool is_integer(tern_element_type_t type) {
  tern_element_class_t element_class = tern_element_type_class(type);
  return element_class == TERN_ELEMENT_CLASS_SIGNLESS || element_class == TERN_ELEMENT_CLASS_SIGNED ||
         element_class == TERN_ELEMENT_CLASS_UNSIGNED;
}

// True if an array of the file's type can be taken for one of type `wanted`.
static bool is_compatible(const npy_type_t *stored, tern_element_type_t wanted) {
  if (wanted == stored->type) return true;
  size_t size = (size_t)(stored->descr[1] - '0');
  if (stored->is_raw) {
    // The types that ml_dtypes has: narrow floats, and integers of 2 and 4 bits, an element a byte.
    bool is_narrow = is_integer(wanted) && tern_element_type_bit_width(wanted) < 8 && wanted != TERN_ELEMENT_TYPE_I1;
    return tern_element_type_size(wanted) == size &&
           (is_narrow || tern_element_type_class(wanted) == TERN_ELEMENT_CLASS_FLOAT);
  }
  return stored->type != TERN_ELEMENT_TYPE_I1 && is_integer(stored->type) && is_integer(wanted) &&
         wanted != TERN_ELEMENT_TYPE_I1 && tern_element_type_size(wanted) == tern_element_type_size(stored->type);
}

// The row of the file's data type, and whether numbers are stored with their highest byte first.
static tern_status_t find_type(const npy_reader_t *reader, const npy_type_t **out_type, bool *out_is_big_endian) {
  tern_str_t descr = reader->descr;
  *out_is_big_endian = descr.data[0] == '>';
  tern_str_t kind = strchr("<>=|", descr.data[0]) && descr.data[0] ? tern_str_drop(descr, 1) : descr;
  for (size_t i = 0; i < NPY_TYPE_COUNT; ++i) {
    *out_type = &npy_types[i];
    if (tern_str_equal_cstr(kind, npy_types[i].descr)) return tern_ok();
  }
  return tern_status_make(TERN_UNSUPPORTED, "'%s': byte %zu: data type '%.*s' is not supported%s", reader->name,
                          reader->descr_position, (int)(descr.size < SHOWN_SIZE_MAX ? descr.size : SHOWN_SIZE_MAX),
                          descr.data, kind.size && kind.data[0] == 'O' ? ": it holds Python objects" : "");
}

// Finds the element type, the family of what is stored (NONE if it is raw), and whether the bytes of each number have to
// be swapped.
static tern_status_t choose_type(npy_reader_t *reader, tern_element_type_t wanted, tern_element_type_t *out_type,
                                 bool *out_is_big_endian) {
  tern_str_t descr = reader->descr;
  int shown_size = (int)(descr.size < SHOWN_SIZE_MAX ? descr.size : SHOWN_SIZE_MAX);
  const npy_type_t *stored;
  TERN_RETURN_IF_ERROR(find_type(reader, &stored, out_is_big_endian));
  reader->stored_class = tern_element_type_class(stored->type);
  // A hint does not make other numbers of what numpy knows itself.
  bool is_open = stored->is_raw || tern_element_type_bit_width(wanted) < 8;
  if (stored->type != TERN_ELEMENT_TYPE_NONE && reader->is_hint && !(is_open && is_compatible(stored, wanted))) {
    wanted = TERN_ELEMENT_TYPE_NONE;
  }
  *out_type = wanted == TERN_ELEMENT_TYPE_NONE ? stored->type : wanted;
  if (*out_type == TERN_ELEMENT_TYPE_NONE) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "'%s': byte %zu: data type '%.*s' says only the size of an element; give its type, as in "
                            "2x3xf8E4M3FN=@file.npy",
                            reader->name, reader->descr_position, shown_size, descr.data);
  }
  if (!is_compatible(stored, *out_type)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: expected elements of type %s but got '%.*s'",
                            reader->name, reader->descr_position, tern_element_type_name(*out_type), shown_size,
                            descr.data);
  }
  return tern_ok();
}

//---- Elements ----

static void copy_swapped(const char *source, size_t count, size_t size, char *target) {
  for (size_t i = 0; i < count; ++i) {
    for (size_t byte = 0; byte < size; ++byte) target[i * size + byte] = source[i * size + size - 1 - byte];
  }
}

// Copies elements whose first index varies fastest into an order where the last one does.
static void copy_transposed(const char *source, const tern_tensor_t *tensor, size_t size) {
  size_t strides[TERN_TENSOR_RANK_MAX];
  int64_t position[TERN_TENSOR_RANK_MAX] = {0};
  size_t stride = size;
  for (uint32_t i = 0; i < tensor->rank; ++i) {
    strides[i] = stride;
    stride *= (size_t)tensor->dims[i];
  }
  size_t offset = 0;
  char *target = tensor->data;
  for (size_t element = 0; element < tensor->element_count; ++element) {
    memcpy(target + element * size, source + offset, size);
    for (uint32_t i = tensor->rank; i > 0; --i) {
      offset += strides[i - 1];
      if (++position[i - 1] < tensor->dims[i - 1]) break;
      offset -= strides[i - 1] * (size_t)position[i - 1];
      position[i - 1] = 0;
    }
  }
}

static tern_status_t read_elements(const npy_reader_t *reader, bool is_big_endian, tern_tensor_t *tensor) {
  size_t element_size = tern_element_type_size(tensor->element_type);
  const char *source = reader->bytes.data + reader->header_end;
  if (reader->is_fortran_order) {
    copy_transposed(source, tensor, element_size);
  } else {
    memcpy(tensor->data, source, tensor->data_size);
  }
  size_t number_size = tern_element_type_size(tern_element_type_component(tensor->element_type));
  bool is_little_endian_host = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  if (is_big_endian == is_little_endian_host && number_size > 1) {
    char swapped[16];
    char *data = tensor->data;
    for (size_t offset = 0; offset < tensor->data_size; offset += number_size) {
      copy_swapped(data + offset, 1, number_size, swapped);
      memcpy(data + offset, swapped, number_size);
    }
  }
  // numpy takes any byte that is not 0 for true, and may keep the sign above a narrow integer; kernels rely on neither.
  tern_status_t status =
      tern_element_narrow(tensor->element_type, reader->stored_class, tensor->data, tensor->element_count);
  if (tern_status_is_ok(status)) return status;
  return tern_status_make(status.code, "'%s': %s", reader->name, status.message);
}

// Checks that all elements are there before anything of their size is allocated.
static tern_status_t check_data_size(const npy_reader_t *reader, size_t element_size, size_t *out_size) {
  size_t available = reader->bytes.size - reader->header_end;
  size_t expected = element_size;
  bool is_overflow = false, is_empty = false;
  for (uint32_t i = 0; i < reader->rank; ++i) {
    is_empty |= reader->dims[i] == 0;
    is_overflow |= __builtin_mul_overflow(expected, (uint64_t)reader->dims[i], &expected);
  }
  *out_size = is_empty ? 0 : expected;
  if (is_empty || (!is_overflow && expected <= available)) return tern_ok();
  if (is_overflow) {
    return fail_at(reader, reader->header_end, TERN_INVALID_ARGUMENT, "the size of the array overflows");
  }
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': byte %zu: truncated data: expected %zu bytes but got %zu",
                          reader->name, reader->bytes.size, expected, available);
}

bool tern_npy_has_magic(tern_str_t bytes) {
  return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

// Reads an array up to its end, `header_end` and the size of the elements.
static tern_status_t read_array(npy_reader_t *reader, tern_element_type_t wanted, tern_tensor_t *out_tensor) {
  *out_tensor = (tern_tensor_t){0};
  tern_element_type_t type = TERN_ELEMENT_TYPE_NONE;
  bool is_big_endian = false;
  size_t size = 0;
  TERN_RETURN_IF_ERROR(read_preamble(reader));
  TERN_RETURN_IF_ERROR(read_header(reader));
  TERN_RETURN_IF_ERROR(choose_type(reader, wanted, &type, &is_big_endian));
  TERN_RETURN_IF_ERROR(check_data_size(reader, tern_element_type_size(type), &size));
  TERN_RETURN_IF_ERROR(tern_tensor_initialize(type, reader->rank, reader->dims, out_tensor));
  tern_status_t status = read_elements(reader, is_big_endian, out_tensor);
  if (!tern_status_is_ok(status)) tern_tensor_deinitialize(out_tensor);
  return status;
}

tern_status_t tern_npy_parse(const char *name, tern_str_t bytes, tern_element_type_t element_type,
                             size_t *out_consumed_size, tern_tensor_t *out_tensor) {
  npy_reader_t reader = {.name = name, .bytes = bytes};
  tern_status_t status = read_array(&reader, element_type, out_tensor);
  if (out_consumed_size) *out_consumed_size = tern_status_is_ok(status) ? reader.header_end + out_tensor->data_size : 0;
  return status;
}

tern_status_t tern_npy_parse_with_hint(const char *name, tern_str_t bytes, tern_element_type_t hint,
                                       tern_tensor_t *out_tensor) {
  npy_reader_t reader = {.name = name, .bytes = bytes, .is_hint = true};
  return read_array(&reader, hint, out_tensor);
}

tern_status_t tern_npy_locate(const char *name, tern_str_t bytes, size_t start, size_t size,
                              tern_npy_place_t *out_place) {
  *out_place = (tern_npy_place_t){.offset = start};
  npy_reader_t reader = {.name = name, .bytes = tern_str_make(bytes.data + start, size)};
  const npy_type_t *type;
  bool is_big_endian;
  TERN_RETURN_IF_ERROR(read_preamble(&reader));
  TERN_RETURN_IF_ERROR(read_header(&reader));
  TERN_RETURN_IF_ERROR(find_type(&reader, &type, &is_big_endian));
  size_t element_size = type->is_raw ? (size_t)(type->descr[1] - '0') : tern_element_type_size(type->type);
  TERN_RETURN_IF_ERROR(check_data_size(&reader, element_size, &out_place->size));
  if (is_big_endian && element_size > 1) {
    return fail_at(&reader, reader.descr_position, TERN_UNSUPPORTED, "big-endian elements cannot be used as they are");
  }
  out_place->offset = start + reader.header_end;
  out_place->element_type = type->is_raw && element_size == 1 ? TERN_ELEMENT_TYPE_NONE : type->type;
  out_place->rank = reader.rank;
  memcpy(out_place->dims, reader.dims, reader.rank * sizeof(reader.dims[0]));
  out_place->is_column_major = reader.is_fortran_order && reader.rank > 1;
  return tern_ok();
}

tern_status_t tern_tensor_read_npy(const char *path, tern_element_type_t element_type, tern_tensor_t *out_tensor) {
  *out_tensor = (tern_tensor_t){0};
  char *data = NULL;
  size_t size = 0;
  TERN_RETURN_IF_ERROR(tern_file_read(path, &data, &size));
  tern_status_t status = tern_npy_parse(path, tern_str_make(data, size), element_type, NULL, out_tensor);
  free(data);
  return status;
}

//---- Writing ----

// Appends the data type, such as <f4. False if numpy has no word for it.
static bool append_descr(tern_element_type_t type, tern_string_builder_t *out_text) {
  size_t size = tern_element_type_size(type);
  uint32_t width = tern_element_type_bit_width(type);
  char kind = 'V';  // raw bytes, as ml_dtypes has it for the formats that numpy does not know
  switch (tern_element_type_class(type)) {
    case TERN_ELEMENT_CLASS_SIGNLESS:
    case TERN_ELEMENT_CLASS_SIGNED: kind = width == 1 ? 'b' : 'i'; break;
    case TERN_ELEMENT_CLASS_UNSIGNED: kind = 'u'; break;
    case TERN_ELEMENT_CLASS_FLOAT:
      if (type == TERN_ELEMENT_TYPE_F16 || type == TERN_ELEMENT_TYPE_F32 || type == TERN_ELEMENT_TYPE_F64) kind = 'f';
      if (kind == 'V' && size > 2) return false;
      break;
    case TERN_ELEMENT_CLASS_COMPLEX:
      if (size < 8) return false;
      kind = 'c';
      break;
    case TERN_ELEMENT_CLASS_NONE: return false;
  }
  tern_string_builder_append_format(out_text, "%c%c%zu", size == 1 ? '|' : '<', kind, size);
  return true;
}

static void append_shape(const tern_tensor_t *tensor, tern_string_builder_t *out_text) {
  tern_string_builder_append_char(out_text, '(');
  for (uint32_t i = 0; i < tensor->rank; ++i) {
    if (i) tern_string_builder_append_char(out_text, ' ');
    tern_string_builder_append_int64(out_text, tensor->dims[i]);
    if (tensor->rank == 1 || i + 1 < tensor->rank) tern_string_builder_append_char(out_text, ',');
  }
  tern_string_builder_append_char(out_text, ')');
}

// Narrow signed integers are stored in a byte without their sign; numpy wants it.
static void append_sign_extended(const tern_tensor_t *tensor, tern_string_builder_t *out_bytes) {
  const unsigned char *data = tensor->data;
  unsigned sign = 1u << (tern_element_type_bit_width(tensor->element_type) - 1);
  for (size_t i = 0; i < tensor->element_count; ++i) {
    unsigned bits = data[i] & (2 * sign - 1);
    tern_string_builder_append_char(out_bytes, (char)((bits ^ sign) - sign));
  }
}

static void append_elements(const tern_tensor_t *tensor, tern_string_builder_t *out_bytes) {
  uint32_t width = tern_element_type_bit_width(tensor->element_type);
  tern_element_class_t element_class = tern_element_type_class(tensor->element_type);
  bool is_signed = element_class == TERN_ELEMENT_CLASS_SIGNLESS || element_class == TERN_ELEMENT_CLASS_SIGNED;
  if (is_signed && width > 1 && width < 8) {
    append_sign_extended(tensor, out_bytes);
  } else if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
    tern_string_builder_append(out_bytes, tern_str_make(tensor->data, tensor->data_size));
  } else {
    size_t size = tern_element_type_size(tern_element_type_component(tensor->element_type));
    for (size_t offset = 0; offset < tensor->data_size; offset += size) {
      char swapped[16];
      copy_swapped((const char *)tensor->data + offset, 1, size, swapped);
      tern_string_builder_append(out_bytes, tern_str_make(swapped, size));
    }
  }
}

tern_status_t tern_npy_append(const tern_tensor_t *tensor, tern_string_builder_t *out_bytes) {
  if (!tensor->data) return tern_status_make(TERN_INVALID_ARGUMENT, "the tensor is empty");
  tern_string_builder_t header = {0};
  tern_string_builder_append_cstr(&header, "{'descr': '");
  if (!append_descr(tensor->element_type, &header)) {
    tern_string_builder_deinitialize(&header);
    return tern_status_make(TERN_UNSUPPORTED, "a .npy file cannot hold elements of type %s",
                            tern_element_type_name(tensor->element_type));
  }
  tern_string_builder_append_cstr(&header, "', 'fortran_order': False, 'shape': ");
  append_shape(tensor, &header);
  tern_string_builder_append_cstr(&header, ", }");
  // 64 dimensions of 19 digits are far below the 65535 bytes that format 1.0 allows.
  size_t prefix_size = MAGIC_SIZE + 4;
  while ((prefix_size + header.size + 1) % HEADER_ALIGNMENT) tern_string_builder_append_char(&header, ' ');
  tern_string_builder_append_char(&header, '\n');
  tern_string_builder_append(out_bytes, tern_str_make(magic, MAGIC_SIZE));
  char version_and_size[4] = {1, 0, (char)(header.size & 0xff), (char)(header.size >> 8)};
  tern_string_builder_append(out_bytes, tern_str_make(version_and_size, sizeof(version_and_size)));
  tern_string_builder_append(out_bytes, tern_string_builder_view(&header));
  tern_string_builder_deinitialize(&header);
  append_elements(tensor, out_bytes);
  return tern_ok();
}

tern_status_t tern_tensor_write_npy(const tern_tensor_t *tensor, const char *path) {
  tern_string_builder_t bytes = {0};
  tern_status_t status = tern_npy_append(tensor, &bytes);
  if (tern_status_is_ok(status)) status = tern_file_write(path, tern_string_builder_view(&bytes));
  tern_string_builder_deinitialize(&bytes);
  return status;
}
