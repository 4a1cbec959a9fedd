// What tools want to know of exported functions: the text of `iree.reflection`, and arguments and results as the program
// declares them. The declaration is what the ABI wrote: "sync func @f(%input0: tensor<4xf32>) -> (%output0: i32)".

#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "target/vm/image.h"
#include "tern/dispatch.h"

#define DECLARATION "iree.abi.declaration"

// --- types ---

static uint32_t element_type_of(const tern_type_t *type) {
  if (tern_type_is_index(type)) return TERN_ELEMENT_TYPE_INDEX;
  if (tern_type_is_float(type)) return (uint32_t)(TERN_ELEMENT_TYPE_F4E2M1FN + (type->kind - TERN_TYPE_F4E2M1FN));
  if (type->kind == TERN_TYPE_COMPLEX) {
    const tern_type_t *part = tern_type_element(type);
    switch (part->kind) {
      case TERN_TYPE_BF16: return TERN_ELEMENT_TYPE_COMPLEX_BF16;
      case TERN_TYPE_F16: return TERN_ELEMENT_TYPE_COMPLEX_F16;
      case TERN_TYPE_F32: return TERN_ELEMENT_TYPE_COMPLEX_F32;
      case TERN_TYPE_F64: return TERN_ELEMENT_TYPE_COMPLEX_F64;
      default: return TERN_ELEMENT_TYPE_NONE;
    }
  }
  if (!tern_type_is_integer(type)) return TERN_ELEMENT_TYPE_NONE;
  uint32_t width = tern_integer_type_width(type), rank = 0;
  while (width >> rank > 1) ++rank;
  if (width != 1u << rank || width > 64) return TERN_ELEMENT_TYPE_NONE;
  switch (tern_integer_type_signedness(type)) {
    case TERN_SIGNLESS: return TERN_ELEMENT_TYPE_I1 + rank;
    case TERN_SIGNED: return rank ? (uint32_t)TERN_ELEMENT_TYPE_SI2 + rank - 1 : TERN_ELEMENT_TYPE_NONE;
    default: return rank ? (uint32_t)TERN_ELEMENT_TYPE_UI2 + rank - 1 : TERN_ELEMENT_TYPE_NONE;
  }
}

// The element of a tensor whose type is complex stays complex.
static const tern_type_t *tensor_element(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}

static void add_value(tern_vm_image_t *image, tern_str_t name, tern_str_t text, const tern_type_t *type) {
  tern_bytecode_value_t row = {.name = tern_vm_image_string(image, name),
                               .type = tern_vm_image_string(image, text),
                               .rank = UINT32_MAX,
                               .dim_start = (uint32_t)image->dims.count};
  if (type && type->kind == TERN_TYPE_TENSOR) {
    row.element_type = element_type_of(tensor_element(type));
    row.rank = (uint32_t)tern_type_rank(type);
    for (size_t i = 0; i < tern_type_rank(type); ++i) {
      int64_t dim = tern_type_dim(type, i);
      tern_vec_push(&image->dims, dim == TERN_DYNAMIC ? TERN_DIM_DYNAMIC : dim);
    }
  } else if (type) {
    row.element_type = element_type_of(type);
  }
  tern_vec_push(&image->values, row);
}

// --- declarations ---

// The position of the comma or closing bracket that ends the type at `start`.
static size_t find_end(tern_str_t text, size_t start) {
  size_t depth = 0, i = start;
  for (; i < text.size; ++i) {
    char c = text.data[i];
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == '>' || c == ']' || c == '}') && depth == 0) break;
    if (c == '>' && i > 0 && text.data[i - 1] == '-') continue;
    if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) break;
  }
  return i;
}

static bool is_start_of_type(tern_str_t text) {
  return text.size > 0 && (text.data[0] == '!' || (text.data[0] >= 'a' && text.data[0] <= 'z'));
}

// The type that callers see, which the attributes of a value may name besides the one that the program computes on: `encoding =
// type`. `item` is `type {attrs}`.
static tern_str_t find_type(tern_str_t item) {
  size_t attrs = 0;
  while (attrs < item.size && !(item.data[attrs] == ' ' && attrs + 1 < item.size && item.data[attrs + 1] == '{'))
    ++attrs;
  const tern_str_t key = TERN_STR("iree.abi.encoding = ");
  for (size_t at = attrs + 2; at < item.size; at = find_end(item, at) + 1) {
    while (at < item.size && item.data[at] == ' ') ++at;
    tern_str_t rest = tern_str_drop(item, at);
    if (!tern_str_starts_with(rest, key)) continue;
    rest = tern_str_drop(rest, key.size);
    return tern_str_trim(tern_str_make(rest.data, find_end(rest, 0)));
  }
  return tern_str_trim(tern_str_make(item.data, attrs));
}

// Parses `%name: type {attrs}, ...` up to the closing bracket; gives what is behind it. Types that do not parse keep their
// text. Returns how many there were.
static uint32_t add_values(tern_vm_image_t *image, tern_str_t *inout_text) {
  tern_str_t text = *inout_text;
  uint32_t count = 0;
  size_t at = 0;
  while (at < text.size && text.data[at] != ')') {
    size_t end = find_end(text, at);
    tern_str_t item = tern_str_trim(tern_str_make(text.data + at, end - at)), name = TERN_STR("");
    if (item.size > 0 && item.data[0] == '%') {
      size_t colon = tern_str_find_char(item, ':');
      name = tern_str_trim(tern_str_make(item.data + 1, (colon < item.size ? colon : item.size) - 1));
      item = colon < item.size ? tern_str_trim(tern_str_drop(item, colon + 1)) : TERN_STR("");
    }
    item = find_type(item);
    if (item.size > 0) {
      const tern_type_t *type = is_start_of_type(item) ? tern_parse_type_text(image->context, item) : NULL;
      add_value(image, name, item, type);
      ++count;
    }
    at = end < text.size && text.data[end] == ',' ? end + 1 : end;
  }
  *inout_text = at < text.size ? tern_str_drop(text, at + 1) : TERN_STR("");
  return count;
}

static void reflect_declaration(tern_vm_image_t *image, tern_str_t text, tern_bytecode_export_t *out) {
  size_t open = tern_str_find_char(text, '(');
  if (open >= text.size) return;
  tern_str_t rest = tern_str_drop(text, open + 1);
  out->argument_start = (uint32_t)image->values.count;
  out->argument_count = add_values(image, &rest);
  out->result_start = (uint32_t)image->values.count;
  open = tern_str_find_char(rest, '(');
  if (open >= rest.size) return;
  rest = tern_str_drop(rest, open + 1);
  out->result_count = add_values(image, &rest);
}

void tern_vm_image_reflect(tern_vm_image_t *image, const tern_op_t *export, tern_bytecode_export_t *out) {
  const tern_attr_t *reflection = tern_op_attr(export, "iree.reflection");
  out->attribute_start = (uint32_t)image->attributes.count;
  for (size_t i = 0; i < tern_dictionary_attr_count(reflection); ++i) {
    const tern_attr_t *value = tern_dictionary_attr_at(reflection, i);
    if (!tern_attr_is_string(value)) continue;
    tern_str_t key = tern_ident_str(tern_dictionary_attr_name(reflection, i)), text = tern_string_attr_value(value);
    tern_bytecode_attribute_t row = {tern_vm_image_string(image, key), tern_vm_image_string(image, text)};
    tern_vec_push(&image->attributes, row);
    if (tern_str_equal_cstr(key, DECLARATION)) reflect_declaration(image, text, out);
  }
  out->attribute_count = (uint32_t)image->attributes.count - out->attribute_start;
}
