// --iree-flow-insert-debug-target-at-ordinal, -at-symbol: looks at the tensors of one dispatch.
//
//   --iree-flow-insert-debug-target-at-ordinal="break-debug-target=@main:1"    @main returns what its dispatch 1 gives
//   --iree-flow-insert-debug-target-at-symbol="trace-debug-target=entry"       each dispatch of @entry is traced
//
// Source: IREE's passes of these names. Ordinals are those before executables are deduplicated, by function; a symbol is that
// of an entry point, alone or with its executable before it (`executable::entry`). A break is at the first dispatch of the
// symbol, a trace around each.

#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "transform/flow/debug_target.h"

typedef struct search {
  tern_str_t function;  // without the @
  int64_t ordinal;
  tern_str_t symbol;  // of the entry point; empty: by function and ordinal
  bool is_break, is_found;
} search_t;

// Is `symbol` the name of the dispatch: all of it, or its last part?
static bool has_symbol(const tern_op_t *dispatch, tern_str_t symbol) {
  tern_string_builder_t text = {0};
  tern_dispatch_name(dispatch, &text);
  tern_str_t name = tern_string_builder_view(&text);
  bool is_end = tern_str_ends_with(name, symbol);
  bool is_part = name.size > symbol.size + 1 && name.data[name.size - symbol.size - 1] == ':';
  bool is_match = is_end && (name.size == symbol.size || is_part);
  tern_string_builder_deinitialize(&text);
  return is_match;
}

static bool visit(const tern_dispatch_site_t *site, void *user) {
  search_t *search = user;
  if (search->is_break && search->is_found) return true;
  bool is_match = search->symbol.size ? has_symbol(site->dispatch, search->symbol)
                                      : tern_str_equal(tern_symbol_name(site->function), search->function) &&
                                            (int64_t)site->ordinal == search->ordinal;
  if (!is_match) return true;
  search->is_found = true;
  if (search->is_break) return tern_dispatch_break(site->dispatch);
  tern_string_builder_t key = {0};
  tern_dispatch_name(site->dispatch, &key);
  if (!search->symbol.size) tern_string_builder_append_format(&key, "::%zu", site->ordinal);
  tern_dispatch_trace(site->dispatch, tern_string_builder_view(&key));
  tern_string_builder_deinitialize(&key);
  return true;
}

static bool find_target(tern_op_t *module, search_t *search, tern_str_t target) {
  if (!tern_for_each_dispatch(module, visit, search)) return false;
  if (search->is_found) return true;
  tern_op_error(module, "has no dispatch '%.*s' to %s", (int)target.size, target.data,
                search->is_break ? "break at" : "trace");
  return false;
}

static bool insert_at_ordinal(tern_op_t *module, tern_str_t target, bool is_break) {
  search_t search = {.is_break = is_break};
  tern_str_t rest = target;
  if (!target.size) return true;
  if (rest.data[0] == '@') rest = tern_str_drop(rest, 1);
  search.function = tern_str_split(&rest, ':');
  if (!tern_str_to_int64(rest, &search.ordinal) || search.ordinal < 0) {
    return tern_op_error(module, "cannot find the dispatch '%.*s', expected @function:ordinal", (int)target.size,
                         target.data);
  }
  return find_target(module, &search, target);
}

static bool insert_at_symbol(tern_op_t *module, tern_str_t target, bool is_break) {
  search_t search = {.is_break = is_break, .symbol = target};
  return !target.size || find_target(module, &search, target);
}

// Traces first: a break keeps them.
static bool run_at_ordinal(tern_op_t *module, tern_pass_t *pass) {
  return insert_at_ordinal(module, tern_pass_string(pass, "trace-debug-target"), false) &&
         insert_at_ordinal(module, tern_pass_string(pass, "break-debug-target"), true);
}

static bool run_at_symbol(tern_op_t *module, tern_pass_t *pass) {
  return insert_at_symbol(module, tern_pass_string(pass, "trace-debug-target"), false) &&
         insert_at_symbol(module, tern_pass_string(pass, "break-debug-target"), true);
}

static const tern_option_def_t ordinal_options[] = {
    {"break-debug-target", TERN_OPTION_STRING, NULL, "@function:ordinal of the dispatch to return after", NULL},
    {"trace-debug-target", TERN_OPTION_STRING, NULL, "@function:ordinal of the dispatch to trace", NULL},
};
static const tern_option_def_t symbol_options[] = {
    {"break-debug-target", TERN_OPTION_STRING, NULL, "Entry point whose first dispatch to return after", NULL},
    {"trace-debug-target", TERN_OPTION_STRING, NULL, "Entry point whose dispatches to trace", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_flow_dialect, &tern_hal_dialect, NULL};

const tern_pass_def_t tern_insert_debug_target_at_ordinal_pass = {
    .flag = "iree-flow-insert-debug-target-at-ordinal",
    .name = "InsertDebugTargetAtOrdinalPass",
    .anchor = "builtin.module",
    .summary = "Break at or trace the dispatch with a number",
    .options = ordinal_options,
    .option_count = 2,
    .dialects = dialects,
    .run = run_at_ordinal,
};

const tern_pass_def_t tern_insert_debug_target_at_symbol_pass = {
    .flag = "iree-flow-insert-debug-target-at-symbol",
    .name = "InsertDebugTargetAtSymbolPass",
    .anchor = "builtin.module",
    .summary = "Break at or trace the dispatches of an entry point",
    .options = symbol_options,
    .option_count = 2,
    .dialects = dialects,
    .run = run_at_symbol,
};
