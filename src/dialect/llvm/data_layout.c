// llvm: the text of a data layout as LLVM reads it (llvm.data_layout of modules), specifications between dashes; and how types
// lie in memory without one.

#include "dialect/llvm/llvm_hooks.h"

// What follows the letter of a specification.
typedef enum spec_form { NOTHING, ANYTHING, NUMBERS, POINTER, ALIGNMENT_KIND, MANGLING } spec_form_t;

static const struct {
  char letter;
  spec_form_t form;
} specs[] = {
    {'e', NOTHING}, {'E', NOTHING}, {'s', ANYTHING}, {'i', NUMBERS},        {'f', NUMBERS},
    {'v', NUMBERS}, {'a', NUMBERS}, {'n', NUMBERS},  {'S', NUMBERS},        {'P', NUMBERS},
    {'A', NUMBERS}, {'G', NUMBERS}, {'p', POINTER},  {'F', ALIGNMENT_KIND}, {'m', MANGLING},
};

static tern_str_t skip(tern_str_t text, size_t count) { return (tern_str_t){text.data + count, text.size - count}; }

// Numbers between colons; the first may be left out.
static bool are_numbers(tern_str_t text) {
  for (size_t i = 0; i < text.size; i++) {
    bool is_digit = text.data[i] >= '0' && text.data[i] <= '9';
    bool is_colon = text.data[i] == ':' && i + 1 < text.size && text.data[i + 1] != ':';
    if (!is_digit && !is_colon) return false;
  }
  return true;
}

static bool has_form(tern_str_t rest, spec_form_t form) {
  switch (form) {
    case NOTHING: return rest.size == 0;
    case ANYTHING: return true;
    case NUMBERS: return rest.size > 0 && are_numbers(rest);
    case POINTER:
      while (rest.size > 0 && (rest.data[0] == 'e' || rest.data[0] == 'u')) rest = skip(rest, 1);
      return rest.size > 0 && are_numbers(rest);
    case ALIGNMENT_KIND:
      return rest.size > 1 && (rest.data[0] == 'i' || rest.data[0] == 'n') && are_numbers(skip(rest, 1));
    case MANGLING: return rest.size == 2 && rest.data[0] == ':' && memchr("elomxwa", rest.data[1], 7) != NULL;
  }
  return false;
}

static bool verify_spec(const tern_op_t *op, tern_str_t spec) {
  bool is_non_integral = spec.size > 3 && memcmp(spec.data, "ni:", 3) == 0;
  if (is_non_integral && are_numbers(skip(spec, 3))) return true;
  if (spec.size == 0) return tern_op_error(op, "invalid data layout descriptor: empty specification is not allowed");
  for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
    if (specs[i].letter != spec.data[0]) continue;
    return has_form(skip(spec, 1), specs[i].form) ||
           tern_op_error(op, "invalid data layout descriptor: malformed specification '%.*s'", (int)spec.size,
                         spec.data);
  }
  return tern_op_error(op, "invalid data layout descriptor: unknown specifier '%c'", spec.data[0]);
}

bool tern_llvm_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  if (!tern_str_equal_cstr(name, "llvm.data_layout") || !tern_attr_is_string(attr)) return true;
  tern_str_t rest = tern_string_attr_value(attr);
  while (rest.size > 0)
    if (!verify_spec(op, tern_str_split(&rest, '-'))) return false;
  return true;
}

// --- sizes ---

static uint64_t round_up(uint64_t size, uint64_t alignment) { return (size + alignment - 1) / alignment * alignment; }

static uint64_t power_of_two_from(uint64_t size) {
  uint64_t result = 1;
  while (result < size) result *= 2;
  return result;
}

static const tern_type_t *array_element(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}

uint64_t tern_llvm_type_alignment(const tern_type_t *type) {
  if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) return tern_llvm_type_alignment(array_element(type));
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) {
    tern_types_t members = tern_llvm_struct_elements(type);
    uint64_t result = 1;
    for (size_t i = 0; i < members.count && type->params[0] == 0; i++) {
      uint64_t alignment = tern_llvm_type_alignment(members.values[i]);
      if (alignment > result) result = alignment;
    }
    return result;
  }
  // As upstream has it where a layout says nothing of wide integers.
  if (tern_type_is_integer(type) && tern_type_bit_width(type) >= 64) return 4;
  return power_of_two_from(tern_llvm_type_size(type));
}

static uint64_t struct_size(const tern_type_t *type) {
  tern_types_t members = tern_llvm_struct_elements(type);
  uint64_t size = 0;
  for (size_t i = 0; i < members.count; i++) {
    uint64_t alignment = type->params[0] ? 1 : tern_llvm_type_alignment(members.values[i]);
    size = round_up(size, alignment) + tern_llvm_type_size(members.values[i]);
  }
  return round_up(size, tern_llvm_type_alignment(type));
}

uint64_t tern_llvm_type_size(const tern_type_t *type) {
  if (tern_type_is_llvm(type, TERN_LLVM_PTR) || tern_type_is_llvm_address(type)) return 8;
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return struct_size(type);
  if (tern_type_is_llvm(type, TERN_LLVM_PPC_FP128)) return 16;
  if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
    const tern_type_t *element = array_element(type);
    return type->params[1] * round_up(tern_llvm_type_size(element), tern_llvm_type_alignment(element));
  }
  if (type->kind == TERN_TYPE_VECTOR) {
    const tern_type_t *element = tern_type_element(type);
    bool is_number = tern_type_is_integer(element) || tern_type_is_float(element);
    uint64_t bits = is_number ? tern_type_bit_width(element) : 8 * tern_llvm_type_size(element);
    return power_of_two_from(((uint64_t)tern_type_element_count(type) * bits + 7) / 8);
  }
  bool is_number = tern_type_is_integer(type) || tern_type_is_float(type);
  return is_number ? (tern_type_bit_width(type) + 7) / 8 : 8;
}
