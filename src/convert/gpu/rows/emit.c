// Writes the kernel of a chain over rows.
//
//   %row = (block * rows per workgroup + thread / invocations), positions by division
//   reads of the row: all of them, or `chunks` at a time in a loop
//   each phase: the body on vectors, lanes together, then invocations by shuffles, then subgroups through workgroup memory
//   stores
//
// An invocation has the columns (chunk * invocations + its place) * lanes on, so that neighbours access neighbours. Where
// the last chunk is not whole, those beyond the end read nothing, and their partial results stay as they are. Rows beyond
// the last one are the last one again, not stored: all invocations meet at shuffles and barriers.
//
// Where rows run across memory, the lanes are neighbouring rows, and so are neighbouring invocations: x of them side by side,
// and each x of a workgroup has the columns chunk * invocations + its place. Partial results meet in workgroup memory.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "convert/gpu/cluster.h"
#include "convert/gpu/rows/emit.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/spirv/spirv.h"

// Lanes of what there is one of for each row: rows, where they are side by side.
static int64_t result_lanes(const tern_row_emitter_t *e) { return tern_row_is_across(e) ? tern_row_lanes(e) : 1; }

static tern_value_t *build_select(tern_row_emitter_t *e, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(e->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

// --- places ---

static void clear_memory_of_slots(tern_row_emitter_t *e) {
  const tern_row_plan_t *plan = e->plan;
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    tern_row_state_t *row = &e->rows[r];
    memset(row->loaded, 0, plan->loads.count * TERN_ROW_MAX_CHUNKS * sizeof row->loaded[0]);
    memset(row->columns, 0, plan->ops.count * TERN_GPU_MAX_OUTPUTS * TERN_ROW_MAX_CHUNKS * sizeof row->columns[0]);
  }
}

// The loop of an op that lanes run along.
static size_t lane_loop(const tern_row_emitter_t *e, const tern_row_op_t *member) {
  size_t loop = 0;
  while (loop < tern_linalg_loop_count(member->op) && member->labels[loop] != e->plan->lane_label) ++loop;
  return loop;
}

// --- values ---

static void build_columns(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, size_t slot,
                          tern_value_t *const *accumulators, tern_value_t **out_values);

// The value of operand `p` of an op, at a place if it has a column.
static tern_value_t *build_operand(tern_row_emitter_t *e, tern_row_state_t *row, const tern_row_op_t *member, size_t p,
                                   size_t slot) {
  const tern_row_source_t *source = &member->sources[p];
  tern_value_t *operand = tern_op_operand(member->op, p), *values[TERN_GPU_MAX_OUTPUTS];
  if (source->load >= 0) {
    bool has_column = e->plan->loads.values[source->load].has_column;
    return has_column ? tern_row_read_columns(e, row, (size_t)source->load, slot) : row->scalars[source->load];
  }
  if (source->producer < 0) return operand->type->kind == TERN_TYPE_MEMREF ? NULL : operand;
  size_t producer = (size_t)source->producer, index = tern_row_result_index(producer, source->output);
  const tern_row_op_t *maker = &e->plan->ops.values[producer];
  if (!tern_row_op_makes_columns(maker)) return row->results[index];
  if (!row->columns[index * TERN_ROW_MAX_CHUNKS + slot]) {
    build_columns(e, row, producer, slot, NULL, values);
    for (size_t o = 0; o < tern_linalg_output_count(maker->op); ++o) {
      row->columns[tern_row_result_index(producer, o) * TERN_ROW_MAX_CHUNKS + slot] = values[o];
    }
  }
  return row->columns[index * TERN_ROW_MAX_CHUNKS + slot];
}

// The op's body at a place; with `accumulators` of a reduction, on top of those.
static void build_columns(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, size_t slot,
                          tern_value_t *const *accumulators, tern_value_t **out_values) {
  const tern_row_op_t *member = &e->plan->ops.values[op];
  tern_value_t *args[TERN_ROW_MAX_OPERANDS], *ivs[TERN_LINALG_MAX_LOOPS];
  size_t inputs = tern_linalg_input_count(member->op);
  for (size_t p = 0; p < member->op->operand_count; ++p) {
    args[p] = accumulators && p >= inputs ? accumulators[p - inputs] : build_operand(e, row, member, p, slot);
  }
  tern_row_set_ivs(row, member, e->slots.dimensions[slot], ivs);
  tern_gpu_build_body(e->b, member->op, args, ivs, tern_row_lanes(e), lane_loop(e, member), out_values);
}

// Ops without a column, as soon as all that they need is there.
static void build_row_ops(tern_row_emitter_t *e, tern_row_state_t *row) {
  for (size_t i = 0; i < e->plan->ops.count; ++i) {
    const tern_row_op_t *member = &e->plan->ops.values[i];
    if (member->has_column || row->results[tern_row_result_index(i, 0)]) continue;
    tern_value_t *args[TERN_ROW_MAX_OPERANDS], *ivs[TERN_LINALG_MAX_LOOPS];
    bool is_ready = true;
    for (size_t p = 0; p < member->op->operand_count; ++p) {
      args[p] = build_operand(e, row, member, p, 0);
      is_ready &= args[p] != NULL || member->sources[p].producer < 0;
    }
    if (!is_ready) continue;
    tern_row_set_ivs(row, member, NULL, ivs);
    tern_gpu_build_body(e->b, member->op, args, ivs, result_lanes(e), lane_loop(e, member),
                        &row->results[tern_row_result_index(i, 0)]);
  }
}

// --- reductions ---

static bool is_in_phase(const tern_row_emitter_t *e, size_t op, int phase) {
  return e->plan->ops.values[op].is_reduction && e->plan->ops.values[op].phase == phase;
}

// What the partial results of a reduction start from.
static void build_starts(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, tern_value_t **out_values) {
  const tern_row_op_t *member = &e->plan->ops.values[op];
  const tern_gpu_combiner_t *combiner = &member->combiner;
  for (size_t o = 0; o < combiner->output_count; ++o) {
    const tern_type_t *type = tern_gpu_combiner_accumulator(combiner, o)->type;
    const tern_row_source_t *source = &member->sources[tern_linalg_output_position(member->op, o)];
    // Of a combiner without a neutral element what it starts from changes nothing when it comes twice.
    tern_value_t *start = combiner->has_neutral
                              ? tern_gpu_combiner_build_neutral(e->b, &combiner->known[o], type)
                              : row->results[tern_row_result_index((size_t)source->producer, source->output)];
    out_values[o] = tern_row_build_splat(e, start);
  }
}

static void accumulate(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, tern_value_t **values) {
  size_t outputs = e->plan->ops.values[op].combiner.output_count;
  for (size_t s = 0; s < e->slots.count; ++s) {
    tern_value_t *next[TERN_GPU_MAX_OUTPUTS];
    build_columns(e, row, op, s, values, next);
    for (size_t o = 0; o < outputs; ++o) {
      values[o] = e->slots.guards[s] ? build_select(e, e->slots.guards[s], next[o], values[o]) : next[o];
    }
  }
}

// --- results ---

static bool is_same_constant(const tern_value_t *a, const tern_value_t *b) {
  const tern_attr_t *constant = tern_value_constant(a);
  return constant && constant == tern_value_constant(b);
}

// On top of what the output held.
static void build_result(tern_row_emitter_t *e, tern_row_state_t *row, size_t op, tern_value_t *const *values) {
  const tern_row_op_t *member = &e->plan->ops.values[op];
  const tern_gpu_combiner_t *combiner = &member->combiner;
  tern_value_t *starts[TERN_GPU_MAX_OUTPUTS], *results[TERN_GPU_MAX_OUTPUTS];
  bool is_neutral = true;
  for (size_t o = 0; o < combiner->output_count; ++o) {
    const tern_row_source_t *source = &member->sources[tern_linalg_output_position(member->op, o)];
    starts[o] = row->results[tern_row_result_index((size_t)source->producer, source->output)];
    if (!combiner->has_neutral) continue;
    const tern_type_t *type = tern_gpu_combiner_accumulator(combiner, o)->type;
    tern_value_t *neutral = tern_gpu_combiner_build_neutral(e->b, &combiner->known[o], type);
    is_neutral &= is_same_constant(starts[o], tern_row_is_across(e) ? tern_row_build_splat(e, neutral) : neutral);
  }
  memcpy(results, values, combiner->output_count * sizeof results[0]);
  if (combiner->has_neutral && !is_neutral) {
    tern_gpu_combiner_build(e->b, combiner, result_lanes(e), starts, values, results);
  }
  for (size_t o = 0; o < combiner->output_count; ++o) row->results[tern_row_result_index(op, o)] = results[o];
}

// The partial results of all reductions of a phase become results: values[row][op][output].
typedef tern_value_t *partials_t[TERN_ROW_MAX_AT_ONCE][TERN_ROW_MAX_OPS][TERN_GPU_MAX_OUTPUTS];

// Calls for every reduction of the phase, of every row.
typedef void (*exchange_fn_t)(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                              tern_value_t **slots);

static void begin_exchange(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                           tern_value_t **slots) {
  tern_row_exchange_begin(e, combiner, values, slots);
}
static void end_exchange(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                         tern_value_t **slots) {
  tern_row_exchange_end(e, combiner, slots, values);
}
static void begin_cluster_exchange(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                                   tern_value_t **slots) {
  tern_row_cluster_exchange_begin(e, combiner, values, slots);
}
static void end_cluster_exchange(tern_row_emitter_t *e, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                                 tern_value_t **slots) {
  tern_row_cluster_exchange_end(e, combiner, slots, values);
}

static void exchange_all(tern_row_emitter_t *e, int phase, exchange_fn_t exchange, partials_t partials,
                         partials_t slots) {
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      if (is_in_phase(e, i, phase)) exchange(e, &e->plan->ops.values[i].combiner, partials[r][i], slots[r][i]);
    }
  }
}

