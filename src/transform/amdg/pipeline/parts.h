// The steps of --tritonamdgpu-schedule-loops and --tritonamdgpu-pipeline.
//
// Loads go through registers: what one iteration loads from global memory a later one stores into shared memory, and one after that, or
// the same, reads from there as operands. So a load may have a stage, the store another one, and the reads a third; products are in
// the last one. Of loops with one product the order is about five groups of ops (tern_amd_group_t). Loops with two, of which the
// second one takes what the first one made, and four stages have an order of their own, in which memory is used while either of
// them is under way (tern_amd_chain_group_t).

#ifndef TERN_TRANSFORM_AMDG_PIPELINE_PARTS_H_
#define TERN_TRANSFORM_AMDG_PIPELINE_PARTS_H_

#include "analysis/machine/machine.h"
#include "transform/ttg/pipeline/parts.h"

// The GPU that the module around the op is compiled for (`ttg.target`). False: it does not say, or it is none of AMD's; then
// nothing is known of it.
bool tern_amd_machine_of(const tern_op_t *op, tern_machine_t *out);

// --- schedules ---

// What --tritonamdgpu-schedule-loops gives are numbers of these, of which --tritonamdgpu-pipeline makes clusters.
typedef enum tern_amd_group { TERN_AMD_LOADS, TERN_AMD_COMPUTE } tern_amd_group_t;

typedef enum tern_amd_chain_group {
  TERN_AMD_FIRST_DOT,
  TERN_AMD_WITH_FIRST_DOT,
  TERN_AMD_WAIT_FOR_SECOND,
  TERN_AMD_STORE_FIRST,
  TERN_AMD_READ_SECOND,
  TERN_AMD_LOAD_FIRST,
  TERN_AMD_SECOND_DOT,
  TERN_AMD_WITH_SECOND_DOT,
  TERN_AMD_WAIT_FOR_FIRST,
  TERN_AMD_STORE_SECOND,
  TERN_AMD_READ_FIRST,
  TERN_AMD_LOAD_SECOND,
  TERN_AMD_CHAIN_GROUPS
} tern_amd_chain_group_t;

// Stages of loops with two products.
enum {
  TERN_AMD_FIRST_LOAD_STAGE = 0,
  TERN_AMD_FIRST_MEMORY_STAGE = 1,
  TERN_AMD_FIRST_DOT_STAGE = 2,
  TERN_AMD_SECOND_LOAD_STAGE = 1,
  TERN_AMD_SECOND_STORE_STAGE = 2,
  TERN_AMD_SECOND_READ_STAGE = 3,
  TERN_AMD_SECOND_DOT_STAGE = 3,
  TERN_AMD_CHAIN_STAGES = 4
};

// Has the loop two products in its body, the second of which depends on the first, and no load that waits for another, with as many
// stages as that takes? `out_dots` has room for two.
bool tern_amd_is_chain(const tern_op_t *loop, int64_t stages, const tern_pipeline_levels_t *levels,
                       tern_op_t **out_dots);
// The loads that are worth it. CDNA 4 and RDNA take narrow ones, too.
tern_pipeline_levels_t tern_amd_find_levels(const tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos);

// --- bypass_memory.c ---

// An operand that lies in global memory as the product wants it, turned by tt.trans and tt.reshape alone, is loaded in the encoding that
// makes these free, if that is as coalesced: the new load, marked `amdg.bypass_lds_load`. NULL: nothing is changed.
tern_op_t *tern_amd_bypass_memory(tern_op_t *load, const tern_op_t *user);

// --- shared_encoding.c ---

// How shared memory has to look for all who read the load as operands. NULL: there is no such way, or somebody else uses it.
const tern_attr_t *tern_amd_memory_of_load(const tern_op_t *load, const tern_axis_infos_t *infos, bool is_async);
// May the load be an asynchronous copy into memory with this encoding (NULL: not known yet)?
bool tern_amd_can_be_async(const tern_op_t *load, const tern_attr_t *encoding, const tern_axis_infos_t *infos);
// The most elements that one copy of the GPU's writes to shared memory of at most `count`; 0: there is none.
int64_t tern_amd_fit_copy(const tern_machine_t *machine, int64_t count, int64_t element_bits);

// --- streams.c ---

// What a load became. What it has not is NULL.
typedef struct tern_amd_stream {
  tern_op_t *load;                   // as it was: gone if `fetch` is there
  const tern_attr_t *encoding;       // of the memory; NULL: it stays in registers
  tern_op_t *fetch, *commit, *wait;  // the load or copy
  tern_op_t *view, *store, *read;
} tern_amd_stream_t;
typedef TERN_VEC(tern_amd_stream_t) tern_amd_streams_t;

// Puts `buffer_count` buffers of shared memory between each load that has an encoding and those who use it. The schedule's loop is replaced
// by one that counts buffers. The new ops, but for the views, which go with their stores, are in no stage yet.
void tern_amd_make_streams(tern_ttg_schedule_t *schedule, tern_amd_streams_t *streams, int64_t buffer_count,
                           bool is_async, const tern_axis_infos_t *infos);

// --- lower_loops.c ---

// Makes and schedules what goes between loads and products, in all loops that have a schedule.
void tern_amd_lower_loops(tern_op_t *module, bool is_async, bool is_pingpong);

#endif  // TERN_TRANSFORM_AMDG_PIPELINE_PARTS_H_
