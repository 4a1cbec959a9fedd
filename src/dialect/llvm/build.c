// llvm: building ops that conversions need again and again.

#include <stdio.h>

#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "dialect/llvm/llvm_hooks.h"

tern_value_t *tern_llvm_build_constant(tern_builder_t *builder, const tern_type_t *type, const tern_attr_t *value) {
  return tern_build_value(builder, TERN_LLVM(MLIR_CONSTANT), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", value}));
}

tern_value_t *tern_llvm_build_int(tern_builder_t *builder, const tern_type_t *type, int64_t value) {
  if (!tern_type_is_shaped(type)) return tern_llvm_build_constant(builder, type, tern_integer_attr_get(type, value));
  const tern_attr_t *element = tern_integer_attr_get(tern_type_element(type), value);
  return tern_llvm_build_constant(builder, type, tern_dense_elements_attr_get_splat(type, element));
}

tern_value_t *tern_llvm_build_gep(tern_builder_t *builder, const tern_type_t *element, tern_value_t *base,
                                  tern_value_t *const *dynamic, const int32_t *constants, size_t count) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(int32_t) indices = {0};
  tern_vec_push(&operands, base);
  for (size_t i = 0; i < count; i++) {
    bool is_dynamic = dynamic && dynamic[i];
    if (is_dynamic) tern_vec_push(&operands, dynamic[i]);
    tern_vec_push(&indices, is_dynamic ? TERN_LLVM_GEP_DYNAMIC : constants[i]);
  }
  const tern_attr_t *raw = tern_dense_i32_array_attr_get(builder->context, indices.values, indices.count);
  tern_value_t *result = tern_build_value(
      builder, TERN_LLVM(GETELEMENTPTR), .operands = {operands.values, operands.count}, .types = TERN_TYPES(base->type),
      .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(element)}, {"rawConstantIndices", raw}));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&indices);
  return result;
}

tern_op_t *tern_llvm_build_call(tern_builder_t *builder, const tern_attr_t *callee, tern_values_t args,
                                const tern_type_t *result_type) {
  const tern_attr_t *no_bundles = tern_dense_i32_array_attr_get(builder->context, NULL, 0);
  return tern_build(builder, TERN_LLVM(CALL), .operands = args, .types = {&result_type, result_type ? 1 : 0},
                    .attrs = TERN_ATTRS({"callee", callee}, {"op_bundle_sizes", no_bundles}),
                    .segments = (int32_t[]){(int32_t)args.count, 0});
}

static bool has_position(const tern_op_t *op, const int64_t *position, size_t depth) {
  const tern_attr_t *attr = tern_op_attr(op, "position");
  if (tern_dense_array_attr_count(attr) != depth) return false;
  for (size_t i = 0; i < depth; i++)
    if (tern_dense_array_attr_int(attr, i) != position[i]) return false;
  return true;
}

// True if the member at `position` is untouched by an insertion at the position of `op`.
static bool is_elsewhere(const tern_op_t *op, const int64_t *position, size_t depth) {
  const tern_attr_t *attr = tern_op_attr(op, "position");
  for (size_t i = 0; i < depth && i < tern_dense_array_attr_count(attr); i++)
    if (tern_dense_array_attr_int(attr, i) != position[i]) return true;
  return false;
}

tern_value_t *tern_llvm_build_extract(tern_builder_t *builder, tern_value_t *aggregate, const int64_t *position,
                                      size_t depth) {
  const tern_op_t *source = tern_value_defining_op(aggregate);
  while (source && tern_op_is(source, TERN_LLVM(INSERTVALUE))) {
    if (has_position(source, position, depth)) return tern_op_operand(source, 1);
    if (!is_elsewhere(source, position, depth)) break;
    aggregate = tern_op_operand(source, 0);
    source = tern_value_defining_op(aggregate);
  }
  const tern_type_t *type = tern_llvm_member_type(NULL, aggregate->type, position, depth);
  return tern_build_value(
      builder, TERN_LLVM(EXTRACTVALUE), .operands = TERN_VALUES(aggregate), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"position", tern_dense_i64_array_attr_get(builder->context, position, depth)}));
}

tern_value_t *tern_llvm_build_insert(tern_builder_t *builder, tern_value_t *aggregate, tern_value_t *value,
                                     const int64_t *position, size_t depth) {
  return tern_build_value(
      builder, TERN_LLVM(INSERTVALUE), .operands = TERN_VALUES(aggregate, value), .types = TERN_TYPES(aggregate->type),
      .attrs = TERN_ATTRS({"position", tern_dense_i64_array_attr_get(builder->context, position, depth)}));
}

tern_value_t *tern_llvm_build_ldexp(tern_builder_t *builder, tern_value_t *x, tern_value_t *power) {
  tern_values_t operands = TERN_VALUES(x, power);
  if (x->type->kind != TERN_TYPE_VECTOR) {
    return tern_build_value(builder, TERN_LLVM(INTR_LDEXP), .operands = operands, .types = TERN_TYPES(x->type));
  }
  char name[64];
  long long lanes = tern_type_dim(x->type, 0);
  int size = snprintf(name, sizeof name, "llvm.ldexp.v%lldf%u.v%lldi%u", lanes,
                      (unsigned)tern_type_bit_width(tern_type_element(x->type)), lanes,
                      (unsigned)tern_type_bit_width(tern_type_element(power->type)));
  const tern_attr_t *intrinsic = tern_string_attr_get(builder->context, (tern_str_t){name, (size_t)size});
  const tern_attr_t *no_bundles = tern_dense_i32_array_attr_get(builder->context, NULL, 0);
  return tern_build_value(builder, TERN_LLVM(CALL_INTRINSIC), .operands = operands, .types = TERN_TYPES(x->type),
                          .segments = (int32_t[]){2, 0},
                          .attrs = TERN_ATTRS({"intrin", intrinsic}, {"op_bundle_sizes", no_bundles}));
}
