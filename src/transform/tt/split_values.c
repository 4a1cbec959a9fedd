// Taking values apart on their way through a program.
//
// Block arguments and results of control flow get their parts beside them first, wherever they are, and what they were made
// from is known as operands are asked for. Ops are visited in an order in which definitions come before uses. The values
// themselves stay until everything is rewritten and go at the end.

#include "transform/tt/split_values.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "rewrite/branch.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;
typedef TERN_VEC(tern_block_t *) block_list_t;

// The parts of a value. A fixed part is read from its op when it is asked for, for the value there may have been replaced.
typedef struct parts {
  size_t count;
  tern_tt_fixed_part_t *fixed;  // as many; those that are not fixed have no op
  tern_value_t **values;
} parts_t;

struct tern_tt_splitter {
  const tern_tt_split_t *split;
  tern_map_t parts;             // value -> parts_t
  tern_op_list_t erased_later;  // in the order of the visit
  block_list_t blocks;          // whose arguments are erased at the end
};

static bool is_split(const tern_tt_splitter_t *splitter, const tern_value_t *value) {
  return splitter->split->is_split(value->type);
}

static bool has_split_operand(const tern_tt_splitter_t *splitter, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_split(splitter, tern_op_operand(op, i))) return true;
  }
  return false;
}

static bool has_split_result(const tern_tt_splitter_t *splitter, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_split(splitter, &op->results[i])) return true;
  }
  return false;
}

// --- parts ---

static parts_t *parts_of(tern_tt_splitter_t *splitter, const tern_value_t *value) {
  parts_t *parts = tern_map_get(&splitter->parts, value);
  if (parts) return parts;
  parts = tern_malloc(sizeof *parts);
  parts->count = splitter->split->part_count(value->type);
  parts->fixed = tern_malloc((parts->count + 1) * sizeof *parts->fixed);
  parts->values = tern_malloc((parts->count + 1) * sizeof *parts->values);
  for (size_t i = 0; i < parts->count; ++i) parts->fixed[i] = (tern_tt_fixed_part_t){0};
  for (size_t i = 0; i < parts->count; ++i) parts->values[i] = NULL;
  tern_map_set(&splitter->parts, value, parts);
  return parts;
}

static void free_parts(tern_tt_splitter_t *splitter) {
  for (size_t i = 0; i < splitter->parts.entry_count; ++i) {
    parts_t *parts = splitter->parts.entries[i].value;
    free(parts->fixed);
    free(parts->values);
    free(parts);
  }
  tern_map_deinitialize(&splitter->parts);
}

tern_values_t tern_tt_parts(tern_tt_splitter_t *splitter, const tern_value_t *value) {
  parts_t *parts = parts_of(splitter, value);
  for (size_t i = 0; i < parts->count; ++i) {
    if (parts->fixed[i].op) parts->values[i] = tern_op_operand(parts->fixed[i].op, parts->fixed[i].operand);
  }
  return (tern_values_t){parts->values, parts->count};
}

void tern_tt_set_parts(tern_tt_splitter_t *splitter, const tern_value_t *value, tern_values_t parts) {
  parts_t *own = parts_of(splitter, value);
  for (size_t i = 0; i < own->count; ++i) own->values[i] = parts.values[i];
}

// --- lists with parts in the place of values ---

// Which parts are handed on is said by the one that takes them: an argument or a result.
static void push_handed_parts(tern_tt_splitter_t *splitter, const tern_value_t *value, const tern_value_t *taker,
                              value_list_t *out) {
  const parts_t *taken = parts_of(splitter, taker);
  tern_values_t parts = tern_tt_parts(splitter, value);
  for (size_t i = 0; i < parts.count; ++i) {
    if (!taken->fixed[i].op) tern_vec_push(out, parts.values[i]);
  }
}

static void push_part_types(tern_tt_splitter_t *splitter, const tern_value_t *taker, type_list_t *out) {
  const parts_t *taken = parts_of(splitter, taker);
  for (size_t i = 0; i < taken->count; ++i) {
    if (!taken->fixed[i].op) tern_vec_push(out, splitter->split->part_type(taker->type, i));
  }
}

