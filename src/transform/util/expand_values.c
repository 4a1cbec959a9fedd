#include "transform/util/expand_values.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"
#include "rewrite/branch.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;
typedef TERN_VEC(const tern_type_t *) type_vec_t;

typedef struct expander {
  const tern_expansion_t *expansion;
  tern_context_t *context;
  tern_op_t *module;
  tern_map_t globals[TERN_EXPANSION_EXTRA_MAX];  // reference to a global -> reference to the one that goes along
  tern_map_t functions;                          // functions whose signature is expanded
} expander_t;

static bool is_expanded(const expander_t *expander, const tern_type_t *type) {
  return expander->expansion->is_expanded(type);
}

static bool has_operands(const expander_t *expander, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_expanded(expander, tern_op_operand(op, i)->type)) return true;
  }
  return false;
}

static bool has_results(const expander_t *expander, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_expanded(expander, tern_op_result(op, i)->type)) return true;
  }
  return false;
}

// --- globals ---

static void add_global(expander_t *expander, tern_symbol_table_t *table, tern_op_t *global, size_t extra) {
  const tern_expansion_t *expansion = expander->expansion;
  tern_string_builder_t name = {0};
  tern_string_builder_append(&name, tern_symbol_name(global));
  tern_string_builder_append_cstr(&name, expansion->global_suffixes[extra]);
  const tern_attr_t *sym_name = tern_string_attr_get(expander->context, tern_string_builder_view(&name));
  tern_string_builder_deinitialize(&name);
  tern_builder_t builder = {.context = expander->context, .loc = global->loc};
  tern_op_t *companion = tern_build(
      &builder, TERN_UTIL(GLOBAL),
      .attrs = TERN_ATTRS({"sym_name", sym_name}, {"type", tern_type_attr_get(expansion->extra_types[extra])},
                          {"is_mutable", tern_unit_attr_get(expander->context)}));
  tern_op_set_attr(companion, "sym_visibility", tern_op_attr(global, "sym_visibility"));
  tern_op_set_attr(companion, "initial_value", expansion->global_initial_values[extra]);
  tern_symbol_table_insert(table, companion, expansion->global_is_before ? global : global->next);
  const tern_attr_t *from = tern_flat_symbol_ref_attr_get(expander->context, tern_symbol_name(global));
  const tern_attr_t *to = tern_flat_symbol_ref_attr_get(expander->context, tern_symbol_name(companion));
  tern_map_set(&expander->globals[extra], from, (void *)to);
}

static void expand_globals(expander_t *expander) {
  tern_symbol_table_t table = {0};
  tern_symbol_table_initialize(&table, expander->module);
  size_t extra_count = expander->expansion->extra_count;
  bool is_before = expander->expansion->global_is_before;
  tern_block_for_each_op_safe(tern_op_body(expander->module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL)) || !is_expanded(expander, tern_util_global_type(op))) continue;
    for (size_t i = 0; i < extra_count; ++i) add_global(expander, &table, op, is_before ? i : extra_count - 1 - i);
  }
  tern_symbol_table_deinitialize(&table);
}

static const tern_attr_t *companion_of(const expander_t *expander, const tern_op_t *access, size_t extra) {
  return tern_map_get(&expander->globals[extra], tern_op_attr(access, "global"));
}

static void expand_global_load(expander_t *expander, tern_op_t *op) {
  const tern_expansion_t *expansion = expander->expansion;
  if (!has_results(expander, op) || !companion_of(expander, op, 0)) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *extras[TERN_EXPANSION_EXTRA_MAX];
  for (size_t i = 0; i < expansion->extra_count; ++i) {
    extras[i] = tern_build_value(&builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(expansion->extra_types[i]),
                                 .attrs = TERN_ATTRS({"global", companion_of(expander, op, i)}));
  }
  tern_builder_set_after(&builder, op);
  expansion->reproduce(expansion->user, &builder, tern_op_result(op, 0), extras);
}

static void expand_global_store(expander_t *expander, tern_op_t *op) {
  const tern_expansion_t *expansion = expander->expansion;
  if (!has_operands(expander, op) || !companion_of(expander, op, 0)) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *extras[TERN_EXPANSION_EXTRA_MAX];
  tern_value_t *value = expansion->consume(expansion->user, tern_op_operand(op, 0), &builder, extras);
  for (size_t i = 0; i < expansion->extra_count; ++i) {
    tern_build(&builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(extras[i]),
               .attrs = TERN_ATTRS({"global", companion_of(expander, op, i)}));
  }
  tern_op_set_operand(op, 0, value);
}

// --- operands, arguments, results ---

