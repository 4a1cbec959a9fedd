// --convert-scf-to-cf: structured control flow becomes blocks and branches (upstream: SCFToControlFlow).
//
//   scf.for %i = %lb to %ub step %s iter_args(%a = %x)      cf.br ^condition(%lb, %x)
//                                                         ^condition(%i, %a):
//                                                           %c = arith.cmpi slt, %i, %ub
//                                                           cf.cond_br %c, ^body, ^end
//                                                         ^body: ...  cf.br ^condition(%i + %s, %yielded)
//                                                         ^end:       // results are %a
//
// With rotate-loops the condition of scf.for stands at the end of the body, and once more before the loop unless the bounds
// say that there is an iteration. Such a loop takes one branch an iteration and its body is a block of its own, which is
// what a code generator wants that moves no blocks itself.
//
//   cf.cond_br %lb < %ub, ^body(%lb, %x), ^end(%x)
// ^body(%i, %a): ...  cf.cond_br %i + %s < %ub, ^body(%i + %s, %yielded), ^end(%yielded)
// ^end(%r):
//
// With wide-switches an index that does not fit into 32 bits takes the default of scf.index_switch, as it should; upstream's
// takes the case of its low half.
//
// scf.parallel and scf.forall become sequential nests of scf.for first. Then innermost ops first: when an op is rewritten, its
// regions hold branches only. An op whose parent region may have only one block (a linalg body, say) is refused.

#include "convert/scf/scf_to_cf.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static tern_block_t *add_block_before(tern_block_t *next, tern_context_t *context) {
  tern_block_t *block = tern_block_create(context);
  tern_block_insert(block, next->parent, next);
  return block;
}

// Moves the blocks of `region` before `next`; returns the first of them.
static tern_block_t *move_blocks_before(tern_region_t *region, tern_block_t *next) {
  tern_block_t *first = region->first_block;
  while (region->first_block) {
    tern_block_t *block = region->first_block;
    tern_block_remove(block);
    tern_block_insert(block, next->parent, next);
  }
  return first;
}

static void build_branch(tern_builder_t *b, tern_block_t *target, tern_values_t values) {
  tern_build(b, TERN_CF(BR), .operands = values, .successors = &target, .successor_count = 1);
}

static void build_cond_branch(tern_builder_t *b, tern_value_t *condition, tern_block_t *yes, tern_values_t yes_values,
                              tern_block_t *no, tern_values_t no_values) {
  TERN_VEC(tern_value_t *) operands = {0};
  tern_vec_push(&operands, condition);
  for (size_t i = 0; i < yes_values.count; ++i) tern_vec_push(&operands, yes_values.values[i]);
  for (size_t i = 0; i < no_values.count; ++i) tern_vec_push(&operands, no_values.values[i]);
  tern_block_t *successors[] = {yes, no};
  tern_build(b, TERN_CF(COND_BR), .operands = {operands.values, operands.count}, .successors = successors,
             .successor_count = 2, .segments = (int32_t[]){1, (int32_t)yes_values.count, (int32_t)no_values.count});
  tern_vec_deinitialize(&operands);
}

static tern_value_t *build_compare(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

typedef TERN_VEC(tern_value_t *) value_list_t;

static void push_operands(value_list_t *list, const tern_op_t *op, size_t start) {
  for (size_t i = start; i < op->operand_count; ++i) tern_vec_push(list, tern_op_operand(op, i));
}

// Arguments of `block` for each result of `op`; the results' uses move to them.
static void results_to_arguments(tern_op_t *op, tern_block_t *block) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    tern_value_replace_all_uses(result, tern_block_add_arg(block, result->type, op->loc));
  }
}

// The terminator of the (only) block of `region` that ends with `row`, before it is moved.
static tern_op_t *find_terminator(const tern_region_t *region, const tern_op_row_t *row) {
  tern_region_for_each_block(region, block) {
    if (block->last_op && tern_op_is(block->last_op, row)) return block->last_op;
  }
  return NULL;
}