static void finish_phase(tern_row_emitter_t *e, int phase, partials_t partials) {
  partials_t slots;
  exchange_all(e, phase, begin_exchange, partials, slots);
  if (tern_row_needs_memory(e)) tern_build(e->b, TERN_GPU(BARRIER), .regions = 0);
  exchange_all(e, phase, end_exchange, partials, slots);
  if (e->rank) {
    // Before the first exchange all must have begun, for which each has arrived at the start of the kernel.
    if (phase == 0) tern_gpu_build_cluster_wait(e->b);
    exchange_all(e, phase, begin_cluster_exchange, partials, slots);
    tern_gpu_build_cluster_barrier(e->b);
    exchange_all(e, phase, end_cluster_exchange, partials, slots);
  }
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      if (is_in_phase(e, i, phase)) build_result(e, &e->rows[r], i, partials[r][i]);
    }
    build_row_ops(e, &e->rows[r]);
  }
}

// The reductions of a phase at the places that are set.
static void accumulate_phase(tern_row_emitter_t *e, int phase, partials_t partials) {
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      for (size_t s = 0; is_in_phase(e, i, phase) && s < e->slots.count; ++s) tern_row_read_ahead(e, &e->rows[r], i, s);
    }
  }
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      if (is_in_phase(e, i, phase)) accumulate(e, &e->rows[r], i, partials[r][i]);
    }
  }
}

