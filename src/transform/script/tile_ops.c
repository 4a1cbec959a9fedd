// Ops of a script that tile, split and fuse.

#include <inttypes.h>

#include "dialect/arith/index_math.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "transform/script/applies.h"
#include "transform/script/tile.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

static tern_script_result_t cannot_tile(tern_script_t *script, const tern_op_t *op, const tern_op_t *target) {
  tern_script_silence(script, op->loc, "only ops implementing TilingInterface are supported");
  tern_script_note(script, target->loc, "target op");
  return TERN_SCRIPT_SILENCEABLE;
}

static void to_mixed(const tern_script_size_t *sizes, size_t count, tern_mixed_index_t *out) {
  for (size_t i = 0; i < MAX_LOOPS; ++i) {
    out[i] = i >= count ? tern_mixed_static(0)
                        : (sizes[i].dynamic ? tern_mixed_of(sizes[i].dynamic) : tern_mixed_static(sizes[i].value));
  }
}

static tern_script_result_t check_size_count(tern_script_t *script, const tern_op_t *op, const tern_op_t *target,
                                             size_t count) {
  if (count <= tern_linalg_loop_count(target)) return TERN_SCRIPT_SUCCESS;
  tern_script_silence(script, op->loc, "too many tiles provided, expected at most %zu found %zu",
                      tern_linalg_loop_count(target), count);
  tern_script_note(script, target->loc, "target op");
  return TERN_SCRIPT_SILENCEABLE;
}

// A permutation of all loops whose front is that of the attribute.
static bool read_order(const tern_attr_t *list, size_t loop_count, size_t *out_order) {
  size_t count = tern_int_list_attr_count(list);
  bool is_taken[MAX_LOOPS] = {false};
  if (count > loop_count) return false;
  for (size_t i = 0; i < count; ++i) {
    int64_t loop = tern_int_list_attr_at(list, i);
    if (loop < 0 || (size_t)loop >= loop_count || is_taken[loop]) return false;
    is_taken[loop] = true;
    out_order[i] = (size_t)loop;
  }
  for (size_t loop = 0; loop < loop_count; ++loop) {
    if (!is_taken[loop]) out_order[count++] = loop;
  }
  return true;
}

// Copies of the first handle's ops, which may change meanwhile.
static tern_payload_t copy_targets(const tern_script_t *script, const tern_op_t *op, size_t operand) {
  tern_payload_t targets = {0};
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, operand));
  for (size_t i = 0; i < payload->count; ++i) tern_vec_push(&targets, payload->values[i]);
  return targets;
}

// Maps the results: the tiled ops, then the loops, one result each or all of them in one.
static void map_tiled(tern_script_t *script, tern_op_t *op, tern_payload_t *lists, size_t list_count) {
  size_t loops = op->result_count - 1u;
  tern_script_map(script, tern_op_result(op, 0), &lists[0]);
  if (loops == 1 && list_count != 2) {
    tern_payload_t all = {0};
    for (size_t i = 1; i < list_count; ++i) {
      for (size_t k = 0; k < lists[i].count; ++k) tern_vec_push(&all, lists[i].values[k]);
    }
    tern_script_map(script, tern_op_result(op, 1), &all);
    tern_vec_deinitialize(&all);
    return;
  }
  for (size_t i = 0; i < loops && i + 1 < list_count; ++i)
    tern_script_map(script, tern_op_result(op, 1 + i), &lists[1 + i]);
}

static void free_lists(tern_payload_t *lists) {
  for (size_t i = 0; i <= MAX_LOOPS; ++i) tern_vec_deinitialize(&lists[i]);
}

