// --iree-import-ml-program: functions, subgraphs and globals of ml_program become util's.
//
//   ml_program.global public mutable @v(dense<4> : tensor<4xi32>) : tensor<4xi32>
//       ->
//   util.global private mutable @v = dense<4> : tensor<4xi32>
//   util.func public @global$v$get() -> tensor<4xi32> { ... }
//   util.func public @global$v$set(%arg0: tensor<4xi32>) { ... }
//
// Source: upstream's ImportMLProgram. A public global is reached from outside by functions; how they are called may be given
// by the attribute `ml_program.public_global_accessors` of the module, {get = "..", set = ".."} with {0} for the name. The
// values of `#ml_program.extern` globals are handed in by whoever loads the module: @ireeMlProgramGlobalsInit takes a list of
// them. Subgraphs are sorted, so that a value comes before its uses.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/ml_program/ml_program.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// --- accessors ---

static tern_op_t *build_function(tern_builder_t *b, tern_str_t name, tern_types_t inputs, tern_types_t results) {
  tern_context_t *context = b->context;
  tern_op_t *function = tern_build(
      b, TERN_UTIL(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, name)},
                          {"function_type", tern_type_attr_get(tern_function_type_get(context, inputs, results))},
                          {"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))}));
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &function->regions[0], inputs);
  return function;
}

// The pattern with the global's name for each {0}.
static void append_name(tern_string_builder_t *out, tern_str_t pattern, tern_str_t name) {
  for (size_t i = 0; i < pattern.size; ++i) {
    if (tern_str_starts_with(tern_str_drop(pattern, i), TERN_STR("{0}"))) {
      tern_string_builder_append(out, name);
      i += 2;
    } else {
      tern_string_builder_append_char(out, pattern.data[i]);
    }
  }
}

static void build_accessor(tern_builder_t *b, const tern_op_t *global, tern_str_t pattern, bool is_setter) {
  tern_str_t name = tern_symbol_name(global);
  const tern_type_t *type = tern_util_global_type(global);
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(b->context, name);
  tern_string_builder_t text = {0};
  append_name(&text, pattern, name);
  tern_types_t one = TERN_TYPES(type), none = {0};
  tern_op_t *function =
      build_function(b, tern_string_builder_view(&text), is_setter ? one : none, is_setter ? none : one);
  tern_string_builder_deinitialize(&text);
  tern_builder_t inner = tern_builder_at_end(tern_op_body(function, 0), global->loc);
  if (is_setter) {
    tern_build(&inner, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(tern_op_body(function, 0)->args[0]),
               .attrs = TERN_ATTRS({"global", ref}));
    tern_build(&inner, TERN_UTIL(RETURN));
  } else {
    tern_value_t *value =
        tern_build_value(&inner, TERN_UTIL(GLOBAL_LOAD), .types = one, .attrs = TERN_ATTRS({"global", ref}));
    tern_build(&inner, TERN_UTIL(RETURN), .operands = TERN_VALUES(value));
  }
}

static tern_str_t accessor_pattern(const tern_op_t *module, const char *which, tern_str_t otherwise) {
  const tern_attr_t *patterns = tern_op_attr(module, "ml_program.public_global_accessors");
  if (!patterns || patterns->kind != TERN_ATTR_DICTIONARY) return otherwise;
  const tern_attr_t *pattern = tern_dictionary_attr_lookup(patterns, tern_str_from_cstr(which));
  return tern_attr_is_string(pattern) ? tern_string_attr_value(pattern) : otherwise;
}

// --- globals ---

static bool is_extern(const tern_attr_t *value) {
  return value && value->kind == TERN_ATTR_DIALECT && value->row == &tern_ml_program_attrs[0];
}

