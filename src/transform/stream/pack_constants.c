// --iree-stream-pack-constants: gives the constants of stream.resource.constants storage in the program.
//
//   %r:2, %t = stream.resource.constants :         %b = util.buffer.constant = #util.composite<128xi8, [...]>
//     !stream.resource<constant>{%c8} = dense<..>, %ok, %m = stream.resource.try_map %b ...
//     !stream.resource<constant>{%c8} = dense<..>  %p:2 = scf.if %ok { yield %now, %m }
//     => !stream.timepoint                    ->     else { stream.resource.alloc, stream.file.read ... }
//                                                  %0 = stream.resource.subview %p#1[%c0] ...
//
// Source: upstream's pass of the same name. All constants of one op and lifetime share a buffer, each at an aligned place;
// it is mapped where the device can use it where it is, else read as a file. Variables are always read, as they need
// memory of their own. Parameters are loaded one by one where memory is unified, else gathered.
//
// Beyond upstream: constants with the same bytes are stored once; long splats are not stored but filled on the device;
// large parameters are loaded, not gathered, whatever the memory model, as the runtime knows where it can map them.

#include <stdlib.h>

#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "pass/pass.h"
#include "transform/stream/allocation.h"

// Splats of at least this many bytes are filled rather than stored.
#define FILL_THRESHOLD 1024
// Parameters of at least this many bytes are loaded on their own, so that a device may use them where the file is mapped.
#define LOAD_THRESHOLD 65536

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct constant {
  tern_value_t *result, *size;
  const tern_attr_t *value;
  int64_t bytes;   // of the value
  int64_t offset;  // in its storage
} constant_t;

typedef TERN_VEC(constant_t) constant_vec_t;

typedef struct packing {
  tern_op_t *op;
  tern_builder_t builder;
  tern_stream_resource_config_t config;
  tern_value_t *await;
  value_vec_t timepoints;
} packing_t;

// --- sizes and contents ---

// Bytes of a constant in memory; -1: the attribute does not tell.
static int64_t bytes_of(const tern_attr_t *value) {
  if (tern_attr_is_util(value, TERN_UTIL_ATTR_COMPOSITE)) return (int64_t)value->params[0];
  const tern_type_t *type =
      tern_attr_is_stream_parameter(value) ? tern_stream_parameter_attr_type(value) : tern_attr_type(value);
  if (!type || !tern_type_is_ranked(type)) return -1;
  int64_t count = tern_type_element_count(type), bytes;
  int64_t element = (int64_t)tern_dense_element_size(tern_type_element(type));
  return count == TERN_DYNAMIC || __builtin_mul_overflow(count, element, &bytes) ? -1 : bytes;
}

// What is equal for constants of equal bytes.
static const void *contents_of(const tern_attr_t *value) {
  bool is_list = value->kind == TERN_ATTR_DENSE_ELEMENTS && !tern_dense_elements_attr_is_splat(value);
  return is_list ? (const void *)tern_dense_elements_attr_blob(value) : (const void *)value;
}

// The pattern of a splat, as the fill commands take it: of one, two or four bytes.
static bool fill_pattern(const tern_attr_t *value, uint32_t *out_pattern, uint32_t *out_width) {
  if (value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value)) return false;
  size_t size = tern_dense_element_size(tern_type_element(tern_attr_type(value)));
  const uint8_t *data = tern_dense_elements_attr_data(value);
  size_t unit = 1;
  for (; unit <= size && unit <= 4; unit *= 2) {
    bool repeats = size % unit == 0;
    for (size_t i = unit; i < size && repeats; ++i) repeats = data[i] == data[i - unit];
    if (repeats) break;
  }
  if (unit > 4 || unit > size) return false;
  *out_pattern = 0;
  memcpy(out_pattern, data, unit);
  *out_width = (uint32_t)unit * 8;
  return true;
}

static int64_t align_up(int64_t value, int64_t alignment) {
  return alignment > 1 ? (value + alignment - 1) / alignment * alignment : value;
}

// --- building ---

static tern_value_t *build_index(packing_t *packing, int64_t value) {
  return tern_arith_constant_index(&packing->builder, value);
}

