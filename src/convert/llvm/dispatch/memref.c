// memref ops to the llvm dialect (upstream: MemRefToLLVM), as descriptors.

#include "dialect/memref/memref.h"
#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/func/func.h"
#include "dialect/memref/type_inference.h"
#include "ir/context.h"

#define MAX_RANK 64

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// An i1 is kept in a byte that is 0 or 1.
static bool is_bool_memref(const tern_type_t *memref) { return tern_type_is_i(tern_type_element(memref), 1); }

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1);
  const tern_type_t *type = tern_llvm_convert_type(tern_type_element(memref));
  if (!is_bool_memref(memref)) {
    return tern_conversion_replace_value(
        conversion, op,
        tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type)));
  }
  const tern_type_t *i8 = tern_i_type_get(b->context, 8);
  tern_value_t *byte = tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(i8));
  return tern_conversion_replace_value(
      conversion, op, tern_build_value(b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(byte), .types = TERN_TYPES(type)));
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 1)->type;
  tern_value_t *value = operands.values[0];
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[1], operands.values + 2);
  if (is_bool_memref(memref)) {
    value = tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(value),
                             .types = TERN_TYPES(tern_i_type_get(b->context, 8)));
  }
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, address));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_atomic_rmw(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 1)->type;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[1], operands.values + 2);
  tern_value_t *result = tern_llvm_build_atomic_rmw(b, op, address, operands.values[0]);
  return result && tern_conversion_replace_value(conversion, op, result);
}

static bool convert_prefetch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  bool is_write = tern_integer_attr_value(tern_op_attr(op, "isWrite"));
  bool is_data = tern_integer_attr_value(tern_op_attr(op, "isDataCache"));
  tern_value_t *address =
      tern_descriptor_element_ptr(b, tern_op_operand(op, 0)->type, operands.values[0], operands.values + 1);
  tern_build(
      b, TERN_LLVM(INTR_PREFETCH), .operands = TERN_VALUES(address),
      .attrs = TERN_ATTRS({"rw", tern_integer_attr_get(i32, is_write)}, {"hint", tern_op_attr(op, "localityHint")},
                          {"cache", tern_integer_attr_get(i32, is_data)}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_pointer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *pointer = tern_descriptor_aligned_ptr(b, operands.values[0]);
  tern_conversion_replace(conversion, op,
                          TERN_VALUES(tern_build_value(b, TERN_LLVM(PTRTOINT), .operands = TERN_VALUES(pointer),
                                                       .types = TERN_TYPES(tern_i_type_get(b->context, 64)))));
  return true;
}

static bool convert_dim(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  const tern_attr_t *index = tern_value_constant(operands.values[1]);
  if (memref->kind != TERN_TYPE_MEMREF || !tern_attr_is_integer(index)) return false;
  int64_t dim = tern_integer_attr_value(index);
  if (dim < 0 || (size_t)dim >= tern_type_rank(memref)) return false;
  return tern_conversion_replace_value(
      conversion, op, tern_descriptor_size(builder_of(conversion), memref, operands.values[0], (size_t)dim));
}

// The mixed list of `statics` and the op's operands from `start` on: value `i` as i64.
typedef struct mixed {
  const tern_attr_t *statics;
  tern_value_t *const *dynamics;
  size_t used;
} mixed_t;

static tern_value_t *next_mixed(tern_builder_t *b, mixed_t *list, size_t index) {
  int64_t value = tern_dense_array_attr_int(list->statics, index);
  if (value == TERN_DYNAMIC) return list->dynamics[list->used++];
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 64), value);
}

static mixed_t mixed_of(const tern_op_t *op, tern_values_t operands, const char *group, const char *statics) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  return (mixed_t){tern_op_attr(op, statics), operands.values + start, 0};
}