// Operands `start` and following, which `takers` (as many) take.
static void split_operands(tern_tt_splitter_t *splitter, tern_op_t *op, size_t start, tern_value_t *const *takers) {
  if (!has_split_operand(splitter, op)) return;
  value_list_t values = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (i < start || !is_split(splitter, value)) {
      tern_vec_push(&values, value);
    } else {
      push_handed_parts(splitter, value, takers ? takers[i - start] : value, &values);
    }
  }
  tern_op_set_operands(op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
}

// All parts of all operands: what leaves or enters a function.
static void split_all_operands(tern_tt_splitter_t *splitter, tern_op_t *op) {
  value_list_t values = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!is_split(splitter, value)) {
      tern_vec_push(&values, value);
      continue;
    }
    tern_values_t parts = tern_tt_parts(splitter, value);
    for (size_t k = 0; k < parts.count; ++k) tern_vec_push(&values, parts.values[k]);
  }
  tern_op_set_operands(op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
}

// Gives a block arguments for the parts, behind those that they are parts of.
static void split_arguments(tern_tt_splitter_t *splitter, tern_block_t *block) {
  bool is_any = false;
  for (size_t i = 0; i < block->arg_count; ++i) {
    const tern_value_t *arg = block->args[i];
    if (!is_split(splitter, arg)) continue;
    parts_t *parts = parts_of(splitter, arg);
    for (size_t k = 0; k < parts->count; ++k) {
      if (parts->fixed[k].op) continue;
      const tern_type_t *type = splitter->split->part_type(arg->type, k);
      parts->values[k] = tern_block_insert_arg(block, ++i, type, arg->arg_loc);
    }
    is_any = true;
  }
  if (is_any) tern_vec_push(&splitter->blocks, block);
}

// The same op with parts among its results; regions move over. The old op, which has lost them, is erased later.
static tern_op_t *split_results(tern_tt_splitter_t *splitter, tern_op_t *op) {
  if (!has_split_result(splitter, op)) return op;
  type_list_t types = {0};
  value_list_t operands = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_split(splitter, &op->results[i])) {
      push_part_types(splitter, &op->results[i], &types);
    } else {
      tern_vec_push(&types, op->results[i].type);
    }
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *made =
      tern_build(&b, op->def->row, .operands = {operands.values, operands.count}, .types = {types.values, types.count},
                 .regions = op->region_count, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  size_t next = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_split(splitter, &op->results[i])) {
      tern_value_replace_all_uses(&op->results[i], &made->results[next++]);
      continue;
    }
    parts_t *parts = parts_of(splitter, &op->results[i]);
    for (size_t k = 0; k < parts->count; ++k) {
      if (!parts->fixed[k].op) parts->values[k] = &made->results[next++];
    }
  }
  tern_vec_push(&splitter->erased_later, op);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
  return made;
}

// --- control flow ---

static void split_region(tern_tt_splitter_t *splitter, tern_region_t *region);

// The arguments or results that take what a loop is given, or what its body yields, as they were before the split.
static value_list_t takers_of(const tern_op_t *op, bool are_arguments, size_t region, size_t first) {
  value_list_t takers = {0};
  if (are_arguments) {
    const tern_block_t *block = op->regions[region].first_block;
    for (size_t i = first; i < block->arg_count; ++i) tern_vec_push(&takers, block->args[i]);
  } else {
    for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&takers, &op->results[i]);
  }
  return takers;
}

static void split_terminators(tern_tt_splitter_t *splitter, tern_region_t *region, size_t start,
                              const value_list_t *takers) {
  tern_region_for_each_block(region, block) {
    bool is_end = tern_op_is(block->last_op, TERN_SCF(YIELD)) || tern_op_is(block->last_op, TERN_SCF(CONDITION));
    if (is_end) split_operands(splitter, block->last_op, start, takers->values);
  }
}

static bool split_loop(tern_tt_splitter_t *splitter, tern_op_t *op) {
  bool is_for = tern_op_is(op, TERN_SCF(FOR));
  value_list_t args = takers_of(op, true, 0, is_for ? 1 : 0), results = takers_of(op, false, 0, 0);
  split_operands(splitter, op, is_for ? 3 : 0, args.values);
  tern_op_t *made = split_results(splitter, op);
  if (is_for) {
    split_region(splitter, &made->regions[0]);
    split_terminators(splitter, &made->regions[0], 0, &args);
  } else {
    split_region(splitter, &made->regions[0]);
    split_terminators(splitter, &made->regions[0], 1, &results);
    split_region(splitter, &made->regions[1]);
    split_terminators(splitter, &made->regions[1], 0, &args);
  }
  tern_vec_deinitialize(&args);
  tern_vec_deinitialize(&results);
  return true;
}