// --- stores ---

static void store_columns(tern_row_emitter_t *e, tern_row_state_t *row) {
  for (size_t s = 0; s < e->slots.count; ++s) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      const tern_row_op_t *member = &e->plan->ops.values[i];
      if (!tern_row_op_makes_columns(member)) continue;
      for (size_t o = 0; o < tern_linalg_output_count(member->op); ++o) {
        if (!member->is_stored[o]) continue;
        tern_row_op_t user = {.op = member->op};
        user.sources[0] = (tern_row_source_t){.producer = (int)i, .output = o, .load = -1};
        tern_value_t *value = build_operand(e, row, &user, 0, s), *ivs[TERN_LINALG_MAX_LOOPS];
        tern_value_t *condition = tern_gpu_build_and(e->b, row->is_there, e->slots.guards[s]);
        tern_row_set_ivs(row, member, e->slots.dimensions[s], ivs);
        tern_op_t *if_op = condition ? tern_gpu_build_if(e->b, condition, (tern_types_t){0}) : NULL;
        tern_gpu_build_store(e->b, member->op, tern_linalg_output_position(member->op, o), ivs, value);
        if (if_op) tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
      }
    }
  }
}

// One invocation stores what there is one of for each row.
static void store_results(tern_row_emitter_t *e, tern_row_state_t *row) {
  tern_value_t *condition = NULL;
  tern_op_t *if_op = NULL;
  for (size_t i = 0; i < e->plan->ops.count; ++i) {
    const tern_row_op_t *member = &e->plan->ops.values[i];
    if (tern_row_op_makes_columns(member)) continue;
    for (size_t o = 0; o < tern_linalg_output_count(member->op); ++o) {
      tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
      if (!member->is_stored[o]) continue;
      if (!if_op) {
        condition = tern_gpu_build_less(e->b, tern_row_build_cluster_place(e), tern_build_index(e->b, 1));
        if_op = tern_gpu_build_if(e->b, tern_gpu_build_and(e->b, condition, row->is_there), (tern_types_t){0});
      }
      tern_row_set_ivs(row, member, NULL, ivs);
      tern_gpu_build_store(e->b, member->op, tern_linalg_output_position(member->op, o), ivs,
                           row->results[tern_row_result_index(i, o)]);
    }
  }
  if (if_op) tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
}