// Dimensions of the source that the result keeps: a rank-reducing subview drops some of size 1.
static bool match_kept_dims(const tern_op_t *op, size_t *out_kept) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  int64_t lists[3][TERN_MEMREF_MAX_RANK] = {0};
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  bool is_dropped[TERN_MEMREF_MAX_RANK] = {0};
  size_t rank = tern_type_rank(source), kept = 0;
  if (rank > TERN_MEMREF_MAX_RANK) return false;
  for (size_t l = 0; l < 3; ++l) {
    for (size_t i = 0; i < rank; ++i) lists[l][i] = tern_dense_array_attr_int(tern_op_attr(op, names[l]), i);
  }
  const tern_type_t *full = tern_memref_subview_type(source, lists[0], lists[1], lists[2]);
  if (rank != tern_type_rank(result) && (!full || !tern_memref_dropped_dims(full, result, is_dropped))) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (!is_dropped[i]) out_kept[kept++] = i;
  }
  return kept == tern_type_rank(result);
}

static bool convert_subview(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  size_t kept[MAX_RANK], rank = tern_type_rank(source);
  if (rank > MAX_RANK || !match_kept_dims(op, kept)) return false;
  mixed_t offsets = mixed_of(op, operands, "offsets", "static_offsets");
  mixed_t sizes = mixed_of(op, operands, "sizes", "static_sizes");
  mixed_t strides = mixed_of(op, operands, "strides", "static_strides");
  tern_value_t *all_sizes[MAX_RANK], *all_strides[MAX_RANK], *new_sizes[MAX_RANK], *new_strides[MAX_RANK];
  tern_value_t *offset = tern_descriptor_offset(b, source, operands.values[0]);
  for (size_t i = 0; i < rank; ++i) {
    tern_value_t *stride = tern_descriptor_stride(b, source, operands.values[0], i);
    offset = tern_llvm_build_add(b, offset, tern_llvm_build_mul(b, next_mixed(b, &offsets, i), stride));
    all_sizes[i] = next_mixed(b, &sizes, i);
    all_strides[i] = tern_llvm_build_mul(b, next_mixed(b, &strides, i), stride);
  }
  for (size_t i = 0; i < tern_type_rank(result); ++i) {
    new_sizes[i] = all_sizes[kept[i]];
    new_strides[i] = all_strides[kept[i]];
  }
  return tern_conversion_replace_value(
      conversion, op,
      tern_descriptor_build(b, result, tern_descriptor_allocated_ptr(b, operands.values[0]),
                            tern_descriptor_aligned_ptr(b, operands.values[0]), offset, new_sizes, new_strides));
}

// A cast keeps the descriptor's parts; only what the types know of them changes.
static bool convert_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  if (source->kind != TERN_TYPE_MEMREF || result->kind != TERN_TYPE_MEMREF) return false;
  // Parts that were static in the source type may never have been written to its descriptor by a producer that knew
  // them; tern_descriptor_build always writes all, so the descriptor can be taken as it is.
  return tern_conversion_replace_value(conversion, op, operands.values[0]);
}

static bool convert_reinterpret_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  if (source->kind != TERN_TYPE_MEMREF || tern_type_rank(result) > MAX_RANK) return false;
  mixed_t offsets = mixed_of(op, operands, "offsets", "static_offsets");
  mixed_t sizes = mixed_of(op, operands, "sizes", "static_sizes");
  mixed_t strides = mixed_of(op, operands, "strides", "static_strides");
  tern_value_t *new_sizes[MAX_RANK], *new_strides[MAX_RANK], *offset = next_mixed(b, &offsets, 0);
  for (size_t i = 0; i < tern_type_rank(result); ++i) {
    new_sizes[i] = next_mixed(b, &sizes, i);
    new_strides[i] = next_mixed(b, &strides, i);
  }
  return tern_conversion_replace_value(
      conversion, op,
      tern_descriptor_build(b, result, tern_descriptor_allocated_ptr(b, operands.values[0]),
                            tern_descriptor_aligned_ptr(b, operands.values[0]), offset, new_sizes, new_strides));
}

