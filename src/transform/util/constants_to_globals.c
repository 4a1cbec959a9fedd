// Constants that become globals of the module.

#include "transform/util/constants_to_globals.h"

#include "base/map.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"

static void replace_by_load(tern_op_t *op, const tern_op_t *global) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *load =
      tern_build(&b, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(op->results[0].type),
                 .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(b.context, tern_symbol_name(global))},
                                     {"is_immutable", tern_unit_attr_get(b.context)}));
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(load, 0));
  tern_op_destroy(op);
}

void tern_constants_to_globals(tern_op_t *module, const tern_op_list_t *constants,
                               tern_op_t *(*build_global)(tern_builder_t *builder, const tern_op_t *constant)) {
  tern_map_t globals = {0};  // value -> util.global
  tern_symbol_table_t table;
  tern_symbol_table_initialize(&table, module);
  for (size_t i = 0; i < constants->count; ++i) {
    tern_op_t *op = constants->values[i];
    const tern_attr_t *value = tern_op_attr(op, "value");
    tern_op_t *global = tern_map_get(&globals, value), *around = op;
    if (!global) {
      while (tern_op_parent(around) != module) around = tern_op_parent(around);
      tern_builder_t b = {.context = tern_op_context(op), .loc = op->loc};
      global = build_global(&b, op);
      tern_symbol_table_insert(&table, global, around);
      tern_map_set(&globals, value, global);
    }
    replace_by_load(op, global);
  }
  tern_symbol_table_deinitialize(&table);
  tern_map_deinitialize(&globals);
}
