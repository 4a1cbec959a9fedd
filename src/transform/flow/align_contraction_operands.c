// --iree-flow-align-contraction-operands: matrices whose rows begin anywhere are copied to where they begin at multiples of 16 bytes,
// before products that read them often.
//
//   %r = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x1001xf16>) ...
// becomes
//   %zeros = linalg.fill ins(%zero : f16) outs(... : tensor<512x1008xf16>)
//   %wide = tensor.insert_slice %b into %zeros[0, 0] [512, 1001] [1, 1]
//   %kept = util.optimization_barrier %wide
//   %rows = tensor.extract_slice %kept[0, 0] [512, 1001] [1, 1]
//   %r = linalg.matmul ins(%a, %rows : ...) ...
//
// GPUs bring tiles of matrices to where they are multiplied by copies of 16 bytes or, by tensor maps, of whole boxes, and neither begins
// elsewhere. Element by element that takes several times as long as the products of a tile; a copy takes about as long as reading
// the matrix twice. The dispatch of the product reads a part of the wider array; the zeros, which nobody reads, let the copy write whole
// vectors.
//
// The barrier keeps canonicalization from seeing that nothing has changed.

#include "analysis/gpu/tile_choices.h"
#include "analysis/gpu/tile_warpgroup.h"
#include "analysis/machine/machine.h"
#include "base/integer.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum {
  ROW_BYTES = 16,
  // Products of each element, and of all of them, above which a copy costs less than it saves. Fewer vectors than that are multiplied by
  // kernels that read the matrix as it is.
  LEAST_USES = 32,
  LEAST_PRODUCTS = 1 << 29,
};

// Loops of the product in the groups of which an element of each operand is read again: n for the first, m for the second.
typedef struct product {
  int64_t uses[2], products;
} product_t;

static bool read_product(const tern_op_t *op, product_t *out) {
  tern_contraction_t roles;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_is_linalg(op) || !tern_linalg_has_tensor_semantics(op) || tern_linalg_input_count(op) != 2 ||
      !tern_linalg_match_contraction(op, &roles) || !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  *out = (product_t){.uses = {1, 1}, .products = 1};
  for (size_t i = 0; i < tern_linalg_loop_count(op); ++i) {
    if (ranges[i] == TERN_DYNAMIC) return false;
    out->products = tern_gpu_saturated_mul(out->products, ranges[i]);
  }
  for (size_t i = 0; i < roles.n_count; ++i) out->uses[0] = tern_gpu_saturated_mul(out->uses[0], ranges[roles.n[i]]);
  for (size_t i = 0; i < roles.m_count; ++i) out->uses[1] = tern_gpu_saturated_mul(out->uses[1], ranges[roles.m[i]]);
  return true;
}

// Elements of a row of what the input is to be copied to; 0: it stays where it is.
static int64_t choose_pitch(const tern_op_t *op, const product_t *product, size_t input) {
  const tern_type_t *type = tern_op_operand(op, input)->type;
  if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) < 2) return 0;
  uint32_t bits = tern_type_bit_width(tern_type_element(type));
  if (bits < 8 || bits > 32 || bits % 8 != 0) return 0;
  // What is not multiplied by matrix instructions takes longer than its copies.
  if (bits == 32 && !(tern_type_is_float(tern_type_element(type)) && tern_gpu_allows_tf32(op))) return 0;
  int64_t unit = ROW_BYTES * 8 / (int64_t)bits, columns = tern_type_dim(type, tern_type_rank(type) - 1);
  bool is_worth_it =
      product->uses[0] >= LEAST_USES && product->uses[1] >= LEAST_USES && product->products >= LEAST_PRODUCTS;
  return is_worth_it && columns % unit != 0 ? tern_ceil_div(columns, unit) * unit : 0;
}

// What has been copied: products of a block share a copy.
typedef struct copy {
  tern_value_t *value, *rows;
  const tern_block_t *block;
} copy_t;

static tern_value_t *build_copy(tern_builder_t *b, tern_value_t *value, int64_t pitch) {
  size_t rank = tern_type_rank(value->type);
  int64_t dims[TERN_INDEX_LIST_MAX];
  tern_slice_t slice = {.count = rank};
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_type_dim(value->type, i);
    slice.offsets[i] = tern_mixed_static(0);
    slice.sizes[i] = tern_mixed_static(dims[i]);
    slice.strides[i] = tern_mixed_static(1);
  }
  dims[rank - 1] = pitch;
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, rank, NULL);
  tern_value_t *zero = tern_build_number(b, tern_type_element(type), 0);
  tern_value_t *wide = tern_tensor_build_empty(b, type, (tern_values_t){0});
  tern_op_t *fill = tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(zero),
                                            TERN_VALUES(wide), (tern_named_attrs_t){0});
  wide = tern_op_result(fill, 0);
  wide = tern_tensor_build_insert_slice(b, value, wide, &slice);
  wide = tern_build_value(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(wide), .types = TERN_TYPES(type));
  return tern_tensor_build_extract_slice(b, wide, &slice);
}

static bool is_wanted(const tern_op_t *op) {
  product_t product;
  if (!read_product(op, &product) || tern_is_in_dispatch(op)) return false;
  return choose_pitch(op, &product, 0) > 0 || choose_pitch(op, &product, 1) > 0;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_str_t chip = tern_pass_string(pass, "chip");
  const tern_machine_t *gpu = chip.size ? tern_machine_find_cuda(chip) : NULL;
  if (!gpu || !gpu->has_mma) return true;
  TERN_VEC(copy_t) copies = {0};
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    product_t product;
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    read_product(op, &product);
    for (size_t input = 0; input < 2; ++input) {
      int64_t pitch = choose_pitch(op, &product, input);
      if (pitch == 0) continue;
      tern_value_t *value = tern_op_operand(op, input);
      size_t k = 0;
      while (k < copies.count && (copies.values[k].value != value || copies.values[k].block != op->block)) ++k;
      if (k == copies.count) tern_vec_push(&copies, ((copy_t){value, build_copy(&b, value, pitch), op->block}));
      tern_op_set_operand(op, input, copies.values[k].rows);
    }
  }
  tern_vec_deinitialize(&copies);
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"chip", TERN_OPTION_STRING, NULL, "The GPU of NVIDIA's that products are computed on; left out: none", NULL},
};

const tern_pass_def_t tern_align_contraction_operands_pass = {
    .flag = "iree-flow-align-contraction-operands",
    .name = "AlignContractionOperandsPass",
    .summary = "Copy operands of large products to rows at multiples of 16 bytes",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
