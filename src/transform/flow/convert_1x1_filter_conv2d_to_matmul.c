// --iree-global-opt-convert-1x1-filter-conv2d-to-matmul: a convolution whose window is one element is a product.
//
//   linalg.conv_2d_nhwc_hwcf                                     %f' = tensor.collapse_shape %f [[0, 1, 2], [3]]
//     ins(%x, %f : tensor<1x8x8x16xf32>,                   ->    linalg.generic (n, h, w, o, c): (n, h, w, c), (c, o) -> (n, h, w, o)
//                  tensor<1x1x16x32xf32>)                          ins(%x, %f') { mulf, addf }
//
// Source: IREE's pass of that name, which reshapes the image to a matrix and makes linalg.matmul. Here the loops over the image
// stay apart until dispatches are formed, so that the element-wise ops behind the convolution still run over the same loops
// and go into its dispatch; --iree-dispatch-creation-collapse-dimensions then makes them one. The window has to have
// one element that is known, and the strides have to be one; dilations mean nothing then.

#include <string.h>

#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { RANK = 4 };

// Loops of the product, by letter: n batch, h and w image, o output channel, c input channel.
static const char loops[] = "nhwoc";

static const struct {
  const tern_op_row_t *row;
  const char *image, *filter, *result;  // dims by letter; y and x are the window
} convolutions[] = {
    {TERN_LINALG(CONV_2D_NHWC_HWCF), "nhwc", "yxco", "nhwo"},
    {TERN_LINALG(CONV_2D_NHWC_FHWC), "nhwc", "oyxc", "nhwo"},
    {TERN_LINALG(CONV_2D_NCHW_FCHW), "nchw", "ocyx", "nohw"},
};
enum { CONVOLUTION_COUNT = sizeof convolutions / sizeof convolutions[0] };

static bool is_window(char letter) { return letter == 'y' || letter == 'x'; }

// Which convolution it is; CONVOLUTION_COUNT: none that is a product.
static size_t find_convolution(const tern_op_t *op) {
  size_t kind = 0;
  while (kind < CONVOLUTION_COUNT && !tern_op_is(op, convolutions[kind].row)) ++kind;
  if (kind == CONVOLUTION_COUNT || !tern_linalg_has_tensor_semantics(op)) return CONVOLUTION_COUNT;
  const tern_attr_t *strides = tern_op_attr(op, "strides");
  for (size_t i = 0; strides && i < tern_dense_elements_attr_count(strides); ++i) {
    if (tern_integer_attr_value(tern_dense_elements_attr_at(strides, i)) != 1) return CONVOLUTION_COUNT;
  }
  const tern_type_t *filter = tern_linalg_input(op, 1)->type;
  for (size_t d = 0; d < RANK; ++d) {
    if (is_window(convolutions[kind].filter[d]) && tern_type_dims(filter)[d] != 1) return CONVOLUTION_COUNT;
  }
  return kind;
}

// The filter without its window: the window's dims go with the next channel, or with the one before.
static tern_value_t *collapse_filter(tern_builder_t *b, tern_value_t *filter, const char *letters) {
  const tern_attr_t *groups[2], *members[RANK];
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  int64_t dims[2];
  size_t group = 0, count = 0;
  for (size_t d = 0; d < RANK; ++d) {
    members[count++] = tern_integer_attr_get(i64, (int64_t)d);
    if (!is_window(letters[d])) dims[group] = tern_type_dims(filter->type)[d];
    // The first group ends with its channel, the second with the last dim.
    bool ends = group == 0 ? !is_window(letters[d]) : d + 1 == RANK;
    if (!ends) continue;
    groups[group++] = tern_array_attr_get(b->context, members, count);
    count = 0;
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(filter->type), dims, 2, NULL);
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(filter), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", tern_array_attr_get(b->context, groups, 2)}));
}

static const tern_affine_map_t *map_of(tern_context_t *context, const char *letters) {
  size_t positions[RANK], count = 0;
  for (const char *letter = letters; *letter; ++letter) {
    if (!is_window(*letter)) positions[count++] = (size_t)(strchr(loops, *letter) - loops);
  }
  return tern_affine_map_select(context, sizeof loops - 1, positions, count);
}

static void convert(tern_op_t *op) {
  size_t kind = find_convolution(op);
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *filter = collapse_filter(&b, tern_linalg_input(op, 1), convolutions[kind].filter);
  tern_value_t *output = tern_linalg_output(op, 0);
  const tern_affine_map_t *maps[] = {map_of(b.context, convolutions[kind].image),
                                     map_of(b.context, convolutions[kind].filter),
                                     map_of(b.context, convolutions[kind].result)};
  const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL, TERN_ITERATOR_PARALLEL,
                                       TERN_ITERATOR_PARALLEL, TERN_ITERATOR_REDUCTION};
  tern_op_t *product =
      tern_linalg_build_generic(&b, TERN_TYPES(output->type), TERN_VALUES(tern_linalg_input(op, 0), filter),
                                TERN_VALUES(output), maps, iterators, sizeof loops - 1, tern_linalg_clone_body, op);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(product, 0));
  tern_op_destroy(op);
}

static bool is_wanted(const tern_op_t *op) {
  return find_convolution(op) != CONVOLUTION_COUNT && !tern_is_in_dispatch(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_pass_count(pass, 0, (int64_t)tern_op_visit(root, TERN_PREORDER, is_wanted, convert));
  return true;
}

const tern_pass_def_t tern_convert_1x1_filter_conv2d_to_matmul_pass = {
    .flag = "iree-global-opt-convert-1x1-filter-conv2d-to-matmul",
    .alias = "iree-flow-convert-1x1-filter-conv2d-to-matmul",
    .name = "Convert1X1FilterConv2DToMatmulPass",
    .summary = "Convert convolutions with windows of one element to products",
    .statistics = (const char *const[]){"num-converted - convolutions that became products", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
