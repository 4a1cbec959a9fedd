// What several rewrites of gpu ops build.

#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "transform/gpu/rewrite_patterns.h"

tern_value_t *tern_gpu_build_query(tern_builder_t *b, const tern_op_row_t *row, int dimension) {
  return tern_build_value(
      b, row, .types = TERN_TYPES(tern_index_type_get(b->context)),
      .attrs = TERN_ATTRS({"dimension", tern_enum_attr_get(b->context, TERN_GPU_ENUM(DIM), dimension)}));
}

tern_value_t *tern_gpu_build_reduction(tern_builder_t *b, tern_gpu_reduction_t kind, tern_value_t *lhs,
                                       tern_value_t *rhs) {
  static const struct {
    const tern_op_row_t *of_integers, *of_floats;
  } rows[] = {
      [TERN_GPU_REDUCE_ADD] = {TERN_ARITH(ADDI), TERN_ARITH(ADDF)},
      [TERN_GPU_REDUCE_MUL] = {TERN_ARITH(MULI), TERN_ARITH(MULF)},
      [TERN_GPU_REDUCE_MINUI] = {TERN_ARITH(MINUI), NULL},
      [TERN_GPU_REDUCE_MINSI] = {TERN_ARITH(MINSI), NULL},
      [TERN_GPU_REDUCE_MINNUMF] = {NULL, TERN_ARITH(MINNUMF)},
      [TERN_GPU_REDUCE_MAXUI] = {TERN_ARITH(MAXUI), NULL},
      [TERN_GPU_REDUCE_MAXSI] = {TERN_ARITH(MAXSI), NULL},
      [TERN_GPU_REDUCE_MAXNUMF] = {NULL, TERN_ARITH(MAXNUMF)},
      [TERN_GPU_REDUCE_AND] = {TERN_ARITH(ANDI), NULL},
      [TERN_GPU_REDUCE_OR] = {TERN_ARITH(ORI), NULL},
      [TERN_GPU_REDUCE_XOR] = {TERN_ARITH(XORI), NULL},
      [TERN_GPU_REDUCE_MINIMUMF] = {NULL, TERN_ARITH(MINIMUMF)},
      [TERN_GPU_REDUCE_MAXIMUMF] = {NULL, TERN_ARITH(MAXIMUMF)},
  };
  bool is_float = tern_type_is_float(tern_type_element(lhs->type));
  return tern_build_value(b, is_float ? rows[kind].of_floats : rows[kind].of_integers,
                          .operands = TERN_VALUES(lhs, rhs));
}

tern_value_t *tern_gpu_add_workgroup_buffer(tern_op_t *func, const tern_type_t *type, const tern_attr_t *loc) {
  size_t count = tern_gpu_workgroup_buffer_count(func);
  size_t input_count = tern_function_type_input_count(tern_func_type(func));
  tern_op_set_attr(func, "workgroup_attributions",
                   tern_integer_attr_get(tern_i_type_get(type->context, 64), (int64_t)count + 1));
  return tern_block_insert_arg(tern_op_body(func, 0), input_count + count, type, loc);
}

const tern_type_t *tern_gpu_workgroup_memref_type(const tern_type_t *element, const int64_t *dims, size_t rank) {
  const tern_attr_t *space =
      tern_enum_attr_get(element->context, TERN_GPU_ENUM(ADDRESS_SPACE), TERN_GPU_ADDRESS_SPACE_WORKGROUP);
  return tern_memref_type_get(element, dims, rank, NULL, space);
}
