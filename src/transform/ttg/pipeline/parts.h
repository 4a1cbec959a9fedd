// The steps of --tritongpu-pipeline, one a file beside this one.

#ifndef TERN_TRANSFORM_TTG_PIPELINE_PARTS_H_
#define TERN_TRANSFORM_TTG_PIPELINE_PARTS_H_

#include "analysis/triton/axis_info.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"
#include "transform/scf/pipeline_loop.h"
#include "transform/ttg/loop_schedule.h"

// --- load_levels.c ---

// A load that leads to a product or, where the loop asks for stages itself, to anything: how many other loads are on the way, and
// the op that it leads to, which is the next such load if there are any.
typedef struct tern_pipeline_level {
  tern_op_t *load, *user;
  int64_t level;
} tern_pipeline_level_t;
typedef TERN_VEC(tern_pipeline_level_t) tern_pipeline_levels_t;

// Those of a loop that are worth it and of which `stages` stages leave room for, in the order in which they are met. Loads have to
// give at least what an asynchronous copy takes, unless `takes_narrow`. To be deinitialized by the caller.
tern_pipeline_levels_t tern_pipeline_find_levels(const tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos,
                                                 bool takes_narrow);

// --- lower_loops.c ---

// Makes what waits in scheduled loops asynchronous, each op with its stage. False after an error.
bool tern_pipeline_lower_loops(tern_op_t *module);

// --- lower_loads.c ---

// Has each op of the body a stage? False after an error.
bool tern_pipeline_check_schedule(const tern_ttg_schedule_t *schedule);
// Loads that are used in a later stage than they are in become asynchronous copies into as many buffers of shared memory as
// iterations are under way, and reads of these. The schedule's loop is replaced by one that carries which buffer comes next.
void tern_pipeline_lower_loads(tern_ttg_schedule_t *schedule, const tern_axis_infos_t *infos);

// --- lower_products.c ---

// Products in tensor memory that may go on while the loop does (`tt.self_latency`) get barriers, and are waited for where they have to be
// done. False after an error: their sums would have to have several buffers and cannot.
bool tern_pipeline_lower_products(tern_ttg_schedule_t *schedule);

// --- sum_buffers.c ---

// Which buffer is the current one when the loop begins.
tern_value_t *tern_pipeline_first_buffer(tern_builder_t *b, const tern_op_t *memory, const tern_op_t *loop);
// Gives sums `count` buffers, in the place of the allocation `memory`. The loop carries the current one as its value `counter`.
void tern_pipeline_buffer_sums(tern_ttg_schedule_t *schedule, tern_op_t *memory, size_t counter, int64_t count);

// --- tma_loads.c ---

// A load, or a few that wait for each other, that fills one of `buffer_count` buffers in each iteration.
typedef struct tern_pipeline_load {
  tern_op_t *op;
  int64_t buffer_count;
  const tern_attr_t *encoding;  // of the memory
  int64_t together;             // elements that lie together and may be copied at once
  tern_value_t *memory;
  tern_value_t *barrier;  // of copies by tensor maps: which one says that the buffer is full
  tern_op_t *wait;        // and who waits for it
} tern_pipeline_load_t;
typedef TERN_VEC(tern_pipeline_load_t) tern_pipeline_loads_t;

// What loads with as many buffers share: which one is filled and which one is read in this iteration, and, if there are
// copies by tensor maps, how the barrier of the latter stands.
typedef struct tern_pipeline_counters {
  int64_t buffer_count;
  bool has_barriers;
  tern_value_t *filled, *read, *phase;
} tern_pipeline_counters_t;
typedef TERN_VEC(tern_pipeline_counters_t) tern_pipeline_counters_list_t;

// Makes barriers for loads by descriptors: loads one after the other that nobody waits for in between share one.
void tern_pipeline_make_barriers(tern_ttg_schedule_t *schedule, tern_pipeline_loads_t *loads,
                                 const tern_pipeline_counters_list_t *counters);

// --- tma_descriptors.c ---

// Descriptors that the loop makes have a tensor map for each iteration that may still read by the last ones: `stage_count` of them, and
// one more in a loop with products of warp groups, which run for an iteration longer.
void tern_pipeline_buffer_descriptors(tern_ttg_schedule_t *schedule, int64_t stage_count);

// --- tma_stores.c ---

// Writes by descriptors go on while the loop does, until the next one needs the memory.
void tern_pipeline_lower_stores(tern_op_t *loop);

// --- buffers.c ---

// A builder whose ops are scheduled as it says; without a cluster they are not.
typedef struct tern_staged_builder {
  tern_listener_t listener;
  tern_builder_t b;
  tern_ttg_schedule_t *schedule;
  int64_t stage;
  tern_ttg_cluster_t *cluster;
} tern_staged_builder_t;

// Before an op; scheduled as the entry, which may be NULL, says. The builder must not be moved in memory afterwards.
void tern_staged_builder_initialize(tern_staged_builder_t *builder, tern_ttg_schedule_t *schedule, tern_op_t *before,
                                    const tern_ttg_scheduled_t *entry);
