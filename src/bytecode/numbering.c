// What a module refers to: dialects, op names, attributes, types, resources, values and blocks, each with its number.

#include "bytecode/writer.h"

#include <stdlib.h>

#include "bytecode/reader.h"

// --- dialects ---

static uint32_t number_dialect(tern_bytecode_writer_t *writer, tern_str_t name) {
  const tern_ident_t *ident = tern_ident_get(writer->context, name);
  uintptr_t index = (uintptr_t)tern_map_get(&writer->dialect_indices, ident);
  if (index) return (uint32_t)(index - 1);
  tern_numbered_dialect_t dialect = {
      .name = tern_ident_str(ident),
      .encoding = tern_dialect_encoding_of(writer->context, name),
  };
  tern_vec_push(&writer->dialects, dialect);
  tern_map_set(&writer->dialect_indices, ident, (void *)(uintptr_t)writer->dialects.count);
  return (uint32_t)writer->dialects.count - 1;
}

static tern_str_t dialect_part(tern_str_t name) { return tern_str_make(name.data, tern_str_find_char(name, '.')); }

static tern_str_t attr_dialect(const tern_attr_t *attr) {
  switch (attr->kind) {
    case TERN_ATTR_DIALECT: return dialect_part(tern_str_from_cstr(((const tern_attr_row_t *)attr->row)->name));
    case TERN_ATTR_ENUM: return dialect_part(tern_str_from_cstr(((const tern_enum_row_t *)attr->row)->attr_name));
    case TERN_ATTR_OPAQUE: return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]);
    default: return TERN_STR("builtin");
  }
}

static tern_str_t type_dialect(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_DIALECT: return dialect_part(tern_str_from_cstr(type->row->name));
    case TERN_TYPE_OPAQUE: return tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[0]);
    default: return TERN_STR("builtin");
  }
}

// --- references ---

// The entry of an object, made if it is new.
static tern_numbered_t *refer(tern_numbering_t *numbering, const void *object, bool *out_is_new) {
  tern_numbered_t *entry = tern_map_get(&numbering->by_object, object);
  *out_is_new = !entry;
  if (!entry) {
    entry = tern_malloc(sizeof *entry);
    *entry = (tern_numbered_t){.object = object};
    tern_map_set(&numbering->by_object, object, entry);
    tern_vec_push(&numbering->entries, entry);
  }
  ++entry->reference_count;
  return entry;
}

void tern_writer_number_attr(tern_bytecode_writer_t *writer, const tern_attr_t *attr) {
  bool is_new;
  tern_numbered_t *entry = refer(&writer->attrs, attr, &is_new);
  if (!is_new) return;
  entry->dialect = number_dialect(writer, attr_dialect(attr));
  const tern_dialect_encoding_t *encoding = writer->dialects.values[entry->dialect].encoding;
  tern_encoder_t encoder = {.writer = writer};
  if (encoding && encoding->write_attr) encoding->write_attr(&encoder, attr);
}

void tern_writer_number_type(tern_bytecode_writer_t *writer, const tern_type_t *type) {
  bool is_new;
  tern_numbered_t *entry = refer(&writer->types, type, &is_new);
  if (!is_new) return;
  entry->dialect = number_dialect(writer, type_dialect(type));
  const tern_dialect_encoding_t *encoding = writer->dialects.values[entry->dialect].encoding;
  tern_encoder_t encoder = {.writer = writer};
  if (encoding && encoding->write_type) encoding->write_type(&encoder, type);
}

void tern_writer_number_resource(tern_bytecode_writer_t *writer, const char *dialect, tern_str_t key) {
  uint32_t index = number_dialect(writer, tern_str_from_cstr(dialect));
  const tern_ident_t *ident = tern_ident_get(writer->context, key);
  tern_map_t *resources = &writer->dialects.values[index].resources;
  if (!tern_map_contains(resources, ident)) tern_map_set(resources, ident, NULL);
}

static void number_op_name(tern_bytecode_writer_t *writer, const tern_op_def_t *def) {
  bool is_new;
  tern_numbered_t *entry = refer(&writer->op_names, def, &is_new);
  if (is_new) entry->dialect = number_dialect(writer, dialect_part(tern_ident_str(def->name)));
}

uint64_t tern_writer_attr_number(const tern_bytecode_writer_t *writer, const tern_attr_t *attr) {
  return ((const tern_numbered_t *)tern_map_get(&writer->attrs.by_object, attr))->number;
}

uint64_t tern_writer_type_number(const tern_bytecode_writer_t *writer, const tern_type_t *type) {
  return ((const tern_numbered_t *)tern_map_get(&writer->types.by_object, type))->number;
}

