// tt.reduce, tt.scan, tt.map_elementwise and tt.histogram: what runs a region for elements.
//
// A body of element-wise ops is run on all slices along the dimension at once, as if its scalars were tensors; any other body
// for one element after the other.

#include "dialect/arith/arith.h"
#include "interpreter/triton/triton.h"

enum { SOURCES_MAX = 32 };

// What is combined: tensors of the same shape, along a dimension.
typedef struct combination {
  evaluator_t *e;
  frame_t *f;
  const node_t *n;
  size_t count;  // of tensors
  const datum_t *sources[SOURCES_MAX];
  int64_t axis, length, inner, slice_size;
  uint32_t slice_rank;
  int64_t slice_sizes[REFERENCE_RANK_MAX];
  bool is_lanewise;
} combination_t;

static bool is_lanewise(const region_code_t *region) {
  if (region->count != 1) return false;
  const block_code_t *block = region->blocks;
  for (size_t k = 0; k + 1 < block->count; ++k) {
    const tern_op_t *op = block->nodes[k].op;
    bool is_simple = block->nodes[k].lane || tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_ARITH(SELECT));
    if (!is_simple) return false;
  }
  return true;
}

static bool prepare(evaluator_t *e, frame_t *f, const node_t *n, combination_t *out) {
  *out = (combination_t){.e = e, .f = f, .n = n, .count = n->op->operand_count, .inner = 1, .slice_size = 1};
  if (out->count > SOURCES_MAX) {
    STOP_UNKNOWN(e, n->op, "combines more than %d tensors", SOURCES_MAX);
    return false;
  }
  for (size_t k = 0; k < out->count; ++k) out->sources[k] = operand_of(f, n, k);
  const datum_t *shape = out->sources[0];
  out->axis = integer_of(n->op, "axis", 0);
  out->length = shape->sizes[out->axis];
  for (uint32_t d = 0; d < shape->rank; ++d) {
    if (d > out->axis) out->inner *= shape->sizes[d];
    if (d != out->axis) out->slice_sizes[out->slice_rank++] = shape->sizes[d], out->slice_size *= shape->sizes[d];
  }
  out->is_lanewise = is_lanewise(&n->regions[0]);
  return true;
}

static int64_t place_of(const combination_t *c, int64_t element, int64_t index) {
  return (element / c->inner * c->length + index) * c->inner + element % c->inner;
}

static datum_t *slice_of(const combination_t *c, const datum_t *source, int64_t index) {
  datum_t *slice = tern_reference_array(source->form, c->slice_sizes, c->slice_rank);
  for (int64_t k = 0; k < slice->count; ++k) tern_reference_move(slice, k, source, place_of(c, k, index), 1);
  return slice;
}

// Runs the body on `count` values and as many more (borrowed); `first` is replaced by what it returns.
static bool run_body(const combination_t *c, datum_t **first, datum_t *const *second) {
  datum_t *arguments[2 * SOURCES_MAX];
  for (size_t k = 0; k < c->count; ++k) {
    arguments[k] = tern_reference_retain(first[k]);
    arguments[c->count + k] = tern_reference_retain(second[k]);
  }
  region_code_t *body = &c->n->regions[0];
  if (tern_reference_run_region_on(c->e, c->f, body, arguments, 2 * c->count) == FLOW_STOP) return false;
  const node_t *end = c->e->terminator;
  for (size_t k = 0; k < c->count; ++k) {
    datum_t *old = first[k], *given = operand_of(c->f, end, k);
    first[k] = tern_reference_array(old->form, old->sizes, old->rank);
    // A constant is one for all.
    for (int64_t i = 0; i < old->count; ++i) tern_reference_move(first[k], i, given, lane_of(given, i), 1);
    tern_reference_release(old);
  }
  return true;
}

// The same for each element of slices.
static bool run_bodies(const combination_t *c, datum_t **first, datum_t *const *second) {
  if (c->is_lanewise) return run_body(c, first, second);
  for (int64_t i = 0; i < c->slice_size; ++i) {
    datum_t *left[SOURCES_MAX], *right[SOURCES_MAX];
    for (size_t k = 0; k < c->count; ++k) {
      left[k] = tern_reference_extract(first[k], i);
      right[k] = tern_reference_extract(second[k], i);
    }
    bool is_done = run_body(c, left, right);
    for (size_t k = 0; k < c->count; ++k) {
      tern_reference_move(first[k], i, left[k], 0, 1);
      tern_reference_release(left[k]);
      tern_reference_release(right[k]);
    }
    if (!is_done) return false;
  }
  return true;
}

static void release_all(datum_t **values, size_t count) {
  for (size_t k = 0; k < count; ++k) tern_reference_release(values[k]);
}