void tern_staged_builder_set_stage(tern_staged_builder_t *builder, const tern_ttg_scheduled_t *entry);

// One of the buffers that the first dimension of `memory` counts.
tern_value_t *tern_pipeline_view(tern_builder_t *b, tern_value_t *memory, tern_value_t *index);
// `count` buffers for tensors of this type, before the loop. The memory ends behind it.
tern_value_t *tern_pipeline_allocate(tern_op_t *loop, const tern_type_t *tensor, const tern_attr_t *encoding,
                                     const tern_attr_t *loc, int64_t count);
// The loop with further carried values, which are handed on as they are; the old one is gone.
tern_op_t *tern_pipeline_extend_loop(tern_op_t *loop, const tern_ttg_value_list_t *more);
// (value + 1) mod count, and whether that begins anew. The numbers stand before the loop, where all that count share them.
// Only `count` may be made where the caller likes.
tern_value_t *tern_pipeline_build_next(tern_builder_t *b, const tern_op_t *loop, tern_value_t *value,
                                       tern_value_t *count, tern_value_t **out_wraps);
// A number of 32 bits before the loop.
tern_value_t *tern_pipeline_number_before(const tern_op_t *loop, int64_t number);
// `count` barriers, made before the loop and ended behind it.
tern_value_t *tern_pipeline_allocate_barriers(tern_op_t *loop, int64_t count);
// Everyone who uses `memory` uses `other`, which can be written to; so can views of it then.
void tern_pipeline_replace_memory(tern_ttg_schedule_t *schedule, tern_value_t *memory, tern_value_t *other);

const tern_type_t *tern_pipeline_token_type(tern_context_t *context);
// Waits for all copies before the group's commit and it; for all there are, with NULL. Gives a token.
tern_value_t *tern_pipeline_build_wait(tern_builder_t *b, tern_value_t *group);

// --- uses.c: ops of the loop's body that use what an op makes ---

// In the pipelined loop, as it begins.
bool tern_pipeline_comes_before(const tern_ttg_scheduled_t *a, const tern_ttg_scheduled_t *b);
tern_op_list_t tern_pipeline_users(tern_op_t *op, const tern_op_t *loop);
// The first one by the schedule of those who use what one of these ops makes. NULL: nobody does.
tern_op_t *tern_pipeline_first_user(const tern_ttg_schedule_t *schedule, tern_op_t *const *ops, size_t count);
// Stages from a load to the first one that uses it.
int64_t tern_pipeline_stages_to_use(const tern_ttg_schedule_t *schedule, tern_op_t *load);
// Does nobody but one allocation hold what the load gives, so that it may stay in memory? NULL: no.
tern_op_t *tern_pipeline_only_allocation(const tern_op_t *load);
// Is it a constant, or a tensor of equal ones, that is 0?
bool tern_pipeline_is_zero(const tern_value_t *value);

// --- expand_loops.c ---

// Deals the iterations of a loop that has a schedule to their stages, as `options` have it but for the schedule.
void tern_pipeline_expand_loop(tern_op_t *loop, tern_pipeline_options_t options);
// Puts an op into a ttg.mask, which is the op to be used in its place; and puts the ops of all of these where they were, with the
// predicate in their own masks, or in a branch.
tern_op_t *tern_pipeline_put_in_mask(tern_builder_t *b, tern_op_t *op, tern_value_t *predicate);
bool tern_pipeline_can_be_masked(const tern_op_t *op);
void tern_pipeline_resolve_masks(tern_op_t *module);
// Takes the attributes of schedules away.
void tern_pipeline_forget_schedules(tern_op_t *module);
// Deals the iterations of loops that have a schedule to their stages. A schedule that cannot be, with ops before what they need,
// leaves the loop as it is.
void tern_pipeline_expand_loops(tern_op_t *module);

// --- peel_epilogue.c ---

// Lets the last iteration of an expanded loop, whose stages' predicates are ttg.predicate_stage, run behind it without what only the next
// one would need.
void tern_pipeline_peel_epilogue(tern_op_t *loop);

// --- clean_arithmetic.c ---

// What arith's patterns make simpler.
void tern_pipeline_clean_arithmetic(tern_op_t *module);

// --- async_dots.c ---

// Products of warp groups in a loop run by themselves, and are waited for where that is needed.
void tern_pipeline_make_dots_async(tern_op_t *loop);

// --- split_dots.c ---

// Puts products as deep as one instruction in the place of each one whose left operand is in registers.
void tern_pipeline_split_dots(tern_op_list_t *dots);

// --- update_waits.c ---

// Each wait for asynchronous copies leaves as many groups as surely began after the one it is for.
void tern_pipeline_update_waits(tern_op_t *module);
// Waits between which no group is begun become one.
void tern_pipeline_combine_waits(tern_op_t *module);

#endif  // TERN_TRANSFORM_TTG_PIPELINE_PARTS_H_
