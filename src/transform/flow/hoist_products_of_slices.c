// --iree-flow-hoist-products-of-slices: what a scan multiplies of its inputs in each step is multiplied at once, before the scan.
//
//   %r = scf.while (%i = %c0, %h = %h0) ... {                      %p = %xs[t, m, k] * %w[k, n]           linalg.generic, t < 100
//     ... %i < 100 ...                                             %r = scf.while (%i = %c0, %h = %h0) ... {
//   } do {                                                    ->     ...
//     %x = tensor.extract_slice %xs[%i, 0, 0] [1, 64, 512]         } do {
//     %p = linalg.matmul ins(%x, %w)                                 %p_i = tensor.extract_slice %p[%i, 0, 0] [1, 64, 2048]
//     ... %p ... %h ...                                              ... %p_i ... %h ...
//
// Recurrent networks as JAX writes them are such loops: the input's product reads all of the weights for a few rows in each step, and the
// step waits for it. This is ours. A product is taken out if all its operands but a slice along one dimension come from outside, the
// loop counts (transform/flow/counted_loop.h) and runs at least as often as there are slices, so that nothing is computed that would not
// have been, and the products of all steps take no more memory than MAX_BYTES.

#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/affine.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/flow/counted_loop.h"

enum { MAX_BYTES = 1 << 28, INPUTS = 2 };

// A product of a slice in a loop.
typedef struct product {
  tern_op_t *op, *loop, *fill;
  size_t input;          // that is a slice
  tern_value_t *source;  // of which tensor
  size_t dim;            // along which of its dimensions
  int64_t count;         // of slices
  tern_value_t *place;   // which of them
} product_t;

// --- what is taken out ---

static bool is_outside(const tern_value_t *value, const tern_op_t *loop) {
  const tern_op_t *owner = tern_value_defining_op(value);
  if (owner) return !tern_op_is_within(owner, loop);
  return !tern_op_is_within(tern_block_parent_op(tern_value_block(value)), loop);
}

// Is `value` all elements of a tensor from outside that are at one place of one dimension, without that dimension?
static bool match_slice(const tern_value_t *value, product_t *p) {
  const tern_type_t *type = value->type;
  const tern_op_t *op = tern_value_defining_op(value);
  tern_slice_t slice;
  if (op && tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE))) op = tern_value_defining_op(tern_op_operand(op, 0));
  if (!op || !tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || !tern_slice_read(op, &slice)) return false;
  p->source = tern_op_operand(op, 0);
  p->dim = SIZE_MAX;
  if (!is_outside(p->source, p->loop) || tern_type_rank(type) + 1 != slice.count) return false;
  for (size_t d = 0; d < slice.count; ++d) {
    int64_t size, stride, offset = 0, whole = tern_type_dim(p->source->type, d);
    if (whole == TERN_DYNAMIC || !tern_mixed_constant(slice.sizes[d], &size)) return false;
    if (!tern_mixed_constant(slice.strides[d], &stride) || stride != 1) return false;
    bool is_known = tern_mixed_constant(slice.offsets[d], &offset);
    if (is_known && offset == 0 && size == whole) continue;
    if (is_known || size != 1 || p->dim != SIZE_MAX) return false;
    p->dim = d;
    p->count = whole;
    p->place = slice.offsets[d].dynamic;
  }
  for (size_t d = 0; d < tern_type_rank(type) && p->dim != SIZE_MAX; ++d) {
    if (tern_type_dim(type, d) != tern_type_dim(p->source->type, d < p->dim ? d : d + 1)) return false;
  }
  return p->dim != SIZE_MAX && !is_outside(p->place, p->loop);
}

