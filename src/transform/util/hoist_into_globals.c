// --iree-util-hoist-into-globals: computes what depends on constants only once, when the program is loaded.
//
//   %w = arith.constant dense<...>                 util.global private @hoisted : tensor<4x8xf32>
//   %t = linalg.transpose ins(%w) ...         ->   util.initializer { ... util.global.store %t, @hoisted }
//   %r = linalg.matmul ins(%x, %t) ...             %t = util.global.load immutable @hoisted
//
// Source: upstream's pass of the same name, with its analysis of constant expressions. An op is constant if it has no effects
// and all that it uses is constant; roots are constants and immutable globals that are tensors. Hoisted are results of ops
// that do work (not reshapes and the like, nor fills), that something uses which is not constant, and which are not much
// larger than the tensors that they are computed from. The option `marker`, which is ours, leaves only ops that have an attribute.

#include "base/map.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct hoisting {
  tern_op_t *module;
  tern_pass_t *pass;
  tern_symbol_table_t table;
  tern_map_t constants;  // ops that are constant -> bytes of their roots, plus one
  tern_map_t hoisted;    // value -> reference to its global
  tern_op_list_t order;  // the constant ops, definitions first
} hoisting_t;

// --- constant expressions ---

static bool is_static_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type);
}

static int64_t bytes_of(const tern_type_t *type) {
  if (!is_static_tensor(type)) return 0;
  int64_t bytes, element = (int64_t)tern_dense_element_size(tern_type_element(type));
  return __builtin_mul_overflow(tern_type_element_count(type), element, &bytes) ? INT64_MAX / 2 : bytes;
}

static bool is_root(const tern_op_t *op) {
  if (op->result_count != 1) return false;
  if (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE)) return true;
  return tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) && tern_op_attr(op, "is_immutable") &&
         is_static_tensor(tern_op_result(op, 0)->type);
}

// Dialects whose ops compute values, wherever they run.
static bool is_of_computing_dialect(const tern_op_t *op) {
  static const char *const names[] = {"arith", "complex", "index", "iree_linalg_ext", "linalg", "math", "tensor"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && op->def->dialect; ++i) {
    if (strcmp(op->def->dialect->name, names[i]) == 0) return true;
  }
  return false;
}

typedef struct operand_walk {
  hoisting_t *hoisting;
  tern_op_t *op;
  int64_t root_bytes;
  bool is_constant;
} operand_walk_t;

// All that the op and the ops inside of it use from outside.
static tern_walk_result_t check_operands(tern_op_t *inner, void *user) {
  operand_walk_t *walk = user;
  for (size_t i = 0; i < inner->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(inner, i);
    if (inner != walk->op && !tern_value_is_defined_outside(value, walk->op)) continue;
    const tern_op_t *definition = tern_value_defining_op(value);
    int64_t bytes = definition ? (int64_t)(uintptr_t)tern_map_get(&walk->hoisting->constants, definition) : 0;
    walk->is_constant &= bytes > 0;
    walk->root_bytes += bytes > 0 ? bytes - 1 : 0;
  }
  return walk->is_constant ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static void note_op(hoisting_t *hoisting, tern_op_t *op) {
  operand_walk_t walk = {.hoisting = hoisting, .op = op, .is_constant = true};
  if (is_root(op)) {
    walk.root_bytes = bytes_of(tern_op_result(op, 0)->type);
  } else {
    bool may_be = op->result_count > 0 && is_of_computing_dialect(op) && tern_op_effects(op) == 0 &&
                  !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
    if (!may_be) return;
    tern_op_walk_pre(op, check_operands, &walk);
    if (!walk.is_constant) return;
  }
  tern_map_set(&hoisting->constants, op, (void *)(uintptr_t)(walk.root_bytes + 1));
  tern_vec_push(&hoisting->order, op);
}

static bool is_constant(const hoisting_t *hoisting, const tern_op_t *op) {
  return tern_map_contains(&hoisting->constants, op);
}

// --- what is worth it ---

// Ops that only rearrange names, or whose results are cheaper to make than to keep.
static bool is_cheap(const tern_op_t *op) {
  static const char *const names[] = {"linalg.fill",    "tensor.cast",          "tensor.collapse_shape",
                                      "tensor.dim",     "tensor.empty",         "tensor.expand_shape",
                                      "tensor.extract", "tensor.extract_slice", "tensor.from_elements",
                                      "tensor.splat",   "tensor.bitcast",       "tensor.reshape"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tern_str_equal_cstr(tern_op_name(op), names[i])) return true;
  }
  return is_root(op);
}

