// Instances: the allocator of the host and registered functions.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/session.h"

tern_status_t tern_instance_create(const tern_instance_options_t *options, tern_instance_t **out_instance) {
  *out_instance = NULL;
  tern_allocator_t allocator = tern_default_allocator;
  if (options && (options->allocator.allocate || options->allocator.free)) allocator = options->allocator;
  if (!allocator.allocate || !allocator.free) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "an allocator needs both of its functions");
  }
  tern_instance_t *instance = tern_host_allocate(&allocator, sizeof(*instance));
  if (!instance) return tern_no_memory("an instance");
  tern_resource_initialize(&instance->resource);
  instance->allocator = allocator;
  pthread_mutex_init(&instance->mutex, NULL);
  *out_instance = instance;
  return tern_ok();
}

void tern_instance_retain(tern_instance_t *instance) {
  if (instance) tern_resource_retain(&instance->resource);
}

static size_t row_size(const char *name) { return sizeof(tern_registered_function_t) + strlen(name) + 1; }

void tern_instance_release(tern_instance_t *instance) {
  if (!instance || !tern_resource_release(&instance->resource)) return;
  tern_allocator_t allocator = instance->allocator;
  while (instance->functions) {
    tern_registered_function_t *row = instance->functions;
    instance->functions = row->next;
    tern_host_free(&allocator, row, row_size(row->name));
  }
  pthread_mutex_destroy(&instance->mutex);
  tern_host_free(&allocator, instance, sizeof(*instance));
}

tern_status_t tern_instance_register(tern_instance_t *instance, const char *name, tern_host_function_t function,
                                     void *user_data) {
  if (!function || !name || !strchr(name, '.')) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a function and a name with a module but got '%.60s'",
                            name ? name : "");
  }
  tern_registered_function_t *row = tern_host_allocate(&instance->allocator, row_size(name));
  if (!row) return tern_no_memory("a function");
  row->function = function;
  row->user_data = user_data;
  memcpy(row->name, name, strlen(name) + 1);
  pthread_mutex_lock(&instance->mutex);
  row->next = instance->functions;
  instance->functions = row;
  pthread_mutex_unlock(&instance->mutex);
  return tern_ok();
}

const tern_registered_function_t *tern_instance_find(tern_instance_t *instance, const char *name) {
  pthread_mutex_lock(&instance->mutex);
  const tern_registered_function_t *row = instance->functions;
  while (row && strcmp(row->name, name) != 0) row = row->next;
  pthread_mutex_unlock(&instance->mutex);
  return row;
}
