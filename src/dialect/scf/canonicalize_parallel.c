// Canonicalization of scf.parallel and scf.forall: dimensions that run once or never, perfect nests, constant bounds,
// outputs that nobody writes or reads (upstream: ParallelOp and ForallOp patterns).

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/scf/scf_hooks.h"
#include "ir/context.h"

// --- parallel ---

static size_t rank_of(const tern_op_t *op) { return tern_op_body(op, 0)->arg_count; }
// Bound `group` (0 lower, 1 upper, 2 step) of dimension `dim`.
static tern_value_t *bound_of(const tern_op_t *op, size_t group, size_t dim) {
  return tern_op_operand(op, group * rank_of(op) + dim);
}
static tern_value_t *init_of(const tern_op_t *op, size_t index) { return tern_op_operand(op, 3 * rank_of(op) + index); }

static tern_value_t *mapped(tern_map_t *mapping, tern_value_t *value) {
  tern_value_t *copy = tern_map_get(mapping, value);
  return copy ? copy : value;
}

static void clone_without_terminator(tern_rewriter_t *rewriter, const tern_block_t *block, tern_map_t *mapping) {
  tern_block_for_each_op(block, inner) {
    if (inner != block->last_op) tern_builder_clone(&rewriter->builder, inner, mapping);
  }
}

// The body and its reductions, once, with the arguments mapped.
static void run_once(tern_op_t *op, tern_rewriter_t *rewriter, tern_map_t *mapping) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *reduce = body->last_op;
  tern_value_list_t results = {0};
  clone_without_terminator(rewriter, body, mapping);
  for (size_t i = 0; i < reduce->region_count; i++) {
    const tern_block_t *block = tern_op_body(reduce, i);
    tern_map_set(mapping, block->args[0], init_of(op, i));
    tern_map_set(mapping, block->args[1], mapped(mapping, tern_op_operand(reduce, i)));
    clone_without_terminator(rewriter, block, mapping);
    tern_vec_push(&results, mapped(mapping, tern_op_operand(block->last_op, 0)));
  }
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&results));
  tern_vec_deinitialize(&results);
}

// A parallel loop without blocks; `bounds` are lower, upper, step groups of `rank` values each.
static tern_op_t *build_parallel(const tern_op_t *op, tern_rewriter_t *rewriter, const tern_value_list_t bounds[3]) {
  tern_value_list_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t g = 0; g < 3; g++)
    for (size_t i = 0; i < bounds[g].count; i++) tern_vec_push(&operands, bounds[g].values[i]);
  for (size_t i = 0; i < op->result_count; i++) {
    tern_vec_push(&operands, init_of(op, i));
    tern_vec_push(&types, op->results[i].type);
  }
  int32_t rank = (int32_t)bounds[0].count;
  tern_op_t *loop = tern_build(&rewriter->builder, TERN_SCF(PARALLEL), .operands = tern_value_list_view(&operands),
                               .types = {types.values, types.count}, .dictionary = op->attrs, .regions = 1,
                               .segments = (const int32_t[]){rank, rank, rank, (int32_t)op->result_count});
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return loop;
}

static void replace_with_list(tern_op_t *op, tern_rewriter_t *rewriter, size_t first_operand) {
  tern_value_list_t values = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&values, tern_op_operand(op, first_operand + i));
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&values));
  tern_vec_deinitialize(&values);
}

static bool drop_trivial_dims(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t rank = rank_of(op), kept_count = 0;
  bool *is_kept = tern_malloc(rank + 1);
  bool is_empty = false;
  for (size_t i = 0; i < rank; i++) {
    int64_t count;
    bool is_known = tern_scf_trip_count(bound_of(op, 0, i), bound_of(op, 1, i), bound_of(op, 2, i), false, &count);
    is_empty |= is_known && count == 0;
    is_kept[i] = !is_known || count != 1;
    kept_count += is_kept[i];
  }
  tern_map_t mapping = {0};
  tern_value_list_t bounds[3] = {{0}, {0}, {0}};
  tern_block_t *body = tern_op_body(op, 0);
  if (is_empty) {
    replace_with_list(op, rewriter, 3 * rank);
  } else if (kept_count < rank && kept_count == 0) {
    for (size_t i = 0; i < rank; i++) tern_map_set(&mapping, body->args[i], bound_of(op, 0, i));
    run_once(op, rewriter, &mapping);
  } else if (kept_count < rank) {
    for (size_t i = 0; i < rank; i++)
      for (size_t g = 0; g < 3 && is_kept[i]; g++) tern_vec_push(&bounds[g], bound_of(op, g, i));
    tern_op_t *loop = build_parallel(op, rewriter, bounds);
    tern_block_t *block = tern_region_add_block(&loop->regions[0]);
    tern_value_list_t args = {0};
    for (size_t i = 0; i < rank; i++)
      tern_vec_push(&args, is_kept[i] ? tern_block_add_arg(block, body->args[i]->type, body->args[i]->arg_loc)
                                      : bound_of(op, 0, i));
    tern_rewriter_merge_block_end(rewriter, body, block, tern_value_list_view(&args));
    for (size_t i = 0; i < op->result_count; i++)
      tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(loop, i));
    tern_rewriter_erase(rewriter, op);
    tern_vec_deinitialize(&args);
  }
  bool is_changed = is_empty || kept_count < rank;
  for (size_t g = 0; g < 3; g++) tern_vec_deinitialize(&bounds[g]);
  tern_map_deinitialize(&mapping);
  free(is_kept);
  return is_changed;
}