static bool is_worth_it(const hoisting_t *hoisting, const tern_op_t *op) {
  int64_t root_bytes = (int64_t)(uintptr_t)tern_map_get(&hoisting->constants, op) - 1, bytes = 0;
  tern_str_t marker = tern_pass_string(hoisting->pass, "marker");
  bool is_wanted = marker.size == 0 || tern_op_attr_str(op, marker);
  if (!is_wanted || is_cheap(op) || root_bytes == 0) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_static_tensor(op->results[i].type)) return false;
    bytes += bytes_of(op->results[i].type);
  }
  return bytes - root_bytes <= tern_pass_int(hoisting->pass, "max-size-increase-threshold");
}

// The op of the function's own blocks that is `op` or holds it.
static tern_op_t *constant_user(const hoisting_t *hoisting, tern_op_t *op) {
  while (op && !is_constant(hoisting, op)) op = tern_op_parent(op);
  return op;
}

// Is the value used by something that is not constant, maybe through ops that are not worth hoisting?
static bool escapes(const hoisting_t *hoisting, const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = constant_user(hoisting, use->owner);
    if (!user) return true;
    if (is_worth_it(hoisting, user)) continue;
    for (size_t i = 0; i < user->result_count; ++i) {
      if (escapes(hoisting, &user->results[i])) return true;
    }
  }
  return false;
}

// --- hoisting ---

static const tern_attr_t *add_global(hoisting_t *hoisting, const tern_value_t *value, tern_op_t *before) {
  tern_context_t *context = tern_op_context(before);
  tern_builder_t builder = {.context = context, .loc = tern_value_loc(value)};
  tern_op_t *global = tern_build(&builder, TERN_UTIL(GLOBAL),
                                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR("hoisted"))},
                                                     {"type", tern_type_attr_get(value->type)}));
  tern_symbol_set_visibility(global, TERN_PRIVATE);
  tern_symbol_table_insert(&hoisting->table, global, before);
  return tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global));
}

static void clone_definitions(hoisting_t *hoisting, tern_op_t *op, tern_builder_t *builder, tern_map_t *mapping);

typedef struct clone_walk {
  hoisting_t *hoisting;
  tern_op_t *op;
  tern_builder_t *builder;
  tern_map_t *mapping;
} clone_walk_t;

static tern_walk_result_t clone_operands(tern_op_t *inner, void *user) {
  clone_walk_t *walk = user;
  for (size_t i = 0; i < inner->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(inner, i);
    if (inner != walk->op && !tern_value_is_defined_outside(value, walk->op)) continue;
    if (tern_map_contains(walk->mapping, value)) continue;
    const tern_attr_t *global = tern_map_get(&walk->hoisting->hoisted, value);
    if (!global) {
      clone_definitions(walk->hoisting, tern_value_defining_op(value), walk->builder, walk->mapping);
      continue;
    }
    tern_map_set(walk->mapping, value,
                 tern_build_value(walk->builder, TERN_UTIL(GLOBAL_LOAD), .attrs = TERN_ATTRS({"global", global}),
                                  .types = TERN_TYPES(value->type)));
  }
  return TERN_WALK_ADVANCE;
}

// Copies an op with all that it needs, unless that is hoisted already.
static void clone_definitions(hoisting_t *hoisting, tern_op_t *op, tern_builder_t *builder, tern_map_t *mapping) {
  clone_walk_t walk = {hoisting, op, builder, mapping};
  tern_op_walk_pre(op, clone_operands, &walk);
  tern_builder_clone(builder, op, mapping);
}

