// Decomposition of ops that read at computed places: gathers, map_load, group_matmul; and of arg_compare, which finds places.

#include "convert/decompose/decompose.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- gathers ---

typedef struct gather {
  tern_value_t *source, *indices;
  const tern_attr_t *dims;      // of the source that coordinates are for
  size_t batch;                 // dims of the indices before the coordinates
  bool is_flat;                 // the coordinates have no dim
  bool keeps_dims;              // the result has the dims that coordinates are for, of size 1
  const tern_region_t *region;  // or NULL
} gather_t;

static tern_value_t *build_coordinate(tern_builder_t *b, const gather_t *g, size_t position) {
  tern_value_t *place[MAX_RANK];
  for (size_t i = 0; i < g->batch; ++i) place[i] = tern_linalg_build_index(b, i);
  if (!g->is_flat) place[g->batch] = tern_build_index(b, (int64_t)position);
  tern_value_t *index = tern_build_extract(b, g->indices, (tern_values_t){place, g->batch + !g->is_flat});
  return tern_type_is_index(index->type) ? index : tern_build_index_from(b, index, index->type);
}

static void fill_gathered(tern_builder_t *b, tern_block_t *body, void *user) {
  const gather_t *g = user;
  tern_value_t *place[MAX_RANK] = {0};
  size_t rank = tern_type_rank(g->source->type);
  for (size_t i = 0; i < tern_int_list_attr_count(g->dims); ++i) {
    place[tern_int_list_attr_at(g->dims, i)] = build_coordinate(b, g, i);
  }
  for (size_t i = 0, loop = g->batch; i < rank; ++i) {
    if (!place[i]) {
      place[i] = tern_linalg_build_index(b, loop++);
    } else if (g->keeps_dims) {
      ++loop;
    }
  }
  tern_value_t *element = tern_build_extract(b, g->source, (tern_values_t){place, rank});
  if (g->region)
    tern_builder_clone_body(b, g->region->first_block, (tern_value_t *[]){element, body->args[0]}, &element);
  tern_build_linalg_yield(b, TERN_VALUES(element));
}

static void build_gather(tern_decompose_t *d, gather_t *g, tern_value_t *output) {
  size_t rank = tern_type_rank(output->type);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, rank);
  tern_op_t *generic =
      tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(output), &identity, rank, 0, fill_gathered, g);
  d->results[0] = tern_op_result(generic, 0);
}

bool tern_decompose_tensor_gather(tern_decompose_t *d) {
  gather_t g = {.source = tern_op_operand(d->op, 0), .indices = tern_op_operand(d->op, 1)};
  const tern_type_t *type = d->op->results[0].type;
  size_t rank = tern_type_rank(g.source->type);
  g.dims = tern_op_attr(d->op, "gather_dims");
  g.batch = tern_type_rank(g.indices->type) - 1;
  g.keeps_dims = tern_type_rank(type) == g.batch + rank;
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < g.batch; ++i) sizes[i] = tern_build_dim(d->b, g.indices, i);
  for (size_t i = 0, next = g.batch; i < rank; ++i) {
    bool is_gathered = false;
    for (size_t j = 0; j < tern_int_list_attr_count(g.dims); ++j)
      is_gathered |= tern_int_list_attr_at(g.dims, j) == (int64_t)i;
    if (is_gathered && !g.keeps_dims) continue;
    sizes[next++] = is_gathered ? tern_extent_of(1) : tern_build_dim(d->b, g.source, i);
  }
  build_gather(d, &g, tern_build_empty(d->b, type, sizes));
  return true;
}

bool tern_decompose_gather(tern_decompose_t *d) {
  gather_t g = {.source = tern_linalg_ext_input(d->op, 0), .indices = tern_linalg_ext_input(d->op, 1)};
  tern_value_t *output = tern_linalg_ext_output(d->op, 0);
  g.dims = tern_op_attr(d->op, "dimension_map");
  g.batch = tern_type_rank(output->type) + tern_int_list_attr_count(g.dims) - tern_type_rank(g.source->type);
  g.is_flat = tern_type_rank(g.indices->type) == g.batch;
  g.region = d->op->regions[0].first_block ? &d->op->regions[0] : NULL;
  build_gather(d, &g, output);
  return true;
}

