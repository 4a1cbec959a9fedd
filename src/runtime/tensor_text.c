// Tensors as text: the literals of iree-run-module's --input and --expected_output, both ways.
//
// Unlike IREE's reader this one is strict: brackets have to hold whole rows, a value has to fit its type, and a raw
// file has to be of the exact size, because each of these is far more often a mistake than meant.

#include "runtime/tensor_text.h"

#include <stdlib.h>

#include "base/file.h"
#include "runtime/arrays/npy.h"
#include "runtime/element.h"

// A literal that is being read.
typedef struct literal_reader_t {
  tern_str_t text;           // all of it
  size_t position;           // next byte
  size_t error_column;       // 1 for the first byte; 0 if no place in the text is to blame
  tern_element_type_t hint;  // of a file that leaves its type open
} literal_reader_t;

// Marks the place to blame and passes the status on.
static tern_status_t blame(literal_reader_t *reader, size_t position, tern_status_t status) {
  reader->error_column = position + 1;
  return status;
}

static bool is_separator(char c) { return c == ' ' || c == ',' || (c >= '\t' && c <= '\r'); }

static tern_str_t rest_of(const literal_reader_t *reader) { return tern_str_drop(reader->text, reader->position); }

//---- Shape and type ----

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads the sizes in front of the element type, each followed by an x.
static tern_status_t read_dims(literal_reader_t *reader, uint32_t *out_rank, int64_t *out_dims) {
  *out_rank = 0;
  while (reader->position < reader->text.size && is_digit(reader->text.data[reader->position])) {
    size_t start = reader->position;
    int64_t size = 0;
    bool is_overflow = false;
    for (; reader->position < reader->text.size && is_digit(reader->text.data[reader->position]); ++reader->position) {
      is_overflow |= __builtin_mul_overflow(size, 10, &size);
      is_overflow |= __builtin_add_overflow(size, reader->text.data[reader->position] - '0', &size);
    }
    if (is_overflow) return blame(reader, start, tern_status_make(TERN_OUT_OF_RANGE, "the dimension is too large"));
    if (reader->position == reader->text.size || reader->text.data[reader->position] != 'x') {
      return blame(reader, reader->position,
                   tern_status_make(TERN_INVALID_ARGUMENT, "expected 'x' after the size of dimension %u", *out_rank));
    }
    if (*out_rank == TERN_TENSOR_RANK_MAX) {
      return blame(reader, start,
                   tern_status_make(TERN_OUT_OF_RANGE, "a tensor has at most %d dimensions", TERN_TENSOR_RANK_MAX));
    }
    out_dims[(*out_rank)++] = size;
    ++reader->position;
  }
  return tern_ok();
}

static tern_status_t read_element_type(literal_reader_t *reader, tern_element_type_t *out_type) {
  tern_str_t rest = rest_of(reader);
  tern_str_t name = tern_str_trim(tern_str_make(rest.data, tern_str_find_char(rest, '=')));
  *out_type = tern_element_type_from_name(name.data, name.size);
  if (*out_type == TERN_ELEMENT_TYPE_NONE) {
    return blame(reader, reader->position,
                 tern_status_make(TERN_INVALID_ARGUMENT, "expected an element type such as f32 but got '%.*s'",
                                  (int)(name.size < 40 ? name.size : 40), name.data));
  }
  reader->position += tern_str_find_char(rest, '=');
  return tern_ok();
}

//---- Elements ----

// Open brackets while elements are read: at which element each was opened.
typedef struct bracket_stack_t {
  size_t first_elements[TERN_TENSOR_RANK_MAX + 1];
  size_t depth;
} bracket_stack_t;

// True if `count` elements are a whole row, or row of rows, of the tensor.
static bool is_whole_row(const tern_tensor_t *tensor, size_t count) {
  size_t row_size = 1;
  if (count == row_size) return true;
  for (uint32_t i = tensor->rank; i > 0; --i) {
    row_size *= (size_t)tensor->dims[i - 1];
    if (count == row_size) return true;
  }
  return false;
}

static tern_status_t open_bracket(literal_reader_t *reader, const tern_tensor_t *tensor, size_t element,
                                  bracket_stack_t *stack) {
  // One pair around all of it is allowed on top of those that IREE prints.
  if (stack->depth > tensor->rank || stack->depth > TERN_TENSOR_RANK_MAX) {
    return blame(reader, reader->position,
                 tern_status_make(TERN_INVALID_ARGUMENT, "brackets nest deeper than the rank, %u", tensor->rank));
  }
  stack->first_elements[stack->depth++] = element;
  return tern_ok();
}

