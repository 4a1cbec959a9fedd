// Resources: the contents of `{-# dialect_resources: ..., external_resources: ... #-}`, kept in the context.

#ifndef TERN_ASM_RESOURCE_H_
#define TERN_ASM_RESOURCE_H_

#include "ir/attr/blob.h"

typedef enum tern_resource_kind { TERN_RESOURCE_BLOB, TERN_RESOURCE_STRING, TERN_RESOURCE_BOOL } tern_resource_kind_t;

// One entry of a resource section. Immutable, owned by the context.
typedef struct tern_resource {
  bool is_external;           // external_resources, else dialect_resources
  const tern_ident_t *group;  // the dialect, or the external owner
  const tern_ident_t *key;
  tern_resource_kind_t kind;
  const tern_blob_t *blob;  // a blob's bytes without the alignment
  tern_str_t data;          // a string
  uint32_t alignment;       // of a blob, bytes
  bool value;               // of a bool
} tern_resource_t;

// Keeps `resource` under its group and key, replacing what was there; a string is copied.
void tern_resource_set(tern_context_t *context, const tern_resource_t *resource);
// NULL if there is none.
const tern_resource_t *tern_resource_find(const tern_context_t *context, bool is_external, tern_str_t group,
                                          tern_str_t key);
// All of them, in the order they were first met.
size_t tern_resource_count(const tern_context_t *context);
const tern_resource_t *tern_resource_at(const tern_context_t *context, size_t index);

#endif  // TERN_ASM_RESOURCE_H_
