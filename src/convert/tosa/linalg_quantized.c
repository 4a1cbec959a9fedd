// sum((x - p) * (w - q)) = sum(x * w) - q * sum(x) - p * sum(w) + n * p * q
//
// The first sum is the op without zero points. The others are smaller: sum(x) runs over the same window without the output
// features, sum(w) is one number for each feature, and n is the size of the window. Which loops an operand takes part in is read
// from its indexing map, so one rewrite serves products and convolutions of all layouts.

#include "convert/tosa/linalg_quantized.h"

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "ir/context.h"
#include "ir/op_list.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

typedef struct op_list {
  const tern_quantized_row_t *rows;
  size_t row_count;
  tern_op_list_t ops;
} op_list_t;

static const tern_op_row_t *plain_row(const op_list_t *list, const tern_op_t *op) {
  for (size_t i = 0; i < list->row_count; ++i) {
    if (op->def->row == list->rows[i].quantized) return list->rows[i].plain;
  }
  return NULL;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  op_list_t *list = user;
  if (plain_row(list, op) && op->result_count == 1) tern_vec_push(&list->ops, op);
  return TERN_WALK_ADVANCE;
}

static bool uses(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_uses_dim(map->results[i], loop)) return true;
  }
  return false;
}

static tern_value_t *build_extended(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (x->type == type) return x;
  const tern_op_row_t *row =
      tern_type_bit_width(x->type) < tern_type_bit_width(type) ? TERN_ARITH(EXTSI) : TERN_ARITH(TRUNCI);
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static void fill_with_sum(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *total = body->args[body->arg_count - 1];
  tern_value_t *x = build_extended(b, body->args[0], total->type);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(ADDI), x, total)));
}

// The extent of a loop, from the operand dimension that is just it.
static tern_extent_t build_loop_extent(tern_builder_t *b, const tern_op_t *op, size_t loop) {
  size_t position, dim;
  if (!tern_linalg_loop_source(op, loop, &position, &dim)) return tern_extent_of(1);
  return tern_build_dim(b, tern_op_operand(op, position), dim);
}

// A sum of one operand over the loops that are reduced.
typedef struct partial_sum {
  tern_value_t *value;
  size_t loops[MAX_LOOPS], count;  // the parallel loops that it has as dimensions
} partial_sum_t;

