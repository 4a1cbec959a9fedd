// Memref descriptors and the small things that conversions to the llvm dialect make everywhere (upstream:
// MemRefBuilder, StructBuilder, and the helpers of ConvertToLLVMPattern).

#include <stdio.h>

#include "asm/printer.h"
#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "ir/symbol.h"

// Where the parts of a descriptor are.
enum { ALLOCATED, ALIGNED, OFFSET, SIZES, STRIDES };

// --- small things ---

tern_value_t *tern_llvm_make_index(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, int64_t value) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_index_type_get(builder->context), value);
  return tern_llvm_build_constant(builder, lowering->index_type, attr);
}

tern_value_t *tern_llvm_make_poison(tern_builder_t *builder, const tern_type_t *type) {
  return tern_build_value(builder, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(type));
}

tern_value_t *tern_llvm_make_zero(tern_builder_t *builder, const tern_type_t *type) {
  return tern_build_value(builder, TERN_LLVM(MLIR_ZERO), .types = TERN_TYPES(type));
}

tern_value_t *tern_llvm_make_undef(tern_builder_t *builder, const tern_type_t *type) {
  return tern_build_value(builder, TERN_LLVM(MLIR_UNDEF), .types = TERN_TYPES(type));
}

tern_value_t *tern_llvm_make(tern_builder_t *builder, const tern_op_row_t *row, const tern_type_t *type,
                             tern_values_t operands) {
  return tern_build_value(builder, row, .operands = operands, .types = TERN_TYPES(type));
}

// The type of the member of an aggregate.
static const tern_type_t *member_type(const tern_type_t *type, const int64_t *position, size_t depth) {
  for (size_t i = 0; i < depth; ++i) {
    bool is_struct = tern_type_is_llvm(type, TERN_LLVM_STRUCT);
    type = is_struct ? tern_llvm_struct_elements(type).values[position[i]]
                     : (const tern_type_t *)(uintptr_t)type->params[0];
  }
  return type;
}

tern_value_t *tern_llvm_make_extract(tern_builder_t *builder, tern_value_t *aggregate, const int64_t *position,
                                     size_t depth) {
  return tern_build_value(
      builder, TERN_LLVM(EXTRACTVALUE), .operands = TERN_VALUES(aggregate),
      .types = TERN_TYPES(member_type(aggregate->type, position, depth)),
      .attrs = TERN_ATTRS({"position", tern_dense_i64_array_attr_get(builder->context, position, depth)}));
}

tern_value_t *tern_llvm_make_insert(tern_builder_t *builder, tern_value_t *aggregate, tern_value_t *value,
                                    const int64_t *position, size_t depth) {
  return tern_llvm_build_insert(builder, aggregate, value, position, depth);
}

// `constants[i]` is TERN_LLVM_GEP_DYNAMIC where the index is the next of `indices`.
static tern_value_t *make_gep(tern_builder_t *builder, const tern_type_t *pointer, const tern_type_t *element,
                              tern_value_t *base, tern_values_t indices, const int32_t *constants, size_t count,
                              int64_t no_wrap) {
  tern_value_t *inline_operands[8], **operands = inline_operands;
  if (indices.count > 7) operands = tern_malloc((indices.count + 1) * sizeof *operands);
  operands[0] = base;
  for (size_t i = 0; i < indices.count; ++i) operands[i + 1] = indices.values[i];
  tern_named_attr_t attrs[3] = {
      {"elem_type", tern_type_attr_get(element)},
      {"rawConstantIndices", tern_dense_i32_array_attr_get(builder->context, constants, count)},
  };
  size_t attr_count = 2;
  if (no_wrap) {
    attrs[attr_count++] =
        (tern_named_attr_t){"noWrapFlags", tern_enum_attr_get(builder->context, TERN_LLVM_ENUM(GEP_NO_WRAP), no_wrap)};
  }
  tern_value_t *result = tern_build_value(builder, TERN_LLVM(GETELEMENTPTR), .operands = {operands, indices.count + 1},
                                          .types = TERN_TYPES(pointer), .attrs = {attrs, attr_count});
  if (operands != inline_operands) free(operands);
  return result;
}

