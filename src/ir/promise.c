// Attributes whose values are still being made: a list in the context.

#include "ir/promise.h"

#include <stdlib.h>

#include "base/vec.h"
#include "ir/context.h"

typedef struct entry {
  const tern_attr_t *attr;
  tern_promise_t promise;
  bool is_kept;
  const tern_attr_t *value;
} entry_t;

typedef struct promises {
  TERN_VEC(entry_t) entries;
} promises_t;

static const char extension_key;

static void destroy(void *value) {
  promises_t *promises = value;
  for (size_t i = 0; i < promises->entries.count; ++i) {
    const entry_t *entry = &promises->entries.values[i];
    if (!entry->is_kept) entry->promise.drop(entry->promise.user);
  }
  tern_vec_deinitialize(&promises->entries);
  free(promises);
}

const tern_attr_t *tern_promise_attr_create(tern_context_t *context, const tern_promise_t *promise) {
  promises_t *promises = tern_context_extension(context, &extension_key);
  if (!promises) {
    promises = tern_malloc(sizeof *promises);
    *promises = (promises_t){0};
    tern_context_set_extension(context, &extension_key, promises, destroy);
  }
  entry_t entry = {.attr = tern_distinct_attr_create(tern_unit_attr_get(context)), .promise = *promise};
  tern_vec_push(&promises->entries, entry);
  return entry.attr;
}

static entry_t *find(const tern_attr_t *attr) {
  promises_t *promises = attr ? tern_context_extension(attr->context, &extension_key) : NULL;
  for (size_t i = 0; promises && i < promises->entries.count; ++i) {
    if (promises->entries.values[i].attr == attr) return &promises->entries.values[i];
  }
  return NULL;
}

bool tern_attr_is_promise(const tern_attr_t *attr) { return find(attr) != NULL; }

const tern_attr_t *tern_promise_attr_value(const tern_attr_t *attr) {
  entry_t *entry = find(attr);
  if (!entry) return attr;
  if (!entry->is_kept) {
    entry->is_kept = true;
    const tern_attr_t *value = entry->promise.keep(attr->context, entry->promise.user);
    // The list may have moved.
    find(attr)->value = value;
    return value;
  }
  return entry->value;
}