// Do the results of all steps have a size that is known, and not too large?
static bool has_room(const tern_type_t *type, int64_t count) {
  int64_t bytes = (tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  for (size_t d = 0; d <= tern_type_rank(type); ++d) {
    int64_t size = d < tern_type_rank(type) ? tern_type_dim(type, d) : count;
    if (size == TERN_DYNAMIC || __builtin_mul_overflow(bytes, size, &bytes)) return false;
  }
  return bytes <= MAX_BYTES;
}

static bool match(tern_op_t *op, product_t *p) {
  tern_contraction_t contraction;
  *p = (product_t){.op = op, .loop = tern_op_parent(op)};
  if (!p->loop || !tern_op_is(p->loop, TERN_SCF(WHILE)) || op->block != tern_op_body(p->loop, 1) ||
      !tern_is_linalg(op) || !tern_linalg_has_tensor_semantics(op) ||
      !tern_linalg_match_contraction(op, &contraction) || tern_linalg_input_count(op) != INPUTS ||
      tern_linalg_output_count(op) != 1 || tern_linalg_loop_count(op) == TERN_LINALG_MAX_LOOPS) {
    return false;
  }
  p->fill = tern_value_defining_op(tern_linalg_output(op, 0));
  if (!p->fill || !tern_op_is(p->fill, TERN_LINALG(FILL)) || !is_outside(tern_linalg_input(p->fill, 0), p->loop))
    return false;
  for (size_t i = 0; i < INPUTS; ++i) {
    if (!is_outside(tern_linalg_input(op, 1 - i), p->loop) || !match_slice(tern_linalg_input(op, i), p)) continue;
    p->input = i;
    return tern_counted_loop_iterations(p->loop) >= p->count && has_room(op->results[0].type, p->count);
  }
  return false;
}

// --- the product of all steps ---

// The map with `loop` at `place` of its results; SIZE_MAX: it has none.
static const tern_affine_map_t *add_loop(const tern_affine_map_t *map, size_t loop, size_t place) {
  const tern_affine_expr_t *results[TERN_LINALG_MAX_LOOPS + 1];
  size_t count = 0;
  tern_context_t *context = map->context;
  for (size_t d = 0; d <= map->result_count; ++d) {
    if (d == place) results[count++] = tern_affine_dim(context, loop);
    if (d == map->result_count) break;
    size_t old = (size_t)map->results[d]->value;
    results[count++] = tern_affine_dim(context, old + 1);
  }
  return tern_affine_map_get(context, map->dim_count + 1, 0, results, count);
}

static tern_value_t *build_all(tern_builder_t *b, const product_t *p) {
  const tern_type_t *part = p->op->results[0].type;
  int64_t dims[TERN_LINALG_MAX_LOOPS + 1] = {p->count};
  size_t rank = tern_type_rank(part), loops = tern_linalg_loop_count(p->op);
  for (size_t d = 0; d < rank; ++d) dims[d + 1] = tern_type_dim(part, d);
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(part), dims, rank + 1, NULL);
  tern_op_t *fill = tern_linalg_build_named(
      b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(tern_linalg_input(p->fill, 0)),
      TERN_VALUES(tern_tensor_build_empty(b, type, (tern_values_t){0})), (tern_named_attrs_t){0});
  const tern_affine_map_t *maps[INPUTS + 1];
  tern_value_t *inputs[INPUTS];
  for (size_t i = 0; i < INPUTS; ++i) {
    bool is_slice = i == p->input;
    inputs[i] = is_slice ? p->source : tern_linalg_input(p->op, i);
    maps[i] = add_loop(tern_linalg_indexing_map(p->op, i), 0, is_slice ? p->dim : SIZE_MAX);
  }
  maps[INPUTS] = add_loop(tern_linalg_indexing_map(p->op, INPUTS), 0, 0);
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS] = {TERN_ITERATOR_PARALLEL};
  for (size_t l = 0; l < loops; ++l) iterators[l + 1] = tern_linalg_iterator(p->op, l);
  tern_op_t *all = tern_linalg_build_generic(b, TERN_TYPES(type), (tern_values_t){inputs, INPUTS},
                                             TERN_VALUES(tern_op_result(fill, 0)), maps, iterators, loops + 1,
                                             tern_linalg_clone_body, p->op);
  all->attrs = p->op->attrs;
  return tern_op_result(all, 0);
}

static void hoist(const product_t *p) {
  tern_builder_t before = tern_builder_before(p->loop), inside = tern_builder_before(p->op);
  tern_value_t *all = build_all(&before, p);
  tern_slice_t slice = {.count = tern_type_rank(all->type)};
  for (size_t d = 0; d < slice.count; ++d) {
    slice.offsets[d] = d == 0 ? tern_mixed_dynamic(p->place) : tern_mixed_static(0);
    slice.sizes[d] = tern_mixed_static(d == 0 ? 1 : tern_type_dim(all->type, d));
    slice.strides[d] = tern_mixed_static(1);
  }
  tern_op_t *part =
      tern_slice_build(&inside, TERN_TENSOR(EXTRACT_SLICE), p->op->results[0].type, TERN_VALUES(all), &slice);
  tern_value_replace_all_uses(tern_op_result(p->op, 0), tern_op_result(part, 0));
  tern_op_destroy(p->op);
}

// Inner loops first: what leaves one of them may be a product of a slice in the loop around it.
static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    product_t product;
    if (tern_is_in_dispatch(ops.values[i]) || !match(ops.values[i], &product)) continue;
    hoist(&product);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_hoist_products_of_slices_pass = {
    .flag = "iree-flow-hoist-products-of-slices",
    .name = "HoistProductsOfSlicesPass",
    .summary = "Multiply what a scan takes of its inputs before the scan",
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .statistics = (const char *const[]){"num-hoisted - products that left a loop", NULL},
    .run = run,
};
