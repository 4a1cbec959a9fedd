// How the invocations of a row put together what each of them has: lanes in pairs, neighbours by shuffles, subgroups through
// workgroup memory, and the workgroups of a cluster through the memory of each of them. The order is always the same, so
// that results do not depend on who comes first.

#include <string.h>

#include "convert/gpu/cluster.h"
#include "convert/gpu/rows/emit.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"

static tern_value_t *build_extract(tern_row_emitter_t *e, tern_value_t *vector, int64_t lane) {
  const tern_attr_t *at = tern_dense_i64_array_attr_get(e->b->context, &lane, 1);
  return tern_build_value(e->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(tern_type_element(vector->type)),
                          .attrs = TERN_ATTRS({"static_position", at}));
}

// All lanes to one, in pairs.
static void combine_lanes(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values) {
  int64_t lanes = tern_row_lanes(e);
  if (lanes == 1 || tern_row_is_across(e)) return;
  tern_value_t *parts[16][TERN_GPU_MAX_OUTPUTS];
  for (int64_t l = 0; l < lanes; ++l) {
    for (size_t o = 0; o < combiner->output_count; ++o) parts[l][o] = build_extract(e, values[o], l);
  }
  for (int64_t left = lanes / 2; left > 0; left /= 2) {
    for (int64_t l = 0; l < left; ++l) tern_gpu_combiner_build(e->b, combiner, 1, parts[l], parts[l + left], parts[l]);
  }
  memcpy(values, parts[0], combiner->output_count * sizeof values[0]);
}

// All of `count` neighbouring invocations get what they have together.
static void combine_neighbours(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, int64_t count,
                               tern_value_t **values) {
  for (int64_t distance = 1; distance < count; distance *= 2) {
    tern_value_t *others[TERN_GPU_MAX_OUTPUTS];
    for (size_t o = 0; o < combiner->output_count; ++o) {
      others[o] = tern_gpu_build_shuffle(e->b, values[o], distance);
    }
    tern_gpu_combiner_build(e->b, combiner, 1, values, others, values);
  }
}

// What the subgroups of a workgroup have, through workgroup memory of this reduction's own.
static void store_of_subgroups(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *const *values,
                               tern_value_t **out_slots) {
  int64_t subgroups = e->config->invocations / TERN_ROW_SUBGROUP;
  tern_value_t *size = tern_build_index(e->b, TERN_ROW_SUBGROUP);
  tern_value_t *operands[] = {e->place, size};
  tern_value_t *subgroup = tern_build_value(e->b, TERN_ARITH(DIVUI), .operands = {operands, 2});
  tern_value_t *lane = tern_build_value(e->b, TERN_ARITH(REMUI), .operands = {operands, 2});
  for (size_t o = 0; o < combiner->output_count; ++o)
    out_slots[o] = tern_gpu_build_shared_memory(e->b, values[o]->type, subgroups);
  tern_op_t *if_op =
      tern_gpu_build_if(e->b, tern_gpu_build_less(e->b, lane, tern_build_index(e->b, 1)), (tern_types_t){0});
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_build(e->b, TERN_MEMREF(STORE), .operands = TERN_VALUES(values[o], out_slots[o], subgroup));
  }
  tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
}

static void load_of_subgroups(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *const *slots,
                              tern_value_t **out_values) {
  int64_t subgroups = e->config->invocations / TERN_ROW_SUBGROUP;
  tern_value_t *which =
      tern_build_value(e->b, TERN_ARITH(REMUI), .operands = TERN_VALUES(e->place, tern_build_index(e->b, subgroups)));
  for (size_t o = 0; o < combiner->output_count; ++o) {
    out_values[o] = tern_build_value(e->b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(slots[o], which),
                                     .types = TERN_TYPES(tern_type_element(slots[o]->type)));
  }
  combine_neighbours(e, combiner, subgroups, out_values);
}

// --- rows that run across memory ---

// Workgroup memory for what each invocation has: one place of `lanes` elements after another.
static void access_place(tern_row_emitter_t *e, tern_value_t *slots, tern_value_t *place, tern_value_t **value,
                         bool is_store) {
  int64_t lanes = tern_row_lanes(e);
  tern_value_t *at = tern_build_index_mul(e->b, place, tern_build_index(e->b, lanes));
  if (is_store) {
    const tern_op_row_t *row = lanes > 1 ? TERN_VECTOR(STORE) : TERN_MEMREF(STORE);
    tern_build(e->b, row, .operands = TERN_VALUES(*value, slots, at));
  } else {
    const tern_op_row_t *row = lanes > 1 ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD);
    *value = tern_build_value(e->b, row, .operands = TERN_VALUES(slots, at),
                              .types = TERN_TYPES(tern_row_vector_type(e, tern_type_element(slots->type))));
  }
}

