// Descriptions of devices, and their table for people.

#include "runtime/module/description.h"

#include <stdarg.h>

#include "base/no_memory.h"
#include "base/string.h"
#include "runtime/device.h"
#include "runtime/drivers.h"

// What tern_driver_describe_device() gives: the public part comes first.
typedef struct description {
  tern_device_description_t base;
  tern_arena_t arena;
  tern_device_row_t *rows;  // owned
} description_t;

// What there is no memory for is left out, and noted.
static const char *copy_format(tern_description_builder_t *builder, const char *format, va_list args) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_vformat(&text, format, args);
  tern_str_t view = tern_string_builder_view(&text);
  char *copy = tern_arena_try_alloc_zeroed(&builder->arena, view.size + 1, 1);
  if (copy) memcpy(copy, view.data, view.size);
  builder->lacks_memory |= !copy;
  tern_string_builder_deinitialize(&text);
  return copy ? copy : "";
}

const char *tern_description_format(tern_description_builder_t *builder, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *copy = copy_format(builder, format, args);
  va_end(args);
  return copy;
}

void tern_description_add(tern_description_builder_t *builder, const char *key, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_device_row_t row = {tern_description_format(builder, "%s", key), copy_format(builder, format, args)};
  va_end(args);
  builder->lacks_memory |= !tern_vec_try_push(&builder->rows, row);
}

tern_status_t tern_driver_device_count(const char *name, size_t *out_count) {
  *out_count = 0;
  const tern_driver_t *driver;
  TERN_RETURN_IF_ERROR(tern_driver_find(tern_str_from_cstr(name), &driver));
  return driver->count_devices(out_count);
}

tern_status_t tern_driver_describe_device(const char *name, size_t ordinal,
                                          tern_device_description_t **out_description) {
  *out_description = NULL;
  const tern_driver_t *driver;
  TERN_RETURN_IF_ERROR(tern_driver_find(tern_str_from_cstr(name), &driver));
  tern_description_builder_t builder = {.description = {.driver = driver->name, .api_version = ""}};
  tern_arena_initialize(&builder.arena);
  builder.description.uri = tern_description_format(&builder, "%s://%zu", driver->name, ordinal);
  tern_status_t status = driver->describe_device(ordinal, &builder);
  if (tern_status_is_ok(status) && builder.lacks_memory) status = tern_no_memory("a description");
  description_t *result = tern_status_is_ok(status) ? calloc(1, sizeof(*result)) : NULL;
  if (!result) {
    tern_vec_deinitialize(&builder.rows);
    tern_arena_deinitialize(&builder.arena);
    return tern_status_is_ok(status) ? tern_no_memory("a description") : status;
  }
  result->base = builder.description;
  result->arena = builder.arena;
  result->rows = builder.rows.values;
  result->base.rows = result->rows;
  result->base.row_count = builder.rows.count;
  *out_description = &result->base;
  return tern_ok();
}

void tern_device_description_destroy(tern_device_description_t *base) {
  if (!base) return;
  description_t *description = (description_t *)base;
  tern_arena_deinitialize(&description->arena);
  free(description->rows);
  free(description);
}

//---- The table ----

static void append_description(tern_string_builder_t *text, const tern_device_description_t *description) {
  tern_string_builder_append_format(text, "%s: %s (%s", description->uri, description->name, description->type);
  if (description->api_version[0]) tern_string_builder_append_format(text, ", %s", description->api_version);
  tern_string_builder_append_cstr(text, ")\n");
  size_t width = 0;
  for (size_t i = 0; i < description->row_count; ++i) {
    size_t size = strlen(description->rows[i].key);
    if (size > width) width = size;
  }
  for (size_t i = 0; i < description->row_count; ++i) {
    tern_string_builder_append_format(text, "  %-*s  %s\n", (int)width, description->rows[i].key,
                                      description->rows[i].value);
  }
}

static void append_driver(tern_string_builder_t *text, const char *driver) {
  size_t count;
  tern_status_t status = tern_driver_device_count(driver, &count);
  if (!tern_status_is_ok(status)) {
    tern_string_builder_append_format(text, "%s: no devices: %s\n", driver, status.message);
    return;
  }
  if (!count) tern_string_builder_append_format(text, "%s: no devices\n", driver);
  for (size_t i = 0; i < count; ++i) {
    tern_device_description_t *description;
    status = tern_driver_describe_device(driver, i, &description);
    if (tern_status_is_ok(status)) {
      append_description(text, description);
    } else {
      tern_string_builder_append_format(text, "%s://%zu: %s\n", driver, i, status.message);
    }
    tern_device_description_destroy(description);
  }
}

tern_status_t tern_device_list(const char *name, char **out_text) {
  *out_text = NULL;
  const tern_driver_t *driver;
  if (name) TERN_RETURN_IF_ERROR(tern_driver_find(tern_str_from_cstr(name), &driver));
  tern_string_builder_t text = {0};
  if (name) {
    append_driver(&text, name);
  } else {
    for (size_t i = 0; tern_driver_name_at(i); ++i) append_driver(&text, tern_driver_name_at(i));
  }
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}
