// What the parts of the serializer share. Private to src/target/spirv.

#ifndef TERN_TARGET_SPIRV_SERIALIZE_PRIVATE_H_
#define TERN_TARGET_SPIRV_SERIALIZE_PRIVATE_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/symbol.h"
#include "target/spirv/encoding.h"

// An id of a branch's block that an OpPhi has to name once it is known in which block of the binary the branch ended up.
typedef struct tern_spirv_phi_fixup {
  size_t position;  // in the function's body
  const tern_op_t *terminator;
} tern_spirv_phi_fixup_t;

typedef struct tern_spirv_serializer {
  tern_context_t *context;
  tern_op_t *module;
  tern_spirv_serialize_options_t options;
  uint32_t next_id;
  // The sections of a module, in the specification's order (2.4, Logical Layout of a Module).
  tern_spirv_words_t capabilities, extensions, ext_imports, memory_model, entry_points, execution_modes, debug_strings,
      names, decorations, globals, declarations, functions;
  // Maps from pointers to ids; an id is kept as the pointer's value.
  tern_map_t values, labels, types, symbols;
  tern_map_t unique;       // contents of a type or constant instruction (a blob) to id
  tern_map_t undefined;    // type to id of its OpUndef
  tern_map_t files;        // file name to id of its OpString
  tern_map_t encodings;    // op definition to tern_spirv_encoding_t (arena), or to `no_encoding`
  tern_map_t in_progress;  // symbols and structs whose serialization is under way
  tern_map_t blocks;       // structs that were marked as interface blocks
  TERN_VEC(const tern_type_t *) forward_pointers;  // declared, but not yet defined
  tern_symbol_table_t symbol_table;
  uint32_t ext_set_ids[TERN_SPIRV_EXT_SET_COUNT];
  tern_arena_t arena;
  bool structures_control_flow;  // conditional branches take merge instructions
  // Of the function that is being serialized.
  tern_spirv_words_t variables, body;
  uint32_t current_label;
  const tern_attr_t *current_line;
  tern_map_t branch_labels;  // terminator to the label of the binary's block that it ends
  TERN_VEC(tern_spirv_phi_fixup_t) phi_fixups;
  TERN_VEC(uint32_t) dead_labels;  // merge blocks that nothing reaches
  tern_map_t used_merges;          // blocks that a merge instruction names already
} tern_spirv_serializer_t;

static inline uint32_t tern_spirv_id_get(const tern_map_t *map, const void *key) {
  return (uint32_t)(uintptr_t)tern_map_get(map, key);
}
static inline void tern_spirv_id_set(tern_map_t *map, const void *key, uint32_t id) {
  tern_map_set(map, key, (void *)(uintptr_t)id);
}
static inline uint32_t tern_spirv_new_id(tern_spirv_serializer_t *s) { return s->next_id++; }
// The id under `key`, a new one if there is none yet.
uint32_t tern_spirv_id_or_new(tern_spirv_serializer_t *s, tern_map_t *map, const void *key);

// Appends an instruction; false after an error at `op` if it is too long for a word count.
bool tern_spirv_emit(const tern_op_t *op, tern_spirv_words_t *section, uint32_t opcode, const uint32_t *operands,
                     size_t count);
#define TERN_SPIRV_EMIT(op, section, opcode, ...)                             \
  tern_spirv_emit((op), (section), (opcode), (const uint32_t[]){__VA_ARGS__}, \
                  sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
// Emits a type or constant instruction to the globals unless there is an equal one, whose id is then given. The words
// are those without the result; it goes to place `result_place`.
uint32_t tern_spirv_emit_unique(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t opcode,
                                const uint32_t *operands, size_t count, size_t result_place);
void tern_spirv_emit_name(tern_spirv_serializer_t *s, uint32_t id, tern_str_t name);
// OpDecorate with literals.
void tern_spirv_emit_decoration(tern_spirv_serializer_t *s, uint32_t id, uint32_t decoration, const uint32_t *literals,
                                size_t count);
// The decoration that an attribute of an op stands for.
bool tern_spirv_serialize_decoration(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id, tern_str_t name,
                                     const tern_attr_t *attr);
// Those of all discardable attributes.
bool tern_spirv_serialize_decorations(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t id);

// Ids of what stands in the globals; 0 after an error at `op`.
uint32_t tern_spirv_type_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type);
uint32_t tern_spirv_constant_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                const tern_attr_t *attr);
uint32_t tern_spirv_i32_constant_id(tern_spirv_serializer_t *s, const tern_op_t *op, uint32_t value);
// A scalar's value, in `opcode` (OpConstant) or in the opcodes of booleans.
uint32_t tern_spirv_emit_scalar(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_type_t *type,
                                const tern_attr_t *attr, bool is_spec, uint32_t spec_id);
uint32_t tern_spirv_replicated_id(tern_spirv_serializer_t *s, const tern_op_t *op);
// The id of a symbol, whose op is serialized first if it is a global one.
uint32_t tern_spirv_symbol_id(tern_spirv_serializer_t *s, const tern_op_t *op, tern_str_t name);
uint32_t tern_spirv_value_id(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_value_t *value);

// GlobalVariable, SpecConstant, SpecConstantComposite ...: false if `op` is none of these, or after an error.
bool tern_spirv_is_global(const tern_op_t *op);
bool tern_spirv_serialize_global(tern_spirv_serializer_t *s, tern_op_t *op, uint32_t id);
bool tern_spirv_serialize_function(tern_spirv_serializer_t *s, tern_op_t *op);
// An op of a function, other than control flow.
bool tern_spirv_serialize_op(tern_spirv_serializer_t *s, tern_op_t *op);
// Operands of an instruction by its encoding, behind result type and result.
bool tern_spirv_encode_operands(tern_spirv_serializer_t *s, const tern_op_t *op, const tern_spirv_encoding_t *encoding,
                                tern_spirv_words_t *out_words);
const tern_spirv_encoding_t *tern_spirv_serializer_encoding(tern_spirv_serializer_t *s, const tern_op_t *op);
// OpLine, if lines are wanted and this one is another than that before.
void tern_spirv_emit_line(tern_spirv_serializer_t *s, const tern_op_t *op);
// Blocks of a function, and all that branches, to the functions' section.
bool tern_spirv_serialize_body(tern_spirv_serializer_t *s, tern_region_t *region);

// Blocks of a region that its entry reaches, in reverse post-order. The scratch of each block of the region is its place
// in the list, or UINT32_MAX.
typedef TERN_VEC(tern_block_t *) tern_spirv_blocks_t;
void tern_spirv_order_blocks(tern_block_t *entry, tern_spirv_blocks_t *out_blocks);
// Where control comes together again after `block`, whose terminator branches conditionally without being the header of a
// spirv.mlir.selection. `loop_merge` and `loop_header` (NULL outside of a loop's region) are not counted as ways on.
// NULL: nowhere. `*out_is_shared` says that other ways lead there too.
tern_block_t *tern_spirv_find_merge(const tern_spirv_blocks_t *blocks, tern_block_t *block,
                                    const tern_block_t *loop_header, const tern_block_t *loop_continue,
                                    const tern_block_t *loop_merge, bool *out_is_shared);

#endif  // TERN_TARGET_SPIRV_SERIALIZE_PRIVATE_H_