// A loop that holds nothing but a loop with independent bounds is one loop.
static bool merge_nest(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *inner = body->first_op;
  if (inner->next != body->last_op || !tern_op_is(inner, TERN_SCF(PARALLEL))) return false;
  if (op->result_count || inner->result_count) return false;
  for (size_t i = 0; i < inner->operand_count; i++)
    if (tern_value_arg_block(tern_op_operand(inner, i)) == body) return false;
  tern_value_list_t bounds[3] = {{0}, {0}, {0}}, args = {0}, inner_args = {0};
  const tern_op_t *loops[] = {op, inner};
  for (size_t l = 0; l < 2; l++)
    for (size_t g = 0; g < 3; g++)
      for (size_t i = 0; i < rank_of(loops[l]); i++) tern_vec_push(&bounds[g], bound_of(loops[l], g, i));
  tern_op_t *loop = build_parallel(op, rewriter, bounds);
  tern_block_t *block = tern_region_add_block(&loop->regions[0]), *inner_body = tern_op_body(inner, 0);
  for (size_t i = 0; i < body->arg_count; i++)
    tern_vec_push(&args, tern_block_add_arg(block, body->args[i]->type, body->args[i]->arg_loc));
  for (size_t i = 0; i < inner_body->arg_count; i++)
    tern_vec_push(&inner_args, tern_block_add_arg(block, inner_body->args[i]->type, inner_body->args[i]->arg_loc));
  for (size_t i = 0; i < body->arg_count; i++) tern_rewriter_replace_uses(rewriter, body->args[i], args.values[i]);
  tern_rewriter_merge_block_end(rewriter, inner_body, block, tern_value_list_view(&inner_args));
  tern_rewriter_erase(rewriter, op);
  for (size_t g = 0; g < 3; g++) tern_vec_deinitialize(&bounds[g]);
  tern_vec_deinitialize(&args);
  tern_vec_deinitialize(&inner_args);
  return true;
}

bool tern_scf_canonicalize_parallel(tern_op_t *op, tern_rewriter_t *rewriter) {
  return drop_trivial_dims(op, rewriter) || merge_nest(op, rewriter);
}

// --- forall ---

static const char *const static_names[] = {"staticLowerBound", "staticUpperBound", "staticStep"};

// Constant operands among the bounds become numbers.
static bool fold_bounds(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_list_t operands = {0};
  int32_t segments[4] = {0};
  bool is_changed = false;
  const tern_attr_t *lists[3];
  for (size_t g = 0; g < 3; g++) {
    const tern_attr_t *values = tern_op_attr(op, static_names[g]);
    size_t start, count, rank = tern_int_list_attr_count(values);
    tern_op_operand_group(op, g, &start, &count);
    int64_t *numbers = tern_realloc_array(NULL, rank + 1, sizeof(*numbers));
    for (size_t i = 0; i < rank; i++) {
      numbers[i] = tern_int_list_attr_at(values, i);
      if (numbers[i] != TERN_DYNAMIC) continue;
      tern_value_t *operand = tern_op_operand(op, start++);
      int64_t constant;
      if (tern_value_constant_int(operand, &constant) && constant != TERN_DYNAMIC) {
        numbers[i] = constant;
        is_changed = true;
      } else {
        tern_vec_push(&operands, operand);
        segments[g]++;
      }
    }
    lists[g] = tern_dense_i64_array_attr_get(tern_op_context(op), numbers, rank);
    free(numbers);
  }
  if (is_changed) {
    size_t start, count;
    tern_op_operand_group(op, 3, &start, &count);
    for (size_t i = 0; i < count; i++) tern_vec_push(&operands, tern_op_operand(op, start + i));
    segments[3] = (int32_t)count;
    tern_op_set_operands(op, tern_value_list_view(&operands));
    tern_op_set_segment_sizes(op, segments, 4);
    for (size_t g = 0; g < 3; g++) tern_op_set_attr(op, static_names[g], lists[g]);
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&operands);
  return is_changed;
}

