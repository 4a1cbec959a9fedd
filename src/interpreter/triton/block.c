// Blocks of arrays: block pointers and descriptors.

#include <math.h>

#include "interpreter/triton/triton.h"

// --- values ---

// A list of numbers of 64 bits, an element of each operand of the op: its group of operands are as long as each other.
static flow_t put_list(evaluator_t *e, frame_t *f, const node_t *n, bool adds_padding) {
  int64_t size = n->op->operand_count + (adds_padding ? 1 : 0);
  form_t form = {.number = {.width = 64, .bytes = 8}, .words = 1, .type = tern_op_result(n->op, 0)->type};
  datum_t *list = tern_reference_array(form, &size, 1);
  put_result(f, n, 0, list);
  for (uint32_t k = 0; k < n->op->operand_count; ++k) {
    int64_t value;
    if (!tern_reference_integer(e, f, n, k, &value)) return FLOW_STOP;
    list->words[k] = (uint64_t)value;
  }
  if (adds_padding) list->words[size - 1] = (uint64_t)enum_of(n->op, "padding", TERN_TT_PAD_ZERO);
  return FLOW_NEXT;
}

static flow_t run_make_tensor_ptr(evaluator_t *e, frame_t *f, const node_t *n) { return put_list(e, f, n, false); }
static flow_t run_make_descriptor(evaluator_t *e, frame_t *f, const node_t *n) { return put_list(e, f, n, true); }

static flow_t run_advance(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *list = tern_reference_copy(operand_of(f, n, 0));
  uint32_t rank = n->op->operand_count - 1;
  put_result(f, n, 0, list);
  for (uint32_t d = 0; d < rank; ++d) {
    int64_t offset;
    if (!tern_reference_integer(e, f, n, d + 1, &offset)) return FLOW_STOP;
    // Offsets are numbers of 32 bits.
    list->words[1 + 2 * rank + d] = (uint64_t)(int64_t)(int32_t)(list->words[1 + 2 * rank + d] + (uint64_t)offset);
  }
  return FLOW_NEXT;
}

block_t tern_triton_read_list(const datum_t *list, const tern_type_t *tensor, bool is_descriptor) {
  block_t block = {.address = list->words[0]};
  number_t number;
  block.rank = (uint32_t)((list->count - 1) / (is_descriptor ? 2 : 3));
  block.shape = (const int64_t *)&list->words[1];
  block.strides = block.shape + block.rank;
  tern_reference_sizes_of(tensor, block.sizes);
  block.bytes = tern_interpreter_number_of(tern_type_element(tensor), &number) ? number.bytes : 8;
  if (is_descriptor) {
    block.checked = UINT32_MAX;
    block.pads_nan = list->words[list->count - 1] == TERN_TT_PAD_NAN;
  } else {
    for (uint32_t d = 0; d < block.rank; ++d) block.offsets[d] = block.strides[block.rank + d];
  }
  return block;
}

bool tern_triton_block_address(const block_t *block, const int64_t *position, uint64_t *out_address) {
  uint64_t address = block->address;
  bool is_inside = true;
  for (uint32_t d = 0; d < block->rank; ++d) {
    int64_t place = block->offsets[d] + position[d];
    if (block->checked >> d & 1 && (place < 0 || place >= block->shape[d])) is_inside = false;
    address += (uint64_t)place * (uint64_t)block->strides[d] * block->bytes;
  }
  *out_address = address;
  return is_inside;
}

// --- blocks as a whole ---

bool tern_triton_read_block(evaluator_t *e, const node_t *n, const block_t *block, datum_t *to, int64_t first) {
  int64_t position[REFERENCE_RANK_MAX] = {0}, element = first;
  uint64_t nan = to->form.number.is_float ? tern_interpreter_encode(to->form.number, NAN) : 0;
  do {
    uint64_t address;
    if (!tern_triton_block_address(block, position, &address)) {
      to->words[element] = block->pads_nan ? nan : 0;
    } else if (!tern_triton_read(e, n->op, address, to, element)) {
      return false;
    }
    ++element;
  } while (tern_reference_next(position, block->sizes, block->rank));
  return true;
}

bool tern_triton_write_block(evaluator_t *e, const node_t *n, const block_t *block, const datum_t *from,
                             int64_t first) {
  int64_t position[REFERENCE_RANK_MAX] = {0}, element = first;
  do {
    uint64_t address;
    if (tern_triton_block_address(block, position, &address) && !tern_triton_write(e, n->op, address, from, element)) {
      return false;
    }
    ++element;
  } while (tern_reference_next(position, block->sizes, block->rank));
  return true;
}

static block_t pointed_block(const frame_t *f, const node_t *n) {
  block_t block =
      tern_triton_read_list(operand_of(f, n, 0), tern_tt_type_inside(tern_op_operand(n->op, 0)->type), false);
  const tern_attr_t *checked = tern_op_attr(n->op, "boundaryCheck");
  size_t count = checked ? tern_int_list_attr_count(checked) : 0;
  for (size_t k = 0; k < count; ++k) block.checked |= UINT32_C(1) << tern_int_list_attr_at(checked, k);
  block.pads_nan = enum_of(n->op, "padding", TERN_TT_PAD_ZERO) == TERN_TT_PAD_NAN;
  return block;
}