static void expand_values(expander_t *expander, const tern_op_t *op, size_t start, size_t count,
                          tern_builder_t *builder, value_vec_t *out_values) {
  const tern_expansion_t *expansion = expander->expansion;
  for (size_t i = start; i < start + count; ++i) {
    tern_value_t *value = tern_op_operand(op, i), *extras[TERN_EXPANSION_EXTRA_MAX];
    if (!is_expanded(expander, value->type)) {
      tern_vec_push(out_values, value);
      continue;
    }
    tern_vec_push(out_values, expansion->consume(expansion->user, value, builder, extras));
    for (size_t k = 0; k < expansion->extra_count; ++k) tern_vec_push(out_values, extras[k]);
  }
}

static void expand_operands(expander_t *expander, tern_op_t *op, size_t start) {
  if (!has_operands(expander, op)) return;
  tern_builder_t builder = tern_builder_before(op);
  value_vec_t values = {0};
  for (size_t i = 0; i < start; ++i) tern_vec_push(&values, tern_op_operand(op, i));
  expand_values(expander, op, start, op->operand_count - start, &builder, &values);
  tern_op_set_operands(op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
}

static void expand_arguments(expander_t *expander, tern_block_t *block, const tern_attr_t *loc) {
  const tern_expansion_t *expansion = expander->expansion;
  value_vec_t expanded = {0};
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (!is_expanded(expander, block->args[i]->type)) continue;
    tern_vec_push(&expanded, block->args[i]);
    for (size_t k = 0; k < expansion->extra_count; ++k) {
      tern_block_insert_arg(block, ++i, expansion->extra_types[k], loc);
    }
  }
  tern_builder_t builder = tern_builder_at_start(block, loc);
  for (size_t i = 0; i < expanded.count; ++i) {
    tern_value_t *value = expanded.values[i];
    expansion->reproduce(expansion->user, &builder, value, &block->args[value->index + 1]);
  }
  tern_vec_deinitialize(&expanded);
}

static void expand_types(const expander_t *expander, tern_types_t types, type_vec_t *out_types) {
  for (size_t i = 0; i < types.count; ++i) {
    tern_vec_push(out_types, types.values[i]);
    if (!is_expanded(expander, types.values[i])) continue;
    for (size_t k = 0; k < expander->expansion->extra_count; ++k) {
      tern_vec_push(out_types, expander->expansion->extra_types[k]);
    }
  }
}

// Replaces an op by the same one with expanded results, put together behind it. Regions move over, the old op is
// destroyed.
static tern_op_t *expand_results(expander_t *expander, tern_op_t *op) {
  const tern_expansion_t *expansion = expander->expansion;
  type_vec_t types = {0}, old_types = {0};
  value_vec_t operands = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&old_types, tern_op_result(op, i)->type);
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  expand_types(expander, (tern_types_t){old_types.values, old_types.count}, &types);
  tern_builder_t builder = tern_builder_before(op);
  tern_op_t *expanded = tern_build(&builder, op->def->row, .operands = {operands.values, operands.count},
                                   .types = {types.values, types.count}, .regions = op->region_count,
                                   .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&expanded->regions[i], &op->regions[i]);
  for (size_t i = 0, next = 0; i < op->result_count; ++i, ++next) {
    tern_value_t *result = tern_op_result(op, i);
    tern_value_replace_all_uses(result, tern_op_result(expanded, next));
    if (is_expanded(expander, result->type)) next += expansion->extra_count;
  }
  tern_op_destroy(op);
  tern_builder_set_after(&builder, expanded);
  for (size_t i = 0; i < expanded->result_count; ++i) {
    if (!is_expanded(expander, tern_op_result(expanded, i)->type)) continue;
    tern_value_t *extras[TERN_EXPANSION_EXTRA_MAX];
    for (size_t k = 0; k < expansion->extra_count; ++k) extras[k] = tern_op_result(expanded, i + 1 + k);
    expansion->reproduce(expansion->user, &builder, tern_op_result(expanded, i), extras);
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&old_types);
  tern_vec_deinitialize(&operands);
  return expanded;
}

// --- functions and calls ---

// The signature of functions that nobody outside sees is ours to change.
static void find_functions(expander_t *expander) {
  tern_block_for_each_op(tern_op_body(expander->module, 0), op) {
    if (tern_op_is(op, TERN_UTIL(FUNC)) && tern_symbol_visibility(op) == TERN_PRIVATE &&
        !tern_region_is_empty(&op->regions[0])) {
      tern_map_set(&expander->functions, op, op);
    }
  }
}