tern_script_result_t tern_script_tile_using_for(tern_script_t *script, tern_op_t *op) {
  tern_payload_t targets = copy_targets(script, op, 0), lists[MAX_LOOPS + 1] = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  size_t list_count = op->result_count;
  const tern_attr_t *scalable = tern_op_attr(op, "scalable_sizes"), *interchange = tern_op_attr(op, "interchange");
  for (size_t i = 0; i < tern_int_list_attr_count(scalable); ++i) {
    if (tern_int_list_attr_at(scalable, i)) result = tern_script_fail(op->loc, "scalable tile sizes cannot be used");
  }
  for (size_t t = 0; t < targets.count && !result; ++t) {
    tern_op_t *target = targets.values[t];
    tern_script_size_t sizes[MAX_LOOPS];
    tern_mixed_index_t tiles[MAX_LOOPS];
    size_t count, order[MAX_LOOPS];
    if (!tern_can_tile(target)) {
      result = cannot_tile(script, op, target);
      break;
    }
    result = tern_script_sizes(script, op, "dynamic_sizes", "static_sizes", t, targets.count, sizes, MAX_LOOPS, &count);
    if (!result) result = check_size_count(script, op, target, count);
    if (result) break;
    if (!read_order(interchange, tern_linalg_loop_count(target), order)) {
      result = tern_script_fail(op->loc, "the interchange is no permutation of the loops of the target");
      break;
    }
    to_mixed(sizes, count, tiles);
    tern_tiled_t tiled;
    tern_tile_using_for(target, tiles, order, &tiled);
    tern_vec_push(&lists[0], tiled.op);
    for (size_t i = 0; i < tiled.loop_count; ++i) tern_vec_push(&lists[1 + i], tiled.loops[i]);
    if (tiled.loop_count + 1 > list_count) list_count = tiled.loop_count + 1;
  }
  if (!result) map_tiled(script, op, lists, list_count);
  free_lists(lists);
  tern_vec_deinitialize(&targets);
  return result;
}

// Sizes given as one handle: all its elements are the sizes.
static tern_script_result_t packed_sizes(tern_script_t *script, const tern_op_t *op, tern_value_t *handle,
                                         tern_script_size_t *out_sizes, size_t *out_count) {
  const tern_payload_t *payload = tern_script_payload(script, handle);
  *out_count = payload->count;
  if (payload->count > MAX_LOOPS) return tern_script_fail(op->loc, "too many sizes given: %zu", payload->count);
  bool is_param = tern_handle_kind(handle->type) == TERN_HANDLE_PARAMS;
  for (size_t i = 0; i < payload->count; ++i) {
    if (is_param) {
      const tern_attr_t *attr = tern_payload_attr(payload, i);
      if (!tern_attr_is_integer(attr))
        return tern_script_fail(op->loc, "expected sizes to be integers but got the parameter %s",
                                tern_attr_text(attr));
      out_sizes[i] = (tern_script_size_t){tern_integer_attr_value(attr), NULL};
      continue;
    }
    tern_op_t *producer = tern_payload_op(payload, i);
    if (producer->result_count != 1 || !tern_type_is_index(tern_op_result(producer, 0)->type)) {
      return tern_script_fail(op->loc, "payload op for the sizes must have exactly 1 result of index type");
    }
    out_sizes[i] = (tern_script_size_t){TERN_DYNAMIC, tern_op_result(producer, 0)};
  }
  return TERN_SCRIPT_SUCCESS;
}

static tern_script_result_t forall_sizes(tern_script_t *script, const tern_op_t *op, bool threads, size_t index,
                                         size_t count, tern_script_size_t *out_sizes, size_t *out_count) {
  tern_value_t *packed = tern_op_operand_named(op, threads ? "packed_num_threads" : "packed_tile_sizes");
  if (packed) return packed_sizes(script, op, packed, out_sizes, out_count);
  return tern_script_sizes(script, op, threads ? "num_threads" : "tile_sizes",
                           threads ? "static_num_threads" : "static_tile_sizes", index, count, out_sizes, MAX_LOOPS,
                           out_count);
}

static bool uses_threads(const tern_op_t *op) {
  return tern_int_list_attr_count(tern_op_attr(op, "static_num_threads")) > 0 ||
         tern_op_operand_named(op, "packed_num_threads") != NULL;
}

