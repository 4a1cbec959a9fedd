// --symbol-dce: erases symbols that nobody outside can see and nobody inside refers to.
//
//   func.func private @unused() { ... }      goes
//   func.func @main() { ... }                stays: it is public
//
// Source: upstream's SymbolDCE. A symbol of a table lives if it is public; if it is nested and the table can be seen from
// outside; or if a live symbol or an op that is no symbol refers to it. So private symbols that refer only to each other
// go together. An op of an unknown dialect with one region may be a symbol table itself, in which names mean something else:
// where one lives, nothing is certain.

#include "base/map.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct liveness {
  tern_op_t *root;
  tern_map_t live;  // live symbols
  tern_symbol_tables_t tables;
  tern_op_list_t worklist;  // live symbols whose references are to be followed
  tern_op_t *scope;         // the table in which the references being read are looked up
  bool has_failed;          // a live op may be a table that is not known
} liveness_t;

static bool is_symbol(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_SYMBOL) && tern_symbol_name(op).size > 0;
}

static bool is_table(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE); }

// Can nothing outside of the root see into `table`?
static bool is_hidden(const liveness_t *liveness, const tern_op_t *table) {
  bool is_private = is_symbol(table) && tern_symbol_visibility(table) == TERN_PRIVATE;
  if (table == liveness->root) return !tern_op_parent(table) || !is_symbol(table) || is_private;
  if (is_private || !is_symbol(table)) return true;
  tern_op_t *parent = tern_symbol_table_around(tern_op_parent(table));
  return parent && tern_op_is_within(parent, liveness->root) && is_hidden(liveness, parent);
}

static void mark(liveness_t *liveness, tern_op_t *symbol) {
  if (tern_map_set(&liveness->live, symbol, symbol)) tern_vec_push(&liveness->worklist, symbol);
}

static tern_op_t *look_up(liveness_t *liveness, tern_op_t *table_op, tern_str_t name) {
  return tern_symbol_table_lookup(tern_symbol_tables_get(&liveness->tables, table_op), name);
}

// Every symbol on the path of a reference is used: @module::@function needs both. References to nothing are ignored.
static void mark_reference(const tern_attr_t *ref, void *user) {
  liveness_t *liveness = user;
  for (int is_marking = 0; is_marking < 2; ++is_marking) {
    tern_op_t *table = liveness->scope;
    for (size_t i = 0; i < tern_symbol_ref_attr_count(ref); ++i) {
      tern_op_t *symbol = table && is_table(table) ? look_up(liveness, table, tern_symbol_ref_attr_at(ref, i)) : NULL;
      if (!symbol) return;
      if (is_marking) mark(liveness, symbol);
      table = symbol;
    }
  }
}

static void mark_table(liveness_t *liveness, tern_op_t *table);

static bool may_be_unknown_table(const tern_op_t *op) { return op->region_count == 1 && !op->def->dialect; }

// The error is the op's right in the table: that is whose uses are asked for.
static void fail(liveness_t *liveness, tern_op_t *unknown, const tern_op_t *scope) {
  tern_op_t *op = unknown;
  while (tern_op_parent(op) && tern_op_parent(op) != scope) op = tern_op_parent(op);
  tern_str_t name = tern_op_name(unknown);
  tern_emit_error(op->loc,
                  "operation contains potentially unknown symbol table '%.*s', so that uses of symbols cannot be told: "
                  "its dialect must be registered",
                  (int)name.size, name.data);
  if (op != unknown) tern_emit_note(unknown->loc, "the unknown operation is here");
  liveness->has_failed = true;
}

// What a live op refers to, and what the ops inside of it do.
static void mark_uses(liveness_t *liveness, tern_op_t *op, tern_op_t *scope) {
  if (liveness->has_failed) return;
  if (may_be_unknown_table(op)) {
    fail(liveness, op, scope);
    return;
  }
  liveness->scope = scope;
  if (op->attrs) tern_attr_for_each_symbol_ref(op->attrs, mark_reference, liveness);
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) tern_attr_for_each_symbol_ref(op->slots[i], mark_reference, liveness);
  }
  if (is_table(op)) {
    mark_table(liveness, op);
    return;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) mark_uses(liveness, inner, scope);
    }
  }
}

// Ops of a table that are no symbols live, and so do the symbols that can be seen from outside.
static void mark_table(liveness_t *liveness, tern_op_t *table) {
  bool hides_nested = is_hidden(liveness, table);
  for (size_t i = 0; i < table->region_count; ++i) {
    tern_region_for_each_block(&table->regions[i], block) {
      tern_block_for_each_op(block, op) {
        if (!is_symbol(op)) {
          mark_uses(liveness, op, table);
          continue;
        }
        tern_visibility_t visibility = tern_symbol_visibility(op);
        if (visibility == TERN_PUBLIC || (visibility == TERN_NESTED && !hides_nested)) mark(liveness, op);
      }
    }
  }
}

static int64_t erase_dead_symbols(const liveness_t *liveness, tern_op_t *op) {
  int64_t count = 0;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op_safe(block, inner) {
        if (is_table(op) && is_symbol(inner) && !tern_map_contains(&liveness->live, inner)) {
          tern_op_destroy(inner);
          ++count;
        } else {
          count += erase_dead_symbols(liveness, inner);
        }
      }
    }
  }
  return count;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  if (!is_table(op)) {
    return tern_op_error(op, "was scheduled to run under SymbolDCE, but does not define a symbol table");
  }
  liveness_t liveness = {.root = op};
  mark_table(&liveness, op);
  // What the table itself refers to by its own attributes.
  liveness.scope = op;
  if (op->attrs) tern_attr_for_each_symbol_ref(op->attrs, mark_reference, &liveness);
  while (liveness.worklist.count && !liveness.has_failed) {
    tern_op_t *symbol = liveness.worklist.values[--liveness.worklist.count];
    mark_uses(&liveness, symbol, tern_op_parent(symbol));
  }
  if (!liveness.has_failed) tern_pass_count(pass, 0, erase_dead_symbols(&liveness, op));
  tern_symbol_tables_deinitialize(&liveness.tables);
  tern_map_deinitialize(&liveness.live);
  tern_vec_deinitialize(&liveness.worklist);
  return !liveness.has_failed;
}

static const char *const statistics[] = {"num-dce'd - Number of symbols DCE'd", NULL};

const tern_pass_def_t tern_symbol_dce_pass = {
    .flag = "symbol-dce",
    .name = "SymbolDCE",
    .summary = "Eliminate dead symbols",
    .description = "Erases symbols that are not visible from outside and that no live operation refers to.",
    .statistics = statistics,
    .run = run,
};