static size_t forall_rank(const tern_op_t *op) {
  return tern_int_list_attr_count(tern_op_attr(op, "staticLowerBound"));
}

static tern_value_t *output_of(const tern_op_t *op, size_t index) {
  size_t start, count;
  tern_op_operand_group(op, 3, &start, &count);
  return tern_op_operand(op, start + index);
}

// Static bounds of a dimension; false if one is not known.
static bool forall_trip_count(const tern_op_t *op, size_t dim, int64_t *out_lower, int64_t *out_count) {
  int64_t bounds[3];
  for (size_t g = 0; g < 3; g++) {
    bounds[g] = tern_int_list_attr_at(tern_op_attr(op, static_names[g]), dim);
    if (bounds[g] == TERN_DYNAMIC) return false;
  }
  if (bounds[2] < 0) return false;
  *out_lower = bounds[0];
  *out_count = 0;
  if (bounds[2] == 0) return true;  // upstream's reading of what has no meaning
  tern_int128_t distance = (tern_int128_t)bounds[1] - bounds[0];
  tern_int128_t count = distance <= 0 ? 0 : (distance + bounds[2] - 1) / bounds[2];
  *out_count = count > INT64_MAX ? INT64_MAX : (int64_t)count;
  return true;
}

// A tensor.insert_slice that does what `insert`, an op of the terminator, does; `destination` is what it inserts into.
// tensor is above scf: the op is asked for by name.
static tern_value_t *build_insert(tern_rewriter_t *rewriter, const tern_op_row_t *row, const tern_op_t *insert,
                                  tern_value_t *destination) {
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides", "operandSegmentSizes"};
  tern_named_attr_t attrs[4];
  tern_value_list_t operands = {0};
  for (size_t i = 0; i < 4; i++) attrs[i] = (tern_named_attr_t){names[i], tern_op_attr(insert, names[i])};
  for (size_t i = 0; i < insert->operand_count; i++)
    tern_vec_push(&operands, i == 1 ? destination : tern_op_operand(insert, i));
  tern_value_t *value = tern_build_value(&rewriter->builder, row, .operands = tern_value_list_view(&operands),
                                         .types = TERN_TYPES(destination->type), .attrs = {attrs, 4});
  tern_vec_deinitialize(&operands);
  return value;
}

// Takes a loop apart of which every dimension runs once: the body stands where the loop stood, then the inserts, one
// after the other.
static bool inline_forall(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_row_t *row = tern_context_find_op(tern_op_context(op), TERN_STR("tensor.insert_slice"));
  if (!row) return false;
  size_t rank = forall_rank(op);
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *end = body->last_op;
  tern_value_list_t args = {0}, results = {0};
  TERN_VEC(size_t) targets = {0};  // the output of each insert
  for (size_t i = 0; i < rank; i++) {
    int64_t lower = tern_int_list_attr_at(tern_op_attr(op, "staticLowerBound"), i);
    tern_vec_push(&args, tern_arith_constant_index(&rewriter->builder, lower));
  }
  for (size_t i = 0; i < op->result_count; i++) {
    tern_vec_push(&args, output_of(op, i));
    tern_vec_push(&results, output_of(op, i));
  }
  tern_block_for_each_op(tern_op_body(end, 0), insert)
      tern_vec_push(&targets, tern_op_operand(insert, 1)->index - rank);
  tern_rewriter_inline_block_before(rewriter, body, op, tern_value_list_view(&args));
  tern_builder_set_before(&rewriter->builder, op);
  size_t position = 0;
  tern_block_for_each_op(tern_op_body(end, 0), insert) {
    size_t target = targets.values[position++];
    results.values[target] = build_insert(rewriter, row, insert, results.values[target]);
  }
  tern_rewriter_erase(rewriter, end);
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&results));
  tern_vec_deinitialize(&args);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&targets);
  return true;
}