// collapse_shape and expand_shape of contiguous groups: sizes multiply or divide, the innermost stride of a group stays.
static bool convert_collapse_shape(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  tern_value_t *sizes[MAX_RANK], *strides[MAX_RANK];
  if (tern_type_rank(result) > MAX_RANK) return false;
  for (size_t g = 0; g < tern_array_attr_count(groups); ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    size_t count = tern_int_list_attr_count(group), last = (size_t)tern_int_list_attr_at(group, count - 1);
    sizes[g] = tern_descriptor_size(b, source, operands.values[0], last);
    strides[g] = tern_descriptor_stride(b, source, operands.values[0], last);
    for (size_t i = count - 1; i-- > 0;) {
      size_t dim = (size_t)tern_int_list_attr_at(group, i);
      sizes[g] = tern_llvm_build_mul(b, tern_descriptor_size(b, source, operands.values[0], dim), sizes[g]);
    }
  }
  return tern_conversion_replace_value(
      conversion, op,
      tern_descriptor_build(b, result, tern_descriptor_allocated_ptr(b, operands.values[0]),
                            tern_descriptor_aligned_ptr(b, operands.values[0]),
                            tern_descriptor_offset(b, source, operands.values[0]), sizes, strides));
}

static bool convert_expand_shape(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  mixed_t shape = mixed_of(op, operands, "output_shape", "static_output_shape");
  tern_value_t *sizes[MAX_RANK], *strides[MAX_RANK];
  if (tern_type_rank(result) > MAX_RANK) return false;
  for (size_t i = 0; i < tern_type_rank(result); ++i) sizes[i] = next_mixed(b, &shape, i);
  for (size_t g = 0; g < tern_array_attr_count(groups); ++g) {
    const tern_attr_t *group = tern_array_attr_at(groups, g);
    tern_value_t *stride = tern_descriptor_stride(b, source, operands.values[0], g);
    for (size_t i = tern_int_list_attr_count(group); i-- > 0;) {
      size_t dim = (size_t)tern_int_list_attr_at(group, i);
      strides[dim] = stride;
      stride = tern_llvm_build_mul(b, stride, sizes[dim]);
    }
  }
  tern_value_t *one = tern_llvm_build_int(b, tern_i_type_get(b->context, 64), 1);
  // A rank-0 source has no group: all sizes are 1.
  for (size_t i = 0; tern_array_attr_count(groups) == 0 && i < tern_type_rank(result); ++i) strides[i] = one;
  return tern_conversion_replace_value(
      conversion, op,
      tern_descriptor_build(b, result, tern_descriptor_allocated_ptr(b, operands.values[0]),
                            tern_descriptor_aligned_ptr(b, operands.values[0]),
                            tern_descriptor_offset(b, source, operands.values[0]), sizes, strides));
}

// memref.global of constants: an llvm global of nested arrays. Only static shapes exist here, and no memory spaces.
static const tern_type_t *array_type(const tern_type_t *memref) {
  const tern_type_t *type = tern_llvm_convert_type(tern_type_element(memref));
  if (is_bool_memref(memref)) type = tern_i_type_get(memref->context, 8);
  for (size_t i = tern_type_rank(memref); type && i-- > 0;) {
    type = tern_llvm_array_type(type, (uint64_t)tern_type_dim(memref, i));
  }
  return type;
}

// The initial value with element type i8 in place of i1, which take a byte each in both forms.
static const tern_attr_t *initial_value(const tern_attr_t *value, const tern_type_t *memref) {
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  if (!is_bool_memref(memref)) return value;
  const tern_type_t *bytes = tern_type_with_element(tern_attr_type(value), tern_i_type_get(memref->context, 8));
  return tern_dense_elements_attr_retype(value, bytes);
}