static void store_across(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                         tern_value_t **out_slots) {
  int64_t count = e->config->workgroup_size * tern_row_lanes(e);
  tern_value_t *thread = tern_gpu_build_local_id(e->b, &e->kernel, 0);
  for (size_t o = 0; o < combiner->output_count; ++o) {
    out_slots[o] = tern_gpu_build_shared_memory(e->b, tern_gpu_combiner_accumulator(combiner, o)->type, count);
    access_place(e, out_slots[o], thread, &values[o], true);
  }
}

// What `count` invocations of the row have, from the one at `first` on, which is below `step`, and `step` apart.
static void combine_across(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *first,
                           int64_t step, int64_t count, tern_value_t *const *slots, tern_value_t **values) {
  tern_builder_t *b = e->b;
  // The places of the row, counted from `first` on.
  tern_layout_t threads = tern_row_threads_layout(e), places = tern_layout_invert(&threads);
  tern_layout_dims_t ins = {0};
  size_t first_bits = (size_t)__builtin_ctzll((unsigned long long)step);
  tern_layout_append_dim(&ins, "row", tern_layout_bits(&threads.outs, "row"));
  tern_layout_append_dim(&ins, "first", first_bits);
  tern_layout_append_dim(&ins, "next", tern_layout_bits(&threads.outs, "place") - first_bits);
  places = tern_layout_transpose_ins(&places, TERN_LAYOUT_NAMES("row", "place"));
  places = tern_layout_reshape_ins(&places, &ins);
  tern_gpu_places_t others = tern_gpu_build_places(b, &places, TERN_GPU_INPUTS({"first", first}, {"row", e->subrow}));
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *parts[TERN_GPU_MAX_OUTPUTS];
    tern_value_t *place = tern_gpu_build_place(&others, "thread", TERN_GPU_NUMBERS({"next", i}));
    for (size_t o = 0; o < combiner->output_count; ++o) access_place(e, slots[o], place, &parts[o], false);
    if (i == 0) {
      memcpy(values, parts, combiner->output_count * sizeof values[0]);
    } else {
      tern_gpu_combiner_build(b, combiner, tern_row_lanes(e), values, parts, values);
    }
  }
}

// Where many invocations share a row, some of them put those of others together first, each in its own place.
static int64_t gather_across(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *const *slots) {
  enum { GATHERERS = 8 };
  int64_t count = e->config->invocations;
  if (count <= 2 * GATHERERS) return count;
  tern_builder_t *b = e->b;
  tern_value_t *is_gatherer = tern_gpu_build_less(b, e->place, tern_build_index(b, GATHERERS));
  tern_op_t *if_op = tern_gpu_build_if(b, is_gatherer, (tern_types_t){0});
  tern_value_t *values[TERN_GPU_MAX_OUTPUTS];
  combine_across(e, combiner, e->place, GATHERERS, count / GATHERERS, slots, values);
  tern_value_t *thread = tern_gpu_build_local_id(b, &e->kernel, 0);
  for (size_t o = 0; o < combiner->output_count; ++o) access_place(e, slots[o], thread, &values[o], true);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  return GATHERERS;
}

// All invocations of the rows get what they have together; only the first ones, if nobody else needs it.
static void load_across(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *const *slots,
                        tern_value_t **values) {
  int64_t count = gather_across(e, combiner, slots);
  tern_value_t *zero = tern_build_index(e->b, 0);
  if (e->plan->shape.is_read_again) {
    combine_across(e, combiner, zero, 1, count, slots, values);
    return;
  }
  const tern_type_t *types[TERN_GPU_MAX_OUTPUTS];
  tern_value_t *own[TERN_GPU_MAX_OUTPUTS];
  for (size_t o = 0; o < combiner->output_count; ++o) {
    own[o] = values[o];
    types[o] = values[o]->type;
  }
  tern_value_t *is_first = tern_gpu_build_less(e->b, e->place, tern_build_index(e->b, 1));
  tern_op_t *if_op = tern_gpu_build_if(e->b, is_first, (tern_types_t){types, combiner->output_count});
  combine_across(e, combiner, zero, 1, count, slots, values);
  tern_gpu_build_else(e->b, if_op, (tern_values_t){values, combiner->output_count});
  tern_gpu_build_if_end(e->b, if_op, (tern_values_t){own, combiner->output_count});
  for (size_t o = 0; o < combiner->output_count; ++o) values[o] = tern_op_result(if_op, o);
}