// Combines slice `index` into `sums`.
static bool add_slice(const combination_t *c, datum_t **sums, int64_t index) {
  datum_t *slices[SOURCES_MAX];
  for (size_t k = 0; k < c->count; ++k) slices[k] = slice_of(c, c->sources[k], index);
  bool is_done = run_bodies(c, sums, slices);
  release_all(slices, c->count);
  return is_done;
}

static flow_t run_reduce(evaluator_t *e, frame_t *f, const node_t *n) {
  combination_t c;
  datum_t *sums[SOURCES_MAX];
  if (!prepare(e, f, n, &c)) return FLOW_STOP;
  for (size_t k = 0; k < c.count; ++k) sums[k] = slice_of(&c, c.sources[k], 0);
  bool is_done = true;
  for (int64_t index = 1; is_done && index < c.length; ++index) is_done = add_slice(&c, sums, index);
  for (size_t k = 0; k < c.count; ++k) put_result(f, n, k, sums[k]);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_scan(evaluator_t *e, frame_t *f, const node_t *n) {
  combination_t c;
  datum_t *sums[SOURCES_MAX];
  if (!prepare(e, f, n, &c)) return FLOW_STOP;
  bool is_reverse = integer_of(n->op, "reverse", 0), is_done = true;
  for (size_t k = 0; k < c.count; ++k) {
    datum_t *result = tern_triton_result(e, n, k);
    if (!result) return FLOW_STOP;
    put_result(f, n, k, result);
  }
  for (size_t k = 0; k < c.count; ++k) sums[k] = slice_of(&c, c.sources[k], is_reverse ? c.length - 1 : 0);
  for (int64_t step = 0; is_done && step < c.length; ++step) {
    int64_t index = is_reverse ? c.length - 1 - step : step;
    if (step) is_done = add_slice(&c, sums, index);
    for (size_t k = 0; k < c.count; ++k) {
      datum_t *result = f->slots[n->results[k]];
      for (int64_t i = 0; i < c.slice_size; ++i) tern_reference_move(result, place_of(&c, i, index), sums[k], i, 1);
    }
  }
  release_all(sums, c.count);
  return is_done ? FLOW_NEXT : FLOW_STOP;
}

// `pack` neighbours of each tensor at a time.
static flow_t run_map(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t pack = integer_of(n->op, "pack", 1);
  size_t sources = n->op->operand_count, results = n->op->result_count, count = sources * (size_t)pack;
  if (!sources) return STOP_UNKNOWN(e, n->op, "maps no tensors");
  for (size_t k = 0; k < results; ++k) {
    datum_t *result = tern_triton_result(e, n, k);
    if (!result) return FLOW_STOP;
    put_result(f, n, k, result);
  }
  datum_t **arguments = tern_arena_alloc_array(&e->arena, count + 1, sizeof *arguments);
  for (int64_t first = 0; first < operand_of(f, n, 0)->count; first += pack) {
    for (size_t k = 0; k < count; ++k) {
      arguments[k] = tern_reference_extract(operand_of(f, n, k / (size_t)pack), first + (int64_t)k % pack);
    }
    if (tern_reference_run_region_on(e, f, &n->regions[0], arguments, count) == FLOW_STOP) return FLOW_STOP;
    for (size_t k = 0; k < results * (size_t)pack; ++k) {
      datum_t *result = f->slots[n->results[k / (size_t)pack]];
      tern_reference_move(result, first + (int64_t)k % pack, operand_of(f, e->terminator, k), 0, 1);
    }
  }
  return FLOW_NEXT;
}

// Numbers that are none of the bins are not counted.
static flow_t run_histogram(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0), *mask = tern_triton_optional(f, n, "mask");
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  for (int64_t k = 0; k < source->count; ++k) {
    bool is_on;
    int64_t bin;
    if (!tern_triton_mask(e, n, mask, k, &is_on)) return FLOW_STOP;
    if (!is_on) continue;
    if (!tern_reference_element(e, n, source, k, &bin)) return FLOW_STOP;
    if (bin >= 0 && bin < result->count) ++result->words[bin];
  }
  return FLOW_NEXT;
}

const reference_row_t tern_reference_triton_reduce_rows[] = {
    {TERN_TT(REDUCE), run_reduce},       {TERN_TT(REDUCE_RETURN), tern_reference_run_end},
    {TERN_TT(SCAN), run_scan},           {TERN_TT(SCAN_RETURN), tern_reference_run_end},
    {TERN_TT(MAP_ELEMENTWISE), run_map}, {TERN_TT(MAP_ELEMENTWISE_RETURN), tern_reference_run_end},
    {TERN_TT(HISTOGRAM), run_histogram}, {0},
};