tern_value_t *tern_llvm_make_gep(tern_builder_t *builder, const tern_type_t *pointer, const tern_type_t *element,
                                 tern_value_t *base, tern_values_t indices, int64_t no_wrap) {
  int32_t inline_constants[8] = {0}, *constants = inline_constants;
  if (indices.count > 8) constants = tern_malloc(indices.count * sizeof *constants);
  for (size_t i = 0; i < indices.count; ++i) constants[i] = TERN_LLVM_GEP_DYNAMIC;
  tern_value_t *result = make_gep(builder, pointer, element, base, indices, constants, indices.count, no_wrap);
  if (constants != inline_constants) free(constants);
  return result;
}

tern_value_t *tern_llvm_make_gep_constant(tern_builder_t *builder, const tern_type_t *pointer,
                                          const tern_type_t *element, tern_value_t *base, const int32_t *indices,
                                          size_t count) {
  return make_gep(builder, pointer, element, base, (tern_values_t){0}, indices, count, 0);
}

tern_value_t *tern_llvm_make_size_of(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                     const tern_type_t *type) {
  const tern_type_t *pointer = tern_llvm_ptr_type(builder->context, 0);
  tern_value_t *null = tern_llvm_make_zero(builder, pointer);
  tern_value_t *end = tern_llvm_make_gep_constant(builder, pointer, type, null, (int32_t[]){1}, 1);
  return tern_llvm_make(builder, TERN_LLVM(PTRTOINT), lowering->index_type, TERN_VALUES(end));
}

tern_value_t *tern_llvm_make_alloca(tern_builder_t *builder, const tern_type_t *element, tern_value_t *count) {
  return tern_build_value(builder, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(count),
                          .types = TERN_TYPES(tern_llvm_ptr_type(builder->context, 0)),
                          .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(element)}));
}

// --- functions ---

tern_op_t *tern_llvm_make_function(tern_builder_t *builder, tern_str_t name, const tern_type_t *type,
                                   tern_llvm_linkage_t linkage) {
  tern_context_t *context = builder->context;
  return tern_build(builder, TERN_LLVM(FUNC), .regions = 1,
                    .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, name)},
                                        {"function_type", tern_type_attr_get(type)},
                                        {"linkage", tern_enum_attr_get(context, TERN_LLVM_ENUM(LINKAGE), linkage)}));
}

