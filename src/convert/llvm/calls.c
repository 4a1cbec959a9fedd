// Memrefs as arguments and results of calls, and the functions of the C library that manage memory (upstream:
// LLVMTypeConverter::promoteOperands, ConvertToLLVMPattern::copyUnrankedDescriptors, FunctionCallUtils).

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "ir/symbol.h"

// --- arguments ---

static void add_parts(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *type,
                      tern_value_t *descriptor, tern_llvm_value_vec_t *out_values) {
  if (type->kind == TERN_TYPE_UNRANKED_MEMREF) {
    tern_vec_push(out_values, tern_unranked_descriptor_rank(b, descriptor));
    tern_vec_push(out_values, tern_unranked_descriptor_pointer(b, descriptor));
    return;
  }
  size_t count = 3 + 2 * tern_type_rank(type);
  tern_vec_reserve(out_values, out_values->count + count);
  tern_memref_descriptor_unpack(lowering, b, descriptor, type, out_values->values + out_values->count);
  out_values->count += count;
}

void tern_llvm_promote_operands(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, tern_values_t originals,
                                tern_values_t operands, bool use_bare_ptr, tern_llvm_value_vec_t *out_values) {
  use_bare_ptr = use_bare_ptr || lowering->options.use_bare_ptr;
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_type_t *type = originals.values[i]->type;
    bool is_ranked = type->kind == TERN_TYPE_MEMREF;
    if (use_bare_ptr && is_ranked) {
      tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, builder, operands.values[i]);
      tern_vec_push(out_values, tern_memref_descriptor_aligned(&descriptor));
    } else if (!use_bare_ptr && (is_ranked || type->kind == TERN_TYPE_UNRANKED_MEMREF)) {
      add_parts(lowering, builder, type, operands.values[i], out_values);
    } else {
      tern_vec_push(out_values, operands.values[i]);
    }
  }
}

// --- functions of the C library ---

tern_op_t *tern_llvm_module_around(const tern_builder_t *builder) {
  tern_op_t *op = tern_block_parent_op(builder->block);
  while (op && !tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) op = tern_op_parent(op);
  return op;
}

static tern_op_t *find_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, const char *name,
                                const char *generic_name, const tern_type_t *result, tern_types_t params) {
  const char *used = lowering->options.use_generic_functions ? generic_name : name;
  return tern_llvm_runtime_function(builder, tern_llvm_module_around(builder), used, result, params, false);
}

tern_op_t *tern_llvm_malloc_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder) {
  return find_function(lowering, builder, "malloc", "_mlir_memref_to_llvm_alloc",
                       tern_llvm_ptr_type(builder->context, 0), TERN_TYPES(lowering->index_type));
}

tern_op_t *tern_llvm_aligned_alloc_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder) {
  return find_function(lowering, builder, "aligned_alloc", "_mlir_memref_to_llvm_aligned_alloc",
                       tern_llvm_ptr_type(builder->context, 0), TERN_TYPES(lowering->index_type, lowering->index_type));
}

tern_op_t *tern_llvm_free_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder) {
  return find_function(lowering, builder, "free", "_mlir_memref_to_llvm_free", tern_llvm_void_type(builder->context),
                       TERN_TYPES(tern_llvm_ptr_type(builder->context, 0)));
}

// --- unranked memrefs ---

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(b, row, lhs->type, TERN_VALUES(lhs, rhs));
}

void tern_unranked_descriptor_sizes(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_values_t descriptors,
                                    tern_value_t **out_sizes) {
  tern_value_t *one = tern_llvm_make_index(lowering, b, 1), *two = tern_llvm_make_index(lowering, b, 2);
  tern_value_t *index_size = tern_llvm_make_index(lowering, b, (lowering->options.index_width + 7) / 8);
  for (size_t i = 0; i < descriptors.count; ++i) {
    // Two pointers, an offset, and a size and a stride for each dimension.
    tern_value_t *pointer_size = tern_llvm_make_index(lowering, b, (lowering->pointer_width + 7) / 8);
    tern_value_t *pointers = binary(b, TERN_LLVM(MUL), two, pointer_size);
    tern_value_t *rank = tern_unranked_descriptor_rank(b, descriptors.values[i]);
    tern_value_t *numbers = binary(b, TERN_LLVM(ADD), binary(b, TERN_LLVM(MUL), two, rank), one);
    out_sizes[i] = binary(b, TERN_LLVM(ADD), pointers, binary(b, TERN_LLVM(MUL), numbers, index_size));
  }
}

static void build_memcpy(tern_builder_t *b, tern_value_t *to, tern_value_t *from, tern_value_t *size) {
  tern_build(b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(to, from, size),
             .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(b->context, false)}));
}