static void set_affinity(const packing_t *packing, tern_op_t *op) {
  const tern_attr_t *affinity = tern_op_attr(packing->op, "affinity");
  if (affinity) tern_op_set_attr(op, "affinity", affinity);
}

static const tern_type_t *timepoint_type(const packing_t *packing) {
  return tern_stream_timepoint_type_get(packing->builder.context);
}

static tern_value_t *build_alloc(packing_t *packing, const tern_type_t *type, tern_value_t *size) {
  tern_op_t *op = tern_build(&packing->builder, TERN_STREAM(RESOURCE_ALLOC), .operands = TERN_VALUES(size),
                             .types = TERN_TYPES(type),
                             .attrs = TERN_ATTRS({"uninitialized", tern_unit_attr_get(packing->builder.context)}));
  set_affinity(packing, op);
  return tern_op_result(op, 0);
}

static tern_value_t *build_buffer(packing_t *packing, const tern_attr_t *value, int64_t alignment) {
  const tern_type_t *index = tern_index_type_get(packing->builder.context);
  tern_op_t *op = tern_build(&packing->builder, TERN_UTIL(BUFFER_CONSTANT), .attrs = TERN_ATTRS({"value", value}),
                             .types = TERN_TYPES(tern_util_buffer_type_get(packing->builder.context)));
  if (alignment > 0) tern_op_set_attr(op, "alignment", tern_integer_attr_get(index, alignment));
  return tern_op_result(op, 0);
}

// The constant, as a part of its storage.
static void replace_by_subview(packing_t *packing, const constant_t *constant, tern_value_t *storage,
                               tern_value_t *storage_size) {
  tern_value_t *view = tern_build_value(
      &packing->builder, TERN_STREAM(RESOURCE_SUBVIEW),
      .operands = TERN_VALUES(storage, storage_size, build_index(packing, constant->offset), constant->size),
      .types = TERN_TYPES(storage->type));
  tern_value_replace_all_uses(constant->result, view);
}

// --- constants in the program ---

typedef struct read_result {
  tern_value_t *timepoint, *resource;
} read_result_t;

static read_result_t build_file_read(packing_t *packing, const tern_type_t *type, tern_value_t *buffer,
                                     tern_value_t *size) {
  tern_context_t *context = packing->builder.context;
  tern_value_t *resource = build_alloc(packing, type, size), *zero = build_index(packing, 0);
  tern_op_t *file =
      tern_build(&packing->builder, TERN_STREAM(FILE_CONSTANT), .operands = TERN_VALUES(buffer, size, zero, size),
                 .types = TERN_TYPES(tern_dialect_type_get(context, TERN_STREAM_TYPE(FILE), NULL, 0)));
  set_affinity(packing, file);
  tern_value_t *start = tern_arith_constant_int(&packing->builder, tern_i_type_get(context, 64), 0);
  tern_op_t *read =
      tern_build(&packing->builder, TERN_STREAM(FILE_READ), .types = TERN_TYPES(timepoint_type(packing)),
                 .operands = TERN_VALUES(tern_op_result(file, 0), start, resource, size, zero, size, packing->await));
  set_affinity(packing, read);
  return (read_result_t){tern_op_result(read, 0), resource};
}

static read_result_t build_try_map(packing_t *packing, const tern_type_t *type, tern_value_t *buffer,
                                   tern_value_t *size) {
  const tern_type_t *i1 = tern_i_type_get(packing->builder.context, 1);
  tern_op_t *map =
      tern_build(&packing->builder, TERN_STREAM(RESOURCE_TRY_MAP),
                 .operands = TERN_VALUES(buffer, build_index(packing, 0), size), .types = TERN_TYPES(i1, type));
  set_affinity(packing, map);
  tern_op_t *branch = tern_build(&packing->builder, TERN_SCF(IF), .operands = TERN_VALUES(tern_op_result(map, 0)),
                                 .types = TERN_TYPES(timepoint_type(packing), type), .regions = 2);
  tern_builder_t outer = packing->builder;
  tern_builder_add_block(&packing->builder, &branch->regions[0], (tern_types_t){0});
  tern_build(&packing->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(packing->await, tern_op_result(map, 1)));
  tern_builder_add_block(&packing->builder, &branch->regions[1], (tern_types_t){0});
  read_result_t read = build_file_read(packing, type, buffer, size);
  tern_build(&packing->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(read.timepoint, read.resource));
  packing->builder = outer;
  return (read_result_t){tern_op_result(branch, 0), tern_op_result(branch, 1)};
}

