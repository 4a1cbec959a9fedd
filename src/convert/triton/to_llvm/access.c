// What is known of the pointers and masks of accesses to global memory, and of elements that are the same; see to_llvm.h. It is
// asked before the conversion, for values are known by what they are made of, and that goes.

#include "analysis/triton/axis_info.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/amdg/amdg.h"
#include "dialect/tt/tt.h"

typedef struct search {
  tern_triton_lowering_t *lowering;
  tern_axis_infos_t *infos;
} search_t;

static bool is_access(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(STORE)) || tern_op_is(op, TERN_TT(ATOMIC_RMW)) ||
         tern_op_is(op, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL));
}

// --- registers that repeat others ---

typedef struct repeats {
  const tern_op_row_t *row;
  const tern_type_t *type;
  uint64_t registers;
} repeats_t;

// The bits of a register's number that do not leave its group of elements that are the same.
static uint64_t find_registers(const tern_layout_t *layout, const tern_axis_info_t *info) {
  uint64_t registers = 0;
  size_t in = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER);
  if (layout->error || in == layout->ins.count) return 0;
  size_t first = tern_layout_bits_before(&layout->ins, in);
  for (size_t bit = 0; bit < layout->ins.values[in].bits; ++bit) {
    bool is_same = true;
    for (size_t d = 0; d < info->rank; ++d) {
      size_t out = tern_layout_find(&layout->outs, tern_layout_dim_name(d));
      uint64_t along = layout->bases[first + bit] >> tern_layout_bits_before(&layout->outs, out);
      along &= (UINT64_C(1) << layout->outs.values[out].bits) - 1;
      is_same &= (int64_t)along < info->constancy[d];
    }
    if (is_same) registers |= UINT64_C(1) << bit;
  }
  return registers;
}

static void find_repeats(tern_op_t *op, const search_t *search) {
  const tern_type_t *type = op->result_count == 1 ? tern_op_result(op, 0)->type : NULL;
  if (!type || type->kind != TERN_TYPE_TENSOR || !tern_tensor_type_encoding(type) || op->region_count) return;
  tern_axis_info_t info = tern_axis_info_of(search->infos, tern_op_result(op, 0));
  bool has_groups = false;
  for (size_t d = 0; d < info.rank; ++d) has_groups |= info.constancy[d] > 1;
  if (!has_groups || info.rank != tern_type_rank(type)) return;
  tern_layout_t layout = tern_ttg_type_layout(type);
  uint64_t registers = find_registers(&layout, &info);
  if (!registers) return;
  repeats_t *repeats = tern_arena_alloc(&search->lowering->arena, sizeof *repeats);
  *repeats = (repeats_t){op->def->row, type, registers};
  tern_map_set(&search->lowering->repeats, op, repeats);
}

// An op that a pattern makes may lie where one was that is gone, but none makes ops of tensors of the same kind and type.
uint64_t tern_triton_repeats_of(tern_conversion_t *conversion, const tern_op_t *op) {
  const repeats_t *repeats = tern_map_get(&tern_triton_lowering_of(conversion)->repeats, op);
  bool is_of_op = repeats && repeats->row == op->def->row && repeats->type == tern_op_result(op, 0)->type;
  return is_of_op ? repeats->registers : 0;
}

// --- accesses ---

static bool is_buffer_access(const tern_op_t *op) {
  return tern_op_is(op, TERN_AMDG(BUFFER_LOAD)) || tern_op_is(op, TERN_AMDG(BUFFER_STORE)) ||
         tern_op_is(op, TERN_AMDG(BUFFER_LOAD_TO_LOCAL)) || tern_op_is(op, TERN_AMDG(BUFFER_ATOMIC_RMW)) ||
         tern_op_is(op, TERN_AMDG(BUFFER_ATOMIC_CAS));
}

// Neighbours at offsets from a base, as far as the base is aligned.
static int64_t buffer_contiguity(const tern_axis_infos_t *infos, const tern_op_t *op) {
  const tern_value_t *base = tern_op_operand_named(op, "ptr"), *offsets = tern_op_operand_named(op, "offsets");
  uint32_t bits = tern_axis_pointee_bits(base->type);
  int64_t aligned = tern_axis_info_of(infos, base).divisibility[0] / (bits >= 8 ? bits / 8 : 1);
  int64_t contiguity = tern_axis_contiguity_of_bits(infos, offsets, bits);
  if (aligned < 1) aligned = 1;
  return contiguity < aligned ? contiguity : aligned;
}

static tern_walk_result_t find_access(tern_op_t *op, void *user) {
  const search_t *search = user;
  bool is_buffer = is_buffer_access(op);
  find_repeats(op, search);
  if (!is_access(op) && !is_buffer) return TERN_WALK_ADVANCE;
  size_t mask, count;
  (void)tern_op_find_operands(op, "mask", &mask, &count);
  tern_triton_access_t *access = tern_arena_alloc(&search->lowering->arena, sizeof *access);
  access->vector =
      is_buffer ? buffer_contiguity(search->infos, op) : tern_axis_contiguity(search->infos, tern_op_operand(op, 0));
  access->mask = count ? tern_axis_mask_alignment(search->infos, tern_op_operand(op, mask)) : access->vector;
  tern_map_set(&search->lowering->accesses, op, access);
  return TERN_WALK_ADVANCE;
}

void tern_triton_find_accesses(tern_triton_lowering_t *lowering) {
  search_t search = {lowering, tern_axis_infos_create(lowering->module)};
  tern_op_walk_pre(lowering->module, find_access, &search);
  tern_axis_infos_destroy(search.infos);
}

tern_triton_access_t tern_triton_access_of(tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_triton_access_t *access = tern_map_get(&tern_triton_lowering_of(conversion)->accesses, op);
  return access ? *access : (tern_triton_access_t){1, 1};
}