static void build_partial_sum(tern_builder_t *b, const tern_op_t *op, size_t position, const tern_type_t *element,
                              partial_sum_t *sum) {
  tern_context_t *context = b->context;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  size_t loops = tern_linalg_loop_count(op), parallels = 0, reductions = 0;
  size_t reduced[MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) {
    if (tern_linalg_iterator(op, i) != TERN_ITERATOR_PARALLEL) {
      reduced[reductions++] = i;
    } else if (uses(map, i)) {
      sum->loops[parallels++] = i;
    }
  }
  sum->count = parallels;
  size_t all = parallels + reductions;
  const tern_affine_expr_t *renamed[MAX_LOOPS], *exprs[MAX_LOOPS], *windows[MAX_LOOPS], *outs[MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) renamed[i] = tern_affine_constant(context, 0);
  for (size_t i = 0; i < parallels; ++i) renamed[sum->loops[i]] = outs[i] = tern_affine_dim(context, i);
  for (size_t i = 0; i < reductions; ++i) renamed[reduced[i]] = windows[i] = tern_affine_dim(context, parallels + i);
  for (size_t i = 0; i < map->result_count; ++i) {
    exprs[i] = tern_affine_expr_replace(map->results[i], renamed, loops, NULL, 0);
  }
  int64_t dims[MAX_LOOPS], window_dims[MAX_LOOPS];
  tern_extent_t sizes[MAX_LOOPS], window_sizes[MAX_LOOPS];
  for (size_t i = 0; i < parallels; ++i) {
    sizes[i] = build_loop_extent(b, op, sum->loops[i]);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  for (size_t i = 0; i < reductions; ++i) {
    window_sizes[i] = build_loop_extent(b, op, reduced[i]);
    window_dims[i] = window_sizes[i].value ? TERN_DYNAMIC : window_sizes[i].constant;
  }
  tern_value_t *zero = tern_build_scalar_number(b, element, 0);
  tern_value_t *init = tern_build_filled(b, tern_tensor_type_get(element, dims, parallels, NULL), sizes, zero);
  tern_value_t *window =
      tern_build_empty(b, tern_tensor_type_get(element, window_dims, reductions, NULL), window_sizes);
  const tern_affine_map_t *maps[] = {tern_affine_map_get(context, all, 0, exprs, map->result_count),
                                     tern_affine_map_get(context, all, 0, windows, reductions),
                                     tern_affine_map_get(context, all, 0, outs, parallels)};
  tern_value_t *source = tern_op_operand(op, position);
  // The window says how far the reduced loops go, where the operand's dimensions do not.
  bool is_plain = tern_affine_map_is_projected_permutation(maps[0], false);
  const tern_affine_map_t *plain_maps[] = {maps[0], maps[2]};
  tern_op_t *generic = is_plain ? tern_build_tensor_generic(b, TERN_VALUES(source), TERN_VALUES(init), plain_maps,
                                                            parallels, reductions, fill_with_sum, NULL)
                                : tern_build_tensor_generic(b, TERN_VALUES(source, window), TERN_VALUES(init), maps,
                                                            parallels, reductions, fill_with_sum, NULL);
  sum->value = tern_op_result(generic, 0);
}

typedef struct correction {
  tern_value_t *image_zp, *kernel_zp;  // scalars of the result's type; NULL: 0
  tern_value_t *both;                  // n * p * q, or NULL
} correction_t;

static void fill_with_correction(tern_builder_t *b, tern_block_t *body, void *user) {
  const correction_t *c = user;
  size_t next = 1;
  tern_value_t *x = body->args[0];
  if (c->kernel_zp) {
    x = tern_build_binary(b, TERN_ARITH(SUBI), x,
                          tern_build_binary(b, TERN_ARITH(MULI), body->args[next++], c->kernel_zp));
  }
  if (c->image_zp) {
    x = tern_build_binary(b, TERN_ARITH(SUBI), x,
                          tern_build_binary(b, TERN_ARITH(MULI), body->args[next++], c->image_zp));
  }
  if (c->both) x = tern_build_binary(b, TERN_ARITH(ADDI), x, c->both);
  tern_build_linalg_yield(b, TERN_VALUES(x));
}

static tern_value_t *zero_point(tern_builder_t *b, tern_value_t *scalar, const tern_type_t *type) {
  const tern_attr_t *attr = tern_value_constant(scalar);
  if (tern_attr_is_integer(attr)) {
    int64_t value = tern_integer_attr_value(attr);
    return value ? tern_build_constant(b, tern_integer_attr_get(type, value)) : NULL;
  }
  return build_extended(b, scalar, type);
}

static tern_value_t *dequantize(tern_builder_t *b, tern_op_t *op, const tern_op_row_t *plain) {
  tern_context_t *context = b->context;
  tern_value_t *image = tern_linalg_input(op, 0), *kernel = tern_linalg_input(op, 1), *init = tern_linalg_output(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  tern_named_attr_t attrs[2];
  tern_named_attrs_t list = {attrs, 0};
  static const char *const names[] = {"strides", "dilations"};
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *attr = tern_op_attr(op, names[i]);
    if (attr) attrs[list.count++] = (tern_named_attr_t){names[i], attr};
  }
  tern_op_t *made =
      tern_linalg_build_named(b, plain, TERN_TYPES(type), TERN_VALUES(image, kernel), TERN_VALUES(init), list);
  correction_t c = {zero_point(b, tern_linalg_input(op, 2), element), zero_point(b, tern_linalg_input(op, 3), element),
                    NULL};
  if (!c.image_zp && !c.kernel_zp) return tern_op_result(made, 0);
  tern_value_t *inputs[3] = {tern_op_result(made, 0)};
  const tern_affine_map_t *maps[4], *out = tern_linalg_output_map(op, 0);
  size_t rank = tern_type_rank(type), count = 1;
  maps[0] = tern_affine_map_identity(context, rank);
  for (size_t which = 0; which < 2; ++which) {
    if (!(which ? c.image_zp : c.kernel_zp)) continue;
    partial_sum_t sum;
    build_partial_sum(b, op, which, element, &sum);
    // Its dimensions among those of the result.
    const tern_affine_expr_t *exprs[MAX_LOOPS];
    for (size_t i = 0; i < sum.count; ++i) {
      for (size_t d = 0; d < rank; ++d) {
        if (tern_affine_expr_is_dim(out->results[d], sum.loops[i])) exprs[i] = tern_affine_dim(context, d);
      }
    }
    maps[count] = tern_affine_map_get(context, rank, 0, exprs, sum.count);
    inputs[count++] = sum.value;
  }
  if (c.image_zp && c.kernel_zp) {
    tern_extent_t n = tern_extent_of(1);
    for (size_t i = 0; i < tern_linalg_loop_count(op); ++i) {
      if (tern_linalg_iterator(op, i) != TERN_ITERATOR_PARALLEL) n = tern_extent_mul(b, n, build_loop_extent(b, op, i));
    }
    tern_value_t *size = tern_build_number_from_index(b, tern_build_extent(b, n), element);
    c.both =
        tern_build_binary(b, TERN_ARITH(MULI), tern_build_binary(b, TERN_ARITH(MULI), c.image_zp, c.kernel_zp), size);
  }
  maps[count] = maps[0];
  tern_extent_t sizes[MAX_LOOPS];
  tern_build_dims(b, inputs[0], sizes);
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){inputs, count}, TERN_VALUES(empty), maps, rank, 0,
                                                 fill_with_correction, &c);
  return tern_op_result(generic, 0);
}

void tern_linalg_dequantize_all(tern_op_t *root, const tern_quantized_row_t *rows, size_t count) {
  op_list_t list = {.rows = rows, .row_count = count};
  tern_op_walk_post(root, collect, &list);
  for (size_t i = 0; i < list.ops.count; ++i) {
    tern_op_t *op = list.ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    tern_value_replace_all_uses(tern_op_result(op, 0), dequantize(&b, op, plain_row(&list, op)));
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&list.ops);
}
