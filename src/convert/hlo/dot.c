// dot and dot_general as linalg on buffers: the named op where there is one (matmul, matvec, vecmat, dot, batch_matmul), a
// generic contraction for any other choice of batch and contracting dimensions.

#include "convert/hlo/reduction.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "ir/diagnostic.h"

#define MAX_RANK 16

typedef struct dot_dims {
  int64_t batch[2][MAX_RANK], contracting[2][MAX_RANK];
  size_t batch_count, contracting_count;
} dot_dims_t;

static bool copy_dims(tern_hlo_dims_t from, int64_t *to, size_t *out_count) {
  if (from.count > MAX_RANK) return false;
  for (size_t i = 0; i < from.count; ++i) to[i] = from.values[i];
  *out_count = from.count;
  return true;
}

// dot contracts the last dimension of the left with the first of the right.
static bool read_dims(const tern_op_t *op, dot_dims_t *out_dims) {
  *out_dims = (dot_dims_t){0};
  if (tern_hlo_is(op, TERN_HLO_DOT)) {
    out_dims->contracting_count = 1;
    out_dims->contracting[0][0] = (int64_t)tern_type_rank(tern_op_operand(op, 0)->type) - 1;
    return true;
  }
  tern_dot_dimension_numbers_t numbers;
  return tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &numbers) &&
         copy_dims(numbers.lhs_batching, out_dims->batch[0], &out_dims->batch_count) &&
         copy_dims(numbers.rhs_batching, out_dims->batch[1], &out_dims->batch_count) &&
         copy_dims(numbers.lhs_contracting, out_dims->contracting[0], &out_dims->contracting_count) &&
         copy_dims(numbers.rhs_contracting, out_dims->contracting[1], &out_dims->contracting_count);
}

bool tern_hlo_match_dot(const tern_op_t *op) {
  dot_dims_t dims;
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) > MAX_RANK ||
        (tern_hlo_is(op, TERN_HLO_DOT) && (tern_type_rank(type) == 0 || tern_type_rank(type) > 2))) {
      return tern_op_error(op, "has an operand of unsupported rank");
    }
    const tern_type_t *element = tern_type_element(type);
    if (!tern_type_is_signless(element) && !(tern_type_is_float(element) && tern_type_bit_width(element) >= 16)) {
      return tern_op_error(op, "has an element type that the CPU code generator does not handle");
    }
  }
  return read_dims(op, &dims) || tern_op_error(op, "has dimension numbers that cannot be read");
}

static bool is_in(const int64_t *list, size_t count, size_t dim, size_t *out_position) {
  for (size_t i = 0; i < count; ++i) {
    if (list[i] != (int64_t)dim) continue;
    *out_position = i;
    return true;
  }
  return false;
}

int64_t tern_hlo_dot_count_kept(const tern_op_t *op, size_t index) {
  dot_dims_t dims;
  const tern_type_t *type = tern_op_operand(op, index)->type;
  int64_t count = 1;
  size_t position;
  if (!read_dims(op, &dims)) return 1;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (!is_in(dims.contracting[index], dims.contracting_count, d, &position)) count *= tern_type_dim(type, d);
  }
  return count;
}

// The named op for plain layouts; NULL: none.
static const tern_op_row_t *find_named(const tern_op_t *op, const dot_dims_t *dims) {
  size_t lhs_rank = tern_type_rank(tern_op_operand(op, 0)->type),
         rhs_rank = tern_type_rank(tern_op_operand(op, 1)->type);
  if (tern_type_is_i(tern_type_element(tern_op_result(op, 0)->type), 1) || dims->contracting_count != 1) return NULL;
  int64_t lhs = dims->contracting[0][0], rhs = dims->contracting[1][0];
  if (dims->batch_count == 0 && rhs == 0 && lhs == (int64_t)lhs_rank - 1) {
    if (lhs_rank == 2 && rhs_rank == 2) return TERN_LINALG(MATMUL);
    if (lhs_rank == 2 && rhs_rank == 1) return TERN_LINALG(MATVEC);
    if (lhs_rank == 1 && rhs_rank == 2) return TERN_LINALG(VECMAT);
    if (lhs_rank == 1 && rhs_rank == 1) return TERN_LINALG(DOT);
  }
  bool is_batch = dims->batch_count == 1 && dims->batch[0][0] == 0 && dims->batch[1][0] == 0;
  return is_batch && lhs_rank == 3 && rhs_rank == 3 && lhs == 2 && rhs == 1 ? TERN_LINALG(BATCH_MATMUL) : NULL;
}

static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_hlo_yield_multiply_add(b, body->args[0], body->args[1], body->args[2]);
}

// A contraction as a linalg.generic has it. Loops: those of the result, then the contracted ones.
typedef struct dot_loops {
  size_t count, out_rank;
  const tern_affine_map_t *maps[3];                                // left, right, result
  size_t side[TERN_LINALG_MAX_LOOPS], dim[TERN_LINALG_MAX_LOOPS];  // where each dimension of the result comes from
  size_t first_free[2];  // the first loop that only the left, the right runs over
} dot_loops_t;

