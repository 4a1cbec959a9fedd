// Reductions that a loop adds up: each thread combines its own elements in the loop, and threads combine theirs behind it.
//
//   scf.for ... iter_args(%acc = %zeros) {            scf.for ... iter_args(%acc = dense<0>) {       of one more dimension
//     %x = tt.load ...                                  %x = tt.load ...
//     %r = tt.reduce %x along the last axis             %v = tt.reshape %x: what a thread has along the axis is a
//     %s = arith.addf %acc, %r                               dimension of its own
//     scf.yield %s                               =>     %r = tt.reduce %v along it
//   }                                                   %s = arith.addf %acc, %r
//                                                       scf.yield %s
//                                                     }
//                                                     tt.reduce of the result along the axis, and arith.addf with %zeros
//
// So the order of sums changes. What is added up must be used nowhere else in the loop, and be updated by the op that the reduction
// combines with. Source: upstream's OptimizeThreadLocality, which asks less and is wrong where that does not hold.

#include "transform/ttg/reductions_in_loops.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "ir/op_list.h"
#include "transform/ttg/operand_memory.h"

// --- which reductions ---

typedef struct combiner {
  const tern_op_row_t *row;
  double neutral;
} combiner_t;

static const combiner_t combiners[] = {
    {TERN_ARITH(ADDF), 0},
    {TERN_ARITH(MULF), 1},
    {TERN_ARITH(MAXIMUMF), -__builtin_inf()},
    {TERN_ARITH(MAXNUMF), -__builtin_inf()},
    {TERN_ARITH(MINIMUMF), __builtin_inf()},
    {TERN_ARITH(MINNUMF), __builtin_inf()},
};

// What is known of a reduction that can be rewritten.
typedef struct candidate {
  tern_op_t *reduce, *update, *loop;
  const combiner_t *combiner;
  size_t carried;     // which value of the loop is the sum
  int64_t registers;  // of a thread, along the axis
} candidate_t;

// The op of a body that is nothing but it.
static const combiner_t *find_combiner(const tern_op_t *reduce) {
  const tern_block_t *block = reduce->regions[0].first_block;
  const tern_op_t *op = block && !block->next ? block->first_op : NULL;
  if (!op || op->next != block->last_op) return NULL;
  for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; ++i) {
    if (tern_op_is(op, combiners[i].row)) return &combiners[i];
  }
  return NULL;
}

static tern_op_t *only_user(const tern_value_t *value) {
  return tern_value_has_one_use(value) ? value->first_use->owner : NULL;
}

// Along the last axis of what is loaded, of which a thread has several elements.
static bool is_worth_it(const tern_op_t *reduce, int64_t *out_registers) {
  const tern_type_t *type = tern_op_operand(reduce, 0)->type;
  size_t rank = tern_type_rank(type);
  int64_t counts[TERN_TTG_MAX_RANK], axis = tern_integer_attr_value(tern_op_attr(reduce, "axis"));
  if (!tern_attr_is_ttg(tern_tensor_type_encoding(type), TERN_TTG_ATTR_BLOCKED)) return false;
  if (rank < 2 || rank + 1 > TERN_TTG_MAX_RANK || axis != (int64_t)rank - 1) return false;
  if (!tern_value_defined_by(tern_op_operand(reduce, 0), TERN_TT(LOAD))) return false;
  if (!tern_ttg_registers_of(type, counts) || counts[axis] == 1) return false;
  *out_registers = counts[axis];
  return true;
}

// The loop hands on what the update makes, to be updated again, and begins with a constant.
static bool find_loop(candidate_t *candidate) {
  tern_op_t *update = candidate->update, *loop = tern_op_parent(candidate->reduce);
  tern_op_t *yield = only_user(&update->results[0]);
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR)) || !yield || yield != tern_op_body(loop, 0)->last_op) return false;
  candidate->loop = loop;
  candidate->carried = tern_operand_index(update->results[0].first_use);
  size_t place = tern_op_operand(update, 0) == &candidate->reduce->results[0] ? 1 : 0;
  const tern_value_t *sum = tern_op_operand(update, place);
  if (sum != tern_scf_for_carried(loop, candidate->carried) || !tern_value_has_one_use(sum)) return false;
  return tern_value_defined_by(tern_op_operand(loop, 3 + candidate->carried), TERN_ARITH(CONSTANT)) != NULL;
}

