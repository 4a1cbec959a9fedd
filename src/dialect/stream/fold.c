// stream: folds and canonical forms.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/hooks.h"
#include "dialect/stream/stream.h"
#include "rewrite/rewriter.h"

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static bool is_zero(const tern_value_t *value) {
  int64_t constant;
  return tern_index_constant(value, &constant) && constant == 0;
}

// One value, or equal constants.
static bool are_equal(const tern_value_t *a, const tern_value_t *b) {
  int64_t x, y;
  return a == b || (tern_index_constant(a, &x) && tern_index_constant(b, &y) && x == y);
}

static tern_fold_status_t replace_by(tern_value_t *value, tern_fold_result_t *out) {
  out[0].value = value;
  return TERN_FOLD_REPLACED;
}

tern_op_t *tern_stream_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                            const tern_attr_t *loc) {
  tern_builder_t builder = {.context = context, .loc = loc};
  if (value->kind == TERN_ATTR_DIALECT && value->row == TERN_STREAM_ATTR(TIMEPOINT)) {
    return tern_build(&builder, TERN_STREAM(TIMEPOINT_IMMEDIATE), .types = TERN_TYPES(type));
  }
  // Sizes and offsets are plain numbers.
  if (!tern_attr_is_integer(value) || tern_attr_type(value) != type) return NULL;
  return tern_value_defining_op(tern_build_constant(&builder, value));
}

// --- sizes ---

// The size of a result in a group of sizes, which holds one for each resource among the results.
static tern_value_t *size_in_group(const tern_op_t *op, size_t result, const char *group) {
  size_t start, count, index = 0;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < result; ++i) index += tern_type_is_stream_resource(op->results[i].type);
  return index < count ? tern_op_operand(op, start + index) : NULL;
}

tern_value_t *tern_stream_stated_size(const tern_value_t *value) {
  static const char *const groups[] = {"result_sizes", "result_size",   "storage_size",          "target_size",
                                       "size",         "resource_size", "resource_operand_sizes"};
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->def->dialect != &tern_stream_dialect || !tern_type_is_stream_resource(value->type)) return NULL;
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; ++i) {
    for (size_t k = 0; k < op->def->operand_count; ++k) {
      if (strcmp(op->def->operands[k].name->data, groups[i]) == 0) return size_in_group(op, value->index, groups[i]);
    }
  }
  return NULL;
}

tern_fold_status_t tern_stream_fold_size(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  tern_value_t *size = tern_stream_stated_size(tern_op_operand(op, 0));
  return size ? replace_by(size, out) : TERN_FOLD_FAILED;
}

// --- timepoints ---

static bool is_immediate(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == TERN_STREAM_ATTR(TIMEPOINT);
}

tern_fold_status_t tern_stream_fold_immediate(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out) {
  (void)operands;
  out[0].attr = tern_stream_timepoint_attr_get(tern_op_context(op));
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_stream_fold_join(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  tern_value_t *only = NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (is_immediate(operands[i]) || operand == only) continue;
    if (only) return TERN_FOLD_FAILED;
    only = operand;
  }
  if (only) return replace_by(only, out);
  out[0].attr = tern_stream_timepoint_attr_get(tern_op_context(op));
  return TERN_FOLD_REPLACED;
}

typedef TERN_VEC(tern_value_t *) value_list_t;

// Nested joins are one; immediate timepoints and doubles say nothing.
bool tern_stream_canonicalize_join(tern_op_t *op, tern_rewriter_t *rewriter) {
  value_list_t kept = {0};
  bool changed = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    const tern_op_t *inner = tern_value_defining_op(operand);
    bool is_join = inner && tern_op_is(inner, TERN_STREAM(TIMEPOINT_JOIN));
    size_t count = is_join ? inner->operand_count : 1;
    changed = changed || is_join;
    for (size_t k = 0; k < count; ++k) {
      tern_value_t *timepoint = is_join ? tern_op_operand(inner, k) : operand;
      bool is_needed = !is_immediate(tern_value_constant(timepoint));
      for (size_t j = 0; j < kept.count && is_needed; ++j) is_needed = kept.values[j] != timepoint;
      if (is_needed) tern_vec_push(&kept, timepoint);
      changed = changed || !is_needed;
    }
  }
  if (changed) {
    tern_op_set_operands(op, (tern_values_t){kept.values, kept.count});
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&kept);
  return changed;
}

tern_fold_status_t tern_stream_fold_await(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  size_t start, count, timepoint, unused;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  tern_op_operands_named(op, "await_timepoint", &timepoint, &unused);
  if (!op->result_count || !is_immediate(operands[timepoint])) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->result_count; ++i) out[i].value = tern_op_operand(op, start + i);
  return TERN_FOLD_REPLACED;
}