// --- map_load ---

static void fill_loaded(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const tern_op_t *op = user;
  tern_value_t *source = tern_op_operand(op, 0), *place[MAX_RANK], *yielded[MAX_RANK + 1], *is_inside = NULL;
  size_t rank = tern_type_rank(source->type);
  for (size_t i = 0; i < tern_type_rank(tern_op_operand(op, 1)->type); ++i) place[i] = tern_linalg_build_index(b, i);
  tern_builder_clone_body(b, op->regions[0].first_block, place, yielded);
  for (size_t i = 0; i < rank; ++i) {
    tern_value_t *size = tern_build_extent(b, tern_build_dim(b, source, i));
    tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, yielded[i], size);
    place[i] = tern_build_select(b, fits, yielded[i], tern_build_index(b, 0));
    is_inside = is_inside ? tern_build_binary(b, TERN_ARITH(ANDI), is_inside, fits) : fits;
  }
  tern_value_t *element = tern_build_extract(b, source, (tern_values_t){place, rank});
  if (is_inside) element = tern_build_select(b, is_inside, element, yielded[rank]);
  tern_build_linalg_yield(b, TERN_VALUES(element));
}

// Is a size known to be 0? Then there is no element to read instead of those outside.
static bool may_be_read(const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == 0) return false;
  }
  return true;
}

bool tern_decompose_map_load(tern_decompose_t *d) {
  tern_value_t *output = tern_op_operand(d->op, 1);
  tern_extent_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(output->type);
  if (!may_be_read(tern_op_operand(d->op, 0)->type)) return false;
  tern_build_dims(d->b, output, sizes);
  const tern_affine_map_t *identity = tern_affine_map_identity(d->b->context, rank);
  tern_op_t *generic =
      tern_build_tensor_generic(d->b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(d->b, output->type, sizes)),
                                &identity, rank, 0, fill_loaded, d->op);
  d->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- group_matmul ---

typedef struct groups {
  tern_value_t *matrices, *ends, *first_row;
} groups_t;

// How many groups end before the row.
static void fill_group(tern_builder_t *b, tern_block_t *body, void *user) {
  const groups_t *g = user;
  tern_value_t *row = tern_build_index_add(b, tern_linalg_build_index(b, 0), g->first_row);
  tern_value_t *end = tern_decompose_number(b, body->args[0], row->type);
  tern_value_t *is_over = tern_build_compared(b, TERN_CMPI_SLE, end, row);
  tern_value_t *one = tern_build_scalar_number(b, body->args[1]->type, 1),
               *zero = tern_build_scalar_number(b, one->type, 0);
  tern_value_t *step = tern_build_select(b, is_over, one, zero);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_binary(b, TERN_ARITH(ADDI), body->args[1], step)));
}

static void fill_product(tern_builder_t *b, tern_block_t *body, void *user) {
  const groups_t *g = user;
  const tern_type_t *type = body->args[2]->type;
  tern_value_t *count = tern_build_extent(b, tern_build_dim(b, g->matrices, 0));
  tern_value_t *group = tern_decompose_number(b, body->args[1], count->type);
  tern_value_t *is_inside = tern_build_compared(b, TERN_CMPI_ULT, group, count);
  tern_value_t *place[] = {tern_build_select(b, is_inside, group, tern_build_index(b, 0)),
                           tern_linalg_build_index(b, 2), tern_linalg_build_index(b, 1)};
  tern_value_t *y = tern_decompose_number(b, tern_build_extract(b, g->matrices, (tern_values_t){place, 3}), type);
  tern_number_ops_t ops = tern_number_ops_of(type);
  tern_value_t *product = tern_build_binary(b, ops.mul, tern_decompose_number(b, body->args[0], type), y);
  product = tern_build_binary(b, ops.add, body->args[2], product);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_select(b, is_inside, product, body->args[2])));
}