static bool report_type(const tern_op_t *function, const char *name) {
  tern_string_builder_t text = {0};
  tern_print_type(tern_type_attr_value(tern_op_attr(function, "function_type")), &text);
  tern_emit_error(function->loc, "redefinition of reserved function '%s' of different type '%s' is prohibited", name,
                  text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

tern_op_t *tern_llvm_runtime_function(tern_builder_t *builder, tern_op_t *module, const char *name,
                                      const tern_type_t *result, tern_types_t params, bool is_variadic) {
  const tern_type_t *type = tern_llvm_func_type(result, params, is_variadic);
  tern_str_t wanted = tern_str_from_cstr(name);
  tern_op_t *known = tern_symbol_lookup_in(module, wanted);
  if (known && tern_op_is(known, TERN_LLVM(FUNC))) {
    if (tern_type_attr_value(tern_op_attr(known, "function_type")) == type) return known;
    report_type(known, name);
    return NULL;
  }
  // Another symbol of that name is none of the library's: the function gets a name of its own.
  char unique[128];
  for (unsigned i = 0; known && i < 1000; ++i) {
    snprintf(unique, sizeof unique, "%s_%u", name, i);
    wanted = tern_str_from_cstr(unique);
    known = tern_symbol_lookup_in(module, wanted);
    if (known && tern_op_is(known, TERN_LLVM(FUNC)) &&
        tern_type_attr_value(tern_op_attr(known, "function_type")) == type) {
      return known;
    }
  }
  tern_builder_t at_start = *builder;
  tern_builder_set_start(&at_start, tern_op_body(module, 0));
  return tern_llvm_make_function(&at_start, wanted, type, TERN_LLVM_LINKAGE_EXTERNAL);
}

tern_value_t *tern_llvm_make_call(tern_builder_t *builder, tern_op_t *function, tern_values_t args) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  const tern_type_t *result = (const tern_type_t *)(uintptr_t)type->params[0];
  bool is_void = tern_type_is_llvm(result, TERN_LLVM_VOID);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(builder->context, tern_symbol_name(function));
  tern_op_t *call = tern_llvm_build_call(builder, callee, args, is_void ? NULL : result);
  if (type->params[1]) tern_op_set_attr(call, "var_callee_type", tern_type_attr_get(type));
  return is_void ? NULL : tern_op_result(call, 0);
}

// The address that an array of addresses has at `index`.
static tern_value_t *load_address(tern_builder_t *b, tern_value_t *array, size_t index) {
  const tern_type_t *pointer = array->type;
  const int32_t place_index = (int32_t)index;
  tern_value_t *place = tern_llvm_make_gep_constant(b, pointer, pointer, array, &place_index, 1);
  return tern_llvm_make(b, TERN_LLVM(LOAD), pointer, TERN_VALUES(place));
}

tern_op_t *tern_llvm_make_packed_entry(tern_op_t *function, tern_str_t name) {
  tern_block_t *body = function->regions[0].first_block;
  tern_builder_t b = tern_builder_after(function);
  const tern_type_t *pointer = tern_llvm_ptr_type(b.context, 0);
  const tern_type_t *type = tern_llvm_func_type(tern_llvm_void_type(b.context), TERN_TYPES(pointer), false);
  tern_op_t *entry = tern_llvm_make_function(&b, name, type, TERN_LLVM_LINKAGE_EXTERNAL);
  tern_builder_add_block(&b, &entry->regions[0], TERN_TYPES(pointer));
  tern_value_t *array = entry->regions[0].first_block->args[0];
  tern_value_t **values = tern_malloc((body->arg_count + 1) * sizeof *values);
  for (size_t i = 0; i < body->arg_count; ++i) {
    values[i] = tern_llvm_make(&b, TERN_LLVM(LOAD), body->args[i]->type, TERN_VALUES(load_address(&b, array, i)));
  }
  tern_value_t *result = tern_llvm_make_call(&b, function, (tern_values_t){values, body->arg_count});
  if (result) {
    tern_value_t *place = load_address(&b, array, body->arg_count);
    tern_build(&b, TERN_LLVM(STORE), .operands = TERN_VALUES(result, place));
  }
  free(values);
  tern_build(&b, TERN_LLVM(RETURN), .operands = {0});
  return entry;
}

// --- ranked descriptors ---

tern_memref_descriptor_t tern_memref_descriptor_poison(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                                       const tern_type_t *struct_type) {
  return tern_memref_descriptor_of(lowering, builder, tern_llvm_make_poison(builder, struct_type));
}

tern_memref_descriptor_t tern_memref_descriptor_static(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                                       const tern_type_t *memref, tern_value_t *memory,
                                                       tern_value_t *aligned_memory) {
  int64_t strides[64] = {0}, offset = 0;
  tern_memref_type_strides(memref, strides, &offset);
  const tern_type_t *type = tern_llvm_lower_type(lowering, memref);
  tern_memref_descriptor_t descriptor = tern_memref_descriptor_poison(lowering, builder, type);
  tern_memref_descriptor_set_allocated(&descriptor, memory);
  tern_memref_descriptor_set_aligned(&descriptor, aligned_memory);
  tern_memref_descriptor_set_constant_offset(&descriptor, offset);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    tern_memref_descriptor_set_constant_size(&descriptor, i, tern_type_dim(memref, i));
    tern_memref_descriptor_set_constant_stride(&descriptor, i, strides[i]);
  }
  return descriptor;
}

static tern_value_t *get(tern_memref_descriptor_t *descriptor, int64_t field) {
  return tern_llvm_make_extract(descriptor->builder, descriptor->value, &field, 1);
}

static tern_value_t *get_of_dim(tern_memref_descriptor_t *descriptor, int64_t field, size_t dim) {
  return tern_llvm_make_extract(descriptor->builder, descriptor->value, (int64_t[]){field, (int64_t)dim}, 2);
}

static void set(tern_memref_descriptor_t *descriptor, int64_t field, tern_value_t *value) {
  descriptor->value = tern_llvm_make_insert(descriptor->builder, descriptor->value, value, &field, 1);
}

static void set_of_dim(tern_memref_descriptor_t *descriptor, int64_t field, size_t dim, tern_value_t *value) {
  int64_t position[] = {field, (int64_t)dim};
  descriptor->value = tern_llvm_make_insert(descriptor->builder, descriptor->value, value, position, 2);
}