// Replaces a terminator by a branch that passes its operands on.
static void branch_instead(tern_op_t *terminator, tern_block_t *target, size_t first_operand) {
  value_list_t values = {0};
  push_operands(&values, terminator, first_operand);
  tern_builder_t b = tern_builder_before(terminator);
  build_branch(&b, target, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_op_destroy(terminator);
}

// --- loops ---

// What LLVM is told about a loop stands on the branch that goes back to its head.
static void move_annotations(const tern_op_t *loop, tern_block_t *latch) {
  for (size_t i = 0; i < tern_dictionary_attr_count(loop->attrs); ++i) {
    const tern_attr_t *attr = tern_dictionary_attr_at(loop->attrs, i);
    if (attr->kind != TERN_ATTR_DIALECT) continue;
    if (strncmp(((const tern_attr_row_t *)attr->row)->name, "llvm.", 5) != 0) continue;
    tern_op_set_attr_str(latch->last_op, tern_ident_str(tern_dictionary_attr_name(loop->attrs, i)), attr);
  }
}

// Turns a region `^entry(%iv, %carried...)` that ends in `terminator` into a loop between `before` and `after`. Values
// that are live after the loop are the condition block's carried arguments, in order.
static tern_block_t *build_counted_loop(tern_op_t *at, tern_region_t *region, tern_op_t *terminator,
                                        tern_value_t *lower, tern_value_t *upper, tern_value_t *step,
                                        tern_values_t inits, bool is_unsigned, tern_block_t *after) {
  tern_context_t *context = tern_op_context(at);
  tern_block_t *before = at->block, *condition = add_block_before(after, context);
  tern_value_t *iv = tern_block_add_arg(condition, lower->type, at->loc);
  value_list_t carried = {0}, entry_values = {0}, next_values = {0};
  tern_vec_push(&entry_values, lower);
  for (size_t i = 0; i < inits.count; ++i) {
    tern_vec_push(&entry_values, inits.values[i]);
    tern_vec_push(&carried, tern_block_add_arg(condition, inits.values[i]->type, at->loc));
  }
  tern_block_t *body = move_blocks_before(region, after);
  tern_builder_t b = tern_builder_at_end(before, at->loc);
  build_branch(&b, condition, (tern_values_t){entry_values.values, entry_values.count});
  // The body's arguments are the condition block's: it dominates the body.
  tern_value_replace_all_uses(body->args[0], iv);
  for (size_t i = 0; i < carried.count; ++i) tern_value_replace_all_uses(body->args[1 + i], carried.values[i]);
  while (body->arg_count) tern_block_erase_arg(body, body->arg_count - 1);
  tern_builder_set_end(&b, condition);
  tern_value_t *is_inside = build_compare(&b, is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT, iv, upper);
  build_cond_branch(&b, is_inside, body, (tern_values_t){0}, after, (tern_values_t){0});
  tern_builder_set_before(&b, terminator);
  tern_vec_push(&next_values, tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(iv, step)));
  push_operands(&next_values, terminator, 0);
  build_branch(&b, condition, (tern_values_t){next_values.values, next_values.count});
  tern_op_destroy(terminator);
  tern_vec_deinitialize(&carried);
  tern_vec_deinitialize(&entry_values);
  tern_vec_deinitialize(&next_values);
  return condition;
}

static bool lower_for(tern_op_t *op) {
  tern_op_t *yield = find_terminator(&op->regions[0], TERN_SCF(YIELD));
  tern_block_t *after = tern_block_split(op->next), *latch = yield->block;
  value_list_t inits = {0};
  push_operands(&inits, op, 3);
  bool is_unsigned = tern_op_attr(op, "unsignedCmp") != NULL;
  tern_block_t *condition =
      build_counted_loop(op, &op->regions[0], yield, tern_op_operand(op, 0), tern_op_operand(op, 1),
                         tern_op_operand(op, 2), (tern_values_t){inits.values, inits.count}, is_unsigned, after);
  move_annotations(op, latch);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), condition->args[1 + i]);
  }
  tern_vec_deinitialize(&inits);
  tern_op_destroy(op);
  return true;
}