static tern_status_t close_bracket(literal_reader_t *reader, const tern_tensor_t *tensor, size_t element,
                                   bracket_stack_t *stack) {
  if (!stack->depth) {
    return blame(reader, reader->position, tern_status_make(TERN_INVALID_ARGUMENT, "']' without a '['"));
  }
  size_t count = element - stack->first_elements[--stack->depth];
  if (!is_whole_row(tensor, count)) {
    tern_string_builder_t type = {0};
    tern_tensor_append_type(tensor, &type);
    tern_status_t status = tern_status_make(TERN_INVALID_ARGUMENT,
                                            "brackets around %zu elements hold no whole row of %s", count, type.data);
    tern_string_builder_deinitialize(&type);
    return blame(reader, reader->position, status);
  }
  return tern_ok();
}

// The end of the element at `position`: up to the next separator or bracket; parentheses hold together.
static size_t find_element_end(tern_str_t text, size_t position) {
  bool is_inside = false;
  for (; position < text.size; ++position) {
    char c = text.data[position];
    if (c == '(') is_inside = true;
    if (c == ')') is_inside = false;
    if (!is_inside && (is_separator(c) || c == '[' || c == ']')) break;
  }
  return position;
}

static tern_status_t read_element(literal_reader_t *reader, tern_tensor_t *tensor, size_t element) {
  size_t start = reader->position;
  reader->position = find_element_end(reader->text, start);
  tern_str_t text = tern_str_make(reader->text.data + start, reader->position - start);
  if (element >= tensor->element_count) {
    return blame(
        reader, start,
        tern_status_make(TERN_OUT_OF_RANGE, "more than the %zu elements of the tensor", tensor->element_count));
  }
  size_t size = tern_element_type_size(tensor->element_type);
  tern_status_t status = tern_element_parse(tensor->element_type, text, (char *)tensor->data + element * size);
  return tern_status_is_ok(status) ? status : blame(reader, start, status);
}

static void repeat_first_element(tern_tensor_t *tensor) {
  size_t size = tern_element_type_size(tensor->element_type);
  char *data = tensor->data;
  for (size_t i = 1; i < tensor->element_count; ++i) memcpy(data + i * size, data, size);
}

static tern_status_t read_elements(literal_reader_t *reader, tern_tensor_t *tensor) {
  bracket_stack_t stack = {.depth = 0};
  size_t element = 0;
  while (reader->position < reader->text.size) {
    char c = reader->text.data[reader->position];
    if (c == '[') {
      TERN_RETURN_IF_ERROR(open_bracket(reader, tensor, element, &stack));
      ++reader->position;
    } else if (c == ']') {
      TERN_RETURN_IF_ERROR(close_bracket(reader, tensor, element, &stack));
      ++reader->position;
    } else if (is_separator(c)) {
      ++reader->position;
    } else {
      TERN_RETURN_IF_ERROR(read_element(reader, tensor, element));
      ++element;
    }
  }
  if (stack.depth) return blame(reader, reader->position, tern_status_make(TERN_INVALID_ARGUMENT, "expected ']'"));
  if (element == 1) repeat_first_element(tensor);
  if (element > 1 && element < tensor->element_count) {
    return blame(
        reader, reader->position,
        tern_status_make(TERN_OUT_OF_RANGE, "expected %zu elements but got %zu", tensor->element_count, element));
  }
  return tern_ok();
}

//---- Files ----

static bool is_same_type(const tern_tensor_t *a, const tern_tensor_t *b) {
  bool is_same = a->element_type == b->element_type && a->rank == b->rank;
  for (uint32_t i = 0; is_same && i < a->rank; ++i) is_same = a->dims[i] == b->dims[i];
  return is_same;
}