// --- workgroups ---

bool tern_row_needs_memory(const tern_row_emitter_t *e) {
  return e->config->invocations > (tern_row_is_across(e) ? 1 : TERN_ROW_SUBGROUP);
}

void tern_row_exchange_begin(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                             tern_value_t **out_slots) {
  bool is_shared = tern_row_needs_memory(e);
  if (tern_row_is_across(e)) {
    if (is_shared) store_across(e, combiner, values, out_slots);
    return;
  }
  combine_lanes(e, combiner, values);
  combine_neighbours(e, combiner, is_shared ? TERN_ROW_SUBGROUP : e->config->invocations, values);
  if (is_shared) store_of_subgroups(e, combiner, values, out_slots);
}

void tern_row_exchange_end(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t *const *slots,
                           tern_value_t **values) {
  if (!tern_row_needs_memory(e)) return;
  if (tern_row_is_across(e)) {
    load_across(e, combiner, slots, values);
  } else {
    load_of_subgroups(e, combiner, slots, values);
  }
}

// --- clusters ---

// Elements that a workgroup gives to the others, of each result: as many as it has rows side by side.
static int64_t shared_elements(const tern_row_emitter_t *e) {
  return tern_row_is_across(e) ? e->config->workgroup_size / e->config->invocations * tern_row_lanes(e) : 1;
}

// Where the invocation's row is among those of the workgroup that `rank` is.
static tern_value_t *build_shared_place(tern_row_emitter_t *e, tern_value_t *rank) {
  tern_builder_t *b = e->b;
  tern_value_t *place = tern_build_index_mul(b, rank, tern_build_index(b, shared_elements(e)));
  if (!tern_row_is_across(e) || !e->subrow) return place;
  return tern_build_index_add(b, place, tern_build_index_mul(b, e->subrow, tern_build_index(b, tern_row_lanes(e))));
}

// One invocation for each row puts what the workgroup has into the memory of all workgroups of the cluster.
void tern_row_cluster_exchange_begin(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner,
                                     tern_value_t *const *values, tern_value_t **out_slots) {
  tern_builder_t *b = e->b;
  tern_value_t *place = build_shared_place(e, e->rank);
  for (size_t o = 0; o < combiner->output_count; ++o) {
    const tern_type_t *type = tern_gpu_combiner_accumulator(combiner, o)->type;
    out_slots[o] = tern_gpu_build_shared_memory(b, type, e->config->cluster * shared_elements(e));
  }
  tern_value_t *is_first = tern_gpu_build_less(b, e->place, tern_build_index(b, 1));
  tern_op_t *if_op = tern_gpu_build_if(b, is_first, (tern_types_t){0});
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_value_t *address = tern_gpu_build_shared_address(b, out_slots[o], place);
    for (int64_t rank = 0; rank < e->config->cluster; ++rank) {
      tern_gpu_build_cluster_store(b, values[o], tern_gpu_build_cluster_address(b, address, rank));
    }
  }
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
}

void tern_row_cluster_exchange_end(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner,
                                   tern_value_t *const *slots, tern_value_t **values) {
  tern_builder_t *b = e->b;
  for (int64_t rank = 0; rank < e->config->cluster; ++rank) {
    tern_value_t *place = build_shared_place(e, tern_build_index(b, rank)), *parts[TERN_GPU_MAX_OUTPUTS];
    for (size_t o = 0; o < combiner->output_count; ++o) {
      bool is_vector = values[o]->type->kind == TERN_TYPE_VECTOR;
      parts[o] = tern_build_value(b, is_vector ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD),
                                  .operands = TERN_VALUES(slots[o], place), .types = TERN_TYPES(values[o]->type));
    }
    if (rank == 0) {
      memcpy(values, parts, combiner->output_count * sizeof values[0]);
    } else {
      tern_gpu_combiner_build(b, combiner, tern_row_is_across(e) ? tern_row_lanes(e) : 1, values, parts, values);
    }
  }
}
