// --triton-tensor-memory-allocation: gives each buffer of tensor memory its rows and columns, and the module how many columns there are.
//
//   ttng.tmem_alloc %x : ...    =>    ttng.tmem_alloc %x {tensor_memory_col_offset = 128 : i32, tensor_memory_row_offset = 0 : i32} : ...
//
// Tensor memory has columns of 128 rows, which are given by halves. Buffers get the first columns that are free as long as they live, in
// the order of the program. Partitions of warps run at the same time, so that their buffers lie apart. A first operand of 64 rows has to
// lie in the half that its product's sums are in. What is allocated is a power of two of columns, from 32 on; its address comes through
// 4 bytes of shared memory.
//
// Source: upstream's pass of the same name.

#include "analysis/triton/live_range.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/layout.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/branch.h"

enum {
  HALF_ROWS = 64,
  HALVES = 2,
  ROW_UNIT = 16,
  ALIGNMENT = 4,
  LEAST_COLUMNS = 32,
  MOST_COLUMNS = 512,
  ADDRESS_BYTES = 4
};

// Columns from `column` on, in `halves` halves from `half` on.
typedef struct place {
  int64_t half, column, halves, columns;
} place_t;

typedef struct buffer {
  tern_op_t *op;
  place_t place;
  size_t end;        // of its life
  size_t leader;     // of the buffers that lie in the same half
  int64_t own_half;  // of a leader: the half that they lie in; -1: not known yet
  bool is_placed, is_free;
} buffer_t;

typedef TERN_VEC(buffer_t) buffer_list_t;

static tern_tensor_memory_size_t size_of(const tern_op_t *alloc) { return tern_ttng_size(alloc->results[0].type); }

// --- where a value's memory is allocated ---

typedef TERN_VEC(const tern_value_t *) value_list_t;

// What a block's argument may be: a capture, what a loop carries, or what branches give.
static bool push_sources_of_argument(const tern_value_t *value, value_list_t *list) {
  tern_block_t *block = tern_value_arg_block(value);
  const tern_op_t *parent = tern_block_parent_op(block);
  size_t index = value->index;
  if (!tern_block_is_entry(block)) {
    for (tern_successor_t *use = block->first_use; use; use = use->next) {
      size_t start, count;
      if (!tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count))
        return false;
      tern_vec_push(list, tern_op_operand(use->owner, start + index));
    }
    return true;
  }
  if (tern_op_is(parent, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) {
    tern_vec_push(list, tern_op_operand(tern_op_parent(parent), index));
    return true;
  }
  if (!tern_op_is(parent, TERN_SCF(FOR)) || index == 0) return false;
  tern_vec_push(list, tern_op_operand(block->last_op, index - 1));
  tern_vec_push(list, tern_op_operand(parent, 2 + index));
  return true;
}

static bool push_sources(const tern_value_t *value, value_list_t *list) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) return push_sources_of_argument(value, list);
  if (tern_op_is(op, TERN_ARITH(SELECT))) {
    tern_vec_push(list, tern_op_operand(op, 1));
    tern_vec_push(list, tern_op_operand(op, 2));
  } else if (tern_op_is(op, TERN_SCF(IF))) {
    for (size_t i = 0; i < 2; ++i) tern_vec_push(list, tern_op_operand(tern_op_body(op, i)->last_op, value->index));
  } else if (tern_op_is(op, TERN_SCF(FOR))) {
    tern_vec_push(list, tern_op_operand(tern_op_body(op, 0)->last_op, value->index));
    tern_vec_push(list, tern_op_operand(op, 3 + value->index));
  } else if (op->result_count == 1 && op->operand_count > 0 &&
             tern_type_is_ttg(tern_op_operand(op, 0)->type, TERN_TTG_TYPE_MEMDESC)) {
    tern_vec_push(list, tern_op_operand(op, 0));  // a view
  } else {
    return false;
  }
  return true;
}