static bool split_conditional(tern_tt_splitter_t *splitter, tern_op_t *op) {
  value_list_t results = takers_of(op, false, 0, 0);
  tern_op_t *made = split_results(splitter, op);
  for (size_t i = 0; i < made->region_count; ++i) {
    split_region(splitter, &made->regions[i]);
    split_terminators(splitter, &made->regions[i], 0, &results);
  }
  tern_vec_deinitialize(&results);
  return true;
}

static bool split_branch(tern_tt_splitter_t *splitter, tern_op_t *op) {
  if (!has_split_operand(splitter, op)) return true;
  for (size_t i = 0; i < op->successor_count; ++i) {
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) continue;
    value_list_t values = {0};
    for (size_t k = start; k < start + count; ++k) {
      tern_value_t *value = tern_op_operand(op, k);
      if (!is_split(splitter, value)) {
        tern_vec_push(&values, value);
        continue;
      }
      tern_values_t parts = tern_tt_parts(splitter, value);
      for (size_t p = 0; p < parts.count; ++p) tern_vec_push(&values, parts.values[p]);
    }
    tern_branch_set_successor_operands(op, i, (tern_values_t){values.values, values.count});
    tern_vec_deinitialize(&values);
  }
  return true;
}

// One of two values is one of their parts, part by part; what both have need not be chosen.
static bool split_select(tern_tt_splitter_t *splitter, tern_op_t *op) {
  if (!has_split_result(splitter, op)) return true;
  tern_builder_t b = tern_builder_before(op);
  value_list_t chosen = {0};
  parts_t *parts = parts_of(splitter, &op->results[0]);
  tern_values_t lhs = tern_tt_parts(splitter, tern_op_operand(op, 1)),
                rhs = tern_tt_parts(splitter, tern_op_operand(op, 2));
  for (size_t i = 0; i < parts->count; ++i) {
    bool is_same = lhs.values[i] == rhs.values[i];
    tern_vec_push(&chosen, is_same ? lhs.values[i]
                                   : tern_build_value(
                                         &b, TERN_ARITH(SELECT),
                                         .operands = TERN_VALUES(tern_op_operand(op, 0), lhs.values[i], rhs.values[i]),
                                         .types = TERN_TYPES(lhs.values[i]->type)));
  }
  for (size_t i = 0; i < parts->count; ++i) parts->fixed[i] = (tern_tt_fixed_part_t){0};
  tern_tt_set_parts(splitter, &op->results[0], (tern_values_t){chosen.values, chosen.count});
  tern_vec_push(&splitter->erased_later, op);
  tern_vec_deinitialize(&chosen);
  return true;
}

// --- functions and calls ---

static void split_types(tern_tt_splitter_t *splitter, tern_types_t types, type_list_t *out) {
  for (size_t i = 0; i < types.count; ++i) {
    size_t count = splitter->split->is_split(types.values[i]) ? splitter->split->part_count(types.values[i]) : 0;
    if (count == 0) tern_vec_push(out, types.values[i]);
    for (size_t k = 0; k < count; ++k) tern_vec_push(out, splitter->split->part_type(types.values[i], k));
  }
}

// What is said of an argument or result is said of its first part.
static const tern_attr_t *split_dictionaries(tern_tt_splitter_t *splitter, const tern_attr_t *list,
                                             tern_types_t types) {
  if (!list) return NULL;
  TERN_VEC(const tern_attr_t *) made = {0};
  for (size_t i = 0; i < types.count; ++i) {
    size_t count = splitter->split->is_split(types.values[i]) ? splitter->split->part_count(types.values[i]) : 1;
    tern_vec_push(&made, tern_array_attr_at(list, i));
    while (--count > 0) tern_vec_push(&made, tern_dictionary_attr_get(list->context, NULL, 0));
  }
  const tern_attr_t *attr = tern_array_attr_get(list->context, made.values, made.count);
  tern_vec_deinitialize(&made);
  return attr;
}