tern_script_result_t tern_script_tile_using_forall(tern_script_t *script, tern_op_t *op) {
  tern_payload_t targets = copy_targets(script, op, 0), ops = {0}, loops = {0};
  bool threads = uses_threads(op);
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t t = 0; t < targets.count && !result; ++t) {
    tern_op_t *target = targets.values[t];
    tern_script_size_t sizes[MAX_LOOPS];
    tern_mixed_index_t tiles[MAX_LOOPS];
    size_t count;
    if (!tern_can_tile(target) || !tern_linalg_has_tensor_semantics(target)) {
      result = cannot_tile(script, op, target);
      break;
    }
    result = forall_sizes(script, op, threads, t, targets.count, sizes, &count);
    if (!result) result = check_size_count(script, op, target, count);
    if (result) break;
    to_mixed(sizes, count, tiles);
    for (size_t i = 0; i < count; ++i) {
      int64_t size;
      if (tern_linalg_iterator(target, i) == TERN_ITERATOR_PARALLEL) continue;
      // One thread races with nobody.
      if (tern_mixed_constant(tiles[i], &size) && size <= (threads ? 1 : 0)) continue;
      tern_emit_warning(target->loc, "tiling is not thread safe at axis #%zu", i);
    }
    tern_tiled_t tiled;
    tern_tile_using_forall(target, tiles, threads, tern_op_attr(op, "mapping"), &tiled);
    tern_vec_push(&ops, tiled.op);
    tern_vec_push(&loops, tiled.loops[0]);
  }
  if (!result) {
    tern_script_map(script, tern_op_result(op, 0), &ops);
    tern_script_map(script, tern_op_result(op, 1), &loops);
  }
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&loops);
  tern_vec_deinitialize(&targets);
  return result;
}

static tern_script_result_t scalarize(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                      tern_payload_t *results) {
  tern_mixed_index_t sizes[MAX_LOOPS];
  int64_t ranges[MAX_LOOPS];
  tern_tiled_t tiled;
  if (!tern_can_tile(target)) return tern_script_wrong_kind(script, op, target);
  tern_linalg_static_loop_ranges(target, ranges);
  for (size_t i = 0; i < MAX_LOOPS; ++i) {
    bool is_dynamic = i < tern_linalg_loop_count(target) && ranges[i] == TERN_DYNAMIC;
    sizes[i] = tern_mixed_static(is_dynamic ? 1 : 0);
  }
  tern_tile_using_for(target, sizes, NULL, &tiled);
  tern_vec_push(&results[0], tiled.op);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_scalarize(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, scalarize);
}

// --- splitting ---

// Two ops one after the other: the loop up to `point`, and the rest of it. The second part writes into what the first gives.
static void split_at(tern_op_t *target, size_t dimension, tern_mixed_index_t point, tern_op_t **out_first,
                     tern_op_t **out_second) {
  tern_builder_t b = tern_builder_before(target);
  tern_mixed_index_t extents[MAX_LOOPS];
  size_t outputs = target->result_count;
  tern_tile_extents(&b, target, extents);
  tern_value_t *extent = tern_mixed_build(&b, extents[dimension]);
  tern_value_t *middle = tern_build_index_min(&b, tern_mixed_build(&b, point), extent);
  tern_mixed_index_t first_size = tern_mixed_of(middle), rest = tern_mixed_of(tern_build_index_sub(&b, extent, middle));
  tern_value_t **dests = tern_malloc((outputs + 1) * sizeof *dests);
  tern_slice_t *slices = tern_malloc((outputs + 1) * sizeof *slices);
  for (size_t i = 0; i < outputs; ++i) dests[i] = tern_linalg_output(target, i);
  int64_t number;
  for (size_t part = 0; part < 2; ++part) {
    tern_op_t **out = part ? out_second : out_first;
    tern_box_t box = {0};
    box.is_tiled[dimension] = true;
    box.offsets[dimension] = part ? first_size : tern_mixed_static(0);
    box.sizes[dimension] = part ? rest : first_size;
    *out = NULL;
    if (tern_mixed_constant(box.sizes[dimension], &number) && number == 0) continue;
    *out = tern_tile_box(&b, target, &box, dests, slices);
    for (size_t i = 0; i < outputs; ++i) {
      tern_value_t *value = tern_op_result(*out, i);
      dests[i] = slices[i].count ? tern_tensor_build_insert_slice(&b, value, dests[i], &slices[i]) : value;
    }
  }
  for (size_t i = 0; i < outputs; ++i) tern_value_replace_all_uses(tern_op_result(target, i), dests[i]);
  tern_op_destroy(target);
  free(dests);
  free(slices);
}

