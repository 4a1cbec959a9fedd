// llvm: the text of a data layout as LLVM reads it (llvm.data_layout of modules): specifications between dashes.

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
