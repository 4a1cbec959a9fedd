// --memref-expand: memref.reshape to a shape of known rank as memref.reinterpret_cast, with strides computed from sizes.
//
//   %1 = memref.reshape %0(%shape)   ->   sizes loaded from %shape, strides their products from the last on
//                                         %1 = memref.reinterpret_cast %0 to offset: [0], sizes: ..., strides: ...
//
// Source: upstream's pass of this name.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(RESHAPE)) && op->results[0].type->kind == TERN_TYPE_MEMREF &&
         tern_type_has_static_shape(tern_op_operand(op, 1)->type);
}

static tern_value_t *load_size(tern_builder_t *b, tern_value_t *shape, size_t dim) {
  tern_value_t *index = tern_build_index(b, (int64_t)dim);
  tern_value_t *size = tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(shape, index));
  const tern_type_t *type = tern_index_type_get(b->context);
  if (size->type == type) return size;
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(size), .types = TERN_TYPES(type));
}

static void expand(tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type), counts[2] = {0};
  tern_builder_t b = tern_builder_before(op);
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX], stride = tern_mixed_static(1);
  if (rank > TERN_INDEX_LIST_MAX) return;
  for (size_t i = rank; i-- > 0;) {
    int64_t size = tern_type_dim(type, i);
    sizes[i] =
        size == TERN_DYNAMIC ? tern_mixed_dynamic(load_size(&b, tern_op_operand(op, 1), i)) : tern_mixed_static(size);
    strides[i] = stride;
    if (i == 0) break;
    if (stride.value != TERN_DYNAMIC && size != TERN_DYNAMIC) {
      stride = tern_mixed_static(stride.value * size);
      continue;
    }
    tern_value_t *factors[] = {tern_mixed_build(&b, stride), tern_mixed_build(&b, sizes[i])};
    stride = tern_mixed_dynamic(tern_build_value(&b, TERN_ARITH(MULI), .operands = {factors, 2}));
  }
  tern_value_t *operands[1 + 2 * TERN_INDEX_LIST_MAX] = {tern_op_operand(op, 0)};
  int64_t statics[2][TERN_INDEX_LIST_MAX] = {{0}};
  size_t next = 1;
  for (size_t list = 0; list < 2; ++list) {
    for (size_t i = 0; i < rank; ++i) {
      tern_mixed_index_t entry = list ? strides[i] : sizes[i];
      statics[list][i] = entry.value;
      if (entry.value != TERN_DYNAMIC) continue;
      operands[next++] = entry.dynamic;
      ++counts[list];
    }
  }
  const int64_t zero = 0;
  const int32_t segments[] = {1, 0, (int32_t)counts[0], (int32_t)counts[1]};
  tern_value_t *made = tern_build_value(
      &b, TERN_MEMREF(REINTERPRET_CAST), .operands = {operands, next}, .types = TERN_TYPES(type), .segments = segments,
      .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(b.context, &zero, 1)},
                          {"static_sizes", tern_dense_i64_array_attr_get(b.context, statics[0], rank)},
                          {"static_strides", tern_dense_i64_array_attr_get(b.context, statics[1], rank)}));
  tern_value_replace_all_uses(tern_op_result(op, 0), made);
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit(root, TERN_PREORDER, is_wanted, expand);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_memref_expand_pass = {
    .flag = "memref-expand",
    .name = "ExpandOpsPass",
    .summary = "Give memref.reshape the strides that follow from the sizes, where the rank is known",
    .dialects = dialects,
    .run = run,
};