// Dimensions that run once lose their variable; a loop that never runs gives its outputs.
static bool drop_trivial_forall_dims(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *mapping = tern_op_attr(op, "mapping");
  if (mapping && tern_array_attr_count(mapping) > 0) return false;
  size_t rank = forall_rank(op), kept = 0;
  tern_block_t *body = tern_op_body(op, 0);
  int64_t lower, count;
  TERN_VEC(int64_t) lists[3] = {{0}, {0}, {0}};
  TERN_VEC(size_t) dropped = {0};
  bool is_empty = false;
  for (size_t i = 0; i < rank; i++) {
    bool is_known = forall_trip_count(op, i, &lower, &count);
    is_empty |= is_known && count == 0;
    if (is_known && count == 1) {
      tern_vec_push(&dropped, i);
      continue;
    }
    kept++;
    for (size_t g = 0; g < 3; g++)
      tern_vec_push(&lists[g], tern_int_list_attr_at(tern_op_attr(op, static_names[g]), i));
  }
  bool is_changed = true;
  if (is_empty) {
    size_t start, output_count;
    tern_op_operand_group(op, 3, &start, &output_count);
    replace_with_list(op, rewriter, start);
  } else if (dropped.count == 0 && rank > 0) {
    is_changed = false;
  } else if (kept == 0) {
    is_changed = inline_forall(op, rewriter);
  } else {
    for (size_t d = dropped.count; d-- > 0;) {
      size_t dim = dropped.values[d];
      forall_trip_count(op, dim, &lower, &count);
      tern_value_t *constant = tern_arith_constant_index(&rewriter->builder, lower);
      tern_rewriter_replace_uses(rewriter, body->args[dim], constant);
      tern_block_erase_arg(body, dim);
    }
    for (size_t g = 0; g < 3; g++)
      tern_op_set_attr(op, static_names[g],
                       tern_dense_i64_array_attr_get(tern_op_context(op), lists[g].values, lists[g].count));
    tern_rewriter_modified(rewriter, op);
  }
  for (size_t g = 0; g < 3; g++) tern_vec_deinitialize(&lists[g]);
  tern_vec_deinitialize(&dropped);
  return is_changed;
}

// Does an op of the terminator insert into this argument?
static bool is_inserted_into(const tern_op_t *op, const tern_value_t *arg) {
  const tern_op_t *end = tern_op_body(op, 0)->last_op;
  tern_block_for_each_op(tern_op_body(end, 0), insert) {
    if (insert->operand_count > 1 && tern_op_operand(insert, 1) == arg) return true;
  }
  return false;
}

static void erase_inserts_into(const tern_op_t *op, const tern_value_t *arg, tern_rewriter_t *rewriter) {
  const tern_op_t *end = tern_op_body(op, 0)->last_op;
  tern_block_for_each_op_safe(tern_op_body(end, 0), insert) {
    if (insert->operand_count > 1 && tern_op_operand(insert, 1) == arg) tern_rewriter_erase(rewriter, insert);
  }
}

// The loop with some of its outputs, and an empty body.
static tern_op_t *build_forall(const tern_op_t *op, tern_rewriter_t *rewriter, tern_values_t operands,
                               tern_types_t types) {
  int32_t segments[4];
  for (size_t g = 0; g < 3; g++) {
    size_t group_start, group_count;
    tern_op_operand_group(op, g, &group_start, &group_count);
    segments[g] = (int32_t)group_count;
  }
  segments[3] = (int32_t)types.count;
  tern_named_attr_t attrs[4];
  size_t attr_count = 0;
  for (size_t g = 0; g < 3; g++)
    attrs[attr_count++] = (tern_named_attr_t){static_names[g], tern_op_attr(op, static_names[g])};
  if (tern_op_attr(op, "mapping")) attrs[attr_count++] = (tern_named_attr_t){"mapping", tern_op_attr(op, "mapping")};
  return tern_build(&rewriter->builder, TERN_SCF(FORALL), .operands = operands, .types = types,
                    .attrs = {attrs, attr_count}, .dictionary = op->attrs, .regions = 1, .segments = segments);
}