static bool convert_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_type_attr_value(tern_op_attr(op, "type")), *type = array_type(memref);
  const tern_attr_t *value = initial_value(tern_op_attr(op, "initial_value"), memref);
  if (!type || !value || tern_memref_type_memory_space(memref)) return false;
  const tern_enum_row_t *linkage = tern_context_find_enum(b->context, TERN_STR("llvm.linkage"));
  int64_t is_private;
  if (!linkage || !tern_enum_case_value(linkage, TERN_STR("private"), &is_private)) return false;
  if (tern_type_rank(memref) == 0) value = tern_dense_elements_attr_at(value, 0);
  tern_op_t *global = tern_build(
      b, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"global_type", tern_type_attr_get(type)},
                          {"value", value}, {"linkage", tern_enum_attr_get(b->context, linkage, is_private)},
                          {"addr_space", tern_integer_attr_get(tern_i_type_get(b->context, 32), 0)}));
  if (tern_op_attr(op, "constant")) tern_op_set_attr(global, "constant", tern_unit_attr_get(b->context));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_get_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  int64_t strides[MAX_RANK], offset;
  if (tern_type_rank(memref) > MAX_RANK || !tern_memref_type_strides(memref, strides, &offset)) return false;
  tern_value_t *base =
      tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, 0)),
                       .attrs = TERN_ATTRS({"global_name", tern_op_attr(op, "name")}));
  tern_value_t *sizes[MAX_RANK], *stride_values[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    sizes[i] = tern_llvm_build_int(b, i64, tern_type_dim(memref, i));
    stride_values[i] = tern_llvm_build_int(b, i64, strides[i]);
  }
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0);
  return tern_conversion_replace_value(conversion, op,
                                       tern_descriptor_build(b, memref, base, base, zero, sizes, stride_values));
}

// memref.alloca of static size: memory of the function's frame. It goes to the entry block, so that a loop takes it once.
static bool convert_alloca(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  int64_t strides[MAX_RANK], offset;
  if (operands.count > 0)
    return tern_op_error(op, "is of a size that is not known: the stack is for static sizes only");
  if (tern_type_rank(memref) > MAX_RANK || !tern_memref_type_strides(memref, strides, &offset)) return false;
  const tern_type_t *type = array_type(memref);
  tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
  if (!func) func = tern_op_parent_of(op, TERN_FUNC(FUNC));
  if (!type || !func || offset != 0) return false;
  const tern_attr_t *declared = tern_op_attr(op, "alignment");
  const tern_attr_t *alignment = declared ? declared : tern_integer_attr_get(i64, 64);
  tern_builder_t entry = tern_builder_at_start(tern_op_body(func, 0), op->loc);
  entry.listener = b->listener;
  tern_value_t *base =
      tern_build_value(&entry, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(tern_llvm_build_int(&entry, i64, 1)),
                       .types = TERN_TYPES(tern_llvm_ptr_type(b->context, 0)),
                       .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(type)}, {"alignment", alignment}));
  tern_value_t *sizes[MAX_RANK], *stride_values[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    sizes[i] = tern_llvm_build_int(b, i64, tern_type_dim(memref, i));
    stride_values[i] = tern_llvm_build_int(b, i64, strides[i]);
  }
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0);
  return tern_conversion_replace_value(conversion, op,
                                       tern_descriptor_build(b, memref, base, base, zero, sizes, stride_values));
}

const tern_conversion_pattern_t tern_dispatch_memref_patterns[] = {
    {"alloca", TERN_MEMREF(ALLOCA), 1, convert_alloca},
    {"load", TERN_MEMREF(LOAD), 1, convert_load},
    {"store", TERN_MEMREF(STORE), 1, convert_store},
    {"atomic-rmw", TERN_MEMREF(ATOMIC_RMW), 1, convert_atomic_rmw},
    {"prefetch", TERN_MEMREF(PREFETCH), 1, convert_prefetch},
    {"pointer", TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), 1, convert_pointer},
    {"dim", TERN_MEMREF(DIM), 1, convert_dim},
    {"subview", TERN_MEMREF(SUBVIEW), 1, convert_subview},
    {"cast", TERN_MEMREF(CAST), 1, convert_cast},
    {"reinterpret-cast", TERN_MEMREF(REINTERPRET_CAST), 1, convert_reinterpret_cast},
    {"collapse-shape", TERN_MEMREF(COLLAPSE_SHAPE), 1, convert_collapse_shape},
    {"expand-shape", TERN_MEMREF(EXPAND_SHAPE), 1, convert_expand_shape},
    {"global", TERN_MEMREF(GLOBAL), 1, convert_global},
    {"get-global", TERN_MEMREF(GET_GLOBAL), 1, convert_get_global},
    {0},
};