static void split_signature_attrs(tern_tt_splitter_t *splitter, tern_op_t *op, tern_types_t inputs,
                                  tern_types_t results) {
  tern_op_set_attr(op, "arg_attrs", split_dictionaries(splitter, tern_op_attr(op, "arg_attrs"), inputs));
  tern_op_set_attr(op, "res_attrs", split_dictionaries(splitter, tern_op_attr(op, "res_attrs"), results));
}

static bool split_function(tern_tt_splitter_t *splitter, tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  type_list_t new_inputs = {0}, new_results = {0};
  split_types(splitter, inputs, &new_inputs);
  split_types(splitter, results, &new_results);
  if (new_inputs.count != inputs.count || new_results.count != results.count) {
    split_signature_attrs(splitter, op, inputs, results);
    type = tern_function_type_get(tern_op_context(op), (tern_types_t){new_inputs.values, new_inputs.count},
                                  (tern_types_t){new_results.values, new_results.count});
    tern_op_set_attr(op, "function_type", tern_type_attr_get(type));
  }
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
  split_region(splitter, &op->regions[0]);
  return true;
}

static bool split_call(tern_tt_splitter_t *splitter, tern_op_t *op) {
  type_list_t inputs = {0}, results = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&inputs, tern_op_operand(op, i)->type);
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&results, op->results[i].type);
  split_all_operands(splitter, op);
  split_signature_attrs(splitter, op, (tern_types_t){inputs.values, inputs.count},
                        (tern_types_t){results.values, results.count});
  split_results(splitter, op);
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  return true;
}

static bool split_return(tern_tt_splitter_t *splitter, tern_op_t *op) {
  split_all_operands(splitter, op);
  return true;
}

// The op around splits what its region ends with.
static bool split_end(tern_tt_splitter_t *splitter, tern_op_t *op) {
  (void)splitter;
  (void)op;
  return true;
}

static const tern_tt_split_row_t control_flow[] = {
    {.row = TERN_TT(FUNC), .split = split_function},
    {.row = TERN_TT(CALL), .split = split_call},
    {.row = TERN_TT(RETURN), .split = split_return},
    {.row = TERN_SCF(FOR), .split = split_loop},
    {.row = TERN_SCF(WHILE), .split = split_loop},
    {.row = TERN_SCF(IF), .split = split_conditional},
    {.row = TERN_SCF(INDEX_SWITCH), .split = split_conditional},
    {.row = TERN_SCF(EXECUTE_REGION), .split = split_conditional},
    {.row = TERN_SCF(YIELD), .split = split_end},
    {.row = TERN_SCF(CONDITION), .split = split_end},
    {.row = TERN_CF(BR), .split = split_branch},
    {.row = TERN_CF(COND_BR), .split = split_branch},
    {.row = TERN_CF(SWITCH), .split = split_branch},
    {.row = TERN_ARITH(SELECT), .split = split_select},
};

// --- the visit ---

static const tern_tt_split_row_t *find_row(const tern_tt_split_row_t *rows, size_t count, const tern_op_t *op) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_is(op, rows[i].row)) return &rows[i];
  }
  return NULL;
}

static const tern_tt_split_row_t *own_row(const tern_tt_splitter_t *splitter, const tern_op_t *op) {
  return find_row(splitter->split->rows, splitter->split->row_count, op);
}

static const tern_tt_split_row_t *control_flow_row(const tern_op_t *op) {
  return find_row(control_flow, sizeof control_flow / sizeof control_flow[0], op);
}

static void split_op(tern_tt_splitter_t *splitter, tern_op_t *op) {
  const tern_tt_split_row_t *row = control_flow_row(op);
  if (row) {
    row->split(splitter, op);
    return;
  }
  row = has_split_operand(splitter, op) || has_split_result(splitter, op) ? own_row(splitter, op) : NULL;
  if (row) {
    row->split(splitter, op);
    tern_vec_push(&splitter->erased_later, op);
    return;
  }
  for (size_t i = 0; i < op->region_count; ++i) split_region(splitter, &op->regions[i]);
}

