// Shared and global memory that was allocated to ops, and values that move between lanes; see to_llvm.h (upstream:
// getStackPointer, getSharedMemoryBase, getGlobalScratchPtr).

#include "convert/triton/to_llvm/to_llvm.h"

static const char shared_name[] = "global_smem";

// The last arguments of functions: of kernels only the last two.
enum { PROFILE_FROM_END = 1, GLOBAL_FROM_END, SHARED_FROM_END };

static const tern_op_t *function_around(const tern_op_t *op) {
  const tern_op_t *function = op;
  while (function && !tern_op_is(function, TERN_LLVM(FUNC))) function = tern_op_parent(function);
  return function;
}

static tern_value_t *arg_from_end(const tern_op_t *function, uint32_t distance) {
  const tern_block_t *entry = tern_op_body(function, 0);
  return entry->args[entry->arg_count - distance];
}

void tern_triton_make_shared_memory(tern_op_t *module, unsigned space) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool is_global = tern_op_is(op, TERN_LLVM(MLIR_GLOBAL));
    if (is_global && tern_str_equal_cstr(tern_string_attr_value(tern_op_attr(op, "sym_name")), shared_name)) return;
  }
  tern_context_t *context = tern_op_context(module);
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), module->loc);
  const tern_type_t *i32 = tern_i_type_get(context, 32), *i64 = tern_i_type_get(context, 64);
  const tern_type_t *array = tern_llvm_array_type(tern_i_type_get(context, 8), 0);
  const tern_attr_t *linkage = tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_EXTERNAL);
  tern_build(&b, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
             .attrs = TERN_ATTRS({"global_type", tern_type_attr_get(array)},
                                 {"sym_name", tern_string_attr_get(context, TERN_STR("global_smem"))},
                                 {"linkage", linkage}, {"addr_space", tern_integer_attr_get(i32, space)},
                                 {"alignment", tern_integer_attr_get(i64, 16)}));
}

tern_value_t *tern_triton_shared_base(tern_conversion_t *conversion, const tern_op_t *op) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_op_t *function = function_around(op);
  if (!tern_triton_is_kernel(function)) return arg_from_end(function, SHARED_FROM_END);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, tern_triton_target_of(conversion)->shared_space);
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(shared_name));
  return tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(pointer),
                          .attrs = TERN_ATTRS({"global_name", name}));
}

tern_value_t *tern_triton_shared_address(tern_conversion_t *conversion, const tern_op_t *op) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_attr_t *offset = tern_op_attr(op, "allocation.offset");
  if (!tern_attr_is_integer(offset)) return tern_triton_shared_base(conversion, op);
  tern_value_t *bytes = tern_emit_i32(b, tern_integer_attr_value(offset));
  tern_value_t *base = tern_triton_shared_base(conversion, op);
  return tern_llvm_build_gep(b, tern_emit_i(b, 8), base, &bytes, NULL, 1);
}

// The number of the program in the grid, x first.
static tern_value_t *linear_program_id(tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  tern_value_t *id = target->program_id(conversion, 2);
  for (int64_t axis = 1; axis >= 0; --axis) {
    tern_value_t *lines = tern_emit_mul(b, id, target->program_count(conversion, axis));
    id = tern_emit_add(b, target->program_id(conversion, axis), lines);
  }
  return id;
}

tern_value_t *tern_triton_global_scratch(tern_conversion_t *conversion, const tern_op_t *op, int64_t offset) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_op_t *function = function_around(op);
  tern_value_t *base = arg_from_end(function, GLOBAL_FROM_END);
  if (tern_triton_is_kernel(function)) {
    // Each block of each program has its own part of what the launch brings.
    const tern_attr_t *size = tern_op_attr(function, "ttg.global_scratch_memory_size");
    if (!size) size = tern_op_attr(tern_triton_lowering_of(conversion)->module, "ttg.global_scratch_memory_size");
    if (tern_attr_is_integer(size) && tern_integer_attr_value(size) > 0) {
      tern_value_t *bytes = tern_emit_i32(b, tern_integer_attr_value(size));
      int64_t blocks = tern_triton_lowering_of(conversion)->cta_count;
      tern_value_t *number = linear_program_id(conversion);
      if (blocks > 1) {
        number = tern_emit_mul(b, number, tern_emit_i32(b, blocks));
        number = tern_emit_add(b, number, tern_triton_ids(conversion, op).block);
      }
      bytes = tern_emit_mul(b, number, bytes);
      base = tern_emit_gep(b, tern_emit_i(b, 8), base, bytes);
    }
  }
  return tern_emit_gep_bytes(b, base, offset);
}

// --- between lanes ---

// A value as 32-bit words: of a type of at most 64 bits.
static size_t to_words(tern_builder_t *b, tern_value_t *value, tern_value_t **words) {
  bool is_pointer = tern_type_is_llvm(value->type, TERN_LLVM_PTR);
  uint32_t width = is_pointer ? 64 : (uint32_t)tern_llvm_type_size(value->type) * 8;
  if (!is_pointer && tern_type_is_integer(value->type)) width = tern_integer_type_width(value->type);
  tern_value_t *bits = tern_emit_bitcast(b, value, tern_emit_i(b, width));
  if (width <= 32) {
    words[0] = tern_emit_resize(b, bits, 32);
    return 1;
  }
  bits = tern_emit_resize(b, bits, 64);
  words[0] = tern_emit_resize(b, bits, 32);
  words[1] = tern_emit_resize(b, tern_emit_lshr(b, bits, 32), 32);
  return 2;
}

static tern_value_t *from_words(tern_builder_t *b, tern_value_t *const *words, size_t count, const tern_type_t *type) {
  bool is_pointer = tern_type_is_llvm(type, TERN_LLVM_PTR);
  uint32_t width = is_pointer ? 64 : (uint32_t)tern_llvm_type_size(type) * 8;
  if (!is_pointer && tern_type_is_integer(type)) width = tern_integer_type_width(type);
  tern_value_t *bits = words[0];
  if (count == 2) {
    tern_value_t *high = tern_emit_shl(b, tern_emit_resize(b, words[1], 64), 32);
    bits = tern_emit_or_disjoint(b, tern_emit_resize(b, words[0], 64), high);
  }
  return tern_emit_bitcast(b, tern_emit_resize(b, bits, width), type);
}

tern_value_t *tern_triton_shuffle(tern_conversion_t *conversion, tern_triton_shuffle_t kind, tern_value_t *value,
                                  tern_value_t *lane) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *words[2];
  size_t count = to_words(b, value, words);
  for (size_t i = 0; i < count; ++i)
    words[i] = tern_triton_target_of(conversion)->shuffle(conversion, kind, words[i], lane);
  return from_words(b, words, count, value->type);
}