static void hoist(hoisting_t *hoisting, tern_op_t *op, tern_op_t *function) {
  tern_builder_t builder = tern_builder_before(function);
  builder.loc = op->loc;
  const tern_type_t *type = tern_function_type_get(builder.context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *initializer = tern_build(&builder, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_builder_add_block(&builder, &initializer->regions[0], (tern_types_t){0});
  tern_map_t mapping = {0};
  clone_definitions(hoisting, op, &builder, &mapping);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    const tern_attr_t *global = add_global(hoisting, result, initializer);
    tern_build(&builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(tern_map_get(&mapping, result)),
               .attrs = TERN_ATTRS({"global", global}));
    tern_map_set(&hoisting->hoisted, result, (void *)global);
  }
  tern_build(&builder, TERN_UTIL(RETURN), .operands = {0});
  tern_map_deinitialize(&mapping);
  tern_pass_count(hoisting->pass, 0, (int64_t)op->result_count);
}

// Users get the global's value; ops that nobody needs any more go.
static void replace_hoisted(hoisting_t *hoisting) {
  for (size_t i = 0; i < hoisting->hoisted.entry_count; ++i) {
    tern_value_t *value = (tern_value_t *)hoisting->hoisted.entries[i].key;
    tern_builder_t builder = tern_builder_after(tern_value_defining_op(value));
    tern_context_t *context = builder.context;
    tern_value_t *load = tern_build_value(&builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(value->type),
                                          .attrs = TERN_ATTRS({"global", hoisting->hoisted.entries[i].value},
                                                              {"is_immutable", tern_unit_attr_get(context)}));
    tern_value_replace_all_uses(value, load);
  }
  for (size_t i = hoisting->order.count; i-- > 0;) {
    tern_op_t *op = hoisting->order.values[i];
    if (tern_op_has_no_uses(op)) tern_op_destroy(op);
  }
}

static void hoist_from(hoisting_t *hoisting, tern_op_t *function) {
  tern_map_clear(&hoisting->constants);
  tern_map_clear(&hoisting->hoisted);
  hoisting->order.count = 0;
  // Blocks that do not dominate each other share nothing that is not in the entry; those after it are left alone.
  tern_block_for_each_op(tern_op_body(function, 0), op) note_op(hoisting, op);
  for (size_t i = 0; i < hoisting->order.count; ++i) {
    tern_op_t *op = hoisting->order.values[i];
    bool is_needed = false;
    for (size_t k = 0; k < op->result_count && is_worth_it(hoisting, op); ++k) {
      is_needed |= escapes(hoisting, tern_op_result(op, k));
    }
    if (is_needed) hoist(hoisting, op, function);
  }
  replace_hoisted(hoisting);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  hoisting_t hoisting = {.module = module, .pass = pass};
  tern_symbol_table_initialize(&hoisting.table, module);
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool has_body = tern_op_is(op, TERN_UTIL(FUNC)) && !tern_region_is_empty(&op->regions[0]);
    if (has_body) hoist_from(&hoisting, op);
  }
  tern_symbol_table_deinitialize(&hoisting.table);
  tern_map_deinitialize(&hoisting.constants);
  tern_map_deinitialize(&hoisting.hoisted);
  tern_vec_deinitialize(&hoisting.order);
  return true;
}

static const tern_option_def_t options[] = {
    {"max-size-increase-threshold", TERN_OPTION_INT, "1048576",
     "How many bytes more a global may have than what it is computed from", NULL},
    {"marker", TERN_OPTION_STRING, NULL, "Hoist only what ops with this attribute make", NULL},
};

const tern_pass_def_t tern_util_hoist_into_globals_pass = {
    .flag = "iree-util-hoist-into-globals",
    .name = "HoistIntoGlobalsPass",
    .anchor = "builtin.module",
    .summary = "Compute expressions of constants once, into globals",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .statistics = (const char *const[]){"num-hoisted - Number of values that were hoisted", NULL},
    .run = run,
};