// Dimensions of the op's result: batch, free of the left, free of the right; loop i is dimension order[i] of these.
static void number_loops(const tern_op_t *op, const dot_dims_t *dims, const size_t *order, dot_loops_t *out) {
  tern_context_t *context = tern_op_context(op);
  size_t next = dims->batch_count, place[TERN_LINALG_MAX_LOOPS];
  const tern_affine_expr_t *exprs[MAX_RANK], *of_result[TERN_LINALG_MAX_LOOPS];
  out->out_rank = tern_type_rank(tern_op_result(op, 0)->type);
  out->count = out->out_rank + dims->contracting_count;
  for (size_t i = 0; i < out->out_rank; ++i) place[order ? order[i] : i] = i;
  for (size_t side = 0; side < 2; ++side) {
    size_t rank = tern_type_rank(tern_op_operand(op, side)->type);
    out->first_free[side] = out->count;
    for (size_t d = 0; d < rank; ++d) {
      size_t position, loop;
      if (is_in(dims->contracting[side], dims->contracting_count, d, &position)) {
        loop = out->out_rank + position;
      } else {
        bool is_batch = is_in(dims->batch[side], dims->batch_count, d, &position);
        loop = place[is_batch ? position : next++];
        out->side[loop] = side;
        out->dim[loop] = d;
        if (!is_batch && loop < out->first_free[side]) out->first_free[side] = loop;
      }
      exprs[d] = tern_affine_dim(context, loop);
    }
    out->maps[side] = tern_affine_map_get(context, out->count, 0, exprs, rank);
  }
  for (size_t i = 0; i < out->out_rank; ++i) of_result[i] = tern_affine_dim(context, i);
  out->maps[2] = tern_affine_map_get(context, out->count, 0, of_result, out->out_rank);
}

static tern_op_t *build_generic(tern_builder_t *b, const dot_loops_t *loops, tern_value_t *const *inputs,
                                tern_value_t *output) {
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < loops->count; ++i) {
    iterators[i] = i < loops->out_rank ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
  }
  bool is_tensor = output->type->kind == TERN_TYPE_TENSOR;
  return tern_linalg_build_generic(b, is_tensor ? TERN_TYPES(output->type) : (tern_types_t){0},
                                   (tern_values_t){inputs, 2}, TERN_VALUES(output), loops->maps, iterators,
                                   loops->count, fill_body, NULL);
}

void tern_hlo_build_dot(const tern_hlo_site_t *site) {
  dot_dims_t dims;
  if (!read_dims(site->op, &dims)) return;
  const tern_type_t *element = tern_type_element(site->outputs[0]->type);
  tern_hlo_build_fill(site->b, tern_build_number(site->b, element, 0.0), site->outputs[0]);
  const tern_op_row_t *named = find_named(site->op, &dims);
  if (named) {
    tern_linalg_build_named(site->b, named, (tern_types_t){0}, (tern_values_t){site->inputs, 2},
                            (tern_values_t){site->outputs, 1}, (tern_named_attrs_t){0});
  } else {
    dot_loops_t loops;
    number_loops(site->op, &dims, NULL, &loops);
    build_generic(site->b, &loops, site->inputs, site->outputs[0]);
  }
}

// In a result with another order of its dimensions those of the right operand may come first: then the operands change places,
// so that whoever lowers the product finds rows and columns where it expects them.
static void exchange_factors(dot_loops_t *loops, tern_value_t **inputs) {
  bool has_both = loops->first_free[0] < loops->count && loops->first_free[1] < loops->count;
  if (!has_both || loops->first_free[0] < loops->first_free[1]) return;
  const tern_affine_map_t *map = loops->maps[0];
  tern_value_t *input = inputs[0];
  loops->maps[0] = loops->maps[1];
  loops->maps[1] = map;
  inputs[0] = inputs[1];
  inputs[1] = input;
}

void tern_hlo_build_dot_on_tensors(tern_builder_t *b, tern_op_t *op, const size_t *order, tern_value_t **out_results) {
  dot_dims_t dims;
  dot_loops_t loops;
  if (!read_dims(op, &dims)) return;
  number_loops(op, &dims, order, &loops);
  int64_t sizes[TERN_LINALG_MAX_LOOPS];
  tern_value_t *dynamic[TERN_LINALG_MAX_LOOPS], *inputs[] = {tern_op_operand(op, 0), tern_op_operand(op, 1)};
  size_t dynamic_count = 0;
  for (size_t i = 0; i < loops.out_rank; ++i) {
    tern_value_t *source = inputs[loops.side[i]];
    sizes[i] = tern_type_dim(tern_op_result(op, 0)->type, order ? order[i] : i);
    if (sizes[i] == TERN_DYNAMIC) dynamic[dynamic_count++] = tern_hlo_build_size(b, source, loops.dim[i]);
  }
  const tern_type_t *element = tern_type_element(tern_op_result(op, 0)->type);
  const tern_type_t *type = tern_tensor_type_get(element, sizes, loops.out_rank, NULL);
  tern_value_t *output = tern_hlo_build_filled_tensor(b, tern_build_number(b, element, 0.0), type,
                                                      (tern_values_t){dynamic, dynamic_count});
  exchange_factors(&loops, inputs);
  out_results[0] = tern_op_result(build_generic(b, &loops, inputs, output), 0);
}
