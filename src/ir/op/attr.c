// Attributes of ops: inherent ones in slots, discardable ones in a dictionary.

#include <stdlib.h>
#include <string.h>

#include "ir/context.h"
#include "ir/op.h"
#include "ir/op_private.h"

int tern_op_def_slot(const tern_op_def_t *def, tern_str_t name) {
  for (size_t i = 0; i < def->attr_count; ++i) {
    const tern_ident_t *ident = def->attrs[i].name;
    if (ident->size == name.size && (ident->data == name.data || memcmp(ident->data, name.data, name.size) == 0)) {
      return (int)i;
    }
  }
  return -1;
}

const tern_attr_t *tern_op_take_inherent_attrs(tern_op_t *op, const tern_attr_t *dictionary) {
  size_t count = tern_dictionary_attr_count(dictionary);
  if (count == 0) return NULL;
  size_t other_count = 0;
  for (size_t i = 0; i < count; ++i) {
    int slot = tern_op_def_slot(op->def, tern_ident_str(tern_dictionary_attr_name(dictionary, i)));
    if (slot >= 0) {
      op->slots[slot] = tern_dictionary_attr_at(dictionary, i);
    } else {
      ++other_count;
    }
  }
  if (other_count == count) return dictionary;
  if (other_count == 0) return NULL;
  tern_named_attr_t *others = tern_realloc_array(NULL, other_count, sizeof(*others));
  size_t kept_count = 0;
  for (size_t i = 0; i < count; ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(dictionary, i);
    if (tern_op_def_slot(op->def, tern_ident_str(name)) >= 0) continue;
    others[kept_count++] = (tern_named_attr_t){name->data, tern_dictionary_attr_at(dictionary, i)};
  }
  const tern_attr_t *rest = tern_dictionary_attr_get(tern_op_context(op), others, kept_count);
  free(others);
  return rest;
}

const tern_attr_t *tern_op_attr_str(const tern_op_t *op, tern_str_t name) {
  int slot = tern_op_def_slot(op->def, name);
  if (slot >= 0) return op->slots[slot];
  return op->attrs ? tern_dictionary_attr_lookup(op->attrs, name) : NULL;
}

void tern_op_set_attr_str(tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  int slot = tern_op_def_slot(op->def, name);
  if (slot >= 0) {
    const tern_attr_def_t *def = &op->def->attrs[slot];
    op->slots[slot] = attr || def->is_default_silent ? attr : def->default_value;
    return;
  }
  if (!op->attrs && !attr) return;
  op->attrs = tern_dictionary_attr_with(tern_op_context(op), op->attrs, name, attr);
  if (tern_dictionary_attr_count(op->attrs) == 0) op->attrs = NULL;
}

void tern_op_set_attr(tern_op_t *op, const char *name, const tern_attr_t *attr) {
  tern_op_set_attr_str(op, tern_str_from_cstr(name), attr);
}

const tern_attr_t *tern_op_attr_dictionary(const tern_op_t *op) {
  size_t other_count = tern_dictionary_attr_count(op->attrs);
  size_t present_count = 0;
  for (size_t i = 0; i < op->def->attr_count; ++i) present_count += op->slots[i] != NULL;
  if (present_count == 0) return other_count ? op->attrs : NULL;
  tern_named_attr_t *entries = tern_realloc_array(NULL, present_count + other_count, sizeof(*entries));
  size_t count = 0;
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) entries[count++] = (tern_named_attr_t){op->def->attrs[i].name->data, op->slots[i]};
  }
  for (size_t i = 0; i < other_count; ++i) {
    entries[count++] =
        (tern_named_attr_t){tern_dictionary_attr_name(op->attrs, i)->data, tern_dictionary_attr_at(op->attrs, i)};
  }
  const tern_attr_t *dictionary = tern_dictionary_attr_get(tern_op_context(op), entries, count);
  free(entries);
  return dictionary;
}

void tern_op_set_segment_sizes(tern_op_t *op, const int32_t *sizes, size_t count) {
  tern_op_set_attr(op, "operandSegmentSizes", tern_dense_i32_array_attr_get(tern_op_context(op), sizes, count));
}
