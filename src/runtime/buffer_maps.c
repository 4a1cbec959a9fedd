// Lists of maps that are copies.

#include "runtime/buffer_maps.h"

#include "base/no_memory.h"

void tern_buffer_maps_initialize(tern_buffer_maps_t *maps) { pthread_mutex_init(&maps->mutex, NULL); }

void tern_buffer_maps_deinitialize(tern_buffer_maps_t *maps, void (*give_back)(void *user, void *copy), void *user) {
  for (size_t i = 0; i < maps->list.count; ++i) give_back(user, maps->list.values[i].copy);
  tern_vec_deinitialize(&maps->list);
  pthread_mutex_destroy(&maps->mutex);
}

tern_status_t tern_buffer_maps_add(tern_buffer_maps_t *maps, tern_buffer_map_t map) {
  pthread_mutex_lock(&maps->mutex);
  bool is_added = tern_vec_try_push(&maps->list, map);
  pthread_mutex_unlock(&maps->mutex);
  return is_added ? tern_ok() : tern_no_memory("a map");
}

tern_status_t tern_buffer_maps_take(tern_buffer_maps_t *maps, tern_map_access_t access, size_t offset, size_t size,
                                    void **out_copy) {
  *out_copy = NULL;
  pthread_mutex_lock(&maps->mutex);
  for (size_t i = 0; i < maps->list.count && !*out_copy; ++i) {
    const tern_buffer_map_t *map = &maps->list.values[i];
    if (map->offset != offset || map->size != size || map->access != access) continue;
    *out_copy = map->copy;
    maps->list.values[i] = maps->list.values[--maps->list.count];
  }
  pthread_mutex_unlock(&maps->mutex);
  if (*out_copy) return tern_ok();
  return tern_status_make(TERN_FAILED_PRECONDITION, "%zu bytes at offset %zu are not mapped this way", size, offset);
}
