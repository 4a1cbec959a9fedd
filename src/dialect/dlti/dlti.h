// dlti: sizes and alignments of types, and what is known of the machines a program runs on. Attributes only.

#ifndef TERN_DIALECT_DLTI_DLTI_H_
#define TERN_DIALECT_DLTI_DLTI_H_

#include "ir/op_def.h"

extern const tern_dialect_t tern_dlti_dialect;

// Parameters of the attributes:
//   dl_entry                    [key, value]: the key is a type attribute or a string attribute
//   dl_spec, map,
//   target_system_spec,
//   target_device_spec          [key, value, key, value ...] in the order they are written in
//   function_pointer_alignment  [alignment, whether it depends on the function]
typedef enum tern_dlti_attr {
  TERN_DLTI_ATTR_DL_ENTRY,
  TERN_DLTI_ATTR_DL_SPEC,
  TERN_DLTI_ATTR_MAP,
  TERN_DLTI_ATTR_TARGET_SYSTEM_SPEC,
  TERN_DLTI_ATTR_TARGET_DEVICE_SPEC,
  TERN_DLTI_ATTR_FUNCTION_POINTER_ALIGNMENT,
  TERN_DLTI_ATTR_COUNT
} tern_dlti_attr_t;
extern const tern_attr_row_t tern_dlti_attrs[];
#define TERN_DLTI_ATTR(ID) (&tern_dlti_attrs[TERN_DLTI_ATTR_##ID])
static inline bool tern_attr_is_dlti(const tern_attr_t *attr, tern_dlti_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_dlti_attrs[id];
}

// Entries of a spec or map.
static inline size_t tern_dlti_entry_count(const tern_attr_t *spec) { return spec->param_count / 2; }
static inline const tern_attr_t *tern_dlti_entry_key(const tern_attr_t *spec, size_t index) {
  return (const tern_attr_t *)(uintptr_t)spec->params[2 * index];
}
static inline const tern_attr_t *tern_dlti_entry_value(const tern_attr_t *spec, size_t index) {
  return (const tern_attr_t *)(uintptr_t)spec->params[2 * index + 1];
}
// The value of a key (a type or string attribute), or NULL.
const tern_attr_t *tern_dlti_lookup(const tern_attr_t *spec, const tern_attr_t *key);
// A spec or map of `count` keys and values.
const tern_attr_t *tern_dlti_get(tern_context_t *context, tern_dlti_attr_t id, const tern_attr_t *const *keys,
                                 const tern_attr_t *const *values, size_t count);

// What the data layouts around `op` (its own first, then those of ops further out) say of a key, or NULL. Only modules
// and gpu.modules have layouts.
const tern_attr_t *tern_dlti_layout_of_type(const tern_op_t *op, const tern_type_t *type);
const tern_attr_t *tern_dlti_layout_of_name(const tern_op_t *op, const char *name);
// Bits of an index there: 64 where nothing is said.
uint32_t tern_dlti_index_width(const tern_op_t *op);

#endif  // TERN_DIALECT_DLTI_DLTI_H_