uint64_t tern_writer_resource_number(const tern_bytecode_writer_t *writer, const char *dialect, tern_str_t key) {
  const tern_ident_t *name = tern_ident_get(writer->context, tern_str_from_cstr(dialect));
  size_t index = (uintptr_t)tern_map_get(&writer->dialect_indices, name) - 1;
  const tern_ident_t *ident = tern_ident_get(writer->context, key);
  return (uintptr_t)tern_map_get(&writer->dialects.values[index].resources, ident) - 1;
}

// --- order ---

typedef struct sort_item {
  tern_numbered_t *entry;
  size_t place;  // keeps the sort stable
  uint64_t key;
} sort_item_t;

static int compare_items(const void *a, const void *b) {
  const sort_item_t *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  return left->place < right->place ? -1 : left->place > right->place;
}

static uint64_t key_of_references(const tern_numbered_t *entry, uint32_t first_dialect) {
  (void)first_dialect;
  return UINT64_MAX - entry->reference_count;
}

// One dialect comes first, the others by their numbers.
static uint64_t key_of_dialect(const tern_numbered_t *entry, uint32_t first_dialect) {
  return entry->dialect == first_dialect ? 0 : (uint64_t)entry->dialect + 1;
}

static void sort_by(tern_numbered_t **entries, size_t count,
                    uint64_t (*key_of)(const tern_numbered_t *entry, uint32_t first_dialect), uint32_t first_dialect) {
  if (!count) return;
  sort_item_t *items = tern_realloc_array(NULL, count, sizeof(*items));
  for (size_t i = 0; i < count; ++i) items[i] = (sort_item_t){entries[i], i, key_of(entries[i], first_dialect)};
  qsort(items, count, sizeof(*items), compare_items);
  for (size_t i = 0; i < count; ++i) entries[i] = items[i].entry;
  free(items);
}

// Most used first; then, among those whose numbers take equally many bytes, by dialect, beginning with the dialect that
// the stretch before ended with.
static void order(tern_numbering_t *numbering) {
  tern_numbered_t **entries = numbering->entries.values;
  size_t count = numbering->entries.count, begin = 0;
  sort_by(entries, count, key_of_references, 0);
  uint32_t first_dialect = 0;
  uint64_t stretch = 0;
  for (unsigned bytes = 1; bytes < 9 && begin < count; ++bytes) {
    stretch = (UINT64_C(1) << (7 * bytes)) - stretch;
    size_t size = count - begin < stretch ? count - begin : (size_t)stretch;
    sort_by(entries + begin, size, key_of_dialect, first_dialect);
    begin += size;
    first_dialect = entries[begin - 1]->dialect;
  }
  for (size_t i = 0; i < count; ++i) entries[i]->number = (uint32_t)i;
}

static void number_resources(tern_bytecode_writer_t *writer) {
  uintptr_t next = 1;
  for (size_t i = 0; i < writer->dialects.count; ++i) {
    tern_map_t *resources = &writer->dialects.values[i].resources;
    for (size_t j = 0; j < resources->entry_count; ++j) resources->entries[j].value = (void *)next++;
  }
}

// --- ops ---

// Notes an op's place in the module, and which of the ops around it do not contain all that they use.
static tern_walk_result_t visit_op(tern_op_t *op, void *user) {
  tern_bytecode_writer_t *writer = user;
  tern_map_set(&writer->ops, op, (void *)(uintptr_t)(writer->ops.live_count + 1));
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_block_t *block = tern_value_block(tern_op_operand(op, i));
    const tern_region_t *home = block ? block->parent : NULL;
    for (tern_op_t *around = op; around->block && around->block->parent != home;) {
      around = tern_op_parent(around);
      if (!around || tern_op_has_trait(around, TERN_TRAIT_ISOLATED_FROM_ABOVE)) break;
      tern_map_set(&writer->bound_ops, around, around);
    }
  }
  return TERN_WALK_ADVANCE;
}

bool tern_writer_has_properties(const tern_bytecode_writer_t *writer, const tern_op_t *op) {
  if (writer->version < TERN_BYTECODE_HAS_PROPERTIES || !op->def->row || !op->def->attr_count) return false;
  const tern_dialect_t *dialect = op->def->dialect;
  if (dialect && dialect->encoding && dialect->encoding->has_no_properties) return false;
  return tern_has_all_properties(op);
}

// What is no property: discardable attributes, and inherent ones that upstream does not have.
static const tern_attr_t *other_attrs(const tern_op_t *op) {
  const tern_attr_t *attrs = op->attrs;
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    const tern_ident_t *name = op->def->attrs[i].name;
    const tern_property_encoding_t *row = op->slots[i] ? tern_property_encoding_of(op->def, name) : NULL;
    if (!row || row->kind != TERN_PROPERTY_NONE) continue;
    attrs = tern_dictionary_attr_with(tern_op_context(op), attrs, tern_ident_str(name), op->slots[i]);
  }
  return attrs;
}

