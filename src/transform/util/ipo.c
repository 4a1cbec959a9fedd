// --iree-util-ipo: what all callers of a function agree on, and what its returns agree on, need not be passed.
//
//   util.func private @f(%a: i32, %b: i32) -> (i32, i32) {     util.func private @f(%a: i32) -> i32 {
//     util.return %a, %c5                                        ...
//   }                                                     ->   }
//   %r:2 = util.call @f(%x, %c1)                               // %c1 is a constant in @f, %r#1 is %c5
//
// Source: upstream's pass of the same name. Arguments: constants and loads of immutable globals that every call passes
// are made in the function; equal ones are passed once; unused ones are dropped. Results: constants are made at the
// calls, arguments handed back are what the call passed, equal ones are returned once, unused ones are dropped.

#include "analysis/incoming_values.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/util/fixed_point.h"

typedef struct interface {
  tern_op_t *function;
  tern_block_t *entry;
  tern_op_t *const *calls;
  size_t call_count;
  tern_op_list_t returns;
} interface_t;

// --- what can be made anywhere ---

static bool is_immutable_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) && tern_op_attr(op, "is_immutable");
}

// A constant, or the load of a global that does not change any more.
static tern_op_t *portable_op(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  bool is_portable = op && op->operand_count == 0 && op->result_count == 1 && op->region_count == 0 &&
                     (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || is_immutable_load(op));
  return is_portable ? op : NULL;
}

static bool are_same_op(const tern_op_t *a, const tern_op_t *b) {
  if (a == b) return true;
  if (a->def != b->def || a->results[0].type != b->results[0].type || a->attrs != b->attrs) return false;
  for (size_t i = 0; i < a->def->attr_count; ++i) {
    if (a->slots[i] != b->slots[i]) return false;
  }
  return true;
}

static bool are_same_value(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return true;
  const tern_op_t *left = portable_op(a), *right = portable_op(b);
  return left && right && are_same_op(left, right);
}

// --- what ops agree on; `ops` are calls or returns ---

static tern_op_t *uniform_op(tern_op_t *const *ops, size_t count, size_t index) {
  tern_op_t *first = count ? portable_op(tern_op_operand(ops[0], index)) : NULL;
  for (size_t i = 1; i < count && first; ++i) {
    const tern_op_t *other = portable_op(tern_op_operand(ops[i], index));
    if (!other || !are_same_op(first, other)) return NULL;
  }
  return first;
}

// The first operand that is the same as operand `index` in all ops; `index` itself if none is.
static size_t duplicate_of(tern_op_t *const *ops, size_t count, size_t index) {
  for (size_t k = 0; k < index && count; ++k) {
    bool is_same = true;
    for (size_t i = 0; i < count && is_same; ++i) {
      is_same = are_same_value(tern_op_operand(ops[i], k), tern_op_operand(ops[i], index));
    }
    if (is_same) return k;
  }
  return index;
}

// The argument that all returns hand back as result `index`, or -1.
static int64_t passed_argument(const interface_t *interface, size_t index) {
  int64_t arg = -1;
  for (size_t i = 0; i < interface->returns.count; ++i) {
    const tern_value_t *value = tern_op_operand(interface->returns.values[i], index);
    if (tern_value_arg_block(value) != interface->entry || (i > 0 && arg != value->index)) return -1;
    arg = value->index;
  }
  return arg;
}

// --- changes ---

static void erase_attr_at(tern_op_t *op, const char *name, const bool *erased, size_t count) {
  const tern_attr_t *list = tern_op_attr(op, name);
  if (!list) return;
  TERN_VEC(const tern_attr_t *) kept = {0};
  for (size_t i = 0; i < count && i < tern_array_attr_count(list); ++i) {
    if (!erased[i]) tern_vec_push(&kept, tern_array_attr_at(list, i));
  }
  tern_op_set_attr(op, name, tern_array_attr_get(tern_op_context(op), kept.values, kept.count));
  tern_vec_deinitialize(&kept);
}