typedef TERN_VEC(const tern_attr_t *) attr_vec_t;

static void add_padding(packing_t *packing, int64_t bytes, attr_vec_t *values) {
  if (bytes <= 0) return;
  const tern_type_t *type = tern_vector_type_get(tern_i_type_get(packing->builder.context, 8), &bytes, 1, 0);
  const uint8_t zero = 0;
  tern_vec_push(values, tern_dense_elements_attr_get(type, &zero, true));
}

// Stores constants[first..end) in one buffer of `total` bytes. Constants at a place that is taken already are the same
// as what is there.
static void store(packing_t *packing, const constant_t *constants, size_t count, int64_t total) {
  attr_vec_t values = {0};
  int64_t end = 0;
  for (size_t i = 0; i < count; ++i) {
    if (constants[i].offset < end || constants[i].bytes == 0) continue;
    add_padding(packing, constants[i].offset - end, &values);
    tern_vec_push(&values, constants[i].value);
    end = constants[i].offset + constants[i].bytes;
  }
  add_padding(packing, total - end, &values);
  const tern_attr_t *contents =
      tern_util_composite_attr_get(total, tern_array_attr_get(packing->builder.context, values.values, values.count));
  tern_vec_deinitialize(&values);
  const tern_type_t *type = constants[0].result->type;
  tern_value_t *buffer = build_buffer(packing, contents, packing->config.min_buffer_offset_alignment);
  tern_value_t *size = build_index(packing, total);
  bool is_constant = tern_stream_resource_type_lifetime(type) == TERN_STREAM_LIFETIME_CONSTANT;
  read_result_t read =
      is_constant ? build_try_map(packing, type, buffer, size) : build_file_read(packing, type, buffer, size);
  for (size_t i = 0; i < count; ++i) replace_by_subview(packing, &constants[i], read.resource, size);
  tern_vec_push(&packing->timepoints, read.timepoint);
}

// Gives each constant its place, up to where the storage would be larger than an allocation may be. Returns how many
// were placed (at least one) and the size of the storage.
static size_t place_constants(packing_t *packing, constant_t *constants, size_t count, bool shares,
                              int64_t *out_total) {
  int64_t alignment = packing->config.min_buffer_offset_alignment, total = 0;
  tern_map_t places = {0};  // contents -> the constant that has them
  size_t placed = 0;
  for (; placed < count; ++placed) {
    constant_t *constant = &constants[placed];
    const constant_t *same = shares ? tern_map_get(&places, contents_of(constant->value)) : NULL;
    if (same && same->bytes == constant->bytes) {
      constant->offset = same->offset;
      continue;
    }
    int64_t offset = align_up(total, alignment);
    if (placed > 0 && offset + constant->bytes > packing->config.max_allocation_size) break;
    constant->offset = offset;
    total = offset + align_up(constant->bytes, packing->config.min_buffer_range_alignment);
    tern_map_set(&places, contents_of(constant->value), constant);
  }
  tern_map_deinitialize(&places);
  *out_total = total;
  return placed;
}

static void store_all(packing_t *packing, constant_vec_t *constants) {
  for (size_t first = 0; first < constants->count;) {
    constant_t *rest = constants->values + first;
    bool shares = tern_stream_resource_type_lifetime(rest->result->type) == TERN_STREAM_LIFETIME_CONSTANT;
    int64_t total;
    size_t count = place_constants(packing, rest, constants->count - first, shares, &total);
    store(packing, rest, count, total);
    first += count;
  }
}

// --- splats ---

