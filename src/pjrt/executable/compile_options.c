// XLA's CompileOptionsProto, read field by field: a message is a list of numbered fields, each a number, a fixed word, or bytes,
// which may be a message again. Fields of other numbers are skipped.

#include "pjrt/executable/compile_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Reading ----

typedef struct field_t {
  uint32_t number, wire_type;
  uint64_t value;    // of a number or a fixed word
  const char *data;  // of bytes
  size_t size;
} field_t;

enum { WIRE_NUMBER = 0, WIRE_FIXED_64 = 1, WIRE_BYTES = 2, WIRE_FIXED_32 = 5 };

// What is left of a message. Empty with `is_wrong` set if it is malformed.
typedef struct message_t {
  const char *data;
  size_t size;
  bool is_wrong;
} message_t;

static bool fail(message_t *message) {
  *message = (message_t){.is_wrong = true};
  return false;
}

static bool read_number(message_t *message, uint64_t *out_value) {
  *out_value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (message->size == 0) return fail(message);
    uint8_t byte = (uint8_t)*message->data++;
    --message->size;
    *out_value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return true;
  }
  return fail(message);
}

static bool read_bytes(message_t *message, uint64_t size, field_t *field) {
  if (size > message->size) return fail(message);
  field->data = message->data;
  field->size = (size_t)size;
  message->data += size;
  message->size -= (size_t)size;
  return true;
}

// The next field; false at the end.
static bool next_field(message_t *message, field_t *field) {
  *field = (field_t){0};
  uint64_t key, size;
  if (message->size == 0) return false;
  if (!read_number(message, &key)) return false;
  field->number = (uint32_t)(key >> 3);
  field->wire_type = (uint32_t)(key & 7);
  switch (field->wire_type) {
    case WIRE_NUMBER: return read_number(message, &field->value);
    case WIRE_BYTES: return read_number(message, &size) && read_bytes(message, size, field);
    case WIRE_FIXED_64:
    case WIRE_FIXED_32:
      if (!read_bytes(message, field->wire_type == WIRE_FIXED_64 ? 8 : 4, field)) return false;
      memcpy(&field->value, field->data, field->size);
      return true;
    default: return fail(message);
  }
}

static message_t message_of(field_t field) { return (message_t){field.data, field.size, false}; }

// ---- The messages ----

static bool add_device_id(compile_options_t *options, int64_t id) {
  int64_t *ids = realloc(options->device_ids, (options->device_id_count + 1) * sizeof(*ids));
  if (!ids) return false;
  ids[options->device_id_count++] = id;
  options->device_ids = ids;
  return true;
}

// DeviceAssignmentProto.ComputationDevice: the devices of one partition's replicas, packed or one by one.
static bool read_computation_device(message_t message, compile_options_t *options) {
  field_t field;
  while (next_field(&message, &field)) {
    if (field.number != 1) continue;
    if (field.wire_type == WIRE_NUMBER && !add_device_id(options, (int64_t)field.value)) return false;
    if (field.wire_type != WIRE_BYTES) continue;
    message_t packed = message_of(field);
    uint64_t id;
    while (packed.size && read_number(&packed, &id)) {
      if (!add_device_id(options, (int64_t)id)) return false;
    }
    if (packed.is_wrong) return false;
  }
  return !message.is_wrong;
}

static bool read_device_assignment(message_t message, compile_options_t *options) {
  field_t field;
  bool is_right = true;
  while (is_right && next_field(&message, &field)) {
    if (field.number == 3 && field.wire_type == WIRE_BYTES)
      is_right = read_computation_device(message_of(field), options);
  }
  return is_right && !message.is_wrong;
}

// ExecutableBuildOptionsProto.
static bool read_build_options(message_t message, compile_options_t *options) {
  field_t field;
  bool is_right = true;
  while (is_right && next_field(&message, &field)) {
    switch (field.number) {
      case 1: options->device_ordinal = (int64_t)field.value; break;
      case 4: options->replica_count = (int64_t)field.value; break;
      case 5: options->partition_count = (int64_t)field.value; break;
      case 9: is_right = read_device_assignment(message_of(field), options); break;
      default: break;
    }
  }
  return is_right && !message.is_wrong;
}