static bool stores_columns(const tern_row_emitter_t *e) {
  for (size_t i = 0; i < e->plan->ops.count; ++i) {
    const tern_row_op_t *member = &e->plan->ops.values[i];
    if (!tern_row_op_makes_columns(member)) continue;
    for (size_t o = 0; o < tern_linalg_output_count(member->op); ++o) {
      if (member->is_stored[o]) return true;
    }
  }
  return false;
}

// --- a row at once, or in a loop ---

static void start_phase(tern_row_emitter_t *e, int phase, partials_t partials) {
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      if (is_in_phase(e, i, phase)) build_starts(e, &e->rows[r], i, partials[r][i]);
    }
  }
}

static void emit_kept(tern_row_emitter_t *e) {
  partials_t partials;
  tern_row_set_slots(e, NULL, 0, e->config->chunks);
  for (int phase = 0; phase < e->plan->phases; ++phase) {
    start_phase(e, phase, partials);
    accumulate_phase(e, phase, partials);
    finish_phase(e, phase, partials);
  }
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) store_columns(e, &e->rows[r]);
}

// Iterations that are whole, from column 0 on; then what is left.
typedef struct walk {
  int64_t whole, step;  // columns of all whole iterations, of one
  int64_t first, rest;  // chunks that are left
} walk_t;

static walk_t find_walk(const tern_row_emitter_t *e) {
  const tern_gpu_row_shape_t *shape = &e->plan->shape;
  int64_t width = tern_row_chunk_width(e);
  walk_t walk = {.step = width * e->config->chunks};
  walk.whole = shape->length / walk.step * walk.step;
  walk.first = walk.whole / width;
  walk.rest = (shape->length - walk.whole + width - 1) / width;
  return walk;
}

