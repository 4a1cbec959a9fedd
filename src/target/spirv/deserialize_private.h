// What the parts of the deserializer share. Private to src/target/spirv.

#ifndef TERN_TARGET_SPIRV_DESERIALIZE_PRIVATE_H_
#define TERN_TARGET_SPIRV_DESERIALIZE_PRIVATE_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "target/spirv/encoding.h"

// Nesting of types and of constructs that is read; the specification's own limits (2.17) are 255 and 1023.
enum { TERN_SPIRV_MAX_TYPE_DEPTH = 255, TERN_SPIRV_MAX_CONTROL_DEPTH = 255, TERN_SPIRV_MAX_OPERATION_DEPTH = 255 };

// What an id stands for.
typedef enum tern_spirv_id_kind {
  TERN_SPIRV_ID_UNKNOWN,         // named, but not defined yet
  TERN_SPIRV_ID_TYPE,            // type
  TERN_SPIRV_ID_CONSTANT,        // type, attr
  TERN_SPIRV_ID_REPLICATED,      // type, attr: EXT.ConstantCompositeReplicate
  TERN_SPIRV_ID_UNDEFINED,       // type
  TERN_SPIRV_ID_SPEC_CONSTANT,   // type, op
  TERN_SPIRV_ID_SPEC_OPERATION,  // type, position of its instruction
  TERN_SPIRV_ID_VARIABLE,        // type, op: a global one
  TERN_SPIRV_ID_FUNCTION,        // op
  TERN_SPIRV_ID_STRING,          // name
  TERN_SPIRV_ID_EXT_SET,         // number of the set, or UINT32_MAX for one whose instructions mean nothing
  TERN_SPIRV_ID_VALUE,           // value, of the function that is being read
  TERN_SPIRV_ID_LABEL,           // block, of the function that is being read
  TERN_SPIRV_ID_GROUP,           // of decorations
} tern_spirv_id_kind_t;

// An instruction's words that say something about an id: OpDecorate, OpMemberDecorate.
typedef struct tern_spirv_note {
  struct tern_spirv_note *next;
  size_t position;  // of the instruction
  uint32_t member;  // UINT32_MAX: the id itself
  uint32_t decoration;
  const uint32_t *words;  // behind the decoration
  size_t count;
} tern_spirv_note_t;

typedef struct tern_spirv_id_entry {
  tern_spirv_id_kind_t kind;
  uint32_t id;
  uint32_t number;
  uint32_t depth;     // of a type's or operation's nesting
  uint32_t function;  // number of the function in which `value` and `block` hold
  bool is_block_defined;
  bool is_forward;  // a pointer type that is declared, but not defined
  size_t position;  // of the defining instruction
  const tern_type_t *type;
  const tern_attr_t *attr;
  tern_op_t *op;
  tern_value_t *value;  // also of a global in the function that is being read
  tern_block_t *block;
  const tern_ident_t *name;    // by OpName
  const tern_ident_t *symbol;  // given to the id
  tern_spirv_note_t *notes, **last_note;
} tern_spirv_id_entry_t;

// A header block's merge instruction.
typedef struct tern_spirv_construct {
  tern_block_t *header, *merge, *continue_target;  // no continue target: a selection
  uint32_t control;
  size_t position;
  bool is_done;
} tern_spirv_construct_t;

typedef struct tern_spirv_phi {
  tern_block_t *block;
  uint32_t arg;
  size_t position;
  tern_map_t values;  // of the parent blocks
} tern_spirv_phi_t;

typedef struct tern_spirv_decoder {
  uint16_t opcode;
  const tern_op_def_t *def;  // NULL: the dialect has no such op
  tern_spirv_encoding_t encoding;
} tern_spirv_decoder_t;

// An op in the entry block that gives a global to the function.
typedef struct tern_spirv_global_use {
  size_t position;  // of the global's definition
  tern_op_t *op;
} tern_spirv_global_use_t;