static void import_global(tern_op_t *op, tern_op_t *module, tern_op_list_t *externs) {
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *value = tern_op_attr(op, "value"), *is_mutable = tern_op_attr(op, "is_mutable");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  bool is_public = tern_symbol_visibility(op) == TERN_PUBLIC;
  if (is_extern(value)) {
    type = tern_attr_type(value);
    value = NULL;
    is_mutable = tern_unit_attr_get(b.context);
  } else if (value && tern_attr_type(value) && type->kind == TERN_TYPE_TENSOR) {
    type = tern_attr_type(value);
  }
  tern_op_t *global =
      tern_build(&b, TERN_UTIL(GLOBAL),
                 .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(b.context, TERN_STR("private"))},
                                     {"sym_name", tern_op_attr(op, "sym_name")}, {"type", tern_type_attr_get(type)}));
  tern_op_set_attr(global, "is_mutable", is_mutable);
  tern_op_set_attr(global, "initial_value", value);
  if (is_extern(tern_op_attr(op, "value"))) tern_vec_push(externs, global);
  if (is_public) {
    build_accessor(&b, global, accessor_pattern(module, "get", TERN_STR("global${0}$get")), false);
    if (is_mutable) build_accessor(&b, global, accessor_pattern(module, "set", TERN_STR("global${0}$set")), true);
  }
  tern_op_destroy(op);
}

// @ireeMlProgramGlobalsInit(%list): the values of the extern globals, in order.
static void build_initialization(tern_op_t *module, const tern_op_list_t *externs) {
  tern_builder_t b = tern_builder_at_end(tern_op_body(module, 0), module->loc);
  const tern_type_t *list = tern_util_list_type_get(tern_util_variant_type_get(b.context));
  tern_op_t *function = build_function(&b, TERN_STR("ireeMlProgramGlobalsInit"), TERN_TYPES(list), (tern_types_t){0});
  tern_block_t *body = tern_op_body(function, 0);
  tern_builder_t inner = tern_builder_at_end(body, module->loc);
  for (size_t i = 0; i < externs->count; ++i) {
    tern_op_t *global = externs->values[i];
    tern_value_t *value = tern_build_value(&inner, TERN_UTIL(LIST_GET),
                                           .operands = TERN_VALUES(body->args[0], tern_build_index(&inner, (int64_t)i)),
                                           .types = TERN_TYPES(tern_util_global_type(global)));
    tern_build(&inner, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(value),
               .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(b.context, tern_symbol_name(global))}));
  }
  tern_build(&inner, TERN_UTIL(RETURN));
}

// --- loads and stores ---

static bool import_load(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *ref = tern_op_attr(op, "global");
  tern_op_t *global = tern_symbol_lookup_nearest(op, ref);
  const tern_type_t *type = op->results[0].type;
  if (global && tern_util_global_type(global) != type) {
    return tern_op_error(op, "loads a global of type %s as %s", tern_type_text(tern_util_global_type(global)),
                         tern_type_text(type));
  }
  tern_value_t *value =
      tern_build_value(&b, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"global", ref}));
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  return true;
}

static bool import_store(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_build(&b, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(tern_op_operand(op, 0)),
             .attrs = TERN_ATTRS({"global", tern_op_attr(op, "global")}));
  return true;
}

// --- functions ---

// Puts ops of a graph before their users, as far as there is an order.
static void sort_block(tern_block_t *block) {
  tern_map_t placed = {0};
  tern_op_list_t pending = {0};
  tern_block_for_each_op(block, op) tern_vec_push(&pending, op);
  for (bool is_moving = true; is_moving;) {
    is_moving = false;
    for (size_t i = 0; i < pending.count; ++i) {
      tern_op_t *op = pending.values[i];
      if (!op || (i + 1 == pending.count && op == block->last_op)) continue;
      bool is_ready = true;
      for (size_t j = 0; is_ready && j < op->operand_count; ++j) {
        tern_op_t *maker = tern_value_defining_op(tern_op_operand(op, j));
        is_ready = !maker || maker->block != block || tern_map_get(&placed, maker);
      }
      if (!is_ready) continue;
      tern_op_move_before(op, block->last_op);
      tern_map_set(&placed, op, op);
      pending.values[i] = NULL;
      is_moving = true;
    }
  }
  tern_map_deinitialize(&placed);
  tern_vec_deinitialize(&pending);
}

