// --iree-hal-prune-executables: executables, variants and exports that nothing refers to go.
//
// The exports of a variant that is not translated yet are numbered anew; in one that is, the others keep the numbers that
// its code knows them by. Executables that are public stay whole, and so do those whose references are not of the form
// @executable::@variant::@export.
//
// Source: upstream's PruneExecutablesPass.

#include "base/map.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"

typedef struct uses {
  tern_op_t *module;
  tern_map_t live;   // ops that are referred to
  tern_map_t whole;  // executables all of which is
} uses_t;

static void note_ref(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  uses_t *uses = user;
  (void)user_op;
  tern_op_t *op = tern_symbol_lookup_in(uses->module, tern_symbol_ref_attr_at(ref, 0));
  if (!op || !tern_op_is(op, TERN_HAL(EXECUTABLE))) return;
  tern_map_set(&uses->live, op, op);
  if (tern_symbol_ref_attr_count(ref) < 3) tern_map_set(&uses->whole, op, op);
  for (size_t i = 1; op && i < tern_symbol_ref_attr_count(ref); ++i) {
    op = tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE) ? tern_symbol_lookup_in(op, tern_symbol_ref_attr_at(ref, i))
                                                        : NULL;
    if (op) tern_map_set(&uses->live, op, op);
  }
}

static bool is_live(const uses_t *uses, const tern_op_t *op) { return tern_map_get(&uses->live, op) != NULL; }

static void prune_variant(const uses_t *uses, tern_op_t *variant) {
  tern_block_for_each_op_safe(tern_op_body(variant, 0), op) {
    if (!tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT)) || is_live(uses, op)) continue;
    bool is_fallback = false;
    tern_block_for_each_op(tern_op_body(variant, 0), other) {
      const tern_attr_t *fallback =
          tern_op_is(other, TERN_HAL(EXECUTABLE_EXPORT)) ? tern_op_attr(other, "condition_fallback") : NULL;
      is_fallback |= fallback && tern_str_equal(tern_symbol_ref_attr_at(fallback, 0), tern_symbol_name(op));
    }
    tern_op_t *inner = tern_hal_inner_module(variant);
    tern_op_t *function = inner ? tern_symbol_lookup_in(inner, tern_symbol_name(op)) : NULL;
    if (is_fallback) continue;
    if (function) tern_symbol_set_visibility(function, TERN_PRIVATE);
    tern_op_destroy(op);
  }
  if (!tern_hal_inner_module(variant)) return;
  int64_t ordinal = 0;
  const tern_type_t *index = tern_index_type_get(tern_op_context(variant));
  tern_block_for_each_op(tern_op_body(variant, 0), export) {
    if (!tern_op_is(export, TERN_HAL(EXECUTABLE_EXPORT)) || !tern_op_attr(export, "ordinal")) continue;
    tern_op_set_attr(export, "ordinal", tern_integer_attr_get(index, ordinal++));
  }
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  uses_t uses = {.module = module};
  tern_op_list_t executables = {0};
  tern_symbol_for_each_use(module, note_ref, &uses);
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  for (size_t i = 0; i < executables.count; ++i) {
    tern_op_t *executable = executables.values[i];
    if (tern_symbol_visibility(executable) != TERN_PRIVATE || tern_map_get(&uses.whole, executable)) continue;
    if (!is_live(&uses, executable)) {
      tern_op_destroy(executable);
      continue;
    }
    tern_block_for_each_op_safe(tern_op_body(executable, 0), op) {
      if (!tern_hal_is_variant(op)) continue;
      if (is_live(&uses, op)) {
        prune_variant(&uses, op);
      } else {
        tern_op_destroy(op);
      }
    }
  }
  tern_map_deinitialize(&uses.live);
  tern_map_deinitialize(&uses.whole);
  tern_vec_deinitialize(&executables);
  return true;
}

const tern_pass_def_t tern_hal_prune_executables_pass = {
    .flag = "iree-hal-prune-executables",
    .anchor = "builtin.module",
    .summary = "Erase executables, variants and exports that nothing refers to",
    .run = run,
};