static size_t list_partials(tern_row_emitter_t *e, int phase, partials_t partials, tern_value_t **out_values,
                            bool is_to_list) {
  size_t count = 0;
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->ops.count; ++i) {
      for (size_t o = 0; is_in_phase(e, i, phase) && o < e->plan->ops.values[i].combiner.output_count; ++o) {
        if (is_to_list) {
          out_values[count++] = partials[r][i][o];
        } else {
          partials[r][i][o] = out_values[count++];
        }
      }
    }
  }
  return count;
}

static void emit_looped_phase(tern_row_emitter_t *e, int phase, const walk_t *walk) {
  partials_t partials;
  tern_value_t *carried[TERN_ROW_MAX_AT_ONCE * TERN_ROW_MAX_OPS * TERN_GPU_MAX_OUTPUTS];
  start_phase(e, phase, partials);
  if (walk->whole > 0) {
    size_t count = list_partials(e, phase, partials, carried, true);
    tern_op_t *for_op = tern_build_scf_for(e->b, tern_build_index(e->b, 0), tern_build_index(e->b, walk->whole),
                                           tern_build_index(e->b, walk->step), (tern_values_t){carried, count});
    for (size_t i = 0; i < count; ++i) carried[i] = tern_scf_for_carried(for_op, i);
    list_partials(e, phase, partials, carried, false);
    clear_memory_of_slots(e);
    tern_row_set_slots(e, tern_scf_for_iv(for_op), 0, e->config->chunks);
    accumulate_phase(e, phase, partials);
    list_partials(e, phase, partials, carried, true);
    tern_build_scf_for_end(e->b, for_op, (tern_values_t){carried, count});
    for_op = tern_gpu_split_sums(for_op);
    for (size_t i = 0; i < count; ++i) carried[i] = tern_op_result(for_op, i);
    list_partials(e, phase, partials, carried, false);
  }
  clear_memory_of_slots(e);
  tern_row_set_slots(e, NULL, walk->first, walk->rest);
  accumulate_phase(e, phase, partials);
  finish_phase(e, phase, partials);
}

// Whole iterations in a loop, then what is left.
static void walk_columns(tern_row_emitter_t *e, const walk_t *walk, void (*visit)(tern_row_emitter_t *e)) {
  if (walk->whole > 0) {
    tern_op_t *for_op = tern_build_scf_for(e->b, tern_build_index(e->b, 0), tern_build_index(e->b, walk->whole),
                                           tern_build_index(e->b, walk->step), (tern_values_t){0});
    clear_memory_of_slots(e);
    tern_row_set_slots(e, tern_scf_for_iv(for_op), 0, e->config->chunks);
    visit(e);
    tern_build_scf_for_end(e->b, for_op, (tern_values_t){0});
  }
  clear_memory_of_slots(e);
  tern_row_set_slots(e, NULL, walk->first, walk->rest);
  visit(e);
}

static void store_slots(tern_row_emitter_t *e) {
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) store_columns(e, &e->rows[r]);
}

// Copies of what all rows have in the slots.
static void copy_slots(tern_row_emitter_t *e) {
  for (int64_t r = 0; r < e->config->rows_at_once; ++r) {
    for (size_t i = 0; i < e->plan->loads.count * e->slots.count; ++i) {
      size_t load = i / e->slots.count, slot = i % e->slots.count;
      const tern_row_load_t *access = &e->plan->loads.values[load];
      if (!tern_row_is_staged(e, access)) continue;
      const tern_row_op_t *member = &e->plan->ops.values[access->op];
      tern_value_t *ivs[TERN_LINALG_MAX_LOOPS], *source[1 + TERN_LINALG_MAX_LOOPS], *guard = e->slots.guards[slot];
      tern_op_t *if_op = guard ? tern_gpu_build_if(e->b, guard, (tern_types_t){0}) : NULL;
      tern_row_set_ivs(&e->rows[r], member, e->slots.dimensions[slot], ivs);
      size_t count = tern_gpu_build_access(e->b, member->op, access->operand, ivs, source);
      tern_row_stage_copy(e, load, r, slot, (tern_values_t){source, count});
      if (if_op) tern_gpu_build_if_end(e->b, if_op, (tern_values_t){0});
    }
  }
}