static void fill_all(packing_t *packing, constant_vec_t *constants) {
  if (constants->count == 0) return;
  int64_t total;
  for (size_t first = 0; first < constants->count;) {
    constant_t *rest = constants->values + first;
    size_t count = place_constants(packing, rest, constants->count - first, false, &total);
    tern_context_t *context = packing->builder.context;
    tern_value_t *size = build_index(packing, total);
    tern_value_t *resource = build_alloc(packing, rest->result->type, size);
    TERN_VEC(tern_value_t *) operands = {0};
    for (size_t i = 0; i < count; ++i) {
      uint32_t pattern, width;
      fill_pattern(rest[i].value, &pattern, &width);
      tern_vec_push(&operands, build_index(packing, rest[i].offset));
      tern_vec_push(&operands, build_index(packing, rest[i].bytes));
      tern_vec_push(&operands, tern_arith_constant_int(&packing->builder, tern_i_type_get(context, width), pattern));
    }
    tern_op_t *execute =
        tern_build(&packing->builder, TERN_STREAM(CMD_EXECUTE), .operands = TERN_VALUES(resource, size, packing->await),
                   .segments = (const int32_t[]){1, 1, 1}, .regions = 1, .types = TERN_TYPES(timepoint_type(packing)),
                   .attrs = TERN_ATTRS({"once", tern_unit_attr_get(context)}));
    set_affinity(packing, execute);
    tern_builder_t outer = packing->builder;
    tern_block_t *body = tern_builder_add_block(&packing->builder, &execute->regions[0], TERN_TYPES(resource->type));
    for (size_t i = 0; i < count; ++i) {
      tern_value_t **values = operands.values + 3 * i;
      tern_build(&packing->builder, TERN_STREAM(CMD_FILL),
                 .operands = TERN_VALUES(body->args[0], size, values[0], values[1], values[2]));
    }
    tern_build(&packing->builder, TERN_STREAM(YIELD), .operands = {0});
    packing->builder = outer;
    for (size_t i = 0; i < count; ++i) replace_by_subview(packing, &rest[i], resource, size);
    tern_vec_push(&packing->timepoints, tern_op_result(execute, 0));
    tern_vec_deinitialize(&operands);
    first += count;
  }
}

// --- parameters ---

static tern_value_t *build_text(packing_t *packing, tern_str_t text) {
  return build_buffer(packing, tern_string_attr_get(packing->builder.context, text), 0);
}

static int64_t config_value(const constant_t *constant, const char *name, int64_t otherwise) {
  const tern_attr_t *config = tern_stream_parameter_attr_config(constant->value);
  const tern_attr_t *value = config ? tern_dictionary_attr_lookup(config, tern_str_from_cstr(name)) : NULL;
  return tern_attr_is_integer(value) ? tern_integer_attr_value(value) : otherwise;
}

static bool are_in_one_scope(const constant_t *a, const constant_t *b) {
  return tern_str_equal(tern_stream_parameter_attr_scope(a->value), tern_stream_parameter_attr_scope(b->value));
}

// Operands of a batch: scope, keys, offsets in the parameters.
static void add_references(packing_t *packing, const constant_vec_t *batch, value_vec_t *operands,
                           int32_t *out_segments) {
  tern_str_t scope = tern_stream_parameter_attr_scope(batch->values[0].value);
  const tern_type_t *i64 = tern_i_type_get(packing->builder.context, 64);
  if (scope.data) tern_vec_push(operands, build_text(packing, scope));
  for (size_t i = 0; i < batch->count; ++i) {
    tern_vec_push(operands, build_text(packing, tern_stream_parameter_attr_key(batch->values[i].value)));
  }
  for (size_t i = 0; i < batch->count; ++i) {
    int64_t offset = config_value(&batch->values[i], "offset", 0);
    tern_vec_push(operands, tern_arith_constant_int(&packing->builder, i64, offset));
  }
  out_segments[0] = scope.data != NULL;
  out_segments[1] = out_segments[2] = (int32_t)batch->count;
}

static int64_t length_of(const constant_t *constant) { return config_value(constant, "length", constant->bytes); }