static void erase_operands(tern_op_t *op, const bool *erased, size_t count) {
  for (size_t i = count; i-- > 0;) {
    if (erased[i]) tern_op_erase_operands(op, i, 1);
  }
}

static void update_type(const interface_t *interface, const bool *erased_args, const bool *erased_results) {
  tern_op_t *function = interface->function;
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  TERN_VEC(const tern_type_t *) new_inputs = {0}, new_results = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!erased_args[i]) tern_vec_push(&new_inputs, inputs.values[i]);
  }
  for (size_t i = 0; i < results.count; ++i) {
    if (!erased_results[i]) tern_vec_push(&new_results, results.values[i]);
  }
  erase_attr_at(function, "arg_attrs", erased_args, inputs.count);
  erase_attr_at(function, "res_attrs", erased_results, results.count);
  type = tern_function_type_get(type->context, (tern_types_t){new_inputs.values, new_inputs.count},
                                (tern_types_t){new_results.values, new_results.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
}

// Rebuilds a call without some results; those have no uses.
static void rebuild_call(tern_op_t *call, const bool *erased, size_t count) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_value_vec_t operands = {0};
  for (size_t i = 0; i < count; ++i) {
    if (!erased[i]) tern_vec_push(&types, tern_op_result(call, i)->type);
  }
  for (size_t i = 0; i < call->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(call, i));
  erase_attr_at(call, "res_attrs", erased, count);
  tern_builder_t builder = tern_builder_before(call);
  tern_op_t *rebuilt = tern_build(&builder, TERN_UTIL(CALL), .operands = {operands.values, operands.count},
                                  .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(call));
  for (size_t i = 0, next = 0; i < count; ++i) {
    if (!erased[i]) tern_value_replace_all_uses(tern_op_result(call, i), tern_op_result(rebuilt, next++));
  }
  tern_op_destroy(call);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
}

// --- results ---

static bool has_used_result(const interface_t *interface, size_t index) {
  for (size_t i = 0; i < interface->call_count; ++i) {
    if (tern_value_has_uses(tern_op_result(interface->calls[i], index))) return true;
  }
  return false;
}

// Gives the users of result `index` of each call something else; false if there is nothing.
static bool replace_result(const interface_t *interface, size_t index) {
  tern_op_t *const *returns = interface->returns.values;
  size_t return_count = interface->returns.count;
  int64_t arg = passed_argument(interface, index);
  tern_op_t *constant = uniform_op(returns, return_count, index);
  size_t duplicate = duplicate_of(returns, return_count, index);
  if (arg < 0 && !constant && duplicate == index) return false;
  for (size_t i = 0; i < interface->call_count; ++i) {
    tern_op_t *call = interface->calls[i];
    tern_value_t *replacement;
    if (arg >= 0) {
      replacement = tern_op_operand(call, (size_t)arg);
    } else if (constant) {
      tern_builder_t builder = tern_builder_before(call);
      replacement = tern_op_result(tern_builder_clone(&builder, constant, NULL), 0);
    } else {
      replacement = tern_op_result(call, duplicate);
    }
    tern_value_replace_all_uses(tern_op_result(call, index), replacement);
  }
  return true;
}

// --- arguments ---

static bool replace_argument(const interface_t *interface, size_t index) {
  tern_value_t *arg = interface->entry->args[index];
  tern_op_t *constant = uniform_op(interface->calls, interface->call_count, index);
  if (constant) {
    tern_builder_t builder = tern_builder_at_start(interface->entry, tern_value_loc(arg));
    tern_value_replace_all_uses(arg, tern_op_result(tern_builder_clone(&builder, constant, NULL), 0));
    return true;
  }
  size_t duplicate = duplicate_of(interface->calls, interface->call_count, index);
  if (duplicate == index) return false;
  tern_value_replace_all_uses(arg, interface->entry->args[duplicate]);
  return true;
}

// --- functions ---