tern_script_result_t tern_script_split(tern_script_t *script, tern_op_t *op) {
  if (tern_op_attr(op, "multiway")) {
    tern_op_error(op, "is known here with 'multiway' but cannot be run so");
    return TERN_SCRIPT_DEFINITE;
  }
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  int64_t fixed = tern_integer_attr_value(tern_op_attr(op, "static_chunk_sizes"));
  tern_payload_t targets = copy_targets(script, op, 0), firsts = {0}, seconds = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  const tern_payload_t *points = op->operand_count > 1 ? tern_script_payload(script, tern_op_operand(op, 1)) : NULL;
  if (points && points->count != targets.count) {
    result = tern_script_silence(script, op->loc,
                                 "expected the dynamic split point handle to point to as many operations "
                                 "(%zu) as the target handle (%zu)",
                                 points->count, targets.count);
  }
  for (size_t t = 0; t < targets.count && !result; ++t) {
    tern_op_t *target = targets.values[t], *first, *second;
    if (!tern_can_tile(target)) {
      tern_script_silence(script, op->loc, "only applies to structured ops");
      tern_script_note(script, target->loc, "target op");
      result = TERN_SCRIPT_SILENCEABLE;
      break;
    }
    if (dimension < 0 || (size_t)dimension >= tern_linalg_loop_count(target)) {
      tern_script_silence(script, op->loc, "dimension %" PRId64 " does not exist in target op", dimension);
      tern_script_note(script, target->loc, "target op");
      result = TERN_SCRIPT_SILENCEABLE;
      break;
    }
    tern_mixed_index_t point = tern_mixed_static(fixed);
    if (points && tern_handle_kind(tern_op_operand(op, 1)->type) == TERN_HANDLE_PARAMS) {
      point = tern_mixed_static(tern_integer_attr_value(tern_payload_attr(points, t)));
    } else if (points) {
      const tern_op_t *producer = tern_payload_op(points, t);
      if (producer->result_count != 1 || !tern_type_is_index(producer->results[0].type)) {
        result = tern_script_silence(script, op->loc,
                                     "expected dynamic split point handle to point to a single-result "
                                     "index-typed op");
        tern_script_note(script, producer->loc, "dynamic split point");
        break;
      }
      point = tern_mixed_of(tern_op_result(producer, 0));
    }
    split_at(target, (size_t)dimension, point, &first, &second);
    if (first) tern_vec_push(&firsts, first);
    if (second) tern_vec_push(&seconds, second);
  }
  for (size_t i = 0; i < seconds.count; ++i) tern_vec_push(&firsts, seconds.values[i]);
  if (!result) tern_script_map(script, tern_op_result(op, 0), &firsts);
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&firsts);
  tern_vec_deinitialize(&seconds);
  return result;
}

