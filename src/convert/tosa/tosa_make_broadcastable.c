// --tosa-make-broadcastable: operands of element-wise ops get as many dimensions as the result, by a reshape that puts ones in
// front (upstream: TosaMakeBroadcastable).
//
//   %0 = tosa.add %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
// becomes
//   %s = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
//   %r = tosa.reshape %b, %s : (tensor<3xf32>, !tosa.shape<2>) -> tensor<1x3xf32>
//   %0 = tosa.add %a, %r : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>

#include "dialect/tosa/tosa.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_RANK = 32 };
// How many operands are broadcast; 0: none.
static size_t broadcast_operands(const tern_op_t *op) {
  switch (tern_tosa_id(op)) {
    case TERN_TOSA_ADD:
    case TERN_TOSA_SUB:
    case TERN_TOSA_MUL:
    case TERN_TOSA_INTDIV:
    case TERN_TOSA_POW:
    case TERN_TOSA_MAXIMUM:
    case TERN_TOSA_MINIMUM:
    case TERN_TOSA_EQUAL:
    case TERN_TOSA_GREATER:
    case TERN_TOSA_GREATER_EQUAL:
    case TERN_TOSA_BITWISE_AND:
    case TERN_TOSA_BITWISE_OR:
    case TERN_TOSA_BITWISE_XOR:
    case TERN_TOSA_LOGICAL_AND:
    case TERN_TOSA_LOGICAL_OR:
    case TERN_TOSA_LOGICAL_XOR:
    case TERN_TOSA_LOGICAL_LEFT_SHIFT:
    case TERN_TOSA_LOGICAL_RIGHT_SHIFT:
    case TERN_TOSA_ARITHMETIC_RIGHT_SHIFT: return 2;
    case TERN_TOSA_SELECT: return 3;
    default: return 0;
  }
}

static bool is_wanted(const tern_op_t *op) { return broadcast_operands(op); }

static tern_value_t *build_raised(tern_builder_t *b, tern_value_t *value, size_t rank) {
  const tern_type_t *type = value->type;
  size_t own = tern_type_rank(type);
  int64_t dims[MAX_RANK], shape[MAX_RANK], count = (int64_t)rank;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = i + own < rank ? 1 : tern_type_dim(type, i + own - rank);
    shape[i] = dims[i] == TERN_DYNAMIC ? -1 : dims[i];
  }
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(b->context), &count, 1, NULL);
  tern_value_t *constant =
      tern_build_value(b, TERN_TOSA(CONST_SHAPE), .types = TERN_TYPES(tern_tosa_shape_type_get(b->context, count)),
                       .attrs = TERN_ATTRS({"values", tern_dense_elements_attr_get_i64(list, shape, rank)}));
  return tern_build_value(b, TERN_TOSA(RESHAPE), .operands = TERN_VALUES(value, constant),
                          .types = TERN_TYPES(tern_tensor_type_get(tern_type_element(type), dims, rank, NULL)));
}

static void raise_operands(tern_op_t *op) {
  const tern_type_t *result = tern_op_result(op, 0)->type;
  if (result->kind != TERN_TYPE_TENSOR || tern_type_rank(result) > MAX_RANK) return;
  tern_builder_t b = tern_builder_before(op);
  for (size_t i = 0; i < broadcast_operands(op); ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind != TERN_TYPE_TENSOR || tern_type_rank(operand->type) >= tern_type_rank(result)) continue;
    // More than one dimension that is not known could not be told from a shape.
    if (tern_type_dynamic_dim_count(operand->type) > 1) continue;
    tern_op_set_operand(op, i, build_raised(&b, operand, tern_type_rank(result)));
  }
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit(root, TERN_POSTORDER, is_wanted, raise_operands);
  return true;
}

const tern_pass_def_t tern_tosa_make_broadcastable_pass = {
    .flag = "tosa-make-broadcastable",
    .name = "TosaMakeBroadcastable",
    .summary = "Give the operands of element-wise TOSA ops the same number of dimensions",
    .dialects = (const tern_dialect_t *const[]){&tern_tosa_dialect, NULL},
    .run = run,
};
