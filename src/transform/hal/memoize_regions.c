// --iree-hal-outline-memoize-regions, --iree-hal-inline-memoize-regions: what is the same at every call is made once.
//
//   %cmd = hal.device.memoize<%device : !hal.device> affinity(%any) -> !hal.command_buffer { ... hal.return %c : ... }
//
//   util.func private @__main_memoize_apply() -> !hal.command_buffer { ... }
//   util.global private @__main_memoize_result_0 : !hal.command_buffer
//   util.initializer { %0 = util.call @__main_memoize_apply() ... util.global.store %0, @__main_memoize_result_0 }
//   %cmd = util.global.load immutable @__main_memoize_result_0 : !hal.command_buffer
//
// A region may only use constants and globals that are set for good; then it is outlined. One that uses anything else is
// run in place, and so are all of them with the second pass.
//
// Source: upstream's OutlineMemoizeRegionsPass and InlineMemoizeRegionsPass.

#include "transform/hal/memoize_regions.h"

#include "base/map.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"

void tern_hal_inline_memoize(tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  while (body && body->first_op) {
    tern_op_t *inner = body->first_op;
    if (tern_op_is(inner, TERN_HAL(RETURN))) {
      for (size_t i = 0; i < op->result_count && i < inner->operand_count; ++i) {
        tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(inner, i));
      }
      tern_op_destroy(inner);
      continue;
    }
    tern_op_move_before(inner, op);
  }
  tern_op_destroy(op);
}

// --- what a region uses ---

typedef struct capture {
  const tern_op_t *region_op;
  tern_op_list_t definitions;  // ops outside that the region uses, and what they use
  bool is_fixed;               // all of them give the same at every call
} capture_t;

static bool is_fixed_load(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) return false;
  const tern_op_t *global = tern_util_global_of(op);
  return global && !tern_op_attr(global, "is_mutable");
}

static void note_value(capture_t *capture, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!tern_value_is_defined_outside(value, capture->region_op)) return;
  if (!op || op->region_count || !(is_fixed_load(op) || tern_op_has_trait(op, TERN_TRAIT_PURE))) {
    capture->is_fixed = false;
    return;
  }
  for (size_t i = 0; i < capture->definitions.count; ++i) {
    if (capture->definitions.values[i] == op) return;
  }
  for (size_t i = 0; i < op->operand_count; ++i) note_value(capture, tern_op_operand(op, i));
  // Behind what it uses.
  tern_vec_push(&capture->definitions, op);
}

static tern_walk_result_t note_uses(tern_op_t *op, void *user) {
  capture_t *capture = user;
  if (op == capture->region_op) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) note_value(capture, tern_op_operand(op, i));
  return TERN_WALK_ADVANCE;
}

// --- outlining ---

static void make_name(const tern_op_t *module, tern_str_t function, const char *what, tern_string_builder_t *out) {
  for (size_t number = 0;; ++number) {
    out->size = 0;
    tern_string_builder_append_format(out, "__%.*s_memoize_%s", (int)function.size, function.data, what);
    if (number) tern_string_builder_append_format(out, "_%zu", number);
    if (!tern_symbol_lookup_in(module, tern_string_builder_view(out))) return;
  }
}

static tern_op_t *outline_function(tern_builder_t *builder, tern_op_t *op, const capture_t *capture, tern_str_t name) {
  tern_context_t *context = builder->context;
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  const tern_type_t *type =
      tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){types.values, types.count});
  tern_vec_deinitialize(&types);
  const tern_attr_t *policy = tern_dialect_attr_get(context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0);
  tern_op_t *function =
      tern_build(builder, TERN_UTIL(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                     {"sym_name", tern_string_attr_get(context, name)},
                                     {"function_type", tern_type_attr_get(type)}, {"inlining_policy", policy}));
  tern_block_t *body = tern_region_add_block(&function->regions[0]);
  tern_builder_t inner = tern_builder_at_end(body, op->loc);
  tern_map_t mapping = {0};
  for (size_t i = 0; i < capture->definitions.count; ++i)
    tern_builder_clone(&inner, capture->definitions.values[i], &mapping);
  tern_block_for_each_op(tern_op_body(op, 0), old) {
    if (!tern_op_is(old, TERN_HAL(RETURN))) {
      tern_builder_clone(&inner, old, &mapping);
      continue;
    }
    TERN_VEC(tern_value_t *) values = {0};
    for (size_t i = 0; i < old->operand_count; ++i) {
      tern_value_t *mapped = tern_map_get(&mapping, tern_op_operand(old, i));
      tern_vec_push(&values, mapped ? mapped : tern_op_operand(old, i));
    }
    tern_build(&inner, TERN_UTIL(RETURN), .operands = {values.values, values.count});
    tern_vec_deinitialize(&values);
  }
  tern_map_deinitialize(&mapping);
  return function;
}