// One resource each: parameters that can be used where they are.
static void load_batch(packing_t *packing, const constant_vec_t *batch) {
  value_vec_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  int32_t segments[5];
  add_references(packing, batch, &operands, segments);
  for (size_t i = 0; i < batch->count; ++i) {
    tern_vec_push(&operands, build_index(packing, length_of(&batch->values[i])));
    tern_vec_push(&types, batch->values[i].result->type);
  }
  tern_vec_push(&operands, packing->await);
  tern_vec_push(&types, timepoint_type(packing));
  segments[3] = (int32_t)batch->count;
  segments[4] = 1;
  tern_op_t *load = tern_build(&packing->builder, TERN_STREAM(CMD_PARAMETER_LOAD), .segments = segments,
                               .operands = {operands.values, operands.count}, .types = {types.values, types.count});
  set_affinity(packing, load);
  for (size_t i = 0; i < batch->count; ++i) {
    tern_value_t *size = tern_stream_result_size(load, i);
    constant_t whole = batch->values[i];
    whole.offset = 0;
    replace_by_subview(packing, &whole, tern_op_result(load, i), size);
  }
  tern_vec_push(&packing->timepoints, tern_op_result(load, batch->count));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

// Copies of several parameters of one scope, into a resource that is there.
static void gather_batch(packing_t *packing, const constant_vec_t *batch, tern_value_t *resource, tern_value_t *size) {
  value_vec_t operands = {0};
  int32_t count = (int32_t)batch->count, segments[] = {0, 0, 0, 1, 1, count, count, 1};
  add_references(packing, batch, &operands, segments);
  tern_vec_push(&operands, resource);
  tern_vec_push(&operands, size);
  for (size_t i = 0; i < batch->count; ++i) {
    tern_vec_push(&operands, build_index(packing, batch->values[i].offset));
  }
  for (size_t i = 0; i < batch->count; ++i) {
    tern_vec_push(&operands, build_index(packing, length_of(&batch->values[i])));
  }
  tern_vec_push(&operands, packing->await);
  tern_op_t *gather =
      tern_build(&packing->builder, TERN_STREAM(CMD_PARAMETER_GATHER), .segments = segments,
                 .operands = {operands.values, operands.count}, .types = TERN_TYPES(timepoint_type(packing)));
  set_affinity(packing, gather);
  tern_vec_push(&packing->timepoints, tern_op_result(gather, 0));
  tern_vec_deinitialize(&operands);
}

// Calls back for the constants of each scope together, in order of the scopes' first ones.
static void for_each_scope(packing_t *packing, const constant_t *constants, size_t count, tern_value_t *resource,
                           tern_value_t *size) {
  constant_vec_t batch = {0};
  for (size_t i = 0; i < count; ++i) {
    bool is_first = true;
    for (size_t k = 0; k < i; ++k) is_first &= !are_in_one_scope(&constants[k], &constants[i]);
    if (!is_first) continue;
    batch.count = 0;
    for (size_t k = i; k < count; ++k) {
      if (are_in_one_scope(&constants[k], &constants[i])) tern_vec_push(&batch, constants[k]);
    }
    if (resource) {
      gather_batch(packing, &batch, resource, size);
    } else {
      load_batch(packing, &batch);
    }
  }
  tern_vec_deinitialize(&batch);
}

// Reorders the constants, otherwise kept in order, and returns how many have at least `threshold` bytes.
static size_t move_large_ones_ahead(constant_vec_t *constants, int64_t threshold) {
  constant_vec_t small = {0};
  size_t count = 0;
  for (size_t i = 0; i < constants->count; ++i) {
    if (length_of(&constants->values[i]) >= threshold) {
      constants->values[count++] = constants->values[i];
    } else {
      tern_vec_push(&small, constants->values[i]);
    }
  }
  for (size_t i = 0; i < small.count; ++i) constants->values[count + i] = small.values[i];
  tern_vec_deinitialize(&small);
  return count;
}

static void load_parameters(packing_t *packing, constant_vec_t *parameters) {
  if (parameters->count == 0) return;
  bool is_constant =
      tern_stream_resource_type_lifetime(parameters->values[0].result->type) == TERN_STREAM_LIFETIME_CONSTANT;
  size_t loaded_count = 0;
  if (is_constant) {
    int64_t threshold = packing->config.memory_model == TERN_STREAM_MEMORY_UNIFIED ? 0 : LOAD_THRESHOLD;
    loaded_count = move_large_ones_ahead(parameters, threshold);
    for_each_scope(packing, parameters->values, loaded_count, NULL, NULL);
  }
  for (size_t first = loaded_count; first < parameters->count;) {
    constant_t *rest = parameters->values + first;
    int64_t total;
    size_t count = place_constants(packing, rest, parameters->count - first, is_constant, &total);
    if (count == 1) {
      for_each_scope(packing, rest, 1, NULL, NULL);
    } else {
      tern_value_t *size = build_index(packing, total);
      tern_value_t *resource = build_alloc(packing, rest->result->type, size);
      for_each_scope(packing, rest, count, resource, size);
      for (size_t i = 0; i < count; ++i) replace_by_subview(packing, &rest[i], resource, size);
    }
    first += count;
  }
}

// --- ops ---

typedef enum storage_kind { IS_STORED, IS_FILLED, IS_PARAMETER, KIND_COUNT } storage_kind_t;

static storage_kind_t kind_of(const constant_t *constant) {
  uint32_t pattern, width;
  if (tern_attr_is_stream_parameter(constant->value)) return IS_PARAMETER;
  return constant->bytes >= FILL_THRESHOLD && fill_pattern(constant->value, &pattern, &width) ? IS_FILLED : IS_STORED;
}

static bool pack_constants(tern_op_t *op) {
  packing_t packing = {.op = op, .builder = tern_builder_before(op), .config = tern_stream_resource_config_lookup(op)};
  const tern_attr_t *values = tern_op_attr(op, "values");
  constant_vec_t kinds[KIND_COUNT][TERN_STREAM_LIFETIME_COUNT] = {0};
  bool is_ok = true;
  for (size_t i = 0; i + 1 < op->result_count && is_ok; ++i) {
    constant_t constant = {.result = tern_op_result(op, i),
                           .size = tern_stream_result_size(op, i),
                           .value = tern_array_attr_at(values, i)};
    constant.bytes = bytes_of(constant.value);
    if (constant.bytes < 0 && !tern_value_constant_int(constant.size, &constant.bytes)) {
      is_ok = tern_op_error(op, "constant %zu has no known size: %s", i, tern_attr_text(constant.value));
    }
    int lifetime = tern_stream_resource_type_lifetime(constant.result->type);
    tern_vec_push(&kinds[kind_of(&constant)][lifetime], constant);
  }
  if (is_ok) {
    packing.await = tern_build_value(&packing.builder, TERN_STREAM(TIMEPOINT_IMMEDIATE),
                                     .types = TERN_TYPES(timepoint_type(&packing)));
    for (int lifetime = 0; lifetime < TERN_STREAM_LIFETIME_COUNT; ++lifetime) {
      store_all(&packing, &kinds[IS_STORED][lifetime]);
      fill_all(&packing, &kinds[IS_FILLED][lifetime]);
      load_parameters(&packing, &kinds[IS_PARAMETER][lifetime]);
    }
    tern_value_t *timepoint = packing.await;
    if (packing.timepoints.count == 1) timepoint = packing.timepoints.values[0];
    if (packing.timepoints.count > 1) {
      timepoint = tern_build_value(&packing.builder, TERN_STREAM(TIMEPOINT_JOIN),
                                   .operands = {packing.timepoints.values, packing.timepoints.count},
                                   .types = TERN_TYPES(timepoint_type(&packing)));
    }
    tern_value_replace_all_uses(tern_op_result(op, op->result_count - 1), timepoint);
    tern_op_destroy(op);
  }
  for (int kind = 0; kind < KIND_COUNT; ++kind) {
    for (int i = 0; i < TERN_STREAM_LIFETIME_COUNT; ++i) tern_vec_deinitialize(&kinds[kind][i]);
  }
  tern_vec_deinitialize(&packing.timepoints);
  return is_ok;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_STREAM(RESOURCE_CONSTANTS))) return TERN_WALK_ADVANCE;
  tern_pass_count(user, 0, (int64_t)op->result_count - 1);
  return pack_constants(op) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool run(tern_op_t *op, tern_pass_t *pass) { return tern_op_walk_post(op, visit, pass) != TERN_WALK_INTERRUPT; }

const tern_pass_def_t tern_stream_pack_constants_pass = {
    .flag = "iree-stream-pack-constants",
    .name = "PackConstantsPass",
    .summary = "Put constants side by side in images, and decide where these lie at run time",
    .description =
        "Constants of one upload share a buffer in the program, aligned, equal ones stored once. It is mapped "
        "if the device can, else read. Long splats are filled on the device; parameters are loaded or gathered "
        "from outside of the program.",
    .statistics = (const char *const[]){"num-constants - Number of constants packed", NULL},
    .run = run,
};