static size_t find_buffer(const buffer_list_t *buffers, const tern_op_t *op) {
  size_t i = 0;
  while (i < buffers->count && buffers->values[i].op != op) ++i;
  return i;
}

static size_t leader_of(const buffer_list_t *buffers, size_t index) {
  while (buffers->values[index].leader != index) index = buffers->values[index].leader;
  return index;
}

// Makes all buffers that `value` may be lie in the half of `*inout_leader` (SIZE_MAX: of none yet). False after an error at `op`.
static bool join_buffers(buffer_list_t *buffers, const tern_op_t *op, const tern_value_t *value, size_t *inout_leader) {
  value_list_t open = {0};
  tern_map_t seen = {0};
  bool is_found = true;
  tern_vec_push(&open, value);
  while (open.count && is_found) {
    const tern_value_t *next = open.values[--open.count];
    if (!tern_map_set(&seen, next, (void *)1)) continue;
    const tern_op_t *alloc = tern_value_defined_by(next, TERN_TTNG(TMEM_ALLOC));
    if (!alloc) {
      is_found = push_sources(next, &open);
      continue;
    }
    size_t leader = leader_of(buffers, find_buffer(buffers, alloc));
    if (*inout_leader != SIZE_MAX) buffers->values[leader].leader = *inout_leader;
    *inout_leader = leader_of(buffers, leader);
  }
  tern_vec_deinitialize(&open);
  tern_map_deinitialize(&seen);
  if (is_found) return true;
  tern_op_error(op, "multiplies tensor memory of which is not known where it is allocated");
  tern_emit_note(op->loc, "hand tensor memory on by loops, conditionals, selects and captures of partitions alone");
  return false;
}

static bool is_mma(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// A first operand in tensor memory has the rows of the sums.
static bool bind_halves(buffer_list_t *buffers, const tern_op_t *mma) {
  const tern_value_t *a = tern_op_operand(mma, 0);
  tern_memdesc_t memory = tern_memdesc_read(a->type);
  if (!tern_attr_is_ttng(memory.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING)) return true;
  if (tern_ttng_size(a->type).rows != HALF_ROWS) return true;
  size_t leader = SIZE_MAX;
  return join_buffers(buffers, mma, a, &leader) && join_buffers(buffers, mma, tern_op_operand_named(mma, "d"), &leader);
}

// --- places ---

static bool overlap(const place_t *x, const place_t *y) {
  return x->half < y->half + y->halves && y->half < x->half + x->halves && x->column < y->column + y->columns &&
         y->column < x->column + x->columns;
}

static const tern_region_t *region_of(const tern_op_t *op) { return op->block->parent; }

// May `other`, which has a place, be alive at the same time as `buffer`?
static bool coexist(const buffer_t *buffer, const buffer_t *other) {
  if (!other->is_placed) return false;
  if (!other->is_free) return true;
  const tern_op_t *mine = tern_op_parent_of(buffer->op, TERN_TTG(WARP_SPECIALIZE));
  return mine && mine == tern_op_parent_of(other->op, TERN_TTG(WARP_SPECIALIZE)) &&
         region_of(buffer->op) != region_of(other->op);
}

static bool is_taken(const buffer_list_t *buffers, const buffer_t *buffer, const place_t *place) {
  for (size_t i = 0; i < buffers->count; ++i) {
    if (coexist(buffer, &buffers->values[i]) && overlap(place, &buffers->values[i].place)) return true;
  }
  return false;
}

static void place(buffer_list_t *buffers, size_t index, tern_live_range_t range) {
  buffer_t *buffer = &buffers->values[index];
  tern_tensor_memory_size_t size = size_of(buffer->op);
  for (size_t i = 0; i < buffers->count; ++i) {
    if (buffers->values[i].is_placed && buffers->values[i].end <= range.start) buffers->values[i].is_free = true;
  }
  int64_t *half = &buffers->values[leader_of(buffers, index)].own_half;
  buffer->place = (place_t){.halves = size.rows / HALF_ROWS, .columns = size.columns};
  for (bool is_found = false; !is_found;) {
    for (int64_t first = 0; first + buffer->place.halves <= HALVES && !is_found; ++first) {
      buffer->place.half = first;
      is_found = (*half < 0 || *half == first) && !is_taken(buffers, buffer, &buffer->place);
    }
    if (!is_found) buffer->place.column += ALIGNMENT;
  }
  *half = buffer->place.half;
  buffer->end = range.end;
  buffer->is_placed = true;
}

// As long as the buffer or a view of it is used.
static tern_live_range_t range_of(const tern_live_numbers_t *numbers, const tern_value_t *value) {
  tern_live_range_t range = tern_live_range_of(numbers, value);
  tern_value_for_each_use(value, use) {
    const tern_op_t *op = use->owner;
    bool is_view = op->result_count == 1 && op->region_count == 0 &&
                   tern_type_is_ttg(op->results[0].type, TERN_TTG_TYPE_MEMDESC) &&
                   !tern_op_is(op, TERN_TTNG(TMEM_ALLOC));
    if (!is_view) continue;
    tern_live_range_t inner = range_of(numbers, &op->results[0]);
    if (inner.start < range.start) range.start = inner.start;
    if (inner.end > range.end) range.end = inner.end;
  }
  return range;
}

// --- the pass ---

static void set_i32(tern_op_t *op, const char *name, int64_t value) {
  tern_op_set_attr(op, name, tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), value));
}