flow_t tern_triton_load_block(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block = pointed_block(f, n);
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  return tern_triton_read_block(e, n, &block, result, 0) ? FLOW_NEXT : FLOW_STOP;
}

flow_t tern_triton_store_block(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block = pointed_block(f, n);
  return tern_triton_write_block(e, n, &block, operand_of(f, n, 1), 0) ? FLOW_NEXT : FLOW_STOP;
}

// --- descriptors ---

bool tern_triton_described_block(evaluator_t *e, const frame_t *f, const node_t *n, const char *offsets, block_t *out) {
  size_t start, count;
  *out = tern_triton_read_list(operand_of(f, n, 0), tern_tt_type_inside(tern_op_operand(n->op, 0)->type), true);
  tern_op_operands_named(n->op, offsets, &start, &count);
  return tern_reference_integers(e, f, n, start, count, out->offsets);
}

static flow_t run_descriptor_load(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block;
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  return tern_triton_described_block(e, f, n, "indices", &block) && tern_triton_read_block(e, n, &block, result, 0)
             ? FLOW_NEXT
             : FLOW_STOP;
}

static flow_t run_descriptor_store(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block;
  const datum_t *value = tern_triton_optional(f, n, "src");
  return tern_triton_described_block(e, f, n, "indices", &block) && tern_triton_write_block(e, n, &block, value, 0)
             ? FLOW_NEXT
             : FLOW_STOP;
}

// tt.descriptor_reduce_kind as tt.rmw_op; 0: what no descriptor does on one number.
static int64_t kind_of(const tern_op_t *op) {
  static const int64_t kinds[] = {0, 4, 7, 6, 0, 0, 1, 2, 3};
  return kinds[enum_of(op, "kind", 0)];
}

flow_t tern_triton_reduce_block(evaluator_t *e, const node_t *n, const block_t *block, const datum_t *value) {
  int64_t position[REFERENCE_RANK_MAX] = {0}, element = 0, kind = kind_of(n->op);
  if (!kind) return STOP_UNKNOWN(e, n->op, "reduces by a kind that the reference interpreter does not know");
  do {
    uint64_t address;
    bool is_inside = tern_triton_block_address(block, position, &address);
    if (is_inside && !tern_triton_update(e, n->op, address, kind, value, element, NULL)) return FLOW_STOP;
    ++element;
  } while (tern_reference_next(position, block->sizes, block->rank));
  return FLOW_NEXT;
}

static flow_t run_descriptor_reduce(evaluator_t *e, frame_t *f, const node_t *n) {
  block_t block;
  if (!tern_triton_described_block(e, f, n, "indices", &block)) return FLOW_STOP;
  return tern_triton_reduce_block(e, n, &block, tern_triton_optional(f, n, "src"));
}

// Rows of a matrix, by the numbers in operand 1, from the column in operand 2 on.
flow_t tern_triton_move_rows(evaluator_t *e, frame_t *f, const node_t *n, datum_t *rows, bool is_store) {
  const datum_t *numbers = operand_of(f, n, 1);
  block_t block =
      tern_triton_read_list(operand_of(f, n, 0), tern_tt_type_inside(tern_op_operand(n->op, 0)->type), true);
  if (!tern_reference_integer(e, f, n, 2, &block.offsets[1])) return FLOW_STOP;
  for (int64_t k = 0; k < numbers->count; ++k) {
    if (!tern_reference_element(e, n, numbers, k, &block.offsets[0])) return FLOW_STOP;
    int64_t first = k * block.sizes[1];
    bool is_done = is_store ? tern_triton_write_block(e, n, &block, rows, first)
                            : tern_triton_read_block(e, n, &block, rows, first);
    if (!is_done) return FLOW_STOP;
  }
  return FLOW_NEXT;
}

static flow_t run_descriptor_gather(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_triton_result(e, n, 0);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  return tern_triton_move_rows(e, f, n, result, false);
}

static flow_t run_descriptor_scatter(evaluator_t *e, frame_t *f, const node_t *n) {
  return tern_triton_move_rows(e, f, n, operand_of(f, n, 3), true);
}

const reference_row_t tern_reference_triton_block_rows[] = {
    {TERN_TT(MAKE_TENSOR_PTR), run_make_tensor_ptr},
    {TERN_TT(MAKE_TENSOR_DESCRIPTOR), run_make_descriptor},
    {TERN_TT(ADVANCE), run_advance},
    {TERN_TT(DESCRIPTOR_LOAD), run_descriptor_load},
    {TERN_TT(DESCRIPTOR_STORE), run_descriptor_store},
    {TERN_TT(DESCRIPTOR_REDUCE), run_descriptor_reduce},
    {TERN_TT(DESCRIPTOR_GATHER), run_descriptor_gather},
    {TERN_TT(DESCRIPTOR_SCATTER), run_descriptor_scatter},
    {0},
};