static bool find_candidate(tern_op_t *reduce, candidate_t *out_candidate) {
  if (reduce->operand_count != 1 || reduce->result_count != 1) return false;
  *out_candidate = (candidate_t){.reduce = reduce, .combiner = find_combiner(reduce)};
  if (!out_candidate->combiner || !is_worth_it(reduce, &out_candidate->registers)) return false;
  out_candidate->update = only_user(&reduce->results[0]);
  if (!out_candidate->update || !tern_op_is(out_candidate->update, out_candidate->combiner->row)) return false;
  return find_loop(out_candidate);
}

// --- types ---

// The list of a field with one more number at `place`.
static uint64_t insert_number(const tern_attr_t *encoding, tern_ttg_field_t field, size_t place, int64_t number) {
  int64_t values[TERN_TTG_MAX_RANK + 1];
  size_t count = tern_ttg_count(encoding, field);
  for (size_t i = 0, from = 0; i <= count; ++i) values[i] = i == place ? number : tern_ttg_at(encoding, field, from++);
  return tern_ttg_list(encoding->context, values, count + 1);
}

// Blocks of a cluster are not dealt to the new dimension.
static uint64_t extend_cga(const tern_attr_t *encoding, size_t rank) {
  const tern_attr_t *bases = (const tern_attr_t *)(uintptr_t)tern_ttg_cga_list(encoding);
  int64_t values[(TERN_TTG_MAX_RANK + 1) * TERN_LAYOUT_MAX_BITS];
  size_t count = 0;
  for (size_t i = 0; i < tern_dense_array_attr_count(bases); ++i) {
    values[count++] = tern_dense_array_attr_int(bases, i);
    if (i % rank == rank - 1) values[count++] = 0;
  }
  return tern_ttg_list(encoding->context, values, count);
}

static const tern_attr_t *extend_encoding(const tern_attr_t *encoding, size_t rank) {
  int64_t sizes[TERN_TTG_MAX_RANK + 1];
  for (size_t d = 0; d < rank; ++d) sizes[d] = tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, d);
  sizes[rank] = sizes[rank - 1];
  sizes[rank - 1] = 1;
  return tern_ttg_encoding_get(
      encoding->context, TERN_TTG_ATTR_BLOCKED,
      TERN_TTG_VALUES(
          {TERN_TTG_FIELD_SIZE_PER_THREAD, tern_ttg_list(encoding->context, sizes, rank + 1)},
          {TERN_TTG_FIELD_THREADS_PER_WARP, insert_number(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, rank, 1)},
          {TERN_TTG_FIELD_WARPS_PER_CTA, insert_number(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, rank, 1)},
          {TERN_TTG_FIELD_ORDER, insert_number(encoding, TERN_TTG_FIELD_ORDER, 0, (int64_t)rank)},
          {TERN_TTG_FIELD_CGA_LAYOUT, extend_cga(encoding, rank)}));
}

// What is loaded, with a dimension for what a thread has along the axis.
static const tern_type_t *view_type(const candidate_t *candidate) {
  const tern_type_t *type = tern_op_operand(candidate->reduce, 0)->type;
  size_t rank = tern_type_rank(type);
  int64_t dims[TERN_TTG_MAX_RANK + 1];
  for (size_t d = 0; d < rank; ++d) dims[d] = tern_type_dim(type, d);
  dims[rank - 1] /= candidate->registers;
  dims[rank] = candidate->registers;
  return tern_tensor_type_get(tern_type_element(type), dims, rank + 1,
                              extend_encoding(tern_tensor_type_encoding(type), rank));
}

// What a reduction along the last dimension gives.
static const tern_type_t *reduced_type(const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  return tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), rank - 1,
                              tern_ttg_infer_reduce(tern_tensor_type_encoding(type), rank - 1));
}

// --- the rewrite ---

