// Legacy spellings of a context: rows by name, and prefixes of types and attributes.

#include "asm/legacy.h"
#include "asm/parser_private.h"
#include "ir/context.h"

typedef struct legacy_table {
  tern_map_t rows;   // name ident -> tern_legacy_row_t
  tern_map_t attrs;  // name ident -> tern_legacy_attr_row_t
  TERN_VEC(const tern_legacy_prefix_t *) prefixes;
  tern_legacy_tensor_fn_t upgrade_tensor;
} legacy_table_t;

static const char table_key;  // its address is the extension's key

static void destroy_table(void *value) {
  legacy_table_t *table = value;
  tern_map_deinitialize(&table->rows);
  tern_map_deinitialize(&table->attrs);
  tern_vec_deinitialize(&table->prefixes);
  free(table);
}

static legacy_table_t *get_table(tern_context_t *context) {
  legacy_table_t *table = tern_context_extension(context, &table_key);
  if (table) return table;
  table = tern_malloc(sizeof(*table));
  *table = (legacy_table_t){.rows = {0}};
  tern_context_set_extension(context, &table_key, table, destroy_table);
  return table;
}

void tern_legacy_register(tern_context_t *context, const tern_legacy_row_t *rows, size_t count) {
  legacy_table_t *table = get_table(context);
  for (size_t i = 0; i < count; ++i) {
    const tern_ident_t *name = tern_ident_get(context, tern_str_from_cstr(rows[i].old_name));
    tern_map_set(&table->rows, name, (void *)(uintptr_t)&rows[i]);
  }
}

void tern_legacy_register_attrs(tern_context_t *context, const tern_legacy_attr_row_t *rows, size_t count) {
  legacy_table_t *table = get_table(context);
  for (size_t i = 0; i < count; ++i) {
    const tern_ident_t *name = tern_ident_get(context, tern_str_from_cstr(rows[i].old_name));
    tern_map_set(&table->attrs, name, (void *)(uintptr_t)&rows[i]);
  }
}

void tern_legacy_register_prefixes(tern_context_t *context, const tern_legacy_prefix_t *prefixes, size_t count) {
  legacy_table_t *table = get_table(context);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&table->prefixes, &prefixes[i]);
}

void tern_legacy_register_tensor(tern_context_t *context, tern_legacy_tensor_fn_t upgrade) {
  get_table(context)->upgrade_tensor = upgrade;
}

bool tern_legacy_has_old_names(const tern_parser_t *parser) { return parser->has_old_names; }

const tern_type_t *tern_legacy_tensor(const tern_parser_t *parser, const tern_type_t *tensor) {
  if (!parser->has_old_names || !tern_tensor_type_encoding(tensor)) return tensor;
  const legacy_table_t *table = tern_context_extension(parser->context, &table_key);
  return table && table->upgrade_tensor ? table->upgrade_tensor(tensor) : tensor;
}

const tern_legacy_row_t *tern_legacy_find(tern_context_t *context, tern_str_t name) {
  const legacy_table_t *table = tern_context_extension(context, &table_key);
  return table ? tern_map_get(&table->rows, tern_ident_get(context, name)) : NULL;
}

const tern_legacy_attr_row_t *tern_legacy_find_attr(tern_context_t *context, const tern_ident_t *name) {
  const legacy_table_t *table = tern_context_extension(context, &table_key);
  return table ? tern_map_get(&table->attrs, name) : NULL;
}

// `name` is the prefix, or goes on behind a prefix that ends in a dot.
static bool has_prefix(tern_str_t name, tern_str_t prefix) {
  if (!tern_str_starts_with(name, prefix)) return false;
  return name.size == prefix.size || tern_str_ends_with(prefix, TERN_STR("."));
}

bool tern_legacy_rename(tern_context_t *context, tern_str_t name, tern_str_t *out_name) {
  const legacy_table_t *table = tern_context_extension(context, &table_key);
  for (size_t i = 0; table && i < table->prefixes.count; ++i) {
    tern_str_t prefix = tern_str_from_cstr(table->prefixes.values[i]->old_prefix);
    if (!has_prefix(name, prefix)) continue;
    tern_string_builder_t text = {0};
    tern_string_builder_append_cstr(&text, table->prefixes.values[i]->new_prefix);
    tern_string_builder_append(&text, tern_str_drop(name, prefix.size));
    *out_name = tern_ident_str(tern_ident_get(context, tern_string_builder_view(&text)));
    tern_string_builder_deinitialize(&text);
    return true;
  }
  return false;
}

// --- what hooks do ---

void tern_legacy_rewind(tern_parser_t *parser, tern_source_pos_t pos) { tern_parser_reset_to(parser, pos.pointer); }

bool tern_legacy_stand_for(tern_parsed_op_t *op, tern_value_t *value) {
  op->stand_in = value;
  return true;
}

const tern_attr_t *tern_legacy_enclosing_attr(const tern_parser_t *parser, const char *name) {
  for (const tern_op_builder_t *builder = parser->builders; builder; builder = builder->next_free) {
    const tern_attr_t *attr = tern_op_parsed_attr(parser, &builder->op, name);
    if (attr) return attr;
  }
  return NULL;
}

tern_values_t tern_legacy_operands(const tern_parsed_op_t *op) {
  const tern_op_builder_t *builder = (const tern_op_builder_t *)op;
  return (tern_values_t){builder->operands.values, builder->operands.count};
}

tern_types_t tern_legacy_result_types(const tern_parsed_op_t *op) {
  const tern_op_builder_t *builder = (const tern_op_builder_t *)op;
  return (tern_types_t){builder->result_types.values, builder->result_types.count};
}

void tern_legacy_set_operands(tern_parsed_op_t *op, tern_values_t values) {
  tern_op_builder_t *builder = tern_op_builder_of(op);
  // `values` may be a part of the list it replaces.
  size_t old_count = builder->operands.count;
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(&builder->operands, values.values[i]);
  memmove(builder->operands.values, builder->operands.values + old_count,
          values.count * sizeof(builder->operands.values[0]));
  builder->operands.count = values.count;
}

void tern_legacy_remove_attr(tern_parsed_op_t *op, const char *name) {
  tern_op_builder_t *builder = tern_op_builder_of(op);
  size_t kept = 0;
  for (size_t i = 0; i < builder->attrs.count; ++i) {
    if (strcmp(builder->attrs.values[i].name, name) != 0) builder->attrs.values[kept++] = builder->attrs.values[i];
  }
  builder->attrs.count = kept;
}

void tern_legacy_set_result_types(tern_parsed_op_t *op, tern_types_t types) {
  tern_op_builder_t *builder = tern_op_builder_of(op);
  builder->result_types.count = 0;
  for (size_t i = 0; i < types.count; ++i) tern_vec_push(&builder->result_types, types.values[i]);
}
