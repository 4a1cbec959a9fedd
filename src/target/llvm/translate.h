// Translation of the llvm dialect to LLVM IR: what the files of this folder share. Private to src/target/llvm.
//
//   module.c      the driver: globals and functions in two rounds (declare, then fill), LLVM's verifier
//   types.c       types                         constants.c   constants of attributes
//   attributes.c  attributes of functions, arguments and calls
//   metadata.c    alias scopes, type-based aliasing, ordering relaxations; metadata_loops.c branches and their loops
//   metadata_module.c  what modules and functions say as metadata
//   from_text.c   what only LLVM's text can say
//   globals.c     globals, aliases, ifuncs, comdats, constructors
//   functions.c   blocks, block arguments as phis
//   ops.c         one row per op: a builder call; ops_call.c calls; ops_memory.c memory; ops_branch.c terminators
//   intrinsics.c  intrinsics by name, with a table of what their names are overloaded on
//   nvvm.c        the nvvm dialect's ops as intrinsics, its attributes of kernels
//   rocdl_ops.c   the rocdl dialect's ops as intrinsics; rocdl.c: its attributes of kernels and of memory accesses
//   gpu.c         kernels' binaries and launches as calls of the GPU runtime
//
// A function that returns false has emitted a diagnostic.

#ifndef TERN_TARGET_LLVM_TRANSLATE_H_
#define TERN_TARGET_LLVM_TRANSLATE_H_

#include <llvm-c/Core.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// An edge into a block with arguments: `count` operands of `op` from `start` on reach it from `from`.
typedef struct tern_llvm_edge {
  const tern_successor_t *successor;
  LLVMBasicBlockRef from;
  const tern_op_t *op;
  size_t start, count;
} tern_llvm_edge_t;

// Functions to define, of those of a module; others are declared only.
typedef struct tern_llvm_selection {
  const tern_map_t *part_of;  // llvm.func -> number of its part plus one; NULL: all functions
  size_t part;
} tern_llvm_selection_t;

typedef struct tern_llvm_translation {
  LLVMContextRef llvm;               // owned
  LLVMModuleRef module;              // owned
  LLVMBuilderRef builder;            // owned
  tern_map_t types;                  // tern type -> LLVMTypeRef
  tern_map_t values;                 // tern value -> LLVMValueRef
  tern_map_t blocks;                 // tern block -> LLVMBasicBlockRef
  tern_map_t symbols;                // name ident -> LLVMValueRef of functions, globals, aliases, ifuncs
  tern_map_t metadata;               // tern attribute -> LLVMMetadataRef
  TERN_VEC(tern_llvm_edge_t) edges;  // of the function at hand
  bool has_plain_constructors;       // of binaries: functions that the caller of a JIT, which runs no others, calls
  unsigned ptx_version;              // times ten: what nvvm ops and PTX text need; 0: any
  struct {
    const char *name;
    LLVMTypeRef type;
    LLVMValueRef function;
  } overloaded;  // the intrinsic that was last called by a name without types; all NULL: none was
} tern_llvm_translation_t;

// Makes a module of its own context. False after errors; then nothing is left to free.
bool tern_llvm_translate(tern_op_t *module, const tern_llvm_selection_t *selection,
                         tern_llvm_translation_t *out_translation);
void tern_llvm_translation_deinitialize(tern_llvm_translation_t *translation);

// A module of the translation's context, of LLVM's text; the caller's. NULL if LLVM refuses it.
LLVMModuleRef tern_llvm_read_text(const tern_llvm_translation_t *t, const char *text);

// --- types and constants ---
// NULL after an error at `op`.
LLVMTypeRef tern_llvm_to_type(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type);
LLVMValueRef tern_llvm_to_constant(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *attr,
                                   LLVMTypeRef type);

// --- attributes ---
// `index` is LLVM's: 0 the result, 1 + i argument i, LLVMAttributeFunctionIndex.
bool tern_llvm_add_function_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function);
// From `arg_attrs` and `res_attrs` to a function or a call; argument i of the attributes is at `first + i`.
bool tern_llvm_add_signature_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value,
                                        bool is_call);
void tern_llvm_add_call_alignment(tern_llvm_translation_t *t, LLVMValueRef call, unsigned argument, int64_t alignment);
void tern_llvm_add_call_unit(tern_llvm_translation_t *t, LLVMValueRef call, const char *name);
// `range(...)` of a call's result, of a #llvm.constant_range.
bool tern_llvm_add_call_range(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef call,
                              const tern_attr_t *range);
// Attributes of the nvvm dialect on a function.
void tern_llvm_add_kernel_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function);
// Of the rocdl dialect.
void tern_llvm_add_rocdl_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function);
// Of the rocdl dialect on loads, stores and atomics, as metadata.
void tern_llvm_set_rocdl_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value);
// Value of `memory(...)`.
LLVMAttributeRef tern_llvm_memory_attribute(tern_llvm_translation_t *t, const tern_attr_t *effects);