// Resources that nobody asks for after the wait are not part of it.
bool tern_stream_canonicalize_await(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t used = 0, start, count, sizes, size_count;
  for (size_t i = 0; i < op->result_count; ++i) used += tern_value_has_uses(&op->results[i]);
  if (used == op->result_count || used == 0) return false;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  tern_op_operands_named(op, "resource_operand_sizes", &sizes, &size_count);
  value_list_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_value_has_uses(&op->results[i])) continue;
    tern_vec_push(&operands, tern_op_operand(op, start + i));
    tern_vec_push(&types, op->results[i].type);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_value_has_uses(&op->results[i])) tern_vec_push(&operands, tern_op_operand(op, sizes + i));
  }
  tern_vec_push(&operands, named(op, "await_timepoint"));
  const int32_t segments[] = {(int32_t)used, (int32_t)used, 1};
  tern_op_t *smaller =
      tern_build(&rewriter->builder, TERN_STREAM(TIMEPOINT_AWAIT), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .segments = segments);
  tern_op_set_attr(smaller, "sync", tern_op_attr(op, "sync"));
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    if (tern_value_has_uses(&op->results[i])) {
      tern_rewriter_replace_uses(rewriter, &op->results[i], &smaller->results[next++]);
    }
  }
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return true;
}

// What is awaited right before is there when that timepoint is reached.
bool tern_stream_canonicalize_barrier(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *resource = named(op, "resource");
  const tern_op_t *await = tern_value_defining_op(resource);
  if (!await || !tern_op_is(await, TERN_STREAM(TIMEPOINT_AWAIT))) return false;
  tern_rewriter_replace(rewriter, op,
                        TERN_VALUES(tern_op_operand(await, resource->index), named(await, "await_timepoint")));
  return true;
}

// --- commands ---

// Regions without commands. Who waits for the execution waits for what it would have waited for.
bool tern_stream_canonicalize_commands(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->first_op != tern_block_terminator(body)) return false;
  if (!op->result_count) {
    tern_rewriter_erase(rewriter, op);
    return true;
  }
  tern_value_t *timepoint = named(op, "await_timepoint");
  if (!timepoint) {
    timepoint = tern_build_value(&rewriter->builder, TERN_STREAM(TIMEPOINT_IMMEDIATE),
                                 .types = TERN_TYPES(op->results[0].type));
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(timepoint));
  return true;
}

// --- views and copies ---

// A copy may be the value itself if nobody writes the copy, or passes it on to one who may.
static bool is_only_read(const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    const tern_op_t *op = use->owner;
    if (op->def->dialect != &tern_stream_dialect || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) return false;
    for (size_t i = 0; i < op->result_count; ++i) {
      if (tern_stream_tied_operand(op, i) == (int64_t)tern_operand_index(use)) return false;
    }
  }
  return true;
}

static bool covers_source(const tern_op_t *op) {
  return is_zero(named(op, "source_offset")) && are_equal(named(op, "source_size"), named(op, "result_size")) &&
         named(op, "source")->type == op->results[0].type;
}

tern_fold_status_t tern_stream_fold_subview(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out) {
  (void)operands;
  return covers_source(op) ? replace_by(named(op, "source"), out) : TERN_FOLD_FAILED;
}

bool tern_stream_canonicalize_subview(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *outer = tern_value_defining_op(named(op, "source"));
  if (!outer || !tern_op_is(outer, TERN_STREAM(RESOURCE_SUBVIEW))) return false;
  tern_value_t *offset =
      tern_build_index_add(&rewriter->builder, named(outer, "source_offset"), named(op, "source_offset"));
  tern_rewriter_replace_with(
      rewriter, op, TERN_STREAM(RESOURCE_SUBVIEW),
      &(tern_build_args_t){.operands = TERN_VALUES(named(outer, "source"), named(outer, "source_size"), offset,
                                                   named(op, "result_size")),
                           .types = TERN_TYPES(op->results[0].type)});
  return true;
}

tern_fold_status_t tern_stream_fold_slice(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  bool is_source = covers_source(op) && is_only_read(&op->results[0]);
  return is_source ? replace_by(named(op, "source"), out) : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_stream_fold_update(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  // Memory that the caller gave is to be written, whatever was in it.
  if (tern_stream_resource_type_lifetime(op->results[0].type) == TERN_STREAM_LIFETIME_EXTERNAL) return TERN_FOLD_FAILED;
  if (!is_zero(named(op, "target_offset")) || !are_equal(named(op, "update_size"), named(op, "target_size")) ||
      named(op, "update")->type != op->results[0].type || !is_only_read(&op->results[0])) {
    return TERN_FOLD_FAILED;
  }
  return replace_by(named(op, "update"), out);
}

// The update with a splat is a fill. (That with a slice is a copy only if nobody writes the slice's source in between:
// iree-stream-elide-async-copies asks.)
bool tern_stream_canonicalize_update(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *splat = tern_value_defining_op(named(op, "update"));
  if (!splat || !tern_op_is(splat, TERN_STREAM(ASYNC_SPLAT))) return false;
  tern_op_t *fill =
      tern_build(&rewriter->builder, TERN_STREAM(ASYNC_FILL),
                 .operands = TERN_VALUES(named(op, "target"), named(op, "target_size"), named(op, "target_offset"),
                                         named(op, "target_end"), named(op, "update_size"), named(splat, "value")),
                 .types = TERN_TYPES(op->results[0].type));
  tern_op_set_attr(fill, "affinity", tern_op_attr(op, "affinity"));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(&fill->results[0]));
  return true;
}

