#include "analysis/global_table.h"

#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/symbol.h"

static tern_global_t *find(const tern_global_table_t *table, tern_str_t name) {
  const tern_ident_t *ident = tern_ident_get(tern_op_context(table->module), name);
  size_t place = (size_t)(uintptr_t)tern_map_get(&table->by_name, ident);
  return place ? &table->globals.values[place - 1] : NULL;
}

tern_global_t *tern_global_table_of(const tern_global_table_t *table, const tern_op_t *access) {
  const tern_attr_t *name = tern_op_attr(access, "global");
  return name ? find(table, tern_symbol_ref_attr_at(name, 0)) : NULL;
}

static void note_reference(const tern_attr_t *ref, void *user) {
  tern_global_t *global = find(user, tern_symbol_ref_attr_at(ref, 0));
  if (global) global->is_indirect = true;
}

static void note_attrs(tern_global_table_t *table, const tern_op_t *op) {
  if (op->attrs) tern_attr_for_each_symbol_ref(op->attrs, note_reference, table);
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) tern_attr_for_each_symbol_ref(op->slots[i], note_reference, table);
  }
}

typedef struct access_walk {
  tern_global_table_t *table;
  bool is_initializer;
} access_walk_t;

static tern_walk_result_t note_access(tern_op_t *op, void *user) {
  access_walk_t *walk = user;
  bool is_load = tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)), is_store = tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
  if (!is_load && !is_store) {
    note_attrs(walk->table, op);
    return TERN_WALK_ADVANCE;
  }
  tern_global_t *global = tern_global_table_of(walk->table, op);
  if (!global) return TERN_WALK_ADVANCE;
  if (is_load) {
    tern_vec_push(&global->loads, op);
  } else {
    tern_vec_push(&global->stores, op);
    global->is_stored_at_runtime |= !walk->is_initializer;
  }
  return TERN_WALK_ADVANCE;
}

void tern_global_table_build(tern_op_t *module, tern_global_table_t *out_table) {
  *out_table = (tern_global_table_t){.module = module};
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL))) continue;
    tern_vec_push(&out_table->globals, (tern_global_t){.op = op});
    const tern_ident_t *ident = tern_ident_get(tern_op_context(module), tern_symbol_name(op));
    tern_map_set(&out_table->by_name, ident, (void *)(uintptr_t)out_table->globals.count);
  }
  access_walk_t walk = {.table = out_table};
  tern_block_for_each_op(body, op) {
    walk.is_initializer = tern_op_is(op, TERN_UTIL(INITIALIZER));
    tern_op_walk_pre(op, note_access, &walk);
  }
  note_attrs(out_table, module);
}

void tern_global_table_deinitialize(tern_global_table_t *table) {
  for (size_t i = 0; i < table->globals.count; ++i) {
    tern_vec_deinitialize(&table->globals.values[i].loads);
    tern_vec_deinitialize(&table->globals.values[i].stores);
  }
  tern_vec_deinitialize(&table->globals);
  tern_map_deinitialize(&table->by_name);
}

bool tern_global_is_closed(const tern_global_t *global) {
  return global->op && !global->is_indirect && tern_symbol_visibility(global->op) == TERN_PRIVATE;
}

void tern_global_table_redirect(tern_global_t *from, tern_global_t *to) {
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(tern_op_context(to->op), tern_symbol_name(to->op));
  for (size_t i = 0; i < from->loads.count; ++i) {
    tern_op_set_attr(from->loads.values[i], "global", name);
    tern_vec_push(&to->loads, from->loads.values[i]);
  }
  for (size_t i = 0; i < from->stores.count; ++i) {
    tern_op_set_attr(from->stores.values[i], "global", name);
    tern_vec_push(&to->stores, from->stores.values[i]);
  }
  to->is_stored_at_runtime |= from->is_stored_at_runtime;
  from->loads.count = from->stores.count = 0;
}

void tern_global_table_erase_stores(tern_global_t *global) {
  for (size_t i = 0; i < global->stores.count; ++i) tern_op_destroy(global->stores.values[i]);
  global->stores.count = 0;
  global->is_stored_at_runtime = false;
}

void tern_global_table_erase(tern_global_t *global) {
  tern_global_table_erase_stores(global);
  tern_op_destroy(global->op);
  global->op = NULL;
}
