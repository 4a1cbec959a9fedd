// --iree-stream-encode-host-tensors: stream.tensor.* to stream.async.*: tensors as ranges of bytes (upstream:
// Stream/Transforms/EncodeTensors.cpp).
//
//   %n = stream.tensor.sizeof tensor<?x4xf32>{%d} : index                 %n = arith.muli %d, %c16
//   %1 = stream.tensor.slice %0[%i, %c0 for %c1, %c4] : ...       ->      %1 = stream.async.slice %0[%o to %e] : ...
//
// Slices, updates and fills of rectangles that are no single run of bytes are refused: dispatches do those.
// stream.tensor.import, export and trace keep their encodings.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/stream/encoding.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

typedef struct encoder {
  tern_builder_t builder;  // before the op
  tern_arena_t *arena;
  bool is_ok;
} encoder_t;

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static const tern_type_t *encoding_of(const tern_op_t *op, const char *name) {
  return tern_type_attr_value(tern_op_attr(op, name));
}

static tern_values_t group(encoder_t *encoder, const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  tern_value_t **values = tern_arena_alloc(encoder->arena, (count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_operand(op, start + i);
  return (tern_values_t){values, count};
}

static bool replace(tern_op_t *op, tern_value_t *value) {
  tern_value_replace_all_uses(&op->results[0], value);
  tern_op_destroy(op);
  return true;
}

// Builds `row` in place of `op`, with its affinity and its result's type.
static bool replace_with(encoder_t *encoder, tern_op_t *op, const tern_op_row_t *row, tern_values_t operands) {
  tern_op_t *made = tern_build(&encoder->builder, row, .operands = operands, .types = TERN_TYPES(op->results[0].type));
  bool has_affinity = tern_op_def_slot(op->def, TERN_STR("affinity")) >= 0;
  if (has_affinity && tern_op_attr(op, "affinity")) tern_op_set_attr(made, "affinity", tern_op_attr(op, "affinity"));
  return replace(op, &made->results[0]);
}

// --- values ---

static bool encode_sizeof(encoder_t *encoder, tern_op_t *op) {
  tern_value_t *size = tern_stream_build_storage_size(&encoder->builder, op, encoding_of(op, "encoding"),
                                                      group(encoder, op, "encoding_dims"));
  return size && replace(op, size);
}

static bool encode_empty(encoder_t *encoder, tern_op_t *op) {
  return replace_with(encoder, op, TERN_STREAM(ASYNC_ALLOCA), TERN_VALUES(named(op, "result_size")));
}

static bool encode_constant(encoder_t *encoder, tern_op_t *op) {
  const tern_type_t *encoding = encoding_of(op, "result_encoding");
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_value_t *size =
      tern_stream_build_storage_size(&encoder->builder, op, encoding, group(encoder, op, "result_encoding_dims"));
  if (!size) return false;
  // One value over and over is filled in, which takes no space in the program.
  const tern_attr_t *pattern = tern_stream_splat_pattern(value);
  const tern_types_t types = TERN_TYPES(op->results[0].type);
  tern_op_t *made = NULL;
  if (pattern) {
    tern_value_t *repeated = tern_build_constant(&encoder->builder, pattern);
    made = tern_build(&encoder->builder, TERN_STREAM(ASYNC_SPLAT), .operands = TERN_VALUES(repeated, size),
                      .types = types);
  } else {
    made = tern_build(&encoder->builder, TERN_STREAM(ASYNC_CONSTANT), .operands = TERN_VALUES(size), .types = types,
                      .attrs = TERN_ATTRS({"value", value}));
  }
  if (tern_op_attr(op, "affinity")) tern_op_set_attr(made, "affinity", tern_op_attr(op, "affinity"));
  // Its size is this one from now on.
  for (tern_operand_t *use = op->results[0].first_use; use;) {
    tern_op_t *user = use->owner;
    use = use->next;
    if (!tern_op_is(user, TERN_STREAM(RESOURCE_SIZE))) continue;
    tern_value_replace_all_uses(&user->results[0], size);
  }
  return replace(op, &made->results[0]);
}

// A constant of more bits than a pattern may have is written out.
static bool encode_wide_splat(encoder_t *encoder, tern_op_t *op, const tern_attr_t *value) {
  const tern_type_t *encoding = encoding_of(op, "result_encoding");
  if (!tern_type_has_static_shape(encoding)) return false;
  tern_op_t *made =
      tern_build(&encoder->builder, TERN_STREAM(ASYNC_CONSTANT), .operands = TERN_VALUES(named(op, "result_size")),
                 .types = TERN_TYPES(op->results[0].type),
                 .attrs = TERN_ATTRS({"value", tern_dense_elements_attr_get_splat(encoding, value)}));
  return replace(op, &made->results[0]);
}

static bool encode_splat(encoder_t *encoder, tern_op_t *op) {
  tern_value_t *value = named(op, "value");
  const tern_attr_t *constant = tern_value_constant(value);
  if (constant && tern_stream_element_size(value->type) > 8 && encode_wide_splat(encoder, op, constant)) return true;
  tern_value_t *pattern = tern_stream_build_pattern(&encoder->builder, op, value);
  if (!pattern) return false;
  return replace_with(encoder, op, TERN_STREAM(ASYNC_SPLAT), TERN_VALUES(pattern, named(op, "result_size")));
}

// Values do not change, so that a copy is the value itself; iree-stream-materialize-copy-on-write makes the copies that
// memory needs.
static bool encode_clone(encoder_t *encoder, tern_op_t *op) {
  if (named(op, "source")->type == op->results[0].type) return replace(op, named(op, "source"));
  return replace_with(encoder, op, TERN_STREAM(ASYNC_CLONE),
                      TERN_VALUES(named(op, "source"), named(op, "source_size"), named(op, "result_size")));
}

static bool encode_encode(encoder_t *encoder, tern_op_t *op) {
  const tern_type_t *from = encoding_of(op, "source_encoding"), *to = encoding_of(op, "result_encoding");
  if (tern_tensor_type_encoding(from) != tern_tensor_type_encoding(to)) {
    return tern_op_error(op, "changes the encoding from %s to %s, which no target does", tern_type_text(from),
                         tern_type_text(to));
  }
  return encode_clone(encoder, op);
}

// --- parts ---

static bool check_run(const tern_op_t *op, const tern_type_t *encoding, tern_values_t lengths) {
  if (!tern_stream_is_scattered(encoding, lengths)) return true;
  tern_op_error(op, "touches a rectangle of %s that is no single run of bytes", tern_type_text(encoding));
  tern_emit_note(op->loc, "a dispatch has to do this; flow.tensor.slice and flow.tensor.update are for runs of bytes");
  return false;
}

static bool encode_slice(encoder_t *encoder, tern_op_t *op) {
  const tern_type_t *encoding = encoding_of(op, "source_encoding");
  if (!check_run(op, encoding, group(encoder, op, "lengths"))) return false;
  tern_value_t *offset = tern_stream_build_element_offset(
      &encoder->builder, op, encoding, group(encoder, op, "source_encoding_dims"), group(encoder, op, "start_indices"));
  if (!offset) return false;
  tern_value_t *size = named(op, "result_size"), *end = tern_build_index_add(&encoder->builder, offset, size);
  return replace_with(encoder, op, TERN_STREAM(ASYNC_SLICE),
                      TERN_VALUES(named(op, "source"), named(op, "source_size"), offset, end, size));
}

static bool encode_update(encoder_t *encoder, tern_op_t *op) {
  const tern_type_t *encoding = encoding_of(op, "target_encoding"), *update = encoding_of(op, "update_encoding");
  value_list_t lengths = {0};
  if (tern_type_rank(update) == tern_type_rank(encoding) && tern_type_has_static_shape(update)) {
    for (size_t i = 0; i < tern_type_rank(update); ++i) {
      tern_vec_push(&lengths, tern_build_index(&encoder->builder, tern_type_dim(update, i)));
    }
  }
  bool is_run = check_run(op, encoding, (tern_values_t){lengths.values, lengths.count});
  tern_vec_deinitialize(&lengths);
  if (!is_run) return false;
  tern_value_t *offset = tern_stream_build_element_offset(
      &encoder->builder, op, encoding, group(encoder, op, "target_encoding_dims"), group(encoder, op, "start_indices"));
  if (!offset) return false;
  tern_value_t *size = named(op, "update_size"), *end = tern_build_index_add(&encoder->builder, offset, size);
  return replace_with(
      encoder, op, TERN_STREAM(ASYNC_UPDATE),
      TERN_VALUES(named(op, "target"), named(op, "target_size"), offset, end, named(op, "update"), size));
}

static bool encode_fill(encoder_t *encoder, tern_op_t *op) {
  tern_builder_t *builder = &encoder->builder;
  const tern_type_t *encoding = encoding_of(op, "target_encoding");
  tern_values_t starts = group(encoder, op, "start_indices"), lengths = group(encoder, op, "lengths");
  if (!check_run(op, encoding, lengths)) return false;
  tern_value_t *pattern = tern_stream_build_pattern(builder, op, named(op, "value"));
  tern_value_t *offset =
      tern_stream_build_element_offset(builder, op, encoding, group(encoder, op, "target_encoding_dims"), starts);
  if (!pattern || !offset) return false;
  tern_value_t *length = named(op, "target_size");
  if (lengths.count) {
    length = tern_build_index(builder, tern_stream_element_size(tern_type_element(encoding)));
    for (size_t i = 0; i < lengths.count; ++i) length = tern_build_index_mul(builder, lengths.values[i], length);
  }
  tern_value_t *end = tern_build_index_add(builder, offset, length);
  return replace_with(encoder, op, TERN_STREAM(ASYNC_FILL),
                      TERN_VALUES(named(op, "target"), named(op, "target_size"), offset, end, length, pattern));
}

// --- elements on the host ---

static bool encode_load(encoder_t *encoder, tern_op_t *op) {
  const tern_type_t *encoding = encoding_of(op, "source_encoding"), *type = op->results[0].type;
  if (type->kind == TERN_TYPE_VECTOR || type->kind == TERN_TYPE_COMPLEX || tern_stream_element_size(type) > 8) {
    return tern_op_error(op, "loads a value of type %s, which the host cannot hold", tern_type_text(type));
  }
  tern_value_t *offset = tern_stream_build_element_offset(
      &encoder->builder, op, encoding, group(encoder, op, "source_encoding_dims"), group(encoder, op, "indices"));
  if (!offset) return false;
  tern_value_t *stored =
      tern_build_value(&encoder->builder, TERN_STREAM(ASYNC_LOAD),
                       .operands = TERN_VALUES(named(op, "source"), named(op, "source_size"), offset),
                       .types = TERN_TYPES(tern_stream_storage_type(type)));
  return replace(op, tern_stream_from_storage(&encoder->builder, stored, type));
}

static bool encode_store(encoder_t *encoder, tern_op_t *op) {
  tern_value_t *value = named(op, "value");
  if (value->type->kind == TERN_TYPE_VECTOR || value->type->kind == TERN_TYPE_COMPLEX ||
      tern_stream_element_size(value->type) > 8) {
    return tern_op_error(op, "stores a value of type %s, which the host cannot hold", tern_type_text(value->type));
  }
  tern_value_t *offset =
      tern_stream_build_element_offset(&encoder->builder, op, encoding_of(op, "target_encoding"),
                                       group(encoder, op, "target_encoding_dims"), group(encoder, op, "indices"));
  if (!offset) return false;
  tern_value_t *stored =
      tern_stream_storage_type(value->type) == value->type ? value : tern_stream_to_storage(&encoder->builder, value);
  return replace_with(encoder, op, TERN_STREAM(ASYNC_STORE),
                      TERN_VALUES(named(op, "target"), named(op, "target_size"), offset, stored));
}

// --- dispatches and parameters ---

static bool encode_dispatch(encoder_t *encoder, tern_op_t *op) {
  tern_values_t workload = group(encoder, op, "workload"), operands = group(encoder, op, "mixed_operands");
  tern_values_t sizes = group(encoder, op, "operand_sizes"), result_sizes = group(encoder, op, "result_sizes");
  tern_value_t *zero = sizes.count ? tern_build_index(&encoder->builder, 0) : NULL;
  const tern_values_t lists[] = {workload, operands, sizes, sizes, sizes, sizes, result_sizes};
  enum { GROUPS = 7, OFFSETS = 3 };
  int32_t segments[GROUPS];
  value_list_t all = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < GROUPS; ++i) {
    segments[i] = (int32_t)lists[i].count;
    for (size_t k = 0; k < lists[i].count; ++k) tern_vec_push(&all, i == OFFSETS ? zero : lists[i].values[k]);
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_op_t *made = tern_build(&encoder->builder, TERN_STREAM(ASYNC_DISPATCH), .operands = {all.values, all.count},
                               .types = {types.values, types.count}, .segments = segments);
  static const char *const kept[] = {"entry_points", "tied_operands", "affinity"};
  for (size_t i = 0; i < 3; ++i) {
    if (tern_op_attr(op, kept[i])) tern_op_set_attr(made, kept[i], tern_op_attr(op, kept[i]));
  }
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_op_set_attr_str(made, tern_ident_str(tern_dictionary_attr_name(op->attrs, i)),
                         tern_dictionary_attr_at(op->attrs, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], &made->results[i]);
  tern_op_destroy(op);
  tern_vec_deinitialize(&all);
  tern_vec_deinitialize(&types);
  return true;
}

// The value once the parameter has been read or written.
static bool replace_awaited(encoder_t *encoder, tern_op_t *op, tern_op_t *made, tern_value_t *size) {
  const int32_t segments[] = {1, 1, 1};
  if (tern_op_attr(op, "affinity")) tern_op_set_attr(made, "affinity", tern_op_attr(op, "affinity"));
  tern_value_t *awaited = tern_build_value(&encoder->builder, TERN_STREAM(TIMEPOINT_AWAIT),
                                           .operands = TERN_VALUES(&made->results[0], size, &made->results[1]),
                                           .types = TERN_TYPES(op->results[0].type), .segments = segments);
  return replace(op, awaited);
}

static bool encode_parameter_load(encoder_t *encoder, tern_op_t *op) {
  tern_value_t *scope = named(op, "source_scope"), *size = named(op, "result_size");
  const int32_t segments[] = {scope != NULL, 1, 1, 1, 0};
  tern_value_t *const operands[] = {scope, named(op, "source_key"), named(op, "source_offset"), size};
  size_t skipped = scope ? 0 : 1;
  tern_op_t *made =
      tern_build(&encoder->builder, TERN_STREAM(ASYNC_PARAMETER_LOAD), .operands = {operands + skipped, 4 - skipped},
                 .types = TERN_TYPES(op->results[0].type, tern_stream_timepoint_type_get(encoder->builder.context)),
                 .segments = segments);
  return replace_awaited(encoder, op, made, size);
}

static bool encode_parameter_write(encoder_t *encoder, tern_op_t *op) {
  tern_value_t *scope = named(op, "target_scope"), *size = named(op, "source_size");
  tern_value_t *zero = tern_build_index(&encoder->builder, 0);
  value_list_t operands = {0};
  tern_value_t *const given[] = {named(op, "source"),       size, zero, size, size, scope, named(op, "target_key"),
                                 named(op, "target_offset")};
  for (size_t i = 0; i < 8; ++i) {
    if (given[i]) tern_vec_push(&operands, given[i]);
  }
  const int32_t segments[] = {1, 1, 1, 1, 1, scope != NULL, 1, 1, 0};
  tern_op_t *made =
      tern_build(&encoder->builder, TERN_STREAM(ASYNC_PARAMETER_WRITE), .operands = {operands.values, operands.count},
                 .types = TERN_TYPES(op->results[0].type, tern_stream_timepoint_type_get(encoder->builder.context)),
                 .segments = segments);
  tern_vec_deinitialize(&operands);
  return replace_awaited(encoder, op, made, size);
}

// --- the pass ---

static const struct {
  const tern_op_row_t *row;
  bool (*encode)(encoder_t *encoder, tern_op_t *op);
} rules[] = {
    {TERN_STREAM(TENSOR_SIZEOF), encode_sizeof},
    {TERN_STREAM(TENSOR_EMPTY), encode_empty},
    {TERN_STREAM(TENSOR_CONSTANT), encode_constant},
    {TERN_STREAM(TENSOR_SPLAT), encode_splat},
    {TERN_STREAM(TENSOR_CLONE), encode_clone},
    {TERN_STREAM(TENSOR_ENCODE), encode_encode},
    {TERN_STREAM(TENSOR_SLICE), encode_slice},
    {TERN_STREAM(TENSOR_UPDATE), encode_update},
    {TERN_STREAM(TENSOR_FILL), encode_fill},
    {TERN_STREAM(TENSOR_LOAD), encode_load},
    {TERN_STREAM(TENSOR_STORE), encode_store},
    {TERN_STREAM(TENSOR_DISPATCH), encode_dispatch},
    {TERN_STREAM(TENSOR_PARAMETER_LOAD), encode_parameter_load},
    {TERN_STREAM(TENSOR_PARAMETER_WRITE), encode_parameter_write},
};

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  encoder_t *encoder = user;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (!tern_op_is(op, rules[i].row)) continue;
    encoder->builder = tern_builder_before(op);
    encoder->is_ok = rules[i].encode(encoder, op);
    return encoder->is_ok ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  encoder_t encoder = {.arena = tern_pass_scratch(pass), .is_ok = true};
  tern_op_walk_post(op, visit, &encoder);
  return encoder.is_ok;
}

const tern_pass_def_t tern_stream_encode_host_tensors_pass = {
    .flag = "iree-stream-encode-host-tensors",
    .alias = "iree-stream-encode-tensors",
    .name = "EncodeHostTensors",
    .summary = "Encodes tensors of the host program as ranges of bytes",
    .description =
        "Sizes, offsets and fill patterns follow from the types. An element takes the next power of two of "
        "bytes. Types without a layout in memory and rectangles that are no single run of bytes are refused.",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, &tern_arith_dialect, NULL},
    .run = run,
};