tern_value_t *tern_memref_descriptor_allocated(tern_memref_descriptor_t *descriptor) {
  return get(descriptor, ALLOCATED);
}
tern_value_t *tern_memref_descriptor_aligned(tern_memref_descriptor_t *descriptor) { return get(descriptor, ALIGNED); }
tern_value_t *tern_memref_descriptor_offset(tern_memref_descriptor_t *descriptor) { return get(descriptor, OFFSET); }
tern_value_t *tern_memref_descriptor_size(tern_memref_descriptor_t *descriptor, size_t dim) {
  return get_of_dim(descriptor, SIZES, dim);
}
tern_value_t *tern_memref_descriptor_stride(tern_memref_descriptor_t *descriptor, size_t dim) {
  return get_of_dim(descriptor, STRIDES, dim);
}
void tern_memref_descriptor_set_allocated(tern_memref_descriptor_t *descriptor, tern_value_t *pointer) {
  set(descriptor, ALLOCATED, pointer);
}
void tern_memref_descriptor_set_aligned(tern_memref_descriptor_t *descriptor, tern_value_t *pointer) {
  set(descriptor, ALIGNED, pointer);
}
void tern_memref_descriptor_set_offset(tern_memref_descriptor_t *descriptor, tern_value_t *offset) {
  set(descriptor, OFFSET, offset);
}
void tern_memref_descriptor_set_size(tern_memref_descriptor_t *descriptor, size_t dim, tern_value_t *size) {
  set_of_dim(descriptor, SIZES, dim, size);
}
void tern_memref_descriptor_set_stride(tern_memref_descriptor_t *descriptor, size_t dim, tern_value_t *stride) {
  set_of_dim(descriptor, STRIDES, dim, stride);
}

static tern_value_t *constant(tern_memref_descriptor_t *descriptor, int64_t value) {
  return tern_llvm_make_index(descriptor->lowering, descriptor->builder, value);
}

void tern_memref_descriptor_set_constant_offset(tern_memref_descriptor_t *descriptor, int64_t offset) {
  set(descriptor, OFFSET, constant(descriptor, offset));
}
void tern_memref_descriptor_set_constant_size(tern_memref_descriptor_t *descriptor, size_t dim, int64_t size) {
  set_of_dim(descriptor, SIZES, dim, constant(descriptor, size));
}
void tern_memref_descriptor_set_constant_stride(tern_memref_descriptor_t *descriptor, size_t dim, int64_t stride) {
  set_of_dim(descriptor, STRIDES, dim, constant(descriptor, stride));
}

tern_value_t *tern_memref_descriptor_size_at(tern_memref_descriptor_t *descriptor, tern_value_t *dim, size_t rank) {
  tern_builder_t *b = descriptor->builder;
  const tern_type_t *index = descriptor->lowering->index_type, *array = tern_llvm_array_type(index, rank);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  tern_value_t *one = constant(descriptor, 1);
  tern_value_t *sizes = get(descriptor, SIZES);
  tern_value_t *memory = tern_llvm_make_alloca(b, array, one);
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(sizes, memory));
  const int32_t constants[] = {0, TERN_LLVM_GEP_DYNAMIC};
  tern_value_t *place = make_gep(b, pointer, array, memory, TERN_VALUES(dim), constants, 2, 0);
  return tern_llvm_make(b, TERN_LLVM(LOAD), index, TERN_VALUES(place));
}

tern_value_t *tern_memref_descriptor_buffer(tern_memref_descriptor_t *descriptor, const tern_type_t *memref) {
  int64_t strides[64], offset = 0;
  tern_memref_type_strides(memref, strides, &offset);
  tern_value_t *pointer = tern_memref_descriptor_aligned(descriptor);
  if (offset == 0) return pointer;
  tern_value_t *by = offset == TERN_DYNAMIC ? tern_memref_descriptor_offset(descriptor) : constant(descriptor, offset);
  const tern_type_t *element = tern_llvm_lower_type(descriptor->lowering, tern_type_element(memref));
  return tern_llvm_make_gep(descriptor->builder, pointer->type, element, pointer, TERN_VALUES(by), 0);
}

size_t tern_llvm_descriptor_rank(const tern_type_t *struct_type) {
  tern_types_t fields = tern_llvm_struct_elements(struct_type);
  return fields.count > SIZES ? (size_t)fields.values[SIZES]->params[1] : 0;
}