// Fills `tensor` from the bytes of a file: a .npy file if they begin like one, the bare elements otherwise.
static tern_status_t fill_from_bytes(const char *path, tern_str_t bytes, tern_tensor_t *tensor) {
  if (tern_npy_has_magic(bytes)) {
    tern_tensor_t loaded = {0};
    TERN_RETURN_IF_ERROR(tern_npy_parse(path, bytes, tensor->element_type, NULL, &loaded));
    tern_status_t status = tern_ok();
    if (is_same_type(tensor, &loaded)) {
      memcpy(tensor->data, loaded.data, loaded.data_size);
    } else {
      tern_string_builder_t message = {0};
      tern_string_builder_append_cstr(&message, "expected a tensor of type ");
      tern_tensor_append_type(tensor, &message);
      tern_string_builder_append_format(&message, " but '%s' holds ", path);
      tern_tensor_append_type(&loaded, &message);
      status = tern_status_make(TERN_INVALID_ARGUMENT, "%s", message.data);
      tern_string_builder_deinitialize(&message);
    }
    tern_tensor_deinitialize(&loaded);
    return status;
  }
  if (bytes.size != tensor->data_size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': expected %zu bytes of elements but the file has %zu", path,
                            tensor->data_size, bytes.size);
  }
  memcpy(tensor->data, bytes.data, bytes.size);
  tern_status_t status =
      tern_element_narrow(tensor->element_type, TERN_ELEMENT_CLASS_NONE, tensor->data, tensor->element_count);
  return tern_status_is_ok(status) ? status : tern_status_make(status.code, "'%s': %s", path, status.message);
}

// Copies the rest of the text, the path behind an '@', into a C string owned by the caller.
static tern_status_t copy_path(literal_reader_t *reader, char **out_path) {
  tern_str_t rest = rest_of(reader);
  *out_path = NULL;
  if (!rest.size || memchr(rest.data, '\0', rest.size)) {
    return blame(reader, reader->position, tern_status_make(TERN_INVALID_ARGUMENT, "expected a path after '@'"));
  }
  tern_string_builder_t path = {0};
  tern_string_builder_append(&path, rest);
  *out_path = tern_string_builder_take(&path);
  return tern_ok();
}

// `@x.npy` alone when `tensor` is NULL, otherwise the file that fills `tensor`.
static tern_status_t read_file(literal_reader_t *reader, tern_tensor_t *tensor, tern_tensor_t *out_loaded) {
  size_t start = reader->position++;
  char *path = NULL;
  TERN_RETURN_IF_ERROR(copy_path(reader, &path));
  char *data = NULL;
  size_t size = 0;
  tern_status_t status = tern_file_read(path, &data, &size);
  if (tern_status_is_ok(status)) {
    tern_str_t bytes = tern_str_make(data, size);
    status =
        tensor ? fill_from_bytes(path, bytes, tensor) : tern_npy_parse_with_hint(path, bytes, reader->hint, out_loaded);
  }
  free(data);
  free(path);
  return tern_status_is_ok(status) ? status : blame(reader, start, status);
}

//---- Literals ----

// A number without a type: i32 if it reads as an integer, otherwise f32. Returns false if it is neither.
static bool read_bare_number(tern_str_t text, tern_tensor_t *out_tensor) {
  static const tern_element_type_t types[] = {TERN_ELEMENT_TYPE_I32, TERN_ELEMENT_TYPE_F32};
  for (size_t i = 0; i < 2; ++i) {
    unsigned char bits[4];
    if (!tern_status_is_ok(tern_element_parse(types[i], text, bits))) continue;
    if (!tern_status_is_ok(tern_tensor_initialize(types[i], 0, NULL, out_tensor))) return false;
    memcpy(out_tensor->data, bits, sizeof(bits));
    return true;
  }
  return false;
}

static tern_status_t read_typed_literal(literal_reader_t *reader, tern_tensor_t *out_tensor) {
  uint32_t rank = 0;
  int64_t dims[TERN_TENSOR_RANK_MAX];
  tern_element_type_t type;
  size_t start = reader->position;
  TERN_RETURN_IF_ERROR(read_dims(reader, &rank, dims));
  TERN_RETURN_IF_ERROR(read_element_type(reader, &type));
  tern_status_t status = tern_tensor_initialize(type, rank, dims, out_tensor);
  if (!tern_status_is_ok(status)) return blame(reader, start, status);
  if (reader->position == reader->text.size) return tern_ok();
  ++reader->position;  // the '='
  bool is_file = reader->position < reader->text.size && reader->text.data[reader->position] == '@';
  status = is_file ? read_file(reader, out_tensor, NULL) : read_elements(reader, out_tensor);
  if (!tern_status_is_ok(status)) tern_tensor_deinitialize(out_tensor);
  return status;
}