static tern_value_t *reduce_along_last(tern_builder_t *b, const tern_op_t *reduce, tern_value_t *operand) {
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_op_operand(reduce, 0), operand);
  tern_op_t *made = tern_builder_clone(b, reduce, &mapping);
  tern_map_deinitialize(&mapping);
  int64_t axis = (int64_t)tern_type_rank(operand->type) - 1;
  tern_op_set_attr(made, "axis", tern_integer_attr_get(tern_i_type_get(b->context, 32), axis));
  made->results[0].type = reduced_type(operand->type);
  return &made->results[0];
}

static tern_value_t *combine(tern_builder_t *b, const tern_op_t *update, tern_value_t *sum, tern_value_t *value) {
  tern_op_t *made = tern_build(b, update->def->row, .operands = TERN_VALUES(sum, value), .types = TERN_TYPES(sum->type),
                               .dictionary = tern_op_attr_dictionary(update));
  return &made->results[0];
}

// The loop with one more value, of `init`; the old one is gone.
static tern_op_t *add_carried(tern_op_t *loop, tern_value_t *init) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < loop->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(loop, i));
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&types, loop->results[i].type);
  tern_vec_push(&operands, init);
  tern_vec_push(&types, init->type);
  tern_builder_t b = tern_builder_before(loop);
  tern_op_t *made =
      tern_build(&b, TERN_SCF(FOR), .operands = {operands.values, operands.count}, .types = {types.values, types.count},
                 .dictionary = tern_op_attr_dictionary(loop), .regions = 1);
  tern_region_take_blocks(&made->regions[0], &loop->regions[0]);
  tern_block_add_arg(made->regions[0].first_block, init->type, loop->loc);
  for (size_t i = 0; i < loop->result_count; ++i) tern_value_replace_all_uses(&loop->results[i], &made->results[i]);
  tern_op_destroy(loop);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return made;
}

// The old sum stays what it was in the beginning; nothing needs the old reduction any more.
static void rewrite(const candidate_t *candidate) {
  const tern_type_t *view = view_type(candidate), *partial = reduced_type(view);
  tern_value_t *old_init = tern_op_operand(candidate->loop, 3 + candidate->carried);
  tern_builder_t b = tern_builder_after(tern_value_defining_op(old_init));
  const tern_attr_t *neutral = tern_float_attr_get(tern_type_element(partial), candidate->combiner->neutral);
  tern_value_t *init = tern_arith_constant(&b, tern_dense_elements_attr_get_splat(partial, neutral));
  tern_op_t *loop = add_carried(candidate->loop, init), *yield = tern_op_body(loop, 0)->last_op;
  size_t last = loop->result_count - 1;

  tern_builder_set_after(&b, candidate->reduce);
  const tern_attr_t *unit = tern_unit_attr_get(b.context);
  tern_value_t *own = tern_build_value(
      &b, TERN_TT(RESHAPE), .operands = TERN_VALUES(tern_op_operand(candidate->reduce, 0)), .types = TERN_TYPES(view),
      .attrs = TERN_ATTRS({"allow_reorder", unit}, {"efficient_layout", unit}));
  tern_value_t *update =
      combine(&b, candidate->update, tern_scf_for_carried(loop, last), reduce_along_last(&b, candidate->reduce, own));
  tern_op_set_operand(yield, candidate->carried, tern_scf_for_carried(loop, candidate->carried));
  tern_op_insert_operands(yield, yield->operand_count, TERN_VALUES(update));

  tern_builder_set_after(&b, loop);
  tern_value_t *old = &loop->results[candidate->carried];
  tern_value_t *whole = reduce_along_last(&b, candidate->reduce, &loop->results[last]);
  whole = tern_ttg_build_convert(&b, whole, tern_tensor_type_encoding(old->type));
  tern_value_replace_all_uses(old, combine(&b, candidate->update, old_init, whole));
}

void tern_ttg_localize_reductions(tern_op_t *module) {
  tern_op_list_t reductions = tern_op_collect_row(module, TERN_POSTORDER, TERN_TT(REDUCE));
  for (size_t i = 0; i < reductions.count; ++i) {
    candidate_t candidate;
    if (find_candidate(reductions.values[i], &candidate)) rewrite(&candidate);
  }
  tern_vec_deinitialize(&reductions);
}