static void emit_looped(tern_row_emitter_t *e) {
  walk_t walk = find_walk(e);
  if (e->config->is_staged) {
    tern_row_build_stages(e);
    walk_columns(e, &walk, copy_slots);
    tern_row_stage_wait(e);
  }
  for (int phase = 0; phase < e->plan->phases; ++phase) emit_looped_phase(e, phase, &walk);
  if (stores_columns(e)) walk_columns(e, &walk, store_slots);
}

// --- rows ---

static void start_row(tern_row_emitter_t *e, tern_row_state_t *row, tern_value_t *number, tern_value_t *count,
                      bool is_whole, tern_value_t *const *extents) {
  const tern_row_plan_t *plan = e->plan;
  row->scalars = tern_calloc(plan->loads.count + 1, sizeof row->scalars[0]);
  row->loaded = tern_calloc((plan->loads.count + 1) * TERN_ROW_MAX_CHUNKS, sizeof row->loaded[0]);
  row->columns = tern_calloc(plan->ops.count * TERN_GPU_MAX_OUTPUTS * TERN_ROW_MAX_CHUNKS, sizeof row->columns[0]);
  row->results = tern_calloc(plan->ops.count * TERN_GPU_MAX_OUTPUTS, sizeof row->results[0]);
  row->is_there = NULL;
  if (!is_whole) {
    row->is_there = tern_gpu_build_less(e->b, number, count);
    number = build_select(e, row->is_there, number, tern_build_index_sub(e->b, count, tern_build_index(e->b, 1)));
  }
  if (plan->row_dims > 0) tern_gpu_build_delinearized(e->b, number, extents, plan->row_dims, row->ivs);
  if (tern_row_is_across(e)) {
    tern_value_t **first = &row->ivs[plan->lane_label];
    *first = tern_build_index_mul(e->b, *first, tern_build_index(e->b, tern_row_lanes(e)));
  }
  tern_row_read_scalars(e, row);
  build_row_ops(e, row);
}

static void free_row(tern_row_state_t *row) {
  free(row->scalars);
  free(row->loaded);
  free(row->columns);
  free(row->results);
}

// The rows from `first` on that the workgroup takes together.
static void emit_rows(tern_row_emitter_t *e, tern_value_t *first, tern_value_t *count, tern_value_t *const *extents) {
  const tern_gpu_row_config_t *config = e->config;
  int64_t subrows = config->workgroup_size / config->invocations, rows = e->plan->shape.rows;
  bool is_whole = rows != TERN_DYNAMIC && rows % (subrows * config->rows_at_once) == 0;
  for (int64_t r = 0; r < config->rows_at_once; ++r) {
    tern_value_t *number = tern_build_index_add(e->b, first, tern_build_index(e->b, r * subrows));
    start_row(e, &e->rows[r], number, count, is_whole, extents);
  }
  if (config->is_kept) {
    emit_kept(e);
  } else {
    emit_looped(e);
  }
  for (int64_t r = 0; r < config->rows_at_once; ++r) {
    store_results(e, &e->rows[r]);
    free_row(&e->rows[r]);
  }
}

static void remove_ops(const tern_row_plan_t *plan) {
  for (size_t i = plan->ops.count; i-- > 0;) tern_op_destroy(plan->ops.values[i].op);
  tern_block_t *block = tern_op_body(plan->func, 0);
  tern_block_for_each_op_safe(block, op) {
    if (tern_op_is(op, TERN_MEMREF(ALLOCA)) && tern_op_has_no_uses(op)) tern_op_destroy(op);
  }
}