// Are both bounds constants that leave room for an iteration?
static bool has_an_iteration(const tern_value_t *lower, const tern_value_t *upper, bool is_unsigned) {
  int64_t from, to;
  if (!tern_index_constant(lower, &from) || !tern_index_constant(upper, &to)) return false;
  return is_unsigned ? (uint64_t)from < (uint64_t)to : from < to;
}

// `iv` and `carried` go to the body while there is an iteration, else the carried values to `after`.
static void build_rotated_branch(tern_builder_t *b, const tern_op_t *loop, tern_value_t *iv,
                                 const value_list_t *carried, tern_block_t *body, tern_block_t *after, bool is_known) {
  tern_value_t *upper = tern_op_operand(loop, 1);
  bool is_unsigned = tern_op_attr(loop, "unsignedCmp") != NULL;
  value_list_t values = {0};
  tern_vec_push(&values, iv);
  for (size_t i = 0; i < carried->count; ++i) tern_vec_push(&values, carried->values[i]);
  tern_values_t to_body = {values.values, values.count};
  if (is_known) {
    build_branch(b, body, to_body);
  } else {
    tern_value_t *is_inside = build_compare(b, is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT, iv, upper);
    build_cond_branch(b, is_inside, body, to_body, after, (tern_values_t){carried->values, carried->count});
  }
  tern_vec_deinitialize(&values);
}

static void lower_for_rotated(tern_op_t *op) {
  tern_op_t *yield = find_terminator(&op->regions[0], TERN_SCF(YIELD));
  tern_block_t *before = op->block, *after = tern_block_split(op->next);
  tern_value_t *lower = tern_op_operand(op, 0);
  bool is_unsigned = tern_op_attr(op, "unsignedCmp") != NULL;
  value_list_t inits = {0}, yielded = {0};
  push_operands(&inits, op, 3);
  push_operands(&yielded, yield, 0);
  results_to_arguments(op, after);
  tern_block_t *body = move_blocks_before(&op->regions[0], after);
  tern_builder_t b = tern_builder_at_end(before, op->loc);
  build_rotated_branch(&b, op, lower, &inits, body, after,
                       has_an_iteration(lower, tern_op_operand(op, 1), is_unsigned));
  tern_builder_set_before(&b, yield);
  tern_value_t *next =
      tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(body->args[0], tern_op_operand(op, 2)));
  build_rotated_branch(&b, op, next, &yielded, body, after, false);
  tern_op_destroy(yield);
  tern_op_destroy(op);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&yielded);
}

// Does the after region only hand on what it gets?
static bool is_do_while(const tern_op_t *op) {
  const tern_block_t *after = op->regions[1].first_block;
  const tern_op_t *yield = after->first_op;
  if (after->next || !tern_op_is(yield, TERN_SCF(YIELD)) || yield->operand_count != after->arg_count) return false;
  for (size_t i = 0; i < yield->operand_count; ++i) {
    if (tern_op_operand(yield, i) != after->args[i]) return false;
  }
  return true;
}