// --- metadata ---
void tern_llvm_set_metadata(tern_llvm_translation_t *t, LLVMValueRef value, const char *kind, LLVMMetadataRef node);
LLVMMetadataRef tern_llvm_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count);
LLVMMetadataRef tern_llvm_md_string(tern_llvm_translation_t *t, tern_str_t text);
LLVMMetadataRef tern_llvm_md_int(tern_llvm_translation_t *t, unsigned width, uint64_t value);
// A declaration of an overloaded intrinsic by its name without types: LLVM's C API does not match signatures, but its parser does, and
// completes the name. NULL: the types do not fit.
LLVMValueRef tern_llvm_declare_overloaded(tern_llvm_translation_t *t, const char *name, LLVMTypeRef type);
// A node that is equal to no other.
LLVMMetadataRef tern_llvm_distinct_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count);
// The same with itself as its first operand, for which `operands` has a place.
LLVMMetadataRef tern_llvm_self_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count);
// Of a #llvm.access_group.
LLVMMetadataRef tern_llvm_access_group(tern_llvm_translation_t *t, const tern_attr_t *group);
// `llvm.mmra` of `op` on the instructions of the block at hand behind `before` (NULL: on all of them).
bool tern_llvm_set_relaxations(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef before);
// Access attributes of loads, stores, calls: access_groups, alias_scopes, noalias_scopes, tbaa.
void tern_llvm_set_aliasing(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value);
LLVMMetadataRef tern_llvm_alias_scope(tern_llvm_translation_t *t, const tern_attr_t *scope);
// branch_weights and loop_annotation of a branch.
void tern_llvm_set_branch_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef branch);

// --- globals and functions ---
bool tern_llvm_declare_global(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_define_global(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_define_alias(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_define_ifunc(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_define_xtors(tern_llvm_translation_t *t, const tern_op_t *op);
// The code of kernels, with a constructor that loads it.
bool tern_llvm_embed_binary(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_add_module_metadata(tern_llvm_translation_t *t, const tern_op_t *op);
// Attributes of the module itself.
bool tern_llvm_add_module_attributes(tern_llvm_translation_t *t, const tern_op_t *module);
// Attributes of a function that LLVM has as metadata.
bool tern_llvm_add_function_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function);
// NULL if the type has a name, which the text cannot say.
LLVMValueRef tern_llvm_build_inalloca(tern_llvm_translation_t *t, LLVMTypeRef type, LLVMValueRef size);
// A declaration with these attributes of LLVM. NULL if the type has a name, or if LLVM has no such attributes.
LLVMValueRef tern_llvm_add_global_with(tern_llvm_translation_t *t, LLVMTypeRef type, tern_str_t name, unsigned space,
                                       const tern_attr_t *attrs);
// NULL if LLVM refuses it.
LLVMValueRef tern_llvm_dso_local_equivalent(tern_llvm_translation_t *t, LLVMValueRef function);
bool tern_llvm_declare_function(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_declare_blocks(tern_llvm_translation_t *t, const tern_op_t *op);
bool tern_llvm_define_function(tern_llvm_translation_t *t, const tern_op_t *op);
void tern_llvm_set_comdat(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef global);
LLVMLinkage tern_llvm_to_linkage(int64_t linkage);
LLVMValueRef tern_llvm_symbol(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *ref);

// --- ops ---
bool tern_llvm_translate_op(tern_llvm_translation_t *t, tern_op_t *op);
typedef bool (*tern_llvm_op_translator_t)(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_call(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_invoke(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_landingpad(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_inline_asm(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_call_intrinsic(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_assume(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_alloca(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_gep(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_load(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_store(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_atomicrmw(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_cmpxchg(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_fence(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_blockaddress(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_br(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_cond_br(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_switch(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_indirectbr(tern_llvm_translation_t *t, tern_op_t *op);
bool tern_llvm_translate_intrinsic(tern_llvm_translation_t *t, tern_op_t *op);
// Any op of the nvvm dialect.
bool tern_llvm_translate_nvvm(tern_llvm_translation_t *t, tern_op_t *op);
// Any op of the rocdl dialect.
bool tern_llvm_translate_rocdl(tern_llvm_translation_t *t, tern_op_t *op);
// Any op of the gpu dialect.
bool tern_llvm_translate_gpu(tern_llvm_translation_t *t, tern_op_t *op);

// Operand as LLVM value; never NULL, since blocks are visited in dominance order.
LLVMValueRef tern_llvm_operand(const tern_llvm_translation_t *t, const tern_op_t *op, size_t index);
void tern_llvm_set_value(tern_llvm_translation_t *t, const tern_value_t *value, LLVMValueRef translated);
// The block to branch to for successor `index`; notes the edge, and puts a block between where two edges from here to
// one block would hand over different values.
LLVMBasicBlockRef tern_llvm_edge_to(tern_llvm_translation_t *t, const tern_op_t *op, size_t index);
// Sets the flags of `fastmathFlags`, if the value takes any.
void tern_llvm_set_fastmath(const tern_op_t *op, LLVMValueRef value);
static inline const tern_type_t *tern_llvm_type_param(const tern_type_t *type, size_t index) {
  return (const tern_type_t *)(uintptr_t)type->params[index];
}
static inline int64_t tern_llvm_int_attr(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : otherwise;
}
static inline int64_t tern_llvm_enum_attr(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : otherwise;
}

#endif  // TERN_TARGET_LLVM_TRANSLATE_H_
