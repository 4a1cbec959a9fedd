// amdg: accesses at offsets from a base, parts of tensors, copies by descriptors. What orders instructions and waits has nothing to
// do here.

#include "dialect/amdg/amdg.h"
#include "dialect/ttg/ttg.h"
#include "interpreter/triton/triton.h"

static flow_t run_nothing(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

static flow_t run_token(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  tern_triton_put_token(f, n, 0);
  return FLOW_NEXT;
}

// The phase that a barrier had: none is counted.
static flow_t run_arrive(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_reference_put_index(e, f, n, 0, 0);
  return FLOW_NEXT;
}

// --- parts ---

static flow_t run_same(evaluator_t *e, frame_t *f, const node_t *n) {
  return tern_triton_reshaped(e, f, n, operand_of(f, n, 0));
}

// Moves all of `part` to or from the place in `whole` where it begins.
static void move_part(datum_t *whole, datum_t *part, const int64_t *start, bool is_into_whole) {
  int64_t position[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  for (int64_t k = 0; k < part->count; ++k) {
    for (uint32_t d = 0; d < part->rank; ++d) place[d] = start[d] + position[d];
    int64_t at = tern_reference_number_of(place, whole->sizes, whole->rank);
    if (is_into_whole)
      tern_reference_move(whole, at, part, k, 1);
    else
      tern_reference_move(part, k, whole, at, 1);
    tern_reference_next(position, part->sizes, part->rank);
  }
}

static flow_t run_extract_slice(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t start[REFERENCE_RANK_MAX];
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (uint32_t d = 0; d < result->rank; ++d)
    start[d] = tern_int_list_attr_at(tern_op_attr(n->op, "static_offsets"), d);
  move_part(operand_of(f, n, 0), result, start, false);
  return FLOW_NEXT;
}

static flow_t run_concat(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t tiles[REFERENCE_RANK_MAX], tile[REFERENCE_RANK_MAX] = {0}, start[REFERENCE_RANK_MAX];
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  const int64_t *sizes = operand_of(f, n, 0)->sizes;
  for (uint32_t d = 0; d < result->rank; ++d) tiles[d] = result->sizes[d] / sizes[d];
  for (uint32_t i = 0; i < n->op->operand_count; ++i) {
    for (uint32_t d = 0; d < result->rank; ++d) start[d] = tile[d] * sizes[d];
    move_part(result, operand_of(f, n, i), start, true);
    tern_reference_next(tile, tiles, result->rank);
  }
  return FLOW_NEXT;
}

// --- buffers ---

// Where element `k` of a buffer lies. False after a stop, and where it is masked: see `out_is_on`.
static bool find_element(evaluator_t *e, const frame_t *f, const node_t *n, size_t bytes, int64_t k, bool *out_is_on,
                         uint64_t *out_address) {
  int64_t base, offset;
  const datum_t *offsets = tern_triton_optional(f, n, "offsets");
  if (!tern_triton_mask(e, n, tern_triton_optional(f, n, "mask"), k, out_is_on)) return false;
  if (!*out_is_on) return true;
  if (!tern_reference_element(e, n, tern_triton_optional(f, n, "ptr"), 0, &base)) return false;
  if (!tern_reference_element(e, n, offsets, lane_of(offsets, k), &offset)) return false;
  *out_address = (uint64_t)base + (uint64_t)offset * bytes;
  return true;
}

// What is read of element `k`: `other` where it is masked, or zero.
static bool read_element(evaluator_t *e, const frame_t *f, const node_t *n, int64_t k, datum_t *to, int64_t place) {
  bool is_on;
  uint64_t address;
  const datum_t *other = tern_triton_optional(f, n, "other");
  if (!find_element(e, f, n, to->form.number.bytes, k, &is_on, &address)) return false;
  if (is_on) return tern_triton_read(e, n->op, address, to, place);
  to->words[place] = 0, to->poison[place] = 0;
  if (other) tern_reference_move(to, place, other, lane_of(other, k), 1);
  return true;
}

static flow_t run_load(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < result->count; ++k) {
    if (!read_element(e, f, n, k, result, k)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

static flow_t run_load_to_local(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *memory = tern_triton_optional(f, n, "dest");
  datum_t *tensor = tern_reference_array(memory->form, memory->sizes, memory->rank);
  bool is_done = true;
  tern_triton_put_token(f, n, 0);
  for (int64_t k = 0; k < tensor->count && is_done; ++k) is_done = read_element(e, f, n, k, tensor, k);
  is_done = is_done && tern_triton_move(e, n, memory, tensor, true);
  tern_reference_release(tensor);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_store(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *value = tern_triton_optional(f, n, "value");
  for (int64_t k = 0; k < value->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!find_element(e, f, n, value->form.number.bytes, k, &is_on, &address)) return FLOW_STOP;
    if (is_on && !tern_triton_write(e, n->op, address, value, k)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

static flow_t run_update(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *value = tern_triton_optional(f, n, "value");
  int64_t kind = enum_of(n->op, "atomic_rmw_op", 0);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < value->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!find_element(e, f, n, value->form.number.bytes, k, &is_on, &address)) return FLOW_STOP;
    if (is_on && !tern_triton_update(e, n->op, address, kind, value, k, result)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

static flow_t run_exchange(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *expected = tern_triton_optional(f, n, "cmp"), *value = tern_triton_optional(f, n, "val");
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < value->count; ++k) {
    bool is_on;
    uint64_t address;
    if (!find_element(e, f, n, value->form.number.bytes, k, &is_on, &address)) return FLOW_STOP;
    if (!tern_triton_exchange(e, n->op, address, expected, value, k, result)) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

// --- copies by descriptors ---

static flow_t run_copy_in(evaluator_t *e, frame_t *f, const node_t *n) {
  bool is_on;
  block_t block;
  const datum_t *memory = tern_triton_optional(f, n, "result");
  tern_triton_put_token(f, n, 0);
  if (!tern_triton_mask(e, n, tern_triton_optional(f, n, "pred"), 0, &is_on)) return FLOW_STOP;
  if (!is_on) return FLOW_NEXT;
  if (!tern_triton_described_block(e, f, n, "indices", &block)) return FLOW_STOP;
  datum_t *tensor = tern_reference_array(memory->form, memory->sizes, memory->rank);
  bool is_done = tern_triton_read_block(e, n, &block, tensor, 0) && tern_triton_move(e, n, memory, tensor, true);
  tern_reference_release(tensor);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_copy_out(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block;
  const datum_t *memory = tern_triton_optional(f, n, "src");
  if (!tern_triton_described_block(e, f, n, "indices", &block)) return FLOW_STOP;
  datum_t *tensor = tern_reference_array(memory->form, memory->sizes, memory->rank);
  bool is_done = tern_triton_move(e, n, memory, tensor, false) && tern_triton_write_block(e, n, &block, tensor, 0);
  tern_reference_release(tensor);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

const reference_row_t tern_reference_triton_amd_rows[] = {
    {TERN_AMDG(EXTRACT_SLICE), run_extract_slice},
    {TERN_AMDG(CONCAT), run_concat},
    {TERN_AMDG(IN_THREAD_TRANSPOSE), run_same},
    {TERN_AMDG(INSTRUCTION_SCHED_HINT), run_nothing},
    {TERN_AMDG(COND_BARRIER), run_nothing},
    {TERN_AMDG(ASYNC_WAIT), run_token},
    {TERN_AMDG(MEMORY_COUNTER_WAIT), run_nothing},
    {TERN_AMDG(BUFFER_LOAD), run_load},
    {TERN_AMDG(BUFFER_LOAD_TO_LOCAL), run_load_to_local},
    {TERN_AMDG(BUFFER_STORE), run_store},
    {TERN_AMDG(BUFFER_ATOMIC_RMW), run_update},
    {TERN_AMDG(BUFFER_ATOMIC_CAS), run_exchange},
    {TERN_AMDG(ASYNC_TDM_COPY_GLOBAL_TO_LOCAL), run_copy_in},
    {TERN_AMDG(ASYNC_TDM_COPY_LOCAL_TO_GLOBAL), run_copy_out},
    {TERN_AMDG(ASYNC_TDM_WAIT), run_token},
    {TERN_AMDG(INIT_BARRIER), run_nothing},
    {TERN_AMDG(WAIT_BARRIER), run_nothing},
    {TERN_AMDG(ARRIVE_BARRIER), run_arrive},
    {TERN_AMDG(ASYNC_COPY_MBARRIER_ARRIVE), run_nothing},
    {0},
};