// Ties of results to operands, both moved by what came in before them.
static const tern_attr_t *expand_ties(const expander_t *expander, const tern_attr_t *ties, tern_types_t inputs,
                                      tern_types_t results) {
  if (!ties) return NULL;
  const tern_type_t *index = tern_index_type_get(expander->context);
  int64_t extra_count = (int64_t)expander->expansion->extra_count;
  TERN_VEC(const tern_attr_t *) expanded = {0};
  for (size_t i = 0; i < results.count; ++i) {
    int64_t tie = i < tern_int_list_attr_count(ties) ? tern_int_list_attr_at(ties, i) : -1, moved = tie;
    for (int64_t k = 0; k < tie && k < (int64_t)inputs.count; ++k) {
      if (is_expanded(expander, inputs.values[k])) moved += extra_count;
    }
    tern_vec_push(&expanded, tern_integer_attr_get(index, moved));
    for (int64_t k = 0; k < extra_count && is_expanded(expander, results.values[i]); ++k) {
      tern_vec_push(&expanded, tern_integer_attr_get(index, -1));
    }
  }
  const tern_attr_t *attr = tern_array_attr_get(expander->context, expanded.values, expanded.count);
  tern_vec_deinitialize(&expanded);
  return attr;
}

static const tern_attr_t *expand_dictionaries(const expander_t *expander, const tern_attr_t *list, tern_types_t types) {
  if (!list) return NULL;
  TERN_VEC(const tern_attr_t *) expanded = {0};
  const tern_attr_t *empty = tern_dictionary_attr_get(expander->context, NULL, 0);
  for (size_t i = 0; i < types.count && i < tern_array_attr_count(list); ++i) {
    tern_vec_push(&expanded, tern_array_attr_at(list, i));
    for (size_t k = 0; k < expander->expansion->extra_count && is_expanded(expander, types.values[i]); ++k) {
      tern_vec_push(&expanded, empty);
    }
  }
  const tern_attr_t *attr = tern_array_attr_get(expander->context, expanded.values, expanded.count);
  tern_vec_deinitialize(&expanded);
  return attr;
}

static void expand_attrs(const expander_t *expander, tern_op_t *op, tern_types_t inputs, tern_types_t results) {
  tern_op_set_attr(op, "tied_operands", expand_ties(expander, tern_op_attr(op, "tied_operands"), inputs, results));
  tern_op_set_attr(op, "arg_attrs", expand_dictionaries(expander, tern_op_attr(op, "arg_attrs"), inputs));
  tern_op_set_attr(op, "res_attrs", expand_dictionaries(expander, tern_op_attr(op, "res_attrs"), results));
}

static void expand_signature(const expander_t *expander, tern_op_t *function) {
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  type_vec_t new_inputs = {0}, new_results = {0};
  expand_types(expander, inputs, &new_inputs);
  expand_types(expander, results, &new_results);
  expand_attrs(expander, function, inputs, results);
  type = tern_function_type_get(expander->context, (tern_types_t){new_inputs.values, new_inputs.count},
                                (tern_types_t){new_results.values, new_results.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
}

static void expand_call(expander_t *expander, tern_op_t *op) {
  tern_op_t *callee = tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"));
  if (!callee || !tern_map_contains(&expander->functions, callee)) return;
  if (!has_operands(expander, op) && !has_results(expander, op)) return;
  type_vec_t inputs = {0}, results = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&inputs, tern_op_operand(op, i)->type);
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&results, tern_op_result(op, i)->type);
  expand_operands(expander, op, 0);
  expand_attrs(expander, op, (tern_types_t){inputs.values, inputs.count},
               (tern_types_t){results.values, results.count});
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  if (has_results(expander, op)) expand_results(expander, op);
}

// --- control flow ---

static void expand_op(expander_t *expander, tern_op_t *op);

static void expand_blocks(expander_t *expander, tern_region_t *region) {
  tern_region_for_each_block(region, block) { tern_block_for_each_op_safe(block, op) expand_op(expander, op); }
}

// Arguments of all blocks, of the first one only if `with_entry`.
static void expand_region_arguments(expander_t *expander, tern_region_t *region, bool with_entry,
                                    const tern_attr_t *loc) {
  tern_region_for_each_block(region, block) {
    if (with_entry || block != region->first_block) expand_arguments(expander, block, loc);
  }
}

static void expand_function(expander_t *expander, tern_op_t *op) {
  bool changes_signature = tern_map_contains(&expander->functions, op);
  if (expander->expansion->begin) expander->expansion->begin(expander->expansion->user);
  if (changes_signature) expand_signature(expander, op);
  expand_region_arguments(expander, &op->regions[0], changes_signature, op->loc);
  expand_blocks(expander, &op->regions[0]);
}