// The extents of the row positions, counted in vectors where lanes run along one; returns the number of rows.
static tern_value_t *build_extents(const tern_row_emitter_t *e, tern_value_t **out_extents) {
  const tern_row_plan_t *plan = e->plan;
  tern_value_t *count = tern_build_index(e->b, 1);
  for (size_t d = 0; d < plan->row_dims; ++d) {
    int64_t extent = plan->row_extents[d];
    if ((int)d == plan->lane_label && extent != TERN_DYNAMIC) extent /= tern_row_lanes(e);
    out_extents[d] = tern_gpu_build_extent(e->b, plan->ops.values[plan->root].op, plan->row_loops[d], extent);
    count = tern_build_index_mul(e->b, count, out_extents[d]);
  }
  return count;
}

// Workgroups that share a row are neighbours.
static void make_grid(tern_row_emitter_t *e, tern_value_t *count, int64_t at_once) {
  const tern_gpu_row_config_t *config = e->config;
  tern_op_t *func = e->plan->func;
  tern_value_t *rows = count;
  if (config->cluster > 1) {
    int64_t groups = e->plan->shape.rows / at_once + (e->plan->shape.rows % at_once != 0);
    rows = tern_build_index(e->b, groups * config->cluster * at_once);
    const int32_t cluster[] = {(int32_t)config->cluster, 1, 1};
    tern_op_set_attr(func, "hal.kernel_cluster", tern_dense_i32_array_attr_get(e->b->context, cluster, 3));
  }
  const tern_workgroup_extent_t grid[3] = {{.extent = rows, .divisor = at_once}};
  tern_workgroup_count_build(func, grid, TERN_GPU_MAX_GRID);
  tern_op_set_attr(func, "spirv.entry_point_abi",
                   tern_spirv_entry_point_abi_get_sized(e->b->context, e->kernel.workgroup_size, TERN_ROW_SUBGROUP, 0));
}

void tern_row_plan_emit(const tern_row_plan_t *plan, const tern_gpu_row_config_t *config) {
  tern_op_t *func = plan->func;
  tern_builder_t builder = tern_builder_before(tern_op_body(func, 0)->last_op), *b = &builder;
  tern_row_emitter_t *e = tern_calloc(1, sizeof *e);
  *e = (tern_row_emitter_t){.plan = plan, .config = config, .b = b};
  e->kernel = (tern_gpu_kernel_t){.func = func, .workgroup_size = {(int32_t)config->workgroup_size, 1, 1}};
  tern_value_t *extents[TERN_ROW_MAX_DIMS], *count = build_extents(e, extents);
  int64_t subrows = config->workgroup_size / config->invocations, at_once = subrows * config->rows_at_once;
  make_grid(e, count, at_once);
  tern_row_set_place(e);
  tern_value_t *step = tern_build_index(b, at_once), *group = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0);
  if (config->cluster > 1) {
    tern_value_t *size = tern_build_index(b, config->cluster), *block = group;
    group = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(block, size));
    e->rank = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(block, size));
    tern_gpu_build_cluster_arrive(e->b);
  }
  tern_value_t *first = tern_build_index_mul(b, group, step);
  // Rows beyond the largest grid are walked cyclically; between two rows the workgroup's memory changes its meaning.
  bool is_covered = plan->shape.rows != TERN_DYNAMIC && plan->shape.rows <= at_once * TERN_GPU_MAX_GRID;
  tern_op_t *for_op = NULL;
  if (!is_covered) {
    tern_value_t *stride = tern_build_index_mul(b, tern_gpu_build_id(b, TERN_GPU(GRID_DIM), 0), step);
    for_op = tern_build_scf_for(b, first, count, stride, (tern_values_t){0});
    first = tern_scf_for_iv(for_op);
  }
  emit_rows(e, e->subrow ? tern_build_index_add(b, first, e->subrow) : first, count, extents);
  if (for_op && tern_row_needs_memory(e)) tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  if (for_op) tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  free(e);
  remove_ops(plan);
  tern_row_share_divisors(func);
}
