// Inline PTX as text and constraints are put together: results first, then operands, and the instruction that names both
// (upstream: PTXBuilder).
//
//   tern_ptx_t ptx;
//   tern_ptx_start(&ptx);
//   int result = tern_ptx_result(&ptx, 32), pointer = tern_ptx_operand(&ptx, 'l', address);
//   tern_ptx_predicate(&ptx, condition);                                       // "@$2 "
//   tern_ptx_format(&ptx, "ld.global.b32 { $%d }, [ $%d + 0 ];", result, pointer);
//   tern_value_t *word = tern_ptx_finish(&ptx, b, true, i32);                  // "=r,l,b"

#ifndef TERN_CONVERT_TRITON_TO_LLVM_PTX_H_
#define TERN_CONVERT_TRITON_TO_LLVM_PTX_H_

#include "base/string.h"
#include "base/vec.h"
#include "convert/triton/to_llvm/emit.h"

typedef struct tern_ptx {
  tern_string_builder_t text, constraints;
  TERN_VEC(tern_value_t *) operands;
  int count;  // of results and operands
} tern_ptx_t;

void tern_ptx_start(tern_ptx_t *ptx);
// The letter of registers of so many bits.
char tern_ptx_letter(uint32_t bits);
// Adds a result, as an integer of so many bits or in registers of a letter, and an operand; all give the number behind the `$`. All results come first.
int tern_ptx_result(tern_ptx_t *ptx, uint32_t bits);
int tern_ptx_result_in(tern_ptx_t *ptx, char letter);
// A result that is written before all operands are read, so that it shares a register with none but the one that is tied to it.
int tern_ptx_early_result_in(tern_ptx_t *ptx, char letter);
int tern_ptx_operand(tern_ptx_t *ptx, char letter, tern_value_t *value);
// An operand that is a constant in the text.
int tern_ptx_immediate(tern_ptx_t *ptx, tern_value_t *value);
// An operand that starts as the value that result `index` is in.
int tern_ptx_tied(tern_ptx_t *ptx, int index, tern_value_t *value);
// Adds `value` as operands, `count` words of so many bits; their numbers go to `out_numbers`.
void tern_ptx_words(tern_ptx_t *ptx, tern_builder_t *b, tern_value_t *value, uint32_t bits, size_t count,
                    int *out_numbers);
// Text, and "@$n " with an operand for `condition`.
void tern_ptx_text(tern_ptx_t *ptx, const char *text);
void tern_ptx_format(tern_ptx_t *ptx, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_ptx_predicate(tern_ptx_t *ptx, tern_value_t *condition);
// "{ $0, $1 }".
void tern_ptx_list(tern_ptx_t *ptx, const int *numbers, size_t count);
// Ends the instruction before, so that another one begins on the next line.
void tern_ptx_next(tern_ptx_t *ptx);
// What was memory's before is read after, and the other way round.
void tern_ptx_clobbers_memory(tern_ptx_t *ptx);

// Makes the op. Its result: of type `type`, which NULL says there is none; a struct where there are several results.
tern_value_t *tern_ptx_finish(tern_ptx_t *ptx, tern_builder_t *b, bool has_effects, const tern_type_t *type);
// The results are `count` words of `bits` bits, which together are a value of `type`.
tern_value_t *tern_ptx_finish_as(tern_ptx_t *ptx, tern_builder_t *b, bool has_effects, const tern_type_t *type,
                                 uint32_t bits, size_t count);

// Values as words: `values`, which make `count` words of `bits` bits together, one after the other; and a word as several values
// of a type.
void tern_ptx_pack_words(tern_builder_t *b, tern_value_t *const *values, size_t value_count, uint32_t bits,
                         tern_value_t **out_words);
void tern_ptx_unpack_word(tern_builder_t *b, tern_value_t *word, const tern_type_t *element, size_t count,
                          tern_value_t **out_values);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_PTX_H_