// A loop or conditional: what goes in, around and out is expanded alike.
static void expand_control_flow(expander_t *expander, tern_op_t *op) {
  bool is_for = tern_op_is(op, TERN_SCF(FOR)), is_loop = is_for || tern_op_is(op, TERN_SCF(WHILE));
  if (is_loop) expand_operands(expander, op, is_for ? 3 : 0);
  if (has_results(expander, op)) op = expand_results(expander, op);
  for (size_t i = 0; i < op->region_count; ++i) expand_region_arguments(expander, &op->regions[i], is_loop, op->loc);
  for (size_t i = 0; i < op->region_count; ++i) expand_blocks(expander, &op->regions[i]);
}

static void expand_branch(expander_t *expander, tern_op_t *op) {
  if (!has_operands(expander, op)) return;
  tern_builder_t builder = tern_builder_before(op);
  for (size_t i = 0; i < op->successor_count; ++i) {
    size_t start, count;
    if (!tern_branch_successor_operands(op, i, &start, &count)) continue;
    value_vec_t values = {0};
    expand_values(expander, op, start, count, &builder, &values);
    tern_branch_set_successor_operands(op, i, (tern_values_t){values.values, values.count});
    tern_vec_deinitialize(&values);
  }
}

// What goes along is selected as the value is.
static void expand_select(expander_t *expander, tern_op_t *op) {
  const tern_expansion_t *expansion = expander->expansion;
  if (!has_results(expander, op)) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *sides[2][TERN_EXPANSION_EXTRA_MAX], *extras[TERN_EXPANSION_EXTRA_MAX];
  for (size_t i = 0; i < 2; ++i) {
    tern_op_set_operand(op, 1 + i, expansion->consume(expansion->user, tern_op_operand(op, 1 + i), &builder, sides[i]));
  }
  for (size_t k = 0; k < expansion->extra_count; ++k) {
    extras[k] = tern_build_value(&builder, TERN_ARITH(SELECT),
                                 .operands = TERN_VALUES(tern_op_operand(op, 0), sides[0][k], sides[1][k]),
                                 .types = TERN_TYPES(expansion->extra_types[k]));
  }
  tern_builder_set_after(&builder, op);
  expansion->reproduce(expansion->user, &builder, tern_op_result(op, 0), extras);
}

static void expand_return(expander_t *expander, tern_op_t *op) {
  if (tern_map_contains(&expander->functions, tern_op_parent(op))) expand_operands(expander, op, 0);
}

static void expand_yield(expander_t *expander, tern_op_t *op) {
  expand_operands(expander, op, tern_op_is(op, TERN_SCF(CONDITION)) ? 1 : 0);
}

typedef struct passage_row {
  const tern_op_row_t *row;
  void (*expand)(expander_t *expander, tern_op_t *op);
} passage_row_t;

static const passage_row_t passage_rows[] = {
    {TERN_UTIL(GLOBAL_LOAD), expand_global_load},
    {TERN_UTIL(GLOBAL_STORE), expand_global_store},
    {TERN_UTIL(INITIALIZER), expand_function},
    {TERN_UTIL(FUNC), expand_function},
    {TERN_UTIL(CALL), expand_call},
    {TERN_UTIL(RETURN), expand_return},
    {TERN_ARITH(SELECT), expand_select},
    {TERN_CF(BR), expand_branch},
    {TERN_CF(COND_BR), expand_branch},
    {TERN_CF(SWITCH), expand_branch},
    {TERN_SCF(IF), expand_control_flow},
    {TERN_SCF(FOR), expand_control_flow},
    {TERN_SCF(WHILE), expand_control_flow},
    {TERN_SCF(INDEX_SWITCH), expand_control_flow},
    {TERN_SCF(EXECUTE_REGION), expand_control_flow},
    {TERN_SCF(YIELD), expand_yield},
    {TERN_SCF(CONDITION), expand_yield},
};

static void expand_op(expander_t *expander, tern_op_t *op) {
  for (size_t i = 0; i < sizeof(passage_rows) / sizeof(passage_rows[0]); ++i) {
    if (tern_op_is(op, passage_rows[i].row)) {
      passage_rows[i].expand(expander, op);
      return;
    }
  }
  if (expander->expansion->visit) expander->expansion->visit(expander->expansion->user, op);
}

void tern_expand_values(tern_op_t *module, const tern_expansion_t *expansion) {
  expander_t expander = {.expansion = expansion, .context = tern_op_context(module), .module = module};
  expand_globals(&expander);
  find_functions(&expander);
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    bool is_code = tern_op_is(op, TERN_UTIL(FUNC)) || tern_op_is(op, TERN_UTIL(INITIALIZER));
    if (is_code) expand_op(&expander, op);
  }
  for (size_t i = 0; i < expansion->extra_count; ++i) tern_map_deinitialize(&expander.globals[i]);
  tern_map_deinitialize(&expander.functions);
}