// --- memory ---

static bool makes_memory(const tern_op_t *op) {
  return tern_op_is(op, TERN_STREAM(ASYNC_SPLAT)) || tern_op_is(op, TERN_STREAM(ASYNC_ALLOCA));
}

// The first op of the block that uses the result, itself or in a region of it; NULL if there are uses elsewhere.
static tern_op_t *first_user(const tern_op_t *op) {
  tern_op_t *first = NULL;
  tern_value_for_each_use(&op->results[0], use) {
    tern_op_t *user = use->owner;
    while (user && user->block != op->block) user = user->block ? tern_op_parent(user) : NULL;
    if (!user) return NULL;
    if (!first || tern_op_is_before(user, first)) first = user;
  }
  return first;
}

// Memory is made where it is first used, so that it is not there for longer, and in one submission with its use.
bool tern_stream_canonicalize_memory(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *user = first_user(op);
  if (!user) return false;
  // What is made for the same op stays in its order.
  const tern_op_t *next = op->next;
  while (next != user && makes_memory(next)) next = next->next;
  if (next == user) return false;
  tern_op_move_before(op, user);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// Transfers and casts that change nothing.
tern_fold_status_t tern_stream_fold_transfer(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out) {
  (void)operands;
  tern_value_t *source = named(op, "source");
  if (source->type != op->results[0].type) return TERN_FOLD_FAILED;
  if (tern_op_is(op, TERN_STREAM(ASYNC_TRANSFER)) &&
      tern_op_attr(op, "source_affinity") != tern_op_attr(op, "result_affinity")) {
    return TERN_FOLD_FAILED;
  }
  return replace_by(source, out);
}

// What is made cheaply is made in the state that is wanted.
static bool transfer_splat(tern_op_t *op, const tern_op_t *splat, tern_rewriter_t *rewriter) {
  bool is_staging = tern_stream_resource_type_lifetime(op->results[0].type) == TERN_STREAM_LIFETIME_STAGING;
  if (is_staging || tern_op_attr(op, "source_affinity") || tern_op_attr(op, "result_affinity")) return false;
  tern_rewriter_replace_with(
      rewriter, op, TERN_STREAM(ASYNC_SPLAT),
      &(tern_build_args_t){.operands = TERN_VALUES(named(splat, "value"), named(op, "result_size")),
                           .types = TERN_TYPES(op->results[0].type)});
  return true;
}

// To another state and back, in one place.
bool tern_stream_canonicalize_transfer(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *first = tern_value_defining_op(named(op, "source"));
  if (first && tern_op_is(first, TERN_STREAM(ASYNC_SPLAT))) return transfer_splat(op, first, rewriter);
  if (!first || !tern_op_is(first, TERN_STREAM(ASYNC_TRANSFER))) return false;
  if (named(first, "source")->type != op->results[0].type || !is_only_read(&op->results[0])) return false;
  if (tern_op_attr(first, "source_affinity") != tern_op_attr(op, "result_affinity")) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(named(first, "source")));
  return true;
}

// --- imports and exports ---

static bool same_dims(const tern_op_t *a, const char *group_a, const tern_op_t *b, const char *group_b) {
  size_t start_a, count_a, start_b, count_b;
  tern_op_operands_named(a, group_a, &start_a, &count_a);
  tern_op_operands_named(b, group_b, &start_b, &count_b);
  if (count_a != count_b) return false;
  for (size_t i = 0; i < count_a; ++i) {
    if (!are_equal(tern_op_operand(a, start_a + i), tern_op_operand(b, start_b + i))) return false;
  }
  return true;
}

// The import of what was exported, and the other way, with one encoding. Memory that was given away may be written, and is no
// longer what was imported.
tern_fold_status_t tern_stream_fold_import(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  (void)operands;
  bool is_import = tern_op_is(op, TERN_STREAM(TENSOR_IMPORT));
  const tern_op_t *other = tern_value_defining_op(named(op, "source"));
  if (!other || !tern_op_is(other, is_import ? TERN_STREAM(TENSOR_EXPORT) : TERN_STREAM(TENSOR_IMPORT))) {
    return TERN_FOLD_FAILED;
  }
  const tern_op_t *import = is_import ? op : other, *export = is_import ? other : op;
  // What was consumed may have been overwritten since: its source is no longer what was imported.
  if (!is_import && tern_op_attr(import, "consume")) return TERN_FOLD_FAILED;
  if (tern_op_attr(import, "result_encoding") != tern_op_attr(export, "source_encoding") ||
      !same_dims(import, "result_encoding_dims", export, "source_encoding_dims") ||
      tern_op_attr(import, "affinity") != tern_op_attr(export, "affinity") ||
      named(other, "source")->type != op->results[0].type) {
    return TERN_FOLD_FAILED;
  }
  return replace_by(named(other, "source"), out);
}
