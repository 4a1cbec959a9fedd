// The bytes that constant attributes stand for, as they lie in buffers: little-endian, each element in the next power of
// two bytes, bits above its width 0 (tern/dispatch.h).

#include <string.h>

#include "asm/resource.h"
#include "base/arena.h"
#include "dialect/util/util.h"
#include "dialect/vm/vm.h"
#include "ir/context.h"

// Bits of an element that are kept; 0: all.
static uint32_t narrow_width(const tern_type_t *element) {
  uint32_t width = tern_type_bit_width(element);
  return width == 8 * (uint32_t)tern_dense_element_size(element) ? 0 : width;
}

static int64_t elements_size(const tern_type_t *type) {
  if (!tern_type_is_ranked(type) || !tern_type_has_static_shape(type)) return -1;
  int64_t size;
  int64_t element = (int64_t)tern_dense_element_size(tern_type_element(type));
  if (type->params[0] && ((const tern_type_t *)(uintptr_t)type->params[0])->kind == TERN_TYPE_COMPLEX) {
    element = (int64_t)tern_dense_element_size((const tern_type_t *)(uintptr_t)type->params[0]);
  }
  return __builtin_mul_overflow(tern_type_element_count(type), element, &size) ? -1 : size;
}

static int64_t scalar_size(const tern_type_t *type) {
  return type && (tern_type_is_int_or_index(type) || tern_type_is_float(type)) ? (int64_t)tern_dense_element_size(type)
                                                                               : -1;
}

static const tern_resource_t *find_blob(const tern_attr_t *value) {
  tern_str_t key = tern_ident_str((const tern_ident_t *)(uintptr_t)value->params[1]);
  const tern_resource_t *resource = tern_resource_find(value->context, false, TERN_STR("builtin"), key);
  return resource && resource->kind == TERN_RESOURCE_BLOB ? resource : NULL;
}

int64_t tern_vm_constant_size(const tern_attr_t *value) {
  switch (value->kind) {
    case TERN_ATTR_STRING: return (int64_t)tern_string_attr_value(value).size;
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT: return scalar_size(tern_attr_type(value));
    case TERN_ATTR_DENSE_ELEMENTS: return elements_size(tern_attr_type(value));
    case TERN_ATTR_DENSE_RESOURCE: return find_blob(value) ? (int64_t)find_blob(value)->blob->size : -1;
    case TERN_ATTR_DENSE_ARRAY:
      return (int64_t)(tern_dense_array_attr_count(value) * tern_dense_element_size(tern_attr_type(value)));
    default: break;
  }
  if (tern_attr_is_util(value, TERN_UTIL_ATTR_COMPOSITE)) {
    const tern_attr_t *parts = (const tern_attr_t *)(uintptr_t)value->params[1];
    int64_t total = 0;
    for (size_t i = 0; i < tern_array_attr_count(parts); ++i) {
      int64_t size = tern_vm_constant_size(tern_array_attr_at(parts, i));
      if (size < 0 || __builtin_add_overflow(total, size, &total)) return -1;
    }
    return total;
  }
  bool is_filled =
      tern_attr_is_util(value, TERN_UTIL_ATTR_BYTE_PATTERN) || tern_attr_is_util(value, TERN_UTIL_ATTR_UNINITIALIZED);
  if (!is_filled) return -1;
  const tern_type_t *type = (const tern_type_t *)(uintptr_t)value->params[0];
  int64_t size = scalar_size(type);
  return size >= 0 ? size : elements_size(type);
}

static void append_element(const uint8_t *data, size_t size, uint32_t width, tern_sink_t *sink) {
  if (width == 0) {
    tern_sink_append(sink, tern_str_make((const char *)data, size));
    return;
  }
  for (size_t i = 0; i < size; ++i) {
    uint32_t kept = width > 8 * i ? width - 8 * (uint32_t)i : 0;
    uint8_t mask = kept >= 8 ? 0xff : (uint8_t)((1u << kept) - 1);
    tern_sink_append_fill(sink, (char)(data[i] & mask), 1);
  }
}

static void stream_elements(const tern_attr_t *value, tern_sink_t *sink) {
  size_t total = (size_t)tern_vm_constant_size(value);
  const tern_type_t *element = (const tern_type_t *)(uintptr_t)tern_attr_type(value)->params[0];
  size_t size = tern_dense_element_size(element);
  uint32_t width = element->kind == TERN_TYPE_COMPLEX ? 0 : narrow_width(element);
  bool is_splat = tern_dense_elements_attr_is_splat(value);
  if (width == 0 && !is_splat) {
    tern_blob_stream(value->context, tern_dense_elements_attr_blob(value), total, sink);
    return;
  }
  const uint8_t *data = tern_dense_elements_attr_data(value);
  if (is_splat && size == 1 && width == 0) {
    tern_sink_append_fill(sink, (char)data[0], total);
    return;
  }
  for (size_t done = 0; done < total; done += size) append_element(is_splat ? data : data + done, size, width, sink);
}

bool tern_vm_stream_constant(const tern_attr_t *value, tern_sink_t *sink) {
  int64_t size = tern_vm_constant_size(value);
  if (size < 0) return false;
  switch (value->kind) {
    case TERN_ATTR_STRING: tern_sink_append(sink, tern_string_attr_value(value)); return true;
    case TERN_ATTR_INTEGER:
    case TERN_ATTR_FLOAT: {
      const tern_type_t *type = tern_attr_type(value);
      append_element((const uint8_t *)&value->params[1], (size_t)size, narrow_width(type), sink);
      return true;
    }
    case TERN_ATTR_DENSE_ELEMENTS: stream_elements(value, sink); return true;
    case TERN_ATTR_DENSE_RESOURCE:
      tern_blob_stream(value->context, find_blob(value)->blob, (size_t)size, sink);
      return true;
    case TERN_ATTR_DENSE_ARRAY:
      tern_sink_append(sink, tern_str_make(tern_dense_array_attr_data(value), (size_t)size));
      return true;
    default: break;
  }
  if (!tern_attr_is_util(value, TERN_UTIL_ATTR_COMPOSITE)) {
    bool is_pattern = tern_attr_is_util(value, TERN_UTIL_ATTR_BYTE_PATTERN);
    tern_sink_append_fill(sink, is_pattern ? (char)value->params[1] : 0, (uint64_t)size);
    return true;
  }
  const tern_attr_t *parts = (const tern_attr_t *)(uintptr_t)value->params[1];
  for (size_t i = 0; i < tern_array_attr_count(parts); ++i) {
    if (!tern_vm_stream_constant(tern_array_attr_at(parts, i), sink)) return false;
  }
  return true;
}

bool tern_vm_serialize_constant(const tern_attr_t *value, tern_string_builder_t *out) {
  tern_string_sink_t sink = tern_string_sink(out);
  return tern_vm_stream_constant(value, &sink.sink);
}
