// --iree-dispatch-creation-tensor-pad-to-tensor-insert-slice: a padded tensor is a fill with the tensor put into it.
//
//   %1 = tensor.pad %0 low[1] high[2] { ... yield %c }    ->    %e = tensor.empty() : tensor<7xf32>
//      : tensor<4xf32> to tensor<7xf32>                         %f = linalg.fill ins(%c) outs(%e)
//                                                               %1 = tensor.insert_slice %0 into %f[1] [4] [1]
//
// Source: IREE's TensorPadToTensorInsertSlice. Both parts are things that devices do without a kernel, or with a simple one. A
// pad whose value depends on the position stays. With skip-one-linalg-use-case a pad with one user, a structured op, stays
// too: it can be fused there. With skip-windows, which is ours, only that of an image that a window of a few elements moves over:
// code generation pads parts of it, which must be small enough for the stack.

#include "analysis/reify_dims.h"
#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/linalg/blocking/convolution_loops.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// The value around, if it is the same everywhere; `*out_constant`: a constant of the body, which has to be copied out.
static tern_value_t *padding_value(const tern_op_t *pad, tern_op_t **out_constant) {
  tern_block_t *body = tern_op_body(pad, 0);
  tern_value_t *value = tern_op_operand(body->last_op, 0);
  tern_op_t *op = tern_value_defining_op(value);
  *out_constant = NULL;
  if (tern_value_is_defined_outside(value, pad)) return value;
  if (!op || !tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE)) return NULL;
  *out_constant = op;
  return value;
}

static bool has_one_linalg_user(const tern_op_t *pad) {
  const tern_value_t *result = &pad->results[0];
  return tern_value_has_one_use(result) && tern_is_linalg(result->first_use->owner);
}

// Can code generation pad the image where it is read? Not with unknown sizes or a value that is not the same everywhere.
static bool is_padded_image(tern_op_t *pad) {
  tern_op_t *constant, *user = has_one_linalg_user(pad) ? pad->results[0].first_use->owner : NULL;
  tern_slice_t slice;
  const tern_type_t *type = pad->results[0].type;
  if (!user || user->block != pad->block || tern_linalg_input(user, 0) != &pad->results[0] ||
      !tern_type_has_static_shape(type) || !tern_type_has_static_shape(tern_op_operand(pad, 0)->type) ||
      !tern_index_list_read(pad, "low", "static_low", slice.offsets, TERN_INDEX_LIST_MAX)) {
    return false;
  }
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    int64_t low = slice.offsets[d].value, size = tern_type_dim(tern_op_operand(pad, 0)->type, d);
    if (low < 0 || low + size > tern_type_dim(type, d) || size == 0) return false;
  }
  return padding_value(pad, &constant) && tern_window_op_has_small_parts(user);
}

static void convert(tern_op_t *pad) {
  tern_op_t *constant;
  tern_value_t *padding = padding_value(pad, &constant), *source = tern_op_operand(pad, 0);
  const tern_type_t *type = pad->results[0].type;
  tern_slice_t slice = {.count = tern_type_rank(type)};
  if (!padding || !tern_index_list_read(pad, "low", "static_low", slice.offsets, TERN_INDEX_LIST_MAX)) return;
  tern_builder_t b = tern_builder_before(pad);
  if (constant) padding = tern_op_result(tern_builder_clone(&b, constant, NULL), padding->index);
  value_list_t sizes = {0};
  for (size_t i = 0; i < slice.count; ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) tern_vec_push(&sizes, tern_reify_dim(&b, tern_op_result(pad, 0), i));
    int64_t size = tern_type_dim(source->type, i);
    slice.sizes[i] = size == TERN_DYNAMIC ? tern_mixed_dynamic(tern_reify_dim(&b, source, i)) : tern_mixed_static(size);
    slice.strides[i] = tern_mixed_static(1);
  }
  tern_value_t *empty = tern_tensor_build_empty(&b, type, (tern_values_t){sizes.values, sizes.count});
  tern_op_t *fill = tern_linalg_build_named(&b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(padding),
                                            TERN_VALUES(empty), (tern_named_attrs_t){0});
  tern_value_t *result = tern_tensor_build_insert_slice(&b, source, tern_op_result(fill, 0), &slice);
  tern_vec_deinitialize(&sizes);
  tern_value_replace_all_uses(tern_op_result(pad, 0), result);
  tern_op_destroy(pad);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool skips_linalg = tern_pass_bool(pass, "skip-one-linalg-use-case"),
       skips_windows = tern_pass_bool(pass, "skip-windows");
  tern_op_list_t pads = tern_op_collect_row(root, TERN_PREORDER, TERN_TENSOR(PAD));
  for (size_t i = 0; i < pads.count; ++i) {
    bool is_kept =
        (skips_linalg && has_one_linalg_user(pads.values[i])) || (skips_windows && is_padded_image(pads.values[i]));
    if (!is_kept) convert(pads.values[i]);
  }
  tern_vec_deinitialize(&pads);
  return true;
}

static const tern_option_def_t options[] = {
    {"skip-one-linalg-use-case", TERN_OPTION_BOOL, "false", "Keep a pad whose only user is a structured op", NULL},
    {"skip-windows", TERN_OPTION_BOOL, "false", "Keep a pad whose only user moves a window over it", NULL},
};

const tern_pass_def_t tern_tensor_pad_to_tensor_insert_slice_pass = {
    .flag = "iree-dispatch-creation-tensor-pad-to-tensor-insert-slice",
    .alias = "iree-flow-tensor-pad-to-tensor-insert-slice",
    .name = "TensorPadToTensorInsertSlicePass",
    .summary = "Turn tensor.pad into a fill and tensor.insert_slice",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