// scf.while: the before region decides, the after region goes back to it. Where that is all that it does, the before region
// goes back to itself.
static bool lower_while(tern_op_t *op) {
  bool has_after = !is_do_while(op);
  tern_op_t *condition = find_terminator(&op->regions[0], TERN_SCF(CONDITION));
  tern_op_t *yield = find_terminator(&op->regions[1], TERN_SCF(YIELD));
  tern_block_t *start = op->block, *end = tern_block_split(op->next);
  tern_block_t *latch = has_after ? yield->block : condition->block;
  tern_block_t *before = move_blocks_before(&op->regions[0], end);
  tern_block_t *after = has_after ? move_blocks_before(&op->regions[1], end) : before;
  value_list_t inits = {0}, passed = {0};
  push_operands(&inits, op, 0);
  push_operands(&passed, condition, 1);
  tern_builder_t b = tern_builder_at_end(start, op->loc);
  build_branch(&b, before, (tern_values_t){inits.values, inits.count});
  // Results are what the condition passes on; they are defined where it stands, which dominates the end.
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(tern_op_result(op, i), passed.values[i]);
  tern_builder_set_before(&b, condition);
  build_cond_branch(&b, tern_op_operand(condition, 0), after, (tern_values_t){passed.values, passed.count}, end,
                    (tern_values_t){0});
  tern_op_destroy(condition);
  if (has_after) branch_instead(yield, before, 0);
  move_annotations(op, latch);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&passed);
  tern_op_destroy(op);
  return true;
}

// --- parallel loops ---

// A nest of scf.for ops being made in place of a parallel loop.
typedef struct nest {
  tern_builder_t b;
  tern_op_list_t loops;       // from the outside in
  value_list_t ivs, carried;  // in the innermost body
} nest_t;

static void build_nest_loop(nest_t *nest, tern_value_t *lower, tern_value_t *upper, tern_value_t *step) {
  tern_op_t *loop =
      tern_build_scf_for(&nest->b, lower, upper, step, (tern_values_t){nest->carried.values, nest->carried.count});
  tern_vec_push(&nest->loops, loop);
  tern_vec_push(&nest->ivs, tern_scf_for_iv(loop));
  for (size_t i = 0; i < nest->carried.count; ++i) nest->carried.values[i] = tern_scf_for_carried(loop, i);
}

// Ends the loops from the innermost out; `carried` values go up as results.
static void build_nest_end(nest_t *nest) {
  for (size_t l = nest->loops.count; l-- > 0;) {
    tern_op_t *loop = nest->loops.values[l];
    tern_build_scf_for_end(&nest->b, loop, (tern_values_t){nest->carried.values, nest->carried.count});
    for (size_t i = 0; i < nest->carried.count; ++i) nest->carried.values[i] = tern_op_result(loop, i);
  }
}

static void deinitialize_nest(nest_t *nest) {
  tern_vec_deinitialize(&nest->loops);
  tern_vec_deinitialize(&nest->ivs);
  tern_vec_deinitialize(&nest->carried);
}

// Moves the ops of `source` but for its terminator to where the nest is built.
static void move_body(nest_t *nest, tern_block_t *source) {
  while (source->first_op != source->last_op) {
    tern_op_t *moved = source->first_op;
    tern_op_remove(moved);
    tern_builder_insert(&nest->b, moved);
  }
}

// Each reduction's region combines the carried value with its operand.
static void sequentialize_parallel(tern_op_t *op) {
  size_t loops, lowers, uppers, steps, inits, init_count;
  tern_op_operands_named(op, "lowerBound", &lowers, &loops);
  tern_op_operands_named(op, "upperBound", &uppers, &loops);
  tern_op_operands_named(op, "step", &steps, &loops);
  tern_op_operands_named(op, "initVals", &inits, &init_count);
  nest_t nest = {.b = tern_builder_before(op)};
  for (size_t i = 0; i < init_count; ++i) tern_vec_push(&nest.carried, tern_op_operand(op, inits + i));
  for (size_t i = 0; i < loops; ++i) {
    build_nest_loop(&nest, tern_op_operand(op, lowers + i), tern_op_operand(op, uppers + i),
                    tern_op_operand(op, steps + i));
  }
  tern_block_t *source = op->regions[0].first_block;
  for (size_t i = 0; i < loops; ++i) tern_value_replace_all_uses(source->args[i], nest.ivs.values[i]);
  move_body(&nest, source);
  tern_op_t *reduce = source->last_op;
  for (size_t i = 0; i < reduce->region_count; ++i) {
    tern_block_t *combine = reduce->regions[i].first_block;
    tern_value_replace_all_uses(combine->args[0], nest.carried.values[i]);
    tern_value_replace_all_uses(combine->args[1], tern_op_operand(reduce, i));
    move_body(&nest, combine);
    nest.carried.values[i] = tern_op_operand(combine->last_op, 0);
  }
  build_nest_end(&nest);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), nest.carried.values[i]);
  }
  tern_op_destroy(op);
  deinitialize_nest(&nest);
}

