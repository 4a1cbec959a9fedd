// Inline PTX; see ptx.h.

#include "convert/triton/to_llvm/ptx.h"

#include <stdarg.h>

void tern_ptx_start(tern_ptx_t *ptx) { *ptx = (tern_ptx_t){0}; }

char tern_ptx_letter(uint32_t bits) {
  if (bits == 1) return 'b';
  if (bits == 32) return 'r';
  return bits == 64 ? 'l' : bits == 128 ? 'q' : 'c';
}

static void add_constraint(tern_ptx_t *ptx, const char *prefix, char letter) {
  if (ptx->count > 0) tern_string_builder_append_cstr(&ptx->constraints, ",");
  tern_string_builder_append_cstr(&ptx->constraints, prefix);
  tern_string_builder_append_char(&ptx->constraints, letter);
}

int tern_ptx_result_in(tern_ptx_t *ptx, char letter) {
  add_constraint(ptx, "=", letter);
  return ptx->count++;
}

int tern_ptx_early_result_in(tern_ptx_t *ptx, char letter) {
  add_constraint(ptx, "=&", letter);
  return ptx->count++;
}

int tern_ptx_result(tern_ptx_t *ptx, uint32_t bits) { return tern_ptx_result_in(ptx, tern_ptx_letter(bits)); }

int tern_ptx_operand(tern_ptx_t *ptx, char letter, tern_value_t *value) {
  add_constraint(ptx, "", letter);
  tern_vec_push(&ptx->operands, value);
  return ptx->count++;
}

int tern_ptx_immediate(tern_ptx_t *ptx, tern_value_t *value) { return tern_ptx_operand(ptx, 'n', value); }

int tern_ptx_tied(tern_ptx_t *ptx, int index, tern_value_t *value) {
  tern_string_builder_append_format(&ptx->constraints, ",%d", index);
  tern_vec_push(&ptx->operands, value);
  return ptx->count++;
}

void tern_ptx_words(tern_ptx_t *ptx, tern_builder_t *b, tern_value_t *value, uint32_t bits, size_t count,
                    int *out_numbers) {
  const tern_type_t *word = tern_emit_i(b, bits);
  if (count == 1) {
    out_numbers[0] = tern_ptx_operand(ptx, tern_ptx_letter(bits), tern_emit_bitcast(b, value, word));
    return;
  }
  tern_value_t *words = tern_emit_bitcast(b, value, tern_emit_vector_of(word, (int64_t)count));
  for (size_t i = 0; i < count; ++i)
    out_numbers[i] = tern_ptx_operand(ptx, tern_ptx_letter(bits), tern_emit_element(b, words, (int64_t)i));
}

void tern_ptx_text(tern_ptx_t *ptx, const char *text) { tern_string_builder_append_cstr(&ptx->text, text); }

void tern_ptx_format(tern_ptx_t *ptx, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&ptx->text, format, args);
  va_end(args);
}

void tern_ptx_predicate(tern_ptx_t *ptx, tern_value_t *condition) {
  tern_ptx_format(ptx, "@$%d ", tern_ptx_operand(ptx, 'b', condition));
}

void tern_ptx_list(tern_ptx_t *ptx, const int *numbers, size_t count) {
  tern_ptx_text(ptx, "{ ");
  for (size_t i = 0; i < count; ++i) tern_ptx_format(ptx, "%s$%d", i ? ", " : "", numbers[i]);
  tern_ptx_text(ptx, " }");
}

void tern_ptx_next(tern_ptx_t *ptx) { tern_ptx_text(ptx, "\n\t"); }

void tern_ptx_clobbers_memory(tern_ptx_t *ptx) {
  tern_string_builder_append_cstr(&ptx->constraints, ptx->count ? ",~{memory}" : "~{memory}");
}

tern_value_t *tern_ptx_finish(tern_ptx_t *ptx, tern_builder_t *b, bool has_effects, const tern_type_t *type) {
  tern_str_t text = tern_string_builder_view(&ptx->text), constraints = tern_string_builder_view(&ptx->constraints);
  tern_value_t *result = tern_emit_asm(b, text, constraints, has_effects, type,
                                       (tern_values_t){ptx->operands.values, ptx->operands.count});
  tern_string_builder_deinitialize(&ptx->text);
  tern_string_builder_deinitialize(&ptx->constraints);
  tern_vec_deinitialize(&ptx->operands);
  return result;
}

tern_value_t *tern_ptx_finish_as(tern_ptx_t *ptx, tern_builder_t *b, bool has_effects, const tern_type_t *type,
                                 uint32_t bits, size_t count) {
  const tern_type_t *word = tern_emit_i(b, bits);
  if (count == 1) return tern_emit_bitcast(b, tern_ptx_finish(ptx, b, has_effects, word), type);
  tern_value_t *all = tern_ptx_finish(ptx, b, has_effects, tern_llvm_struct_of(word, count));
  tern_value_t *words = tern_emit_undef(b, tern_emit_vector_of(word, (int64_t)count));
  for (size_t i = 0; i < count; ++i)
    words = tern_emit_with_element(b, words, tern_emit_extract(b, all, (int64_t)i), (int64_t)i);
  return tern_emit_bitcast(b, words, type);
}

void tern_ptx_pack_words(tern_builder_t *b, tern_value_t *const *values, size_t value_count, uint32_t bits,
                         tern_value_t **out_words) {
  const tern_type_t *word = tern_emit_i(b, bits);
  bool is_pointer = tern_type_is_llvm(values[0]->type, TERN_LLVM_PTR);
  uint64_t width = is_pointer ? 64 : tern_llvm_type_size(values[0]->type) * 8;
  size_t each = bits / width;
  for (size_t i = 0; i * each < value_count; ++i) {
    tern_value_t *packed = each == 1 ? values[i] : tern_emit_vector(b, values + i * each, each);
    out_words[i] = tern_emit_bitcast(b, packed, word);
  }
}

void tern_ptx_unpack_word(tern_builder_t *b, tern_value_t *word, const tern_type_t *element, size_t count,
                          tern_value_t **out_values) {
  if (count == 1) {
    out_values[0] = tern_emit_bitcast(b, word, element);
    return;
  }
  tern_value_t *vector = tern_emit_bitcast(b, word, tern_emit_vector_of(element, (int64_t)count));
  for (size_t i = 0; i < count; ++i) out_values[i] = tern_emit_element(b, vector, (int64_t)i);
}