static void import_function(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  if (tern_op_is(op, TERN_ML_PROGRAM(SUBGRAPH)) && tern_op_body(op, 0)) sort_block(tern_op_body(op, 0));
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (!visibility) visibility = tern_string_attr_get(b.context, TERN_STR("public"));
  tern_op_t *made = tern_build(
      &b, TERN_UTIL(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                          {"function_type", tern_op_attr(op, "function_type")}, {"sym_visibility", visibility}));
  tern_op_set_attr(made, "arg_attrs", tern_op_attr(op, "arg_attrs"));
  tern_op_set_attr(made, "res_attrs", tern_op_attr(op, "res_attrs"));
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  tern_op_destroy(op);
}

static void import_return(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&values, tern_op_operand(op, i));
  tern_build(&b, TERN_UTIL(RETURN), .operands = {values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_op_destroy(op);
}

static bool is_wanted(const tern_op_t *op) { return op->def->dialect == &tern_ml_program_dialect; }

static bool import_op(tern_op_t *op, tern_op_list_t *dead) {
  if (tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_LOAD)) || tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_LOAD_CONST)) ||
      tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_LOAD_GRAPH))) {
    tern_vec_push(dead, op);
    return import_load(op);
  }
  if (tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_STORE)) || tern_op_is(op, TERN_ML_PROGRAM(GLOBAL_STORE_GRAPH))) {
    tern_vec_push(dead, op);
    return import_store(op);
  }
  if (tern_op_is(op, TERN_ML_PROGRAM(TOKEN))) {
    tern_vec_push(dead, op);
  } else if (tern_op_is(op, TERN_ML_PROGRAM(RETURN)) || tern_op_is(op, TERN_ML_PROGRAM(OUTPUT))) {
    import_return(op);
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0}, externs = {0}, dead = {0}, functions = {0};
  bool is_right = true;
  ops = tern_op_collect(module, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    bool is_function = tern_op_is(op, TERN_ML_PROGRAM(FUNC)) || tern_op_is(op, TERN_ML_PROGRAM(SUBGRAPH));
    if (is_function) tern_vec_push(&functions, op);
    if (!tern_op_is(op, TERN_ML_PROGRAM(GLOBAL))) continue;
    import_global(op, module, &externs);
    ops.values[i] = NULL;
  }
  // Graphs are sorted while the tokens still say the order.
  for (size_t i = 0; i < functions.count; ++i) import_function(functions.values[i]);
  for (size_t i = 0; i < ops.count; ++i) {
    bool is_function = false;
    for (size_t j = 0; j < functions.count; ++j) is_function |= functions.values[j] == ops.values[i];
    if (ops.values[i] && !is_function) is_right &= import_op(ops.values[i], &dead);
  }
  // Tokens only order what is in order now: the users of a token go with it.
  for (size_t i = 0; is_right && i < dead.count; ++i) tern_op_drop_all_uses_of_operands(dead.values[i]);
  for (size_t i = 0; is_right && i < dead.count; ++i) tern_op_destroy(dead.values[i]);
  if (externs.count) build_initialization(module, &externs);
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&externs);
  tern_vec_deinitialize(&dead);
  tern_vec_deinitialize(&functions);
  return is_right;
}

const tern_pass_def_t tern_import_ml_program_pass = {
    .flag = "iree-import-ml-program",
    .name = "ImportMLProgramPass",
    .anchor = "builtin.module",
    .summary = "Turn ml_program into util",
    .dialects = (const tern_dialect_t *const[]){&tern_util_dialect, NULL},
    .run = run,
};