static tern_value_t *build_bound(nest_t *nest, const tern_op_t *op, const char *statics, const char *dynamics,
                                 size_t loop) {
  const tern_attr_t *list = tern_op_attr(op, statics);
  int64_t value = tern_int_list_attr_at(list, loop);
  if (value != TERN_DYNAMIC) return tern_build_index(&nest->b, value);
  size_t start, count, which = 0;
  tern_op_operands_named(op, dynamics, &start, &count);
  for (size_t i = 0; i < loop; ++i) which += tern_int_list_attr_at(list, i) == TERN_DYNAMIC;
  return tern_op_operand(op, start + which);
}

// Without shared tensors (they are refused before) the terminator holds nothing.
static void sequentialize_forall(tern_op_t *op) {
  size_t loops = tern_int_list_attr_count(tern_op_attr(op, "staticUpperBound"));
  nest_t nest = {.b = tern_builder_before(op)};
  value_list_t bounds = {0};
  for (size_t i = 0; i < loops; ++i) {
    tern_vec_push(&bounds, build_bound(&nest, op, "staticLowerBound", "dynamicLowerBound", i));
    tern_vec_push(&bounds, build_bound(&nest, op, "staticUpperBound", "dynamicUpperBound", i));
    tern_vec_push(&bounds, build_bound(&nest, op, "staticStep", "dynamicStep", i));
  }
  for (size_t i = 0; i < loops; ++i) {
    tern_value_t **of_loop = bounds.values + 3 * i;
    build_nest_loop(&nest, of_loop[0], of_loop[1], of_loop[2]);
  }
  tern_block_t *source = op->regions[0].first_block;
  for (size_t i = 0; i < loops; ++i) tern_value_replace_all_uses(source->args[i], nest.ivs.values[i]);
  move_body(&nest, source);
  build_nest_end(&nest);
  tern_op_destroy(op);
  tern_vec_deinitialize(&bounds);
  deinitialize_nest(&nest);
}

// --- branches ---

static bool lower_if(tern_op_t *op) {
  tern_block_t *start = op->block, *rest = tern_block_split(op->next), *join = rest;
  if (op->result_count) {
    join = add_block_before(rest, tern_op_context(op));
    results_to_arguments(op, join);
    tern_builder_t b = tern_builder_at_end(join, op->loc);
    build_branch(&b, rest, (tern_values_t){0});
  }
  tern_block_t *targets[2] = {join, join};
  for (size_t i = 0; i < 2; ++i) {
    tern_op_t *yield = find_terminator(&op->regions[i], TERN_SCF(YIELD));
    if (!yield) continue;
    targets[i] = move_blocks_before(&op->regions[i], join);
    branch_instead(yield, join, 0);
  }
  tern_builder_t b = tern_builder_at_end(start, op->loc);
  build_cond_branch(&b, tern_op_operand(op, 0), targets[0], (tern_values_t){0}, targets[1], (tern_values_t){0});
  tern_op_destroy(op);
  return true;
}