// The number that a flag, an enum or an integer is; false if `attr` is something else. A flag that is not there is 0.
static bool find_number(const tern_attr_t *attr, int64_t *out_number) {
  *out_number = 0;
  if (!attr) return true;
  if (attr->kind != TERN_ATTR_ENUM && attr->kind != TERN_ATTR_INTEGER) return false;
  *out_number = tern_enum_attr_value(attr);
  return true;
}

// All attributes, but for plain values of upstream's that are what absence means: to it these are no attributes.
static const tern_attr_t *all_attrs(const tern_op_t *op) {
  const tern_attr_t *attrs = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    int64_t number, absent;
    if (!op->def->attrs[i].is_optional && !op->def->attrs[i].has_default) continue;
    if (!op->slots[i] || !find_number(op->slots[i], &number)) continue;
    if (!find_number(op->def->attrs[i].default_value, &absent) || number != absent) continue;
    const tern_ident_t *name = op->def->attrs[i].name;
    const tern_property_encoding_t *row = tern_property_encoding_of(op->def, name);
    if (!row || row->kind != TERN_PROPERTY_VALUE) continue;
    attrs = tern_dictionary_attr_with(tern_op_context(op), attrs, tern_ident_str(name), NULL);
  }
  return attrs;
}

const tern_attr_t *tern_writer_op_attrs(const tern_bytecode_writer_t *writer, const tern_op_t *op) {
  const tern_attr_t *attrs = tern_writer_has_properties(writer, op) ? other_attrs(op) : all_attrs(op);
  return tern_dictionary_attr_count(attrs) ? attrs : NULL;
}

static void number_op(tern_bytecode_writer_t *writer, tern_op_t *op, uintptr_t *inout_next_value) {
  number_op_name(writer, op->def);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_map_set(&writer->values, &op->results[i], (void *)++*inout_next_value);
    tern_writer_number_type(writer, op->results[i].type);
  }
  const tern_attr_t *attrs = tern_writer_op_attrs(writer, op);
  if (attrs) tern_writer_number_attr(writer, attrs);
  if (tern_writer_has_properties(writer, op)) {
    tern_encoder_t encoder = {.writer = writer};
    tern_write_properties(&encoder, op);
  }
  tern_writer_number_attr(writer, op->loc);
}

static void number_region(tern_bytecode_writer_t *writer, tern_region_t *region, uintptr_t *inout_next_value) {
  uintptr_t first = *inout_next_value, block_number = 0;
  tern_region_for_each_block(region, block) {
    tern_map_set(&writer->blocks, block, (void *)++block_number);
    for (size_t i = 0; i < block->arg_count; ++i) {
      const tern_value_t *arg = block->args[i];
      tern_map_set(&writer->values, arg, (void *)++*inout_next_value);
      tern_writer_number_attr(writer, tern_value_loc(arg));
      tern_writer_number_type(writer, arg->type);
    }
    tern_block_for_each_op(block, op) number_op(writer, op, inout_next_value);
  }
  tern_map_set(&writer->region_values, region, (void *)(*inout_next_value - first + 1));
}

// A region to be numbered, and how many values its scope has before it.
typedef struct pending_region {
  tern_region_t *region;
  uintptr_t value_count;
} pending_region_t;

typedef TERN_VEC(pending_region_t) pending_regions_t;

static void push_regions(const tern_bytecode_writer_t *writer, tern_op_t *op, uintptr_t value_count,
                         pending_regions_t *pending) {
  if (!tern_map_contains(&writer->bound_ops, op)) value_count = 0;
  for (size_t i = 0; i < op->region_count; ++i) {
    pending_region_t region = {&op->regions[i], value_count};
    tern_vec_push(pending, region);
  }
}

void tern_writer_number_all(tern_bytecode_writer_t *writer) {
  pending_regions_t pending = {0};
  uintptr_t next_value = 0;
  tern_op_walk_pre(writer->root, visit_op, writer);
  number_op(writer, writer->root, &next_value);
  push_regions(writer, writer->root, next_value, &pending);
  while (pending.count) {
    pending_region_t next = pending.values[--pending.count];
    next_value = next.value_count;
    number_region(writer, next.region, &next_value);
    tern_region_for_each_block(next.region, block) {
      tern_block_for_each_op(block, op) push_regions(writer, op, next_value, &pending);
    }
  }
  tern_vec_deinitialize(&pending);
  order(&writer->attrs);
  order(&writer->types);
  order(&writer->op_names);
  number_resources(writer);
}