bool tern_decompose_group_matmul(tern_decompose_t *d) {
  tern_context_t *context = d->b->context;
  tern_value_t *rows = tern_linalg_ext_input(d->op, 0), *output = tern_linalg_ext_output(d->op, 0);
  groups_t g = {tern_linalg_ext_input(d->op, 1), tern_linalg_ext_input(d->op, 2), tern_linalg_ext_input(d->op, 3)};
  if (!may_be_read(g.matrices->type)) return false;
  tern_extent_t size = tern_build_dim(d->b, rows, 0);
  int64_t length = tern_type_dim(rows->type, 0);
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_value_t *zeros = tern_build_filled(d->b, tern_tensor_type_get(i32, &length, 1, NULL), &size,
                                          tern_build_scalar_number(d->b, i32, 0));
  const tern_affine_map_t *group_maps[] = {tern_affine_map_select(context, 2, (const size_t[]){1}, 1),
                                           tern_affine_map_select(context, 2, (const size_t[]){0}, 1)};
  static const tern_iterator_t iterators[] = {TERN_ITERATOR_PARALLEL, TERN_ITERATOR_REDUCTION};
  tern_value_t *group = tern_decompose_generic(d->b, TERN_VALUES(g.ends), zeros, group_maps, iterators, fill_group, &g);
  const tern_affine_map_t *maps[] = {tern_affine_map_select(context, 3, (const size_t[]){0, 2}, 2),
                                     tern_affine_map_select(context, 3, (const size_t[]){0}, 1),
                                     tern_affine_map_select(context, 3, (const size_t[]){0, 1}, 2)};
  tern_op_t *product =
      tern_build_tensor_generic(d->b, TERN_VALUES(rows, group), TERN_VALUES(output), maps, 2, 1, fill_product, &g);
  d->results[0] = tern_op_result(product, 0);
  return true;
}

// --- arg_compare ---

static void fill_better(tern_builder_t *b, tern_block_t *body, void *user) {
  const tern_op_t *op = user;
  bool has_indices = tern_linalg_ext_input_count(op) == 2;
  tern_value_t **kept = &body->args[has_indices ? 2 : 1], *base = tern_op_operand_named(op, "index_base"), *index,
               *is_better;
  if (has_indices) {
    index = body->args[1];
  } else {
    index = tern_linalg_build_index(b, (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension")));
    if (base) index = tern_build_index_add(b, index, base);
    if (!tern_type_is_index(kept[1]->type)) index = tern_build_number_from_index(b, index, kept[1]->type);
  }
  tern_builder_clone_body(b, op->regions[0].first_block, (tern_value_t *[]){body->args[0], kept[0]}, &is_better);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_select(b, is_better, body->args[0], kept[0]),
                                         tern_build_select(b, is_better, index, kept[1])));
}

bool tern_decompose_arg_compare(tern_decompose_t *d) {
  size_t inputs = tern_linalg_ext_input_count(d->op), rank = tern_type_rank(tern_linalg_ext_input(d->op, 0)->type);
  size_t dim = (size_t)tern_integer_attr_value(tern_op_attr(d->op, "dimension")), kept[MAX_RANK], count = 0;
  tern_iterator_t iterators[MAX_RANK];
  const tern_affine_map_t *maps[4];
  tern_value_t *values[4];
  for (size_t i = 0; i < rank; ++i) {
    iterators[i] = i == dim ? TERN_ITERATOR_REDUCTION : TERN_ITERATOR_PARALLEL;
    if (i != dim) kept[count++] = i;
  }
  for (size_t i = 0; i < inputs + 2; ++i) {
    values[i] = i < inputs ? tern_linalg_ext_input(d->op, i) : tern_linalg_ext_output(d->op, i - inputs);
    maps[i] = i < inputs ? tern_affine_map_identity(d->b->context, rank)
                         : tern_affine_map_select(d->b->context, rank, kept, count);
  }
  tern_op_t *generic = tern_linalg_build_generic(d->b, TERN_TYPES(values[inputs]->type, values[inputs + 1]->type),
                                                 (tern_values_t){values, inputs}, (tern_values_t){values + inputs, 2},
                                                 maps, iterators, rank, fill_better, d->op);
  for (size_t i = 0; i < 2; ++i) d->results[i] = tern_op_result(generic, i);
  return true;
}