// Globals for the results, and the initializer that computes them; gives a reference to each global.
static void add_results(tern_builder_t *builder, const tern_op_t *module, tern_op_t *op, const tern_op_t *function,
                        tern_str_t stem, tern_hal_attr_list_t *out_refs) {
  tern_context_t *context = builder->context;
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_string_builder_t name = {0};
    tern_vec_push(&types, tern_op_result(op, i)->type);
    make_name(module, stem, "result", &name);
    tern_str_t view = tern_string_builder_view(&name);
    tern_build(builder, TERN_UTIL(GLOBAL),
               .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                   {"sym_name", tern_string_attr_get(context, view)},
                                   {"type", tern_type_attr_get(tern_op_result(op, i)->type)}));
    tern_vec_push(out_refs, tern_flat_symbol_ref_attr_get(context, view));
    tern_string_builder_deinitialize(&name);
  }
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *initializer = tern_build(builder, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_builder_t inner = tern_builder_at_end(tern_region_add_block(&initializer->regions[0]), op->loc);
  tern_op_t *call =
      tern_build(&inner, TERN_UTIL(CALL), .types = {types.values, types.count},
                 .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(function))}));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_build(&inner, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(tern_op_result(call, i)),
               .attrs = TERN_ATTRS({"global", out_refs->values[i]}));
  }
  tern_build(&inner, TERN_UTIL(RETURN));
  tern_vec_deinitialize(&types);
}

static void outline(tern_op_t *module, tern_op_t *op, const capture_t *capture) {
  tern_op_t *around = op;
  while (tern_op_parent(around) != module) around = tern_op_parent(around);
  tern_str_t stem = tern_symbol_name(around);
  if (!stem.size) stem = TERN_STR("initializer");
  tern_builder_t builder = tern_builder_before(around);
  tern_string_builder_t name = {0};
  make_name(module, stem, "apply", &name);
  tern_op_t *function = outline_function(&builder, op, capture, tern_string_builder_view(&name));
  tern_string_builder_deinitialize(&name);
  tern_hal_attr_list_t refs = {0};
  add_results(&builder, module, op, function, stem, &refs);
  builder = tern_builder_before(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *load = tern_build_value(
        &builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_op_result(op, i)->type),
        .attrs = TERN_ATTRS({"global", refs.values[i]}, {"is_immutable", tern_unit_attr_get(builder.context)}));
    tern_value_replace_all_uses(tern_op_result(op, i), load);
  }
  tern_vec_deinitialize(&refs);
  tern_op_destroy(op);
}

bool tern_hal_outline_memoize(tern_op_t *module, tern_op_t *op) {
  capture_t capture = {.region_op = op, .is_fixed = true};
  tern_op_walk_pre(op, note_uses, &capture);
  if (capture.is_fixed) outline(module, op, &capture);
  tern_vec_deinitialize(&capture.definitions);
  return capture.is_fixed;
}

static bool run_outline(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect_row(module, TERN_POSTORDER, TERN_HAL(DEVICE_MEMOIZE));
  for (size_t i = 0; i < ops.count; ++i) {
    if (!tern_hal_outline_memoize(module, ops.values[i])) tern_hal_inline_memoize(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static bool run_inline(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(op, TERN_POSTORDER, TERN_HAL(DEVICE_MEMOIZE), tern_hal_inline_memoize);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_outline_memoize_regions_pass = {
    .flag = "iree-hal-outline-memoize-regions",
    .anchor = "builtin.module",
    .summary = "Make what is the same at every call once, when the module is loaded",
    .dialects = dialects,
    .run = run_outline,
};

const tern_pass_def_t tern_hal_inline_memoize_regions_pass = {
    .flag = "iree-hal-inline-memoize-regions",
    .summary = "Run memoized regions in place",
    .run = run_inline,
};
