// vm: the host program as a register machine runs it: numbers of 32 and 64 bits, references, lists, buffers of bytes,
// branches, calls and imports (upstream: IREE's VM dialect). Its text is the assembler of the bytecode in target/vm.

#ifndef TERN_DIALECT_VM_VM_H_
#define TERN_DIALECT_VM_VM_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_VM_##ID,
#include "dialect/vm/vm_ops.def"
#undef OP
  TERN_VM_OP_COUNT
};

extern const tern_op_row_t tern_vm_ops[];
extern const tern_dialect_t tern_vm_dialect;

#define TERN_VM(ID) (&tern_vm_ops[TERN_VM_##ID])

// --- types ---
//   !vm.ref<T> [T], !vm.ref<?> [0]     !vm.list<T> [T], !vm.list<?> [!vm.opaque]     !vm.buffer, !vm.opaque []
// A list and a buffer are references themselves: !vm.ref<!vm.buffer> is !vm.buffer.
enum { TERN_VM_TYPE_REF, TERN_VM_TYPE_LIST, TERN_VM_TYPE_BUFFER, TERN_VM_TYPE_OPAQUE, TERN_VM_TYPE_COUNT };
extern const tern_type_row_t tern_vm_types[];
static inline bool tern_type_is_vm(const tern_type_t *type, int which) { return type->row == &tern_vm_types[which]; }
// `target` NULL or !vm.opaque: of any kind.
const tern_type_t *tern_vm_ref_type_get(tern_context_t *context, const tern_type_t *target);
const tern_type_t *tern_vm_list_type_get(const tern_type_t *element);
const tern_type_t *tern_vm_buffer_type_get(tern_context_t *context);
const tern_type_t *tern_vm_opaque_type_get(tern_context_t *context);
// Lives in a register of the reference bank.
static inline bool tern_vm_type_is_ref(const tern_type_t *type) {
  return tern_type_is_vm(type, TERN_VM_TYPE_REF) || tern_type_is_vm(type, TERN_VM_TYPE_LIST) ||
         tern_type_is_vm(type, TERN_VM_TYPE_BUFFER);
}
// i32, i64, f32 or f64.
bool tern_vm_type_is_value(const tern_type_t *type);
static inline bool tern_vm_type_is_any_ref(const tern_type_t *type) {
  return tern_type_is_vm(type, TERN_VM_TYPE_REF) && !type->params[0];
}
// Of a list, or of a !vm.ref<T>; NULL for !vm.ref<?>.
static inline const tern_type_t *tern_vm_type_target(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}

// --- attributes ---
//   #vm.ordinal_counts<import_funcs = 0, export_funcs = 0, internal_funcs = 0, global_bytes = 0, global_refs = 0,
//                      rodatas = 0, rwdatas = 0>          [the numbers, in this order]
enum {
  TERN_VM_COUNT_IMPORTS,
  TERN_VM_COUNT_EXPORTS,
  TERN_VM_COUNT_FUNCS,
  TERN_VM_COUNT_GLOBAL_BYTES,
  TERN_VM_COUNT_GLOBAL_REFS,
  TERN_VM_COUNT_RODATAS,
  TERN_VM_COUNT_RWDATAS,
  TERN_VM_COUNT_COUNT
};
extern const tern_attr_row_t tern_vm_attrs[];
const tern_attr_t *tern_vm_ordinal_counts_get(tern_context_t *context, const uint64_t counts[TERN_VM_COUNT_COUNT]);

// --- functions, imports, data ---
static inline const tern_type_t *tern_vm_func_type(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}
// Argument `index` of a vm.import may be repeated.
bool tern_vm_import_is_variadic_at(const tern_op_t *import, size_t index);
// Some argument may be repeated: it is called by vm.call.variadic.
bool tern_vm_import_is_variadic(const tern_op_t *import);
// Values that an argument type of an import stands for: the parts of a tuple, else one.
size_t tern_vm_segment_width(const tern_type_t *type);
// The symbol that a vm.call, vm.call.variadic, global or rodata op names by `attr`, in the module around it; or NULL.
tern_op_t *tern_vm_symbol_of(const tern_op_t *op, const char *attr);

// Bytes of what a constant attribute stands for (elements, strings, #util attributes): appended to `out`. False if it has
// no bytes; nothing is emitted.
bool tern_vm_serialize_constant(const tern_attr_t *value, tern_string_builder_t *out);
// The same, handed to `sink` piece by piece, so that large constants need not be in memory.
bool tern_vm_stream_constant(const tern_attr_t *value, tern_sink_t *sink);
// The same, as a size only (bytes); -1 if it has no bytes.
int64_t tern_vm_constant_size(const tern_attr_t *value);

#endif  // TERN_DIALECT_VM_VM_H_
