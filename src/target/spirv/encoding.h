// How an op of the dialect and an instruction of the binary go together. Private to src/target/spirv.

#ifndef TERN_TARGET_SPIRV_ENCODING_H_
#define TERN_TARGET_SPIRV_ENCODING_H_

#include "dialect/spirv/grammar.h"
#include "ir/op_def.h"
#include "target/spirv/spirv_binary.h"

enum { TERN_SPIRV_HEADER_WORDS = 5, TERN_SPIRV_MAX_INSTRUCTION_WORDS = 65535, TERN_SPIRV_MAX_STEPS = 12 };

// What an operand of an instruction comes from.
typedef enum tern_spirv_step_kind {
  TERN_SPIRV_STEP_VALUES,         // ids of an operand group
  TERN_SPIRV_STEP_CONSTANT,       // id of a 32-bit constant that has an enum attribute's value
  TERN_SPIRV_STEP_TYPE,           // id of a type attribute's type
  TERN_SPIRV_STEP_LITERALS,       // integers of an attribute: one, or a list
  TERN_SPIRV_STEP_ENUM,           // an enum attribute, and the parameters of its enumerants
  TERN_SPIRV_STEP_STORAGE_CLASS,  // that of the result's pointer
} tern_spirv_step_kind_t;

typedef struct tern_spirv_step {
  uint8_t kind;        // tern_spirv_step_kind_t
  uint8_t quantifier;  // tern_spirv_quantifier_t
  tern_spirv_kind_t operand_kind;
  uint8_t index;              // operand group, or attribute slot
  int8_t literal_parameters;  // slot of what an enumerant's literal parameter is in; -1: none
  int8_t value_parameters;    // group of what its id parameters are in; -1: none
} tern_spirv_step_t;

typedef struct tern_spirv_encoding {
  uint16_t opcode;
  bool is_extended;  // OpExtInst of this set and number
  tern_spirv_ext_set_t set;
  uint32_t number;
  bool has_result_type, has_result;
  uint8_t step_count;
  tern_spirv_step_t steps[TERN_SPIRV_MAX_STEPS];
} tern_spirv_encoding_t;

// The encoding of an op's row; false if there is none: no instruction of that name, or operands that do not fit it.
bool tern_spirv_encoding_of(const tern_op_def_t *def, tern_spirv_encoding_t *out_encoding);
// The name of the op of an instruction ("spirv.KHR.GroupFMul" of OpGroupFMulKHR); false if the context has none.
bool tern_spirv_op_name_of(tern_context_t *context, const char *instruction, tern_string_builder_t *out_name);

// `no_signed_wrap` of NoSignedWrap, and back. False: there is no such decoration.
void tern_spirv_decoration_attr_name(const char *decoration, tern_string_builder_t *out_name);
bool tern_spirv_decoration_of_attr(tern_str_t attr_name, uint32_t *out_decoration);

// --- words ---
void tern_spirv_words_push(tern_spirv_words_t *words, uint32_t word);
void tern_spirv_words_append(tern_spirv_words_t *words, const tern_spirv_words_t *others);
// Appends a string literal: UTF-8 with a terminating zero, padded to whole words.
void tern_spirv_words_push_string(tern_spirv_words_t *words, tern_str_t text);

#endif  // TERN_TARGET_SPIRV_ENCODING_H_