// OptionOverrideProto: a text, a truth value, a number or a fraction. All become texts.
static char *read_override_value(message_t message) {
  field_t field;
  char *text = NULL;
  while (next_field(&message, &field)) {
    free(text);
    text = NULL;
    double fraction;
    switch (field.number) {
      case 1: text = strndup(field.data ? field.data : "", field.size); break;
      case 2: text = strdup(field.value ? "true" : "false"); break;
      case 3:
        if (asprintf(&text, "%lld", (long long)field.value) < 0) text = NULL;
        break;
      case 4:
        memcpy(&fraction, &field.value, sizeof fraction);
        if (asprintf(&text, "%.17g", fraction) < 0) text = NULL;
        break;
      default: break;
    }
  }
  return text ? text : strdup("");
}

// An entry of the map from names to OptionOverrideProto.
static bool read_override(message_t message, compile_options_t *options) {
  override_t *overrides = realloc(options->overrides, (options->override_count + 1) * sizeof(*overrides));
  if (!overrides) return false;
  options->overrides = overrides;
  override_t *made = &overrides[options->override_count++];
  *made = (override_t){0};
  field_t field;
  while (next_field(&message, &field)) {
    if (field.number == 1 && field.data && !made->key) made->key = strndup(field.data, field.size);
    if (field.number == 2 && field.data && !made->value) made->value = read_override_value(message_of(field));
  }
  if (!made->key) made->key = strdup("");
  if (!made->value) made->value = strdup("");
  return made->key && made->value && !message.is_wrong;
}

PJRT_Error *tern_pjrt_compile_options_read(const char *data, size_t size, compile_options_t *out_options) {
  *out_options = (compile_options_t){.replica_count = 1, .partition_count = 1, .device_ordinal = -1};
  message_t message = {data, size, false};
  field_t field;
  bool is_right = true;
  while (is_right && next_field(&message, &field)) {
    if (field.wire_type != WIRE_BYTES) continue;
    if (field.number == 3) is_right = read_build_options(message_of(field), out_options);
    if (field.number == 7) is_right = read_override(message_of(field), out_options);
  }
  // Zero is how the proto says that nothing was said.
  if (out_options->replica_count < 1) out_options->replica_count = 1;
  if (out_options->partition_count < 1) out_options->partition_count = 1;
  if (is_right && !message.is_wrong) return NULL;
  tern_pjrt_compile_options_deinitialize(out_options);
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                         "the compile options are no serialized CompileOptionsProto of %zu bytes", size);
}

void tern_pjrt_compile_options_deinitialize(compile_options_t *options) {
  for (size_t i = 0; i < options->override_count; ++i) {
    free(options->overrides[i].key);
    free(options->overrides[i].value);
  }
  free(options->overrides);
  free(options->device_ids);
  *options = (compile_options_t){.replica_count = 1, .partition_count = 1, .device_ordinal = -1};
}

// ---- Writing ----

static size_t write_number(uint64_t value, char *out) {
  size_t size = 0;
  do {
    out[size++] = (char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>= 7;
  } while (value);
  return size;
}

static size_t write_field(uint32_t number, uint64_t value, char *out) {
  size_t size = write_number((uint64_t)number << 3 | WIRE_NUMBER, out);
  return size + write_number(value, out + size);
}

char *tern_pjrt_device_assignment_write(const int64_t *ids, int64_t replica_count, int64_t partition_count,
                                        size_t *out_size) {
  enum { NUMBER_MAX = 11 };  // bytes of a field with a number
  size_t part_max = (size_t)replica_count * NUMBER_MAX;
  char *data = malloc(2 * NUMBER_MAX + (size_t)partition_count * (part_max + 2 * NUMBER_MAX));
  char *part = malloc(part_max);
  if (!data || !part) {
    free(data);
    free(part);
    return NULL;
  }
  size_t size = write_field(1, (uint64_t)replica_count, data);
  size += write_field(2, (uint64_t)partition_count, data + size);
  for (int64_t i = 0; i < partition_count; ++i) {
    size_t part_size = 0;
    for (int64_t j = 0; j < replica_count; ++j) {
      part_size += write_field(1, (uint64_t)ids[j * partition_count + i], part + part_size);
    }
    size += write_number(3 << 3 | WIRE_BYTES, data + size);
    size += write_number(part_size, data + size);
    memcpy(data + size, part, part_size);
    size += part_size;
  }
  free(part);
  *out_size = size;
  return data;
}