tern_value_t *tern_memref_descriptor_pack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                          const tern_type_t *memref, tern_values_t parts) {
  size_t rank = tern_type_rank(memref);
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_poison(lowering, builder, tern_llvm_lower_type(lowering, memref));
  tern_memref_descriptor_set_allocated(&descriptor, parts.values[ALLOCATED]);
  tern_memref_descriptor_set_aligned(&descriptor, parts.values[ALIGNED]);
  tern_memref_descriptor_set_offset(&descriptor, parts.values[OFFSET]);
  for (size_t i = 0; i < rank; ++i) {
    tern_memref_descriptor_set_size(&descriptor, i, parts.values[SIZES + i]);
    tern_memref_descriptor_set_stride(&descriptor, i, parts.values[SIZES + rank + i]);
  }
  return descriptor.value;
}

void tern_memref_descriptor_unpack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, tern_value_t *value,
                                   const tern_type_t *memref, tern_value_t **out_parts) {
  tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, builder, value);
  size_t rank = tern_type_rank(memref);
  *out_parts++ = tern_memref_descriptor_allocated(&descriptor);
  *out_parts++ = tern_memref_descriptor_aligned(&descriptor);
  *out_parts++ = tern_memref_descriptor_offset(&descriptor);
  for (size_t i = 0; i < rank; ++i) *out_parts++ = tern_memref_descriptor_size(&descriptor, i);
  for (size_t i = 0; i < rank; ++i) *out_parts++ = tern_memref_descriptor_stride(&descriptor, i);
}

// --- unranked descriptors ---

tern_value_t *tern_unranked_descriptor_make(tern_builder_t *builder, const tern_type_t *struct_type, tern_value_t *rank,
                                            tern_value_t *pointer) {
  tern_value_t *descriptor = tern_llvm_make_poison(builder, struct_type);
  descriptor = tern_llvm_make_insert(builder, descriptor, rank, (int64_t[]){0}, 1);
  return tern_llvm_make_insert(builder, descriptor, pointer, (int64_t[]){1}, 1);
}

tern_value_t *tern_unranked_descriptor_pack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                            const tern_type_t *memref, tern_values_t parts) {
  const tern_type_t *type = tern_llvm_lower_type(lowering, memref);
  return tern_unranked_descriptor_make(builder, type, parts.values[0], parts.values[1]);
}

tern_value_t *tern_unranked_descriptor_rank(tern_builder_t *builder, tern_value_t *descriptor) {
  return tern_llvm_make_extract(builder, descriptor, (int64_t[]){0}, 1);
}

tern_value_t *tern_unranked_descriptor_pointer(tern_builder_t *builder, tern_value_t *descriptor) {
  return tern_llvm_make_extract(builder, descriptor, (int64_t[]){1}, 1);
}

// --- addresses ---

tern_value_t *tern_llvm_element_ptr(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                    const tern_type_t *memref, tern_value_t *value, tern_values_t indices,
                                    int64_t no_wrap) {
  int64_t strides[64], offset;
  tern_memref_type_strides(memref, strides, &offset);
  // Products and sums do not wrap around where the address does not.
  int64_t overflow = 0;
  if (no_wrap & (TERN_LLVM_GEP_NUSW | TERN_LLVM_GEP_INBOUNDS)) overflow |= TERN_LLVM_OVERFLOW_NSW;
  if (no_wrap & TERN_LLVM_GEP_NUW) overflow |= TERN_LLVM_OVERFLOW_NUW;
  const tern_attr_t *flags = tern_enum_attr_get(builder->context, TERN_LLVM_ENUM(OVERFLOW), overflow);
  tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, builder, value);
  tern_value_t *base = tern_memref_descriptor_buffer(&descriptor, memref), *index = NULL;
  for (size_t i = 0; i < indices.count; ++i) {
    tern_value_t *step = indices.values[i];
    if (strides[i] != 1) {
      tern_value_t *stride = strides[i] == TERN_DYNAMIC ? tern_memref_descriptor_stride(&descriptor, i)
                                                        : tern_llvm_make_index(lowering, builder, strides[i]);
      step = tern_build_value(builder, TERN_LLVM(MUL), .operands = TERN_VALUES(step, stride),
                              .types = TERN_TYPES(step->type), .attrs = TERN_ATTRS({"overflowFlags", flags}));
    }
    index = index ? tern_build_value(builder, TERN_LLVM(ADD), .operands = TERN_VALUES(index, step),
                                     .types = TERN_TYPES(index->type), .attrs = TERN_ATTRS({"overflowFlags", flags}))
                  : step;
  }
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  return index ? tern_llvm_make_gep(builder, base->type, element, base, TERN_VALUES(index), no_wrap) : base;
}