// The entry block of a loop has other ways in; arguments of such a function stay.
static bool optimize(interface_t *interface, tern_arena_t *arena) {
  size_t arg_count = interface->entry->arg_count;
  size_t result_count = tern_function_type_result_count(tern_util_func_type(interface->function));
  bool *erased_args = tern_arena_alloc_zeroed(arena, arg_count + 1);
  bool *erased_results = tern_arena_alloc_zeroed(arena, result_count + 1);
  bool has_erased_args = false, has_erased_results = false;
  // From the last one, so that duplicates point at what stays.
  for (size_t i = result_count; i-- > 0;) {
    if (has_used_result(interface, i)) replace_result(interface, i);
    erased_results[i] = !has_used_result(interface, i);
    has_erased_results |= erased_results[i];
  }
  for (size_t i = 0; i < interface->returns.count; ++i) {
    erase_operands(interface->returns.values[i], erased_results, result_count);
  }
  for (size_t i = arg_count; i-- > 0;) {
    if (tern_value_has_uses(interface->entry->args[i])) replace_argument(interface, i);
    erased_args[i] = !tern_value_has_uses(interface->entry->args[i]);
    has_erased_args |= erased_args[i];
  }
  if (!has_erased_args && !has_erased_results) return false;
  for (size_t i = arg_count; i-- > 0;) {
    if (erased_args[i]) tern_block_erase_arg(interface->entry, i);
  }
  update_type(interface, erased_args, erased_results);
  for (size_t i = 0; i < interface->call_count; ++i) {
    erase_operands(interface->calls[i], erased_args, arg_count);
    erase_attr_at(interface->calls[i], "arg_attrs", erased_args, arg_count);
    if (has_erased_results) rebuild_call(interface->calls[i], erased_results, result_count);
  }
  return true;
}

static bool can_change(const tern_op_t *op) {
  return tern_op_is(op, TERN_UTIL(FUNC)) && tern_symbol_visibility(op) == TERN_PRIVATE &&
         !tern_region_is_empty(&op->regions[0]) && !tern_op_attr(op, "tied_operands") &&
         !tern_op_body(op, 0)->first_use;
}

typedef struct reference_check {
  tern_str_t name;
  bool is_found;
} reference_check_t;

// Is the function named by anything but calls?
static void note_reference(tern_op_t *op, const tern_attr_t *ref, void *user) {
  reference_check_t *check = user;
  if (tern_op_is(op, TERN_UTIL(CALL))) return;
  check->is_found |= tern_str_equal(tern_symbol_ref_attr_at(ref, 0), check->name);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool has_changed = false;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!can_change(op)) continue;
    // Calls are replaced as functions change: sites are found anew for each.
    tern_call_sites_t sites;
    tern_call_sites_find(module, &sites);
    interface_t interface = {.function = op, .entry = tern_op_body(op, 0)};
    interface.calls = tern_call_sites_of(&sites, op, &interface.call_count);
    reference_check_t check = {.name = tern_symbol_name(op)};
    tern_symbol_for_each_use(module, note_reference, &check);
    interface.returns = tern_op_collect_row(op, TERN_PREORDER, TERN_UTIL(RETURN));
    if (interface.call_count > 0 && !check.is_found && optimize(&interface, tern_pass_scratch(pass))) {
      tern_pass_count(pass, 0, 1);
      has_changed = true;
    }
    tern_vec_deinitialize(&interface.returns);
    tern_call_sites_deinitialize(&sites);
  }
  if (has_changed) tern_fixed_point_signal(module);
  return true;
}

const tern_pass_def_t tern_util_ipo_pass = {
    .flag = "iree-util-ipo",
    .name = "IPOPass",
    .anchor = "builtin.module",
    .summary = "Simplify functions by all of their calls: arguments and results that are constant, equal or unused",
    .description =
        "Arguments and results of private functions that are constant, equal to others, handed through or "
        "unused are not passed.",
    .statistics = (const char *const[]){"num-functions - Number of functions whose signature changed", NULL},
    .run = run,
};