static bool lower_execute_region(tern_op_t *op) {
  tern_block_t *start = op->block, *rest = tern_block_split(op->next);
  tern_op_list_t yields = {0};
  tern_region_for_each_block(&op->regions[0], block) {
    if (block->last_op && tern_op_is(block->last_op, TERN_SCF(YIELD))) tern_vec_push(&yields, block->last_op);
  }
  results_to_arguments(op, rest);
  tern_block_t *entry = move_blocks_before(&op->regions[0], rest);
  tern_builder_t b = tern_builder_at_end(start, op->loc);
  build_branch(&b, entry, (tern_values_t){0});
  for (size_t i = 0; i < yields.count; ++i) branch_instead(yields.values[i], rest, 0);
  tern_vec_deinitialize(&yields);
  tern_op_destroy(op);
  return true;
}

// Upstream compares 32 bits of the index, whatever the others are.
static bool lower_index_switch(tern_op_t *op, unsigned width) {
  tern_block_t *start = op->block, *rest = tern_block_split(op->next);
  results_to_arguments(op, rest);
  // Region 0 is the default; its block comes last, as upstream has it.
  TERN_VEC(tern_block_t *) targets = {0};
  tern_vec_push(&targets, NULL);
  for (size_t i = 1; i <= op->region_count; ++i) {
    tern_region_t *region = &op->regions[i % op->region_count];
    tern_op_t *yield = find_terminator(region, TERN_SCF(YIELD));
    tern_block_t *target = move_blocks_before(region, rest);
    branch_instead(yield, rest, 0);
    if (i < op->region_count) {
      tern_vec_push(&targets, target);
    } else {
      targets.values[0] = target;
    }
  }
  tern_builder_t b = tern_builder_at_end(start, op->loc);
  const tern_type_t *flag_type = tern_i_type_get(b.context, width);
  tern_value_t *flag = tern_build_value(&b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                        .types = TERN_TYPES(flag_type));
  const tern_attr_t *cases = tern_op_attr(op, "cases");
  int64_t count = (int64_t)tern_int_list_attr_count(cases);
  TERN_VEC(int64_t) values = {0};
  TERN_VEC(int32_t) sizes = {0};
  for (int64_t i = 0; i < count; ++i) {
    tern_vec_push(&values, tern_int_list_attr_at(cases, (size_t)i));
    tern_vec_push(&sizes, 0);
  }
  tern_named_attr_t attrs[2] = {
      {"case_operand_segments", tern_dense_i32_array_attr_get(b.context, sizes.values, sizes.count)}};
  size_t attr_count = 1;
  if (count) {
    const tern_type_t *type = tern_tensor_type_get(flag_type, &count, 1, NULL);
    attrs[attr_count++] =
        (tern_named_attr_t){"case_values", tern_dense_elements_attr_get_i64(type, values.values, values.count)};
  }
  tern_build(&b, TERN_CF(SWITCH), .operands = TERN_VALUES(flag), .successors = targets.values,
             .successor_count = targets.count, .attrs = {attrs, attr_count}, .segments = (int32_t[]){1, 0, 0});
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&targets);
  tern_op_destroy(op);
  return true;
}

// --- the pass ---

static const struct lowering {
  const tern_op_row_t *row;
  bool (*lower)(tern_op_t *op);
} lowerings[] = {
    {TERN_SCF(FOR), lower_for},     {TERN_SCF(WHILE), lower_while},
    {TERN_SCF(IF), lower_if},       {TERN_SCF(EXECUTE_REGION), lower_execute_region},
    {TERN_SCF(INDEX_SWITCH), NULL},  // takes an option
};

static const struct lowering *find_lowering(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof lowerings / sizeof lowerings[0]; ++i) {
    if (tern_op_is(op, lowerings[i].row)) return &lowerings[i];
  }
  return NULL;
}

static bool is_parallel_loop(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(PARALLEL)) || tern_op_is(op, TERN_SCF(FORALL));
}

static bool has_lowering(const tern_op_t *op) { return find_lowering(op); }

// A region of another dialect that must stay one block cannot take branches.
static bool may_have_blocks(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  return !parent || find_lowering(parent) || is_parallel_loop(parent) ||
         !tern_op_has_trait(parent, TERN_TRAIT_SINGLE_BLOCK);
}