// Two sizes s and s - d (d the divisor) such that some of the one and some of the other cover the dimension; upstream's
// formula: t = ceil(n / d), a = target / d, chunks = ceil(t / a), s = ceil(t / chunks) * d.
static tern_script_result_t multitile(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                      tern_payload_t *results) {
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  int64_t wished = tern_integer_attr_value(tern_op_attr(op, "target_size"));
  int64_t divisor = tern_integer_attr_value(tern_op_attr(op, "divisor")), ranges[MAX_LOOPS];
  if (!tern_can_tile(target)) return tern_script_wrong_kind(script, op, target);
  if (tern_handle_kind(tern_op_result(op, 0)->type) != TERN_HANDLE_PARAMS) {
    tern_op_error(op, "is known here with results that are handles but cannot be run so; parameters can be had");
    return TERN_SCRIPT_DEFINITE;
  }
  tern_linalg_static_loop_ranges(target, ranges);
  if (dimension < 0 || (size_t)dimension >= tern_linalg_loop_count(target) || ranges[dimension] == TERN_DYNAMIC) {
    tern_script_silence(script, op->loc, "cannot compute parametric tile sizes for dynamically shaped payload op");
    tern_script_note(script, target->loc, "payload op");
    return TERN_SCRIPT_SILENCEABLE;
  }
  if (divisor < 1 || wished < divisor)
    return tern_script_fail(op->loc, "expects a target size of at least the divisor");
  int64_t extent = ranges[dimension];
  if (extent % divisor) {
    return tern_script_silence(script, op->loc,
                               "could not generate tile size computation: the divisor %" PRId64
                               " does not divide the dimension %" PRId64,
                               divisor, extent);
  }
  int64_t units = extent / divisor, most = wished / divisor, chunks = (units + most - 1) / most;
  if (chunks == 0) chunks = 1;
  int64_t low = units / chunks, high = low + 1, high_count = units % chunks, low_count = chunks - high_count;
  const tern_type_t *i64 = tern_i_type_get(script->context, 64);
  const int64_t values[] = {low * divisor, high * divisor, low_count * low * divisor};
  for (size_t i = 0; i < 3; ++i) {
    tern_vec_push(&results[i], (void *)(uintptr_t)tern_integer_attr_get(i64, values[i]));
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_multitile_sizes(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, multitile);
}

// --- fusion ---

typedef struct slice_search {
  const tern_op_t *producer;
  tern_payload_t *slices;
} slice_search_t;

static tern_walk_result_t collect_slices(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) tern_vec_push((tern_payload_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// Fuses at the first slice in the loop that takes a part of the producer. NULL: there is none.
static tern_op_t *fuse_first(tern_op_t *producer, tern_op_t *loop) {
  tern_payload_t slices = {0};
  tern_op_t *tile = NULL;
  tern_op_walk_pre(loop, collect_slices, &slices);
  for (size_t i = 0; i < slices.count && !tile; ++i) tile = tern_tile_fuse_producer(producer, slices.values[i], loop);
  tern_vec_deinitialize(&slices);
  return tile;
}

// A producer that is used whole inside is copied there.
static tern_op_t *clone_into(tern_op_t *producer, tern_op_t *loop) {
  for (size_t i = 0; i < producer->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(producer, i), use) {
      if (use->owner == loop || !tern_op_is_within(use->owner, loop)) continue;
      tern_builder_t b = tern_builder_before(use->owner);
      tern_op_t *copy = tern_builder_clone(&b, producer, NULL);
      tern_operand_set(use, tern_op_result(copy, i));
      return copy;
    }
  }
  return NULL;
}

tern_script_result_t tern_script_fuse_into_containing_op(tern_script_t *script, tern_op_t *op) {
  tern_payload_t producers = copy_targets(script, op, 0), loops = copy_targets(script, op, 1), fused = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  if (producers.count && loops.count != 1) {
    result = tern_script_fail(op->loc, "requires exactly one containing_op handle (got %zu)", loops.count);
  }
  // The last ones first, so that a producer of a producer finds its slices.
  size_t left = producers.count;
  while (left && !result) {
    bool has_fused = false;
    for (size_t i = 0; i < producers.count && !has_fused; ++i) {
      tern_op_t *producer = producers.values[i], *loop = loops.values[0];
      if (!producer) continue;
      tern_op_t *tile = fuse_first(producer, loop);
      if (!tile) tile = clone_into(producer, loop);
      if (!tile) continue;
      tern_vec_push(&fused, tile);
      producers.values[i] = NULL;
      has_fused = true;
      --left;
      if (tern_op_has_no_uses(producer)) tern_op_destroy(producer);
    }
    if (has_fused) continue;
    size_t i = 0;
    while (!producers.values[i]) ++i;
    result = tern_script_silence(script, op->loc, "could not find next producer to fuse into container");
    tern_script_note(script, tern_payload_op(&producers, i)->loc, "producer op");
    tern_script_note(script, tern_payload_op(&loops, 0)->loc, "containing op");
  }
  if (!result) {
    tern_script_map(script, tern_op_result(op, 0), &fused);
    tern_script_map(script, tern_op_result(op, 1), &loops);
  }
  tern_vec_deinitialize(&producers);
  tern_vec_deinitialize(&loops);
  tern_vec_deinitialize(&fused);
  return result;
}

// Producers of what the loop takes slices of, as long as there are any.
static void fuse_greedily(tern_op_t *loop) {
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    tern_payload_t slices = {0};
    tern_op_walk_pre(loop, collect_slices, &slices);
    for (size_t i = 0; i < slices.count && !is_changed; ++i) {
      tern_value_t *source = tern_op_operand(tern_payload_op(&slices, i), 0);
      while (source->is_block_argument) {
        tern_op_t *around = tern_block_parent_op(tern_value_arg_block(source));
        if (!around || !tern_op_is(around, TERN_SCF(FOR)) || !tern_op_is_within(around, loop) || !source->index) break;
        source = tern_op_operand(around, 3 + source->index - 1);
      }
      tern_op_t *producer = tern_value_defining_op(source);
      if (!producer || !tern_is_linalg(producer) || tern_op_is_within(producer, loop)) continue;
      is_changed = tern_tile_fuse_producer(producer, slices.values[i], loop) != NULL;
      if (is_changed && tern_op_has_no_uses(producer)) tern_op_destroy(producer);
    }
    tern_vec_deinitialize(&slices);
  }
}

tern_script_result_t tern_script_fuse(tern_script_t *script, tern_op_t *op) {
  tern_payload_t targets = copy_targets(script, op, 0), lists[MAX_LOOPS + 1] = {0};
  bool is_forall = tern_op_attr(op, "use_forall") != NULL, cleans_up = tern_op_attr(op, "apply_cleanup") != NULL;
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t t = 0; t < targets.count && !result; ++t) {
    tern_op_t *target = targets.values[t];
    tern_script_size_t sizes[MAX_LOOPS], interchange[MAX_LOOPS];
    tern_mixed_index_t tiles[MAX_LOOPS];
    size_t count, order_count, order[MAX_LOOPS];
    int64_t numbers[MAX_LOOPS];
    if (!tern_can_tile(target) || !tern_linalg_has_tensor_semantics(target)) {
      result = cannot_tile(script, op, target);
      break;
    }
    result =
        tern_script_sizes(script, op, "tile_sizes", "static_tile_sizes", t, targets.count, sizes, MAX_LOOPS, &count);
    if (!result) result = check_size_count(script, op, target, count);
    if (!result) {
      result = tern_script_sizes(script, op, "tile_interchange", "static_tile_interchange", t, targets.count,
                                 interchange, MAX_LOOPS, &order_count);
    }
    if (result) break;
    for (size_t i = 0; i < order_count; ++i) numbers[i] = interchange[i].value;
    const tern_attr_t *list = tern_dense_i64_array_attr_get(script->context, numbers, order_count);
    if (!read_order(list, tern_linalg_loop_count(target), order)) {
      result = tern_script_fail(op->loc, "the interchange is no permutation of the loops of the target");
      break;
    }
    to_mixed(sizes, count, tiles);
    tern_tiled_t tiled;
    if (is_forall) {
      tern_tile_using_forall(target, tiles, false, NULL, &tiled);
    } else {
      tern_tile_using_for(target, tiles, order, &tiled);
    }
    tern_vec_push(&lists[0], tiled.op);
    for (size_t i = 0; i < tiled.loop_count; ++i) tern_vec_push(&lists[1 + i], tiled.loops[i]);
    if (tiled.loop_count) fuse_greedily(tiled.loops[0]);
  }
  if (!result) map_tiled(script, op, lists, op->result_count);
  if (!result && cleans_up) {
    const tern_payload_t *tiled = tern_script_payload(script, tern_op_result(op, 0));
    for (size_t i = 0; i < tiled->count; ++i) {
      tern_op_t *around = tern_payload_op(tiled, i);
      while (tern_op_parent(around) && !tern_op_has_trait(around, TERN_TRAIT_ISOLATED_FROM_ABOVE))
        around = tern_op_parent(around);
      if (!tern_op_is_within(op, around) && !tern_script_run_pass(script, around, "canonicalize", (tern_str_t){0})) {
        result = TERN_SCRIPT_DEFINITE;
      }
    }
  }
  free_lists(lists);
  tern_vec_deinitialize(&targets);
  return result;
}
