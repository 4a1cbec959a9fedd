// What all archives of parameters have in common: no key twice, no two entries in the same place.

#include "base/parameter_archive.h"

#include <stdlib.h>

enum { SHOWN_SIZE_MAX = 100 };  // bytes of a key that a message repeats

static int compare_keys(const void *left, const void *right) {
  return tern_str_compare(((const tern_archive_entry_t *)left)->key, ((const tern_archive_entry_t *)right)->key);
}

static int compare_places(const void *left, const void *right) {
  const tern_archive_entry_t *a = *(const tern_archive_entry_t *const *)left;
  const tern_archive_entry_t *b = *(const tern_archive_entry_t *const *)right;
  return a->data != b->data ? (a->data < b->data ? -1 : 1) : 0;
}

static int shown(tern_str_t key) { return (int)(key.size < SHOWN_SIZE_MAX ? key.size : SHOWN_SIZE_MAX); }

static tern_status_t check_overlaps(const char *name, const tern_archive_entries_t *entries) {
  const tern_archive_entry_t **places = malloc((entries->count + 1) * sizeof(*places));
  if (!places) return tern_status_make(TERN_OUT_OF_MEMORY, "'%s': no memory for %zu entries", name, entries->count);
  size_t count = 0;
  for (size_t i = 0; i < entries->count; ++i) {
    if (entries->values[i].size && !entries->values[i].pattern_size) places[count++] = &entries->values[i];
  }
  qsort(places, count, sizeof(*places), compare_places);
  tern_status_t status = tern_ok();
  for (size_t i = 1; i < count && tern_status_is_ok(status); ++i) {
    if (places[i - 1]->data + places[i - 1]->size <= places[i]->data) continue;
    status = tern_status_make(TERN_INVALID_ARGUMENT, "'%s': parameters '%.*s' and '%.*s' overlap", name,
                              shown(places[i - 1]->key), places[i - 1]->key.data, shown(places[i]->key),
                              places[i]->key.data);
  }
  free(places);
  return status;
}

tern_status_t tern_archive_check(const char *name, tern_archive_entries_t *entries, bool may_overlap) {
  if (entries->count) qsort(entries->values, entries->count, sizeof(entries->values[0]), compare_keys);
  for (size_t i = 1; i < entries->count; ++i) {
    tern_str_t key = entries->values[i].key;
    if (!tern_str_equal(entries->values[i - 1].key, key)) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s': parameter '%.*s' is there twice", name, shown(key), key.data);
  }
  return may_overlap ? tern_ok() : check_overlaps(name, entries);
}
