// ttng: products of groups of warps, copies by tensor maps, tensor memory. What runs by itself on a GPU is done at once here, so
// that barriers, waits and fences have nothing to do.

#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "interpreter/triton/triton.h"

// --- operands ---

// The elements of a tensor, or of memory; to be released. NULL after a stop.
static datum_t *tensor_of(evaluator_t *e, const node_t *n, datum_t *value) {
  if (value->kind != DATUM_MEMREF) return tern_reference_retain(value);
  datum_t *tensor = tern_reference_array(value->form, value->sizes, value->rank);
  if (tern_triton_move(e, n, value, tensor, false)) return tensor;
  tern_reference_release(tensor);
  return NULL;
}

// Does the condition in the operand of this name hold? It does where there is none. False after a stop.
static bool holds(evaluator_t *e, const frame_t *f, const node_t *n, const char *name, bool *out_holds) {
  return tern_triton_mask(e, n, tern_triton_optional(f, n, name), 0, out_holds);
}

static flow_t run_nothing(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

// --- products ---

static bool multiply(evaluator_t *e, const node_t *n, const frame_t *f, const datum_t *c, bool is_tf32,
                     datum_t *result) {
  datum_t *a = tensor_of(e, n, operand_of(f, n, 0)), *b = a ? tensor_of(e, n, operand_of(f, n, 1)) : NULL;
  bool is_done = b && tern_triton_multiply(e, n->op, a, b, c, is_tf32, result);
  if (a) tern_reference_release(a);
  if (b) tern_reference_release(b);
  return is_done;
}

static flow_t run_warp_group_dot(evaluator_t *e, frame_t *f, const node_t *n) {
  bool has_sums, is_tf32 = enum_of(n->op, "inputPrecision", TERN_TT_PRECISION_IEEE) == TERN_TT_PRECISION_TF32;
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  if (!holds(e, f, n, "useC", &has_sums)) return FLOW_STOP;
  return multiply(e, n, f, has_sums ? operand_of(f, n, 2) : NULL, is_tf32, result) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_dot_wait(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e;
  for (uint32_t k = 0; k < n->op->result_count; ++k) put_result(f, n, k, tern_reference_retain(operand_of(f, n, k)));
  return FLOW_NEXT;
}

// Numbers of 32 bits are multiplied as tf32, whatever they are called.
static flow_t run_tensor_memory_mma(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *memory = operand_of(f, n, 2), *sums = NULL;
  bool is_on, has_sums;
  if (n->op->result_count) tern_triton_put_token(f, n, 0);
  if (!holds(e, f, n, "pred", &is_on) || !holds(e, f, n, "useD", &has_sums)) return FLOW_STOP;
  if (!is_on) return FLOW_NEXT;
  if (has_sums && !(sums = tensor_of(e, n, memory))) return FLOW_STOP;
  datum_t *result = tern_reference_array(memory->form, memory->sizes, memory->rank);
  bool is_done = multiply(e, n, f, sums, true, result) && tern_triton_move(e, n, memory, result, true);
  if (sums) tern_reference_release(sums);
  tern_reference_release(result);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

// --- copies of blocks ---

typedef enum copy { COPY_IN, COPY_OUT, COPY_REDUCE, COPY_ROWS_IN, COPY_ROWS_OUT } copy_t;

static bool copy(evaluator_t *e, frame_t *f, const node_t *n, copy_t kind, datum_t *tensor) {
  block_t block;
  if (kind == COPY_ROWS_IN || kind == COPY_ROWS_OUT)
    return tern_triton_move_rows(e, f, n, tensor, kind == COPY_ROWS_OUT) == FLOW_NEXT;
  if (!tern_triton_described_block(e, f, n, "coord", &block)) return false;
  if (kind == COPY_IN) return tern_triton_read_block(e, n, &block, tensor, 0);
  if (kind == COPY_OUT) return tern_triton_write_block(e, n, &block, tensor, 0);
  return tern_triton_reduce_block(e, n, &block, tensor) == FLOW_NEXT;
}

// Places in arrays of 4 bits count pairs that lie apart.
static bool is_padded(const tern_op_t *op) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(tern_tt_type_inside(tern_op_operand(op, 0)->type));
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED);
}

static flow_t run_copy(evaluator_t *e, frame_t *f, const node_t *n, copy_t kind) {
  bool is_on, is_read = kind == COPY_IN || kind == COPY_ROWS_IN;
  if (is_padded(n->op))
    return STOP_UNKNOWN(e, n->op, "copies numbers of 4 bits, which the reference interpreter cannot");
  if (!holds(e, f, n, "pred", &is_on)) return FLOW_STOP;
  if (!is_on) return FLOW_NEXT;
  datum_t *memory = tern_triton_optional(f, n, is_read ? "result" : "src");
  datum_t *tensor = is_read ? tern_reference_array(memory->form, memory->sizes, memory->rank) : tensor_of(e, n, memory);
  bool is_done = tensor && copy(e, f, n, kind, tensor);
  if (is_done && is_read) is_done = tern_triton_move(e, n, memory, tensor, true);
  if (tensor) tern_reference_release(tensor);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

#define COPY(NAME, KIND) \
  static flow_t NAME(evaluator_t *e, frame_t *f, const node_t *n) { return run_copy(e, f, n, KIND); }
COPY(run_copy_in, COPY_IN)
COPY(run_copy_out, COPY_OUT)
COPY(run_copy_reduce, COPY_REDUCE)
COPY(run_gather, COPY_ROWS_IN)
COPY(run_scatter, COPY_ROWS_OUT)

// --- tensor maps ---

// Words of a tensor map in global memory, as ttng.tensormap_create leaves them here: address, what fills what is outside, sizes
// and strides in bytes from the fastest dimension on.
enum { MAP_ADDRESS, MAP_FILL, MAP_SIZES, MAP_RANK_MAX = 5, MAP_STRIDES = MAP_SIZES + MAP_RANK_MAX, MAP_WORDS = 16 };

static bool move_map(evaluator_t *e, frame_t *f, const node_t *n, uint64_t *words, bool is_store) {
  int64_t address;
  form_t form = {.number = {.width = 64, .bytes = 8}, .words = 1};
  if (!tern_reference_integer(e, f, n, 0, &address)) return false;
  datum_t *word = tern_reference_array(form, NULL, 0);
  bool is_done = true;
  for (size_t k = 0; k < MAP_WORDS && is_done; ++k) {
    uint64_t at = (uint64_t)address + k * sizeof *words;
    word->words[0] = words[k];
    is_done = is_store ? tern_triton_write(e, n->op, at, word, 0) : tern_triton_read(e, n->op, at, word, 0);
    if (is_done && word->poison[0]) is_done = STOP_UNDEFINED(e, n->op, "finds no tensor map") == FLOW_NEXT;
    words[k] = word->words[0];
  }
  tern_reference_release(word);
  return is_done;
}

static flow_t run_tensormap_create(evaluator_t *e, frame_t *f, const node_t *n) {
  uint64_t words[MAP_WORDS] = {0};
  int64_t address, numbers[MAP_RANK_MAX];
  size_t start, count;
  if (!tern_reference_integer(e, f, n, 1, &address)) return FLOW_STOP;
  words[MAP_ADDRESS] = (uint64_t)address;
  words[MAP_FILL] = (uint64_t)integer_of(n->op, "fill_mode", 0);
  tern_op_operands_named(n->op, "global_dim", &start, &count);
  if (count > MAP_RANK_MAX) return STOP_UNDEFINED(e, n->op, "makes a tensor map of more than 5 dimensions");
  if (!tern_reference_integers(e, f, n, start, count, numbers)) return FLOW_STOP;
  for (size_t d = 0; d < count; ++d) words[MAP_SIZES + d] = (uint64_t)numbers[d];
  tern_op_operands_named(n->op, "global_stride", &start, &count);
  if (!tern_reference_integers(e, f, n, start, count, numbers)) return FLOW_STOP;
  for (size_t d = 0; d < count; ++d) words[MAP_STRIDES + 1 + d] = (uint64_t)numbers[d];
  return move_map(e, f, n, words, true) ? FLOW_NEXT : FLOW_STOP;
}

// What tt.make_tensor_descriptor makes.
static flow_t run_reinterpret(evaluator_t *e, frame_t *f, const node_t *n) {
  uint64_t words[MAP_WORDS] = {0};
  if (!move_map(e, f, n, words, false)) return FLOW_STOP;
  const tern_type_t *tensor = tern_tt_type_inside(tern_op_result(n->op, 0)->type);
  uint64_t bytes = (uint64_t)tern_type_bit_width(tern_type_element(tensor)) / 8;
  size_t rank = tern_type_rank(tensor);
  int64_t size = (int64_t)(2 * rank + 2);
  form_t form = {.number = {.width = 64, .bytes = 8}, .words = 1, .type = tern_op_result(n->op, 0)->type};
  datum_t *list = tern_reference_array(form, &size, 1);
  put_result(f, n, 0, list);
  list->words[0] = words[MAP_ADDRESS];
  for (size_t d = 0; d < rank; ++d) {
    list->words[rank - d] = words[MAP_SIZES + d];
    list->words[2 * rank - d] = d ? words[MAP_STRIDES + d] / (bytes ? bytes : 1) : 1;
  }
  list->words[size - 1] = words[MAP_FILL] ? TERN_TT_PAD_NAN : TERN_TT_PAD_ZERO;
  return FLOW_NEXT;
}

// --- tensor memory ---

static flow_t run_tmem_alloc(evaluator_t *e, frame_t *f, const node_t *n) {
  if (n->op->result_count > 1) tern_triton_put_token(f, n, 1);
  return tern_triton_local_alloc(e, f, n);
}

static flow_t run_tmem_load(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  if (n->op->result_count > 1) tern_triton_put_token(f, n, 1);
  return tern_triton_move(e, n, operand_of(f, n, 0), result, false) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_tmem_store(evaluator_t *e, frame_t *f, const node_t *n) {
  bool is_on;
  if (n->op->result_count) tern_triton_put_token(f, n, 0);
  if (!holds(e, f, n, "pred", &is_on)) return FLOW_STOP;
  if (!is_on) return FLOW_NEXT;
  datum_t *value = tern_triton_optional(f, n, "src");
  return tern_triton_move(e, n, operand_of(f, n, 0), value, true) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_tmem_subslice(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  datum_t *view = tern_triton_view(e, n, source);
  if (!view) return FLOW_STOP;
  put_result(f, n, 0, view);
  for (uint32_t d = 0; d < view->rank; ++d) view->strides[d] = source->strides[d];
  view->offset += integer_of(n->op, "N", 0) * source->strides[source->rank - 1];
  return FLOW_NEXT;
}

static flow_t run_tmem_copy(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *source = operand_of(f, n, 0), *memory = operand_of(f, n, 1);
  if (source->rank != memory->rank || memcmp(source->sizes, memory->sizes, source->rank * sizeof *source->sizes) != 0)
    return STOP_UNKNOWN(e, n->op, "copies scales in an order that the reference interpreter does not know");
  datum_t *tensor = tensor_of(e, n, source);
  bool is_done = tensor && tern_triton_move(e, n, memory, tensor, true);
  if (tensor) tern_reference_release(tensor);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

const reference_row_t tern_reference_triton_nvidia_rows[] = {
    {TERN_TTNG(WARP_GROUP_DOT), run_warp_group_dot},
    {TERN_TTNG(WARP_GROUP_DOT_WAIT), run_dot_wait},
    {TERN_TTNG(TC_GEN5_MMA), run_tensor_memory_mma},
    {TERN_TTNG(TC_GEN5_COMMIT), run_nothing},
    {TERN_TTNG(INIT_BARRIER), run_nothing},
    {TERN_TTNG(INVAL_BARRIER), run_nothing},
    {TERN_TTNG(BARRIER_EXPECT), run_nothing},
    {TERN_TTNG(WAIT_BARRIER), run_nothing},
    {TERN_TTNG(ARRIVE_BARRIER), run_nothing},
    {TERN_TTNG(ASYNC_COPY_MBARRIER_ARRIVE), run_nothing},
    {TERN_TTNG(FENCE_ASYNC_SHARED), run_nothing},
    {TERN_TTNG(CLUSTER_ARRIVE), run_nothing},
    {TERN_TTNG(CLUSTER_WAIT), run_nothing},
    {TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL), run_copy_in},
    {TERN_TTNG(ASYNC_TMA_COPY_LOCAL_TO_GLOBAL), run_copy_out},
    {TERN_TTNG(ASYNC_TMA_REDUCE), run_copy_reduce},
    {TERN_TTNG(ASYNC_TMA_GATHER), run_gather},
    {TERN_TTNG(ASYNC_TMA_SCATTER), run_scatter},
    {TERN_TTNG(ASYNC_TMA_STORE_WAIT), run_nothing},
    {TERN_TTNG(TENSORMAP_CREATE), run_tensormap_create},
    {TERN_TTNG(TENSORMAP_FENCEPROXY_ACQUIRE), run_nothing},
    {TERN_TTNG(REINTERPRET_TENSOR_DESCRIPTOR), run_reinterpret},
    {TERN_TTNG(TMEM_ALLOC), run_tmem_alloc},
    {TERN_TTNG(TMEM_LOAD), run_tmem_load},
    {TERN_TTNG(TMEM_STORE), run_tmem_store},
    {TERN_TTNG(TMEM_SUBSLICE), run_tmem_subslice},
    {TERN_TTNG(TMEM_COPY), run_tmem_copy},
    {0},
};