// Outputs that are not written are their results; outputs whose results nobody uses need not be written.
static bool drop_outputs(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  size_t rank = forall_rank(op), start, output_count;
  tern_op_operand_group(op, 3, &start, &output_count);
  bool *is_kept = tern_malloc(output_count + 1);
  size_t kept = 0;
  for (size_t i = 0; i < output_count; i++) {
    is_kept[i] = tern_value_has_uses(tern_op_result(op, i)) && is_inserted_into(op, body->args[rank + i]);
    kept += is_kept[i];
  }
  if (kept == output_count) {
    free(is_kept);
    return false;
  }
  tern_value_list_t operands = {0}, args = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < start; i++) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < output_count; i++) {
    if (is_kept[i]) {
      tern_vec_push(&operands, output_of(op, i));
      tern_vec_push(&types, op->results[i].type);
      continue;
    }
    erase_inserts_into(op, body->args[rank + i], rewriter);
  }
  tern_op_t *loop =
      build_forall(op, rewriter, tern_value_list_view(&operands), (tern_types_t){types.values, types.count});
  tern_block_t *block = tern_region_add_block(&loop->regions[0]);
  for (size_t i = 0; i < body->arg_count; i++) {
    bool stays = i < rank || is_kept[i - rank];
    tern_vec_push(&args, stays ? tern_block_add_arg(block, body->args[i]->type, body->args[i]->arg_loc)
                               : output_of(op, i - rank));
  }
  tern_rewriter_merge_block_end(rewriter, body, block, tern_value_list_view(&args));
  for (size_t i = 0, place = 0; i < output_count; i++) {
    tern_value_t *value = is_kept[i] ? tern_op_result(loop, place++) : output_of(op, i);
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), value);
  }
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&args);
  tern_vec_deinitialize(&types);
  free(is_kept);
  return true;
}

// The variable of a dimension that runs once is its lower bound, also where the dimension has to stay.
static bool replace_constant_variables(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_changed = false;
  for (size_t i = 0; i < forall_rank(op); i++) {
    int64_t lower, count;
    tern_value_t *variable = tern_op_body(op, 0)->args[i];
    if (!tern_value_has_uses(variable) || !forall_trip_count(op, i, &lower, &count) || count != 1) continue;
    tern_rewriter_replace_uses(rewriter, variable, tern_arith_constant_index(&rewriter->builder, lower));
    is_changed = true;
  }
  return is_changed;
}

// The sizes of a result are those of the output. tensor is above scf: its op is asked for by name.
static bool measure_outputs(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_changed = false;
  for (size_t i = 0; i < op->result_count; i++) {
    for (tern_operand_t *use = tern_op_result(op, i)->first_use, *next; use; use = next) {
      next = use->next;
      if (!tern_str_equal(tern_op_name(use->owner), TERN_STR("tensor.dim"))) continue;
      tern_operand_set(use, output_of(op, i));
      tern_rewriter_modified(rewriter, use->owner);
      is_changed = true;
    }
  }
  return is_changed;
}

// An output that a cast makes less static is its source, in a loop like this one but for types; casts stand in the body, where
// others than the inserts use the output, and behind the loop.
static bool carry_cast_sources(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  size_t rank = forall_rank(op);
  tern_builder_t *b = &rewriter->builder;
  for (size_t i = 0; i < op->result_count; i++) {
    tern_op_t *cast = tern_scf_static_cast_of(output_of(op, i));
    if (!cast) continue;
    tern_value_t *source = tern_op_operand(cast, 0), *arg = body->args[rank + i];
    const tern_type_t *general = arg->type;
    size_t start, count;
    tern_op_operand_group(op, 3, &start, &count);
    tern_rewriter_modified(rewriter, op);
    tern_op_set_operand(op, start + i, source);
    arg->type = source->type;
    op->results[i].type = source->type;
    tern_builder_set_start(b, body);
    tern_value_t *inside =
        tern_build_value(b, cast->def->row, .operands = TERN_VALUES(arg), .types = TERN_TYPES(general));
    tern_builder_set_after(b, op);
    tern_value_t *behind = tern_build_value(b, cast->def->row, .operands = TERN_VALUES(tern_op_result(op, i)),
                                            .types = TERN_TYPES(general));
    for (tern_operand_t *use = arg->first_use, *next; use; use = next) {
      next = use->next;
      bool is_target = tern_op_parent(use->owner) == body->last_op && tern_operand_index(use) == 1;
      if (use->owner != tern_value_defining_op(inside) && !is_target) tern_operand_set(use, inside);
    }
    for (tern_operand_t *use = tern_op_result(op, i)->first_use, *next; use; use = next) {
      next = use->next;
      if (use->owner != tern_value_defining_op(behind)) tern_operand_set(use, behind);
    }
    return true;
  }
  return false;
}

bool tern_scf_canonicalize_forall(tern_op_t *op, tern_rewriter_t *rewriter) {
  return fold_bounds(op, rewriter) || drop_outputs(op, rewriter) || drop_trivial_forall_dims(op, rewriter) ||
         replace_constant_variables(op, rewriter) || measure_outputs(op, rewriter) || carry_cast_sources(op, rewriter);
}