typedef struct tern_spirv_deserializer {
  tern_context_t *context;
  const char *name;
  const tern_spirv_deserialize_options_t *options;
  const uint32_t *words;  // in this machine's byte order
  size_t word_count;
  uint32_t bound;
  // The instruction that is being read.
  size_t position;
  const uint32_t *operands;
  size_t operand_count;
  const tern_spirv_instruction_t *instruction;
  tern_arena_t arena;
  tern_map_t ids;          // id to tern_spirv_id_entry_t
  tern_map_t decoders;     // opcode, or set and number of an extended instruction, to tern_spirv_decoder_t
  tern_map_t symbols;      // names that are taken
  tern_map_t entry_names;  // names of entry points
  size_t note_count;
  tern_op_t *module;
  const tern_attr_t *loc;  // of what is made next
  uint32_t version;
  TERN_VEC(uint32_t) capabilities;
  TERN_VEC(uint32_t) extensions;
  TERN_VEC(size_t) entry_points;  // positions of OpEntryPoint, OpExecutionMode
  bool has_memory_model;
  bool has_error;
  // The function that is being read.
  tern_op_t *function;
  uint32_t function_number;
  size_t parameter_count;    // read so far
  uint32_t entry_label;      // 0: none yet
  tern_block_t *last_block;  // the last one that was read; those behind it are only branched to so far
  tern_block_t *block;       // NULL between a terminator and the next label
  tern_op_t *last_constant;
  TERN_VEC(tern_spirv_global_use_t) global_uses;
  TERN_VEC(tern_spirv_construct_t) constructs;
  TERN_VEC(tern_spirv_phi_t) phis;
} tern_spirv_deserializer_t;

// An error at a word of the binary. Returns false.
bool tern_spirv_error_at(tern_spirv_deserializer_t *d, size_t position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// At the instruction that is being read.
#define tern_spirv_error(d, ...) tern_spirv_error_at((d), (d)->position, __VA_ARGS__)

// The entry of an id, made if there is none. NULL after an error if it is not below the bound.
tern_spirv_id_entry_t *tern_spirv_id_entry(tern_spirv_deserializer_t *d, uint32_t id);
// The same for the result of the instruction that is being read; NULL after an error if it was defined before.
tern_spirv_id_entry_t *tern_spirv_define(tern_spirv_deserializer_t *d, uint32_t id, tern_spirv_id_kind_t kind);
const tern_type_t *tern_spirv_type_of_id(tern_spirv_deserializer_t *d, uint32_t id, uint32_t *inout_depth);
// An integer constant's value.
bool tern_spirv_integer_of_id(tern_spirv_deserializer_t *d, uint32_t id, int64_t *out_value);
// A string literal at `*inout_index` of the operands, which is moved behind it.
bool tern_spirv_read_string(tern_spirv_deserializer_t *d, size_t *inout_index, tern_string_builder_t *out_text);
// The symbol of a function or global: the name it has, or a made-up one.
const tern_ident_t *tern_spirv_symbol_of(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry,
                                         const char *prefix);
const tern_attr_t *tern_spirv_symbol_ref(tern_spirv_deserializer_t *d, const tern_ident_t *symbol);
// Appends to the module's body.
tern_op_t *tern_spirv_add_global(tern_spirv_deserializer_t *d, const tern_op_row_t *row, const tern_named_attr_t *attrs,
                                 size_t count);

// Decorations of an id, as attributes of `op`.
bool tern_spirv_apply_decorations(tern_spirv_deserializer_t *d, tern_spirv_id_entry_t *entry, tern_op_t *op);
bool tern_spirv_add_note(tern_spirv_deserializer_t *d, uint32_t id, uint32_t member, uint32_t decoration,
                         const uint32_t *words, size_t count);
bool tern_spirv_copy_notes(tern_spirv_deserializer_t *d, const tern_spirv_id_entry_t *group, uint32_t target,
                           uint32_t member);

// Instructions. False after an error.
bool tern_spirv_read_type(tern_spirv_deserializer_t *d);
bool tern_spirv_read_constant(tern_spirv_deserializer_t *d);
// Puts the ops that give globals to the function that was read in the order of the globals.
void tern_spirv_sort_global_uses(tern_spirv_deserializer_t *d);
bool tern_spirv_read_global_variable(tern_spirv_deserializer_t *d);
bool tern_spirv_begin_function(tern_spirv_deserializer_t *d);
bool tern_spirv_read_in_function(tern_spirv_deserializer_t *d);
bool tern_spirv_read_encoded(tern_spirv_deserializer_t *d);
const tern_spirv_decoder_t *tern_spirv_decoder_of(tern_spirv_deserializer_t *d,
                                                  const tern_spirv_instruction_t *instruction);

// The value of an id where the function is; NULL after an error.
tern_value_t *tern_spirv_value_of_id(tern_spirv_deserializer_t *d, uint32_t id);
// Makes the op of a decoder from operand words, at the end of `block`. NULL after an error.
tern_op_t *tern_spirv_decode(tern_spirv_deserializer_t *d, const tern_spirv_decoder_t *decoder, tern_block_t *block,
                             const tern_type_t *result_type, const uint32_t *words, size_t count);
bool tern_spirv_structurize(tern_spirv_deserializer_t *d);

#endif  // TERN_TARGET_SPIRV_DESERIALIZE_PRIVATE_H_