static tern_status_t read_literal(literal_reader_t *reader, tern_tensor_t *out_tensor) {
  while (reader->position < reader->text.size && is_separator(reader->text.data[reader->position])) ++reader->position;
  while (reader->text.size > reader->position && is_separator(reader->text.data[reader->text.size - 1])) {
    --reader->text.size;
  }
  if (reader->position == reader->text.size) {
    return blame(reader, reader->position, tern_status_make(TERN_INVALID_ARGUMENT, "expected a tensor"));
  }
  if (reader->text.data[reader->position] == '@') return read_file(reader, NULL, out_tensor);
  if (read_bare_number(rest_of(reader), out_tensor)) return tern_ok();
  return read_typed_literal(reader, out_tensor);
}

tern_status_t tern_tensor_parse_with_hint(tern_str_t text, tern_element_type_t hint, size_t *out_error_column,
                                          tern_tensor_t *out_tensor) {
  *out_tensor = (tern_tensor_t){0};
  literal_reader_t reader = {.text = text, .hint = hint};
  tern_status_t status = read_literal(&reader, out_tensor);
  *out_error_column = reader.error_column;
  return status;
}

tern_status_t tern_tensor_parse(const char *text, size_t text_size, size_t *out_error_column,
                                tern_tensor_t *out_tensor) {
  size_t column;
  tern_status_t status =
      tern_tensor_parse_with_hint(tern_str_make(text, text_size), TERN_ELEMENT_TYPE_NONE, &column, out_tensor);
  if (out_error_column) *out_error_column = column;
  if (tern_status_is_ok(status) || out_error_column || !column) return status;
  return tern_status_make(status.code, "column %zu: %s", column, status.message);
}

//---- Printing ----

void tern_shape_append(tern_element_type_t element_type, uint32_t rank, const int64_t *dims,
                       tern_string_builder_t *out_text) {
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0) {
      tern_string_builder_append_char(out_text, '?');
    } else {
      tern_string_builder_append_int64(out_text, dims[i]);
    }
    tern_string_builder_append_char(out_text, 'x');
  }
  tern_string_builder_append_cstr(out_text, tern_element_type_name(element_type));
}

void tern_tensor_append_type(const tern_tensor_t *tensor, tern_string_builder_t *out_text) {
  tern_shape_append(tensor->element_type, tensor->rank, tensor->dims, out_text);
}

// Appends the brackets between element `index - 1` and element `index`: one closes and opens for each dimension but the
// innermost that ends there. The outermost dimension has no brackets of its own.
static void append_row_break(const tern_tensor_t *tensor, size_t index, tern_string_builder_t *out_text) {
  uint32_t ended = 0;
  size_t row_size = 1;
  for (uint32_t i = tensor->rank; i > 1; --i) {
    row_size *= (size_t)tensor->dims[i - 1];
    if (index % row_size) break;
    ++ended;
  }
  for (uint32_t i = 0; index && i < ended; ++i) tern_string_builder_append_char(out_text, ']');
  for (uint32_t i = 0; index < tensor->element_count && i < ended; ++i) tern_string_builder_append_char(out_text, '[');
  if (index && index < tensor->element_count && !ended) tern_string_builder_append_char(out_text, ' ');
}

void tern_tensor_append(const tern_tensor_t *tensor, size_t max_element_count, tern_string_builder_t *out_text) {
  tern_tensor_append_type(tensor, out_text);
  tern_string_builder_append_char(out_text, '=');
  if (!tensor->element_count) return;
  size_t element_size = tern_element_type_size(tensor->element_type);
  for (size_t i = 0; i < tensor->element_count; ++i) {
    if (max_element_count && i == max_element_count) {
      tern_string_builder_append_cstr(out_text, "...");
      return;
    }
    append_row_break(tensor, i, out_text);
    tern_element_format(tensor->element_type, (const char *)tensor->data + i * element_size, out_text);
  }
  append_row_break(tensor, tensor->element_count, out_text);
}

tern_status_t tern_tensor_format(const tern_tensor_t *tensor, size_t max_element_count, char **out_text) {
  *out_text = NULL;
  if (!tensor->data) return tern_status_make(TERN_INVALID_ARGUMENT, "the tensor is empty");
  tern_string_builder_t text = {0};
  tern_tensor_append(tensor, max_element_count, &text);
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}

tern_status_t tern_tensor_format_type(const tern_tensor_t *tensor, char **out_text) {
  *out_text = NULL;
  if (!tensor->data) return tern_status_make(TERN_INVALID_ARGUMENT, "the tensor is empty");
  tern_string_builder_t text = {0};
  tern_tensor_append_type(tensor, &text);
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}