static bool match(const tern_op_t *op) {
  if (!may_have_blocks(op)) {
    tern_op_error(op, "cannot become branches in a region that must have one block");
    tern_emit_note(tern_op_parent(op)->loc, "lower this op to loops first");
    return false;
  }
  if (tern_op_is(op, TERN_SCF(FORALL)) && op->result_count > 0) {
    tern_op_error(op, "has tensors as results and cannot become branches");
    tern_emit_note(op->loc, "bufferize it first");
    return false;
  }
  return true;
}

static bool lower(tern_op_t *op, bool rotates_loops, unsigned switch_width) {
  if (tern_op_is(op, TERN_SCF(INDEX_SWITCH))) return lower_index_switch(op, switch_width);
  if (!rotates_loops || !tern_op_is(op, TERN_SCF(FOR))) return find_lowering(op)->lower(op);
  lower_for_rotated(op);
  return true;
}

static void keep_wanted(tern_op_list_t *list, bool (*is_wanted)(const tern_op_t *op, void *user), void *user) {
  size_t kept = 0;
  for (size_t i = 0; is_wanted && i < list->count; ++i) {
    if (is_wanted(list->values[i], user)) list->values[kept++] = list->values[i];
  }
  if (is_wanted) list->count = kept;
}

static bool lower_all(tern_op_t *root, bool rotates_loops, unsigned switch_width,
                      bool (*is_wanted)(const tern_op_t *op, void *user), void *user) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, has_lowering);
  tern_op_list_t parallel_loops = tern_op_collect(root, TERN_POSTORDER, is_parallel_loop);
  keep_wanted(&ops, is_wanted, user);
  keep_wanted(&parallel_loops, is_wanted, user);
  bool is_right = true;
  for (size_t i = 0; i < ops.count; ++i) is_right &= match(ops.values[i]);
  for (size_t i = 0; i < parallel_loops.count; ++i) is_right &= match(parallel_loops.values[i]);
  if (is_right) {
    // While regions still have one block each.
    for (size_t i = 0; i < parallel_loops.count; ++i) {
      tern_op_t *op = parallel_loops.values[i];
      if (tern_op_is(op, TERN_SCF(PARALLEL))) {
        sequentialize_parallel(op);
      } else {
        sequentialize_forall(op);
      }
    }
    tern_vec_deinitialize(&ops);
    ops = tern_op_collect(root, TERN_POSTORDER, has_lowering);
    keep_wanted(&ops, is_wanted, user);
  }
  for (size_t i = 0; is_right && i < ops.count; ++i) is_right = lower(ops.values[i], rotates_loops, switch_width);
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&parallel_loops);
  return is_right;
}

bool tern_scf_lower_to_cf(tern_op_t *root, bool (*is_wanted)(const tern_op_t *op, void *user), void *user) {
  return lower_all(root, false, 32, is_wanted, user);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  unsigned switch_width = tern_pass_bool(pass, "wide-switches") ? 64 : 32;
  return lower_all(root, tern_pass_bool(pass, "rotate-loops"), switch_width, NULL, NULL);
}

static const tern_option_def_t options[] = {
    {"allow-pattern-rollback", TERN_OPTION_BOOL, "true",
     "Taken for upstream's sake: nothing is changed here before it is known that all can be", NULL},
    {"rotate-loops", TERN_OPTION_BOOL, "false", "Put the condition of scf.for at the end of the loop's body", NULL},
    {"wide-switches", TERN_OPTION_BOOL, "false", "Compare 64 bits of the index of scf.index_switch, not 32", NULL},
};

const tern_pass_def_t tern_scf_to_cf_pass = {
    .name = "SCFToControlFlowPass",
    .flag = "convert-scf-to-cf",
    .summary = "Make blocks and branches of loops and conditions",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .leaves = TERN_FORM_NO_SCF,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