// How many columns there are; -1 after an error.
static int64_t place_all(tern_op_t *module, buffer_list_t *buffers) {
  tern_op_list_t allocs = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTNG(TMEM_ALLOC));
  for (size_t i = 0; i < allocs.count; ++i)
    tern_vec_push(buffers, (buffer_t){.op = allocs.values[i], .leader = i, .own_half = -1});
  tern_vec_deinitialize(&allocs);
  tern_op_list_t products = tern_op_collect(module, TERN_POSTORDER, is_mma);
  bool is_ok = true;
  for (size_t i = 0; i < products.count && is_ok; ++i) is_ok = bind_halves(buffers, products.values[i]);
  tern_vec_deinitialize(&products);
  if (!is_ok) return -1;
  tern_live_numbers_t numbers = tern_live_numbers_of(module);
  int64_t columns = 0;
  for (size_t i = 0; i < buffers->count; ++i) {
    place(buffers, i, range_of(&numbers, &buffers->values[i].op->results[0]));
    const place_t *found = &buffers->values[i].place;
    if (found->column + found->columns > columns) columns = found->column + found->columns;
  }
  tern_live_numbers_deinitialize(&numbers);
  return columns;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  buffer_list_t buffers = {0};
  int64_t columns = place_all(module, &buffers), size = LEAST_COLUMNS;
  for (size_t i = 0; i < buffers.count && columns >= 0; ++i) {
    set_i32(buffers.values[i].op, "tensor_memory_col_offset", buffers.values[i].place.column);
    set_i32(buffers.values[i].op, "tensor_memory_row_offset", buffers.values[i].place.half * ROW_UNIT);
  }
  tern_vec_deinitialize(&buffers);
  if (columns < 0) return false;
  while (size < columns) size *= 2;
  // Too much is left for those to say who compile the module, and may try other sizes.
  set_i32(module, "ttg.tensor_memory_size", columns == 0 || columns > MOST_COLUMNS ? columns : size);
  const tern_attr_t *shared = tern_op_attr(module, "ttg.shared");
  if (columns > 0 && (!shared || tern_integer_attr_value(shared) < ADDRESS_BYTES))
    set_i32(module, "ttg.shared", ADDRESS_BYTES);
  return true;
}

const tern_pass_def_t tern_triton_tensor_memory_allocation_pass = {
    .flag = "triton-tensor-memory-allocation",
    .name = "TritonTensorMemoryAllocationPass",
    .anchor = "builtin.module",
    .summary = "Give buffers of tensor memory their rows and columns",
    .dialects = (const tern_dialect_t *const[]){&tern_ttng_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