bool tern_llvm_copy_unranked(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, tern_types_t types,
                             tern_value_t **values, bool to_heap) {
  tern_llvm_value_vec_t descriptors = {0}, sizes = {0};
  for (size_t i = 0; i < types.count; ++i) {
    if (types.values[i]->kind == TERN_TYPE_UNRANKED_MEMREF) tern_vec_push(&descriptors, values[i]);
  }
  if (descriptors.count == 0) return true;
  tern_vec_reserve(&sizes, descriptors.count);
  tern_values_t list = {descriptors.values, descriptors.count};
  tern_unranked_descriptor_sizes(lowering, builder, list, sizes.values);
  tern_op_t *function =
      to_heap ? tern_llvm_malloc_function(lowering, builder) : tern_llvm_free_function(lowering, builder);
  size_t next = 0;
  for (size_t i = 0; function && i < types.count; ++i) {
    if (types.values[i]->kind != TERN_TYPE_UNRANKED_MEMREF) continue;
    tern_value_t *size = sizes.values[next++];
    tern_value_t *memory = to_heap ? tern_llvm_make_call(builder, function, TERN_VALUES(size))
                                   : tern_llvm_make_alloca(builder, tern_i_type_get(builder->context, 8), size);
    tern_value_t *source = tern_unranked_descriptor_pointer(builder, values[i]);
    build_memcpy(builder, memory, source, size);
    if (!to_heap) tern_llvm_make_call(builder, function, TERN_VALUES(source));
    tern_value_t *poison = tern_llvm_make_poison(builder, values[i]->type);
    tern_value_t *rank = tern_unranked_descriptor_rank(builder, values[i]);
    poison = tern_llvm_make_insert(builder, poison, rank, (int64_t[]){0}, 1);
    values[i] = tern_llvm_make_insert(builder, poison, memory, (int64_t[]){1}, 1);
  }
  tern_vec_deinitialize(&descriptors);
  tern_vec_deinitialize(&sizes);
  return function != NULL;
}

// --- text ---

static tern_op_t *make_text_global(tern_builder_t *b, tern_op_t *module, const char *name, tern_str_t text,
                                   bool adds_newline) {
  char unique[128];
  snprintf(unique, sizeof unique, "%s", name);
  for (unsigned i = 0; tern_symbol_lookup_in(module, tern_str_from_cstr(unique)); ++i) {
    snprintf(unique, sizeof unique, "%s_%u", name, i);
  }
  size_t size = text.size + (adds_newline ? 2 : 1);
  char *bytes = tern_malloc(size);
  memcpy(bytes, text.data, text.size);
  if (adds_newline) bytes[text.size] = '\n';
  bytes[size - 1] = '\0';
  const tern_type_t *i8 = tern_i_type_get(b->context, 8);
  const tern_type_t *tensor = tern_tensor_type_get(i8, (int64_t[]){(int64_t)size}, 1, NULL);
  const tern_attr_t *value = tern_dense_elements_attr_get(tensor, bytes, size == 1);
  free(bytes);
  tern_builder_t at_start = *b;
  tern_builder_set_start(&at_start, tern_op_body(module, 0));
  const tern_attr_t *linkage = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_PRIVATE);
  return tern_build(&at_start, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
                    .attrs = TERN_ATTRS({"global_type", tern_type_attr_get(tern_llvm_array_type(i8, size))},
                                        {"constant", tern_unit_attr_get(b->context)},
                                        {"sym_name", tern_string_attr_get(b->context, tern_str_from_cstr(unique))},
                                        {"linkage", linkage}, {"value", value},
                                        {"addr_space", tern_integer_attr_get(tern_i_type_get(b->context, 32), 0)}));
}

bool tern_llvm_make_print_string(tern_builder_t *builder, tern_op_t *module, const char *global_name, tern_str_t text,
                                 bool adds_newline, const char *function_name) {
  tern_context_t *context = builder->context;
  const tern_type_t *pointer = tern_llvm_ptr_type(context, 0);
  tern_op_t *global = make_text_global(builder, module, global_name, text, adds_newline);
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global));
  tern_value_t *address = tern_build_value(builder, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(pointer),
                                           .attrs = TERN_ATTRS({"global_name", name}));
  const tern_type_t *array = tern_type_attr_value(tern_op_attr(global, "global_type"));
  tern_value_t *first = tern_llvm_make_gep_constant(builder, pointer, array, address, (int32_t[]){0}, 1);
  tern_op_t *function = tern_llvm_runtime_function(builder, module, function_name, tern_llvm_void_type(context),
                                                   TERN_TYPES(pointer), false);
  if (function) tern_llvm_make_call(builder, function, TERN_VALUES(first));
  return function != NULL;
}