// Blocks that are reached from `block` go to the list behind those that they reach.
static void list_blocks(tern_block_t *block, tern_map_t *seen, block_list_t *out) {
  if (!tern_map_set(seen, block, block)) return;
  tern_op_t *end = block->last_op;
  for (size_t i = 0; end && i < end->successor_count; ++i) list_blocks(end->successors[i].block, seen, out);
  tern_vec_push(out, block);
}

// A block comes after those that dominate it in the reverse of a post-order. What is never reached comes last.
static void split_region(tern_tt_splitter_t *splitter, tern_region_t *region) {
  tern_map_t seen = {0};
  block_list_t blocks = {0}, rest = {0};
  if (region->first_block) list_blocks(region->first_block, &seen, &blocks);
  tern_region_for_each_block(region, block) {
    split_arguments(splitter, block);
    if (!tern_map_contains(&seen, block)) tern_vec_push(&rest, block);
  }
  for (size_t i = 0; i < blocks.count + rest.count; ++i) {
    tern_block_t *block = i < blocks.count ? blocks.values[blocks.count - 1 - i] : rest.values[i - blocks.count];
    tern_block_for_each_op_safe(block, op) split_op(splitter, op);
  }
  tern_map_deinitialize(&seen);
  tern_vec_deinitialize(&blocks);
  tern_vec_deinitialize(&rest);
}

// --- before and behind ---

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  const tern_tt_splitter_t *splitter = user;
  if (control_flow_row(op)) return TERN_WALK_ADVANCE;
  const tern_tt_split_row_t *row = own_row(splitter, op);
  bool is_concerned = has_split_operand(splitter, op) || has_split_result(splitter, op);
  for (size_t i = 0; i < op->region_count && !row; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) is_concerned |= is_split(splitter, block->args[k]);
    }
  }
  if (!is_concerned) return TERN_WALK_ADVANCE;
  if (row) return !row->check || row->check(op) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
  tern_op_error(op, "has %s, which cannot be taken apart here", splitter->split->noun);
  tern_emit_note(op->loc, "it may pass functions, branches, loops and arith.select");
  return TERN_WALK_INTERRUPT;
}

static void find_fixed_parts(tern_tt_splitter_t *splitter, const tern_value_t *value) {
  if (!is_split(splitter, value)) return;
  parts_t *parts = parts_of(splitter, value);
  for (size_t i = 0; i < parts->count; ++i) parts->fixed[i] = splitter->split->find_fixed(value, i);
}

// Before anything is changed. Functions and branches hand on everything.
static tern_walk_result_t find_fixed(tern_op_t *op, void *user) {
  tern_tt_splitter_t *splitter = user;
  bool is_loop = tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(WHILE));
  if (!is_loop && !tern_op_is(op, TERN_SCF(IF)) && !tern_op_is(op, TERN_SCF(INDEX_SWITCH))) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->result_count; ++i) find_fixed_parts(splitter, &op->results[i]);
  for (size_t r = 0; r < op->region_count && is_loop; ++r) {
    const tern_block_t *block = op->regions[r].first_block;
    for (size_t i = 0; i < block->arg_count; ++i) find_fixed_parts(splitter, block->args[i]);
  }
  return TERN_WALK_ADVANCE;
}

static void erase_old(tern_tt_splitter_t *splitter) {
  for (size_t i = splitter->erased_later.count; i-- > 0;) tern_op_destroy(splitter->erased_later.values[i]);
  for (size_t i = 0; i < splitter->blocks.count; ++i) {
    tern_block_t *block = splitter->blocks.values[i];
    for (size_t k = block->arg_count; k-- > 0;) {
      if (is_split(splitter, block->args[k])) tern_block_erase_arg(block, k);
    }
  }
}

bool tern_tt_split_values(tern_op_t *module, const tern_tt_split_t *split) {
  tern_tt_splitter_t splitter = {.split = split};
  bool is_possible = tern_op_walk_pre(module, check_op, &splitter) == TERN_WALK_ADVANCE;
  if (is_possible) {
    if (split->find_fixed) tern_op_walk_pre(module, find_fixed, &splitter);
    for (size_t i = 0; i < module->region_count; ++i) split_region(&splitter, &module->regions[i]);
    erase_old(&splitter);
  }
  free_parts(&splitter);
  tern_vec_deinitialize(&splitter.erased_later);
  tern_vec_deinitialize(&splitter.blocks);
  return is_possible;
}
