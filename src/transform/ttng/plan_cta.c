// --triton-nvidia-gpu-plan-cta: deals tensors to the blocks of a cluster by what is done with them.
//
// Products are cut into tiles for the blocks, reductions across anything but their axis; where a function has neither, what it stores
// stays as it is dealt. From there encodings spread to what computes and uses these tensors (cta_casts.h); where two disagree, and
// where an op is not known, a ttg.convert_layout hands elements from block to block.
//
//   %d = tt.dot %a, %b, %c : ... -> tensor<128x256xf32, #blocked>                   (CGALayout of two blocks: [[0, 0]])
//
// has, with CGALayout = [[0, 1]], one half of the columns in each block, and so have the pointers that %c and %b come from.
//
// It comes behind the coalescing of accesses, before products get matrix units. Alone in a cluster a block has everything, and nothing
// changes. A function that cannot be planned is an error, and left as it was.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttng/cta_casts.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS, MAX_BASES = 16 };

static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

// Bases of a CGALayout: along each dimension, in an order, so many blocks, of which so many have parts of their own.
static const tern_attr_t *make_cga(tern_context_t *context, const int64_t *blocks, const int64_t *parts,
                                   const size_t *order, size_t rank) {
  int64_t values[MAX_BASES * MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < rank; ++i) {
    for (int64_t size = 1; size < blocks[order[i]] && count + rank <= MAX_BASES * MAX_RANK; size *= 2) {
      for (size_t d = 0; d < rank; ++d) values[count + d] = 0;
      if (size < parts[order[i]]) values[count + order[i]] = size;
      count += rank;
    }
  }
  return (const tern_attr_t *)(uintptr_t)tern_ttg_list(context, values, count);
}

// --- products ---

typedef struct dot_choice {
  const tern_attr_t *operands[2], *sums;
} dot_choice_t;

static const tern_attr_t *choose_dot(const tern_op_t *op, size_t index, const void *user) {
  const dot_choice_t *choice = user;
  (void)op;
  return index < 2 ? choice->operands[index] : choice->sums;
}

// Blocks along the rows: as large as possible, at most 128 rows each, so that 64 columns are left for each at least.
static void split_product(const tern_type_t *sums, int64_t blocks, int64_t *out_split) {
  for (int64_t rows = 128; rows >= 64; rows /= 2) {
    int64_t wanted = tern_type_dim(sums, 0) / rows;
    out_split[0] = wanted < 1 ? 1 : smaller(wanted, blocks);
    out_split[1] = blocks / out_split[0];
    if (tern_type_dim(sums, 1) / out_split[1] >= 64) break;
  }
}

static const tern_attr_t *operand_of(const tern_attr_t *sums, uint64_t index) {
  return tern_ttg_encoding_get(
      sums->context, TERN_TTG_ATTR_DOT_OP,
      TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums}));
}

// False: the product is none of two matrices with blocked sums, whose encodings are left alone.
static bool plan_product(tern_cta_casts_t *casts, tern_op_t *op) {
  static const size_t order[] = {1, 0};
  const tern_type_t *sums = op->results[0].type;
  const tern_attr_t *encoding = tern_tensor_type_encoding(sums);
  int64_t split[2];
  if (tern_type_rank(sums) != 2 || !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return false;
  split_product(sums, tern_ttg_ctas_per_cga(encoding), split);
  const tern_attr_t *cga = make_cga(sums->context, split, split, order, 2);
  dot_choice_t choice = {.sums =
                             tern_cta_replace(encoding, tern_type_dims(sums), 2, tern_ttg_lookup_num_warps(op), cga)};
  for (uint64_t i = 0; i < 2; ++i) choice.operands[i] = operand_of(choice.sums, i);
  tern_cta_casts_insert(casts, op, choose_dot, &choice);
  return true;
}

// --- reductions ---

static const tern_attr_t *choose_reduction(const tern_op_t *op, size_t index, const void *user) {
  const tern_attr_t *encoding = user;
  if (index < op->operand_count) return encoding;
  uint64_t axis = (uint64_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  return tern_ttg_encoding_get(
      encoding->context, TERN_TTG_ATTR_SLICE,
      TERN_TTG_VALUES({TERN_TTG_FIELD_DIM, axis}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)encoding}));
}

// Blocks along the other dimensions, the slowest first; what is left over computes the same.
static void split_reduction(const tern_type_t *source, size_t axis, int64_t all, int64_t *out_blocks,
                            int64_t *out_parts) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(source);
  size_t rank = tern_type_rank(source), slowest = rank;
  int64_t left = all;
  for (size_t i = rank; i-- > 0;) {
    size_t d = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
    out_blocks[d] = 1;
    if (d == axis) continue;
    if (slowest == rank) slowest = d;
    int64_t size = tern_type_dim(source, d);
    int64_t runs = size / smaller(tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, d), size);
    out_blocks[d] = smaller(runs, left);
    left /= out_blocks[d];
  }
  if (slowest < rank) out_blocks[slowest] *= left;
  for (size_t d = 0; d < rank; ++d) out_parts[d] = out_blocks[d];
  out_blocks[tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, rank - 1)] *= left;
}

static bool plan_reduction(tern_cta_casts_t *casts, tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  const tern_attr_t *encoding = tern_tensor_type_encoding(source);
  int64_t blocks[MAX_RANK], parts[MAX_RANK];
  size_t order[MAX_RANK], rank = tern_type_rank(source);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || rank > MAX_RANK) return false;
  split_reduction(source, (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")), tern_ttg_lookup_num_ctas(op),
                  blocks, parts);
  tern_ttg_order_of(encoding, TERN_TTG_FIELD_CGA_LAYOUT, order);
  const tern_attr_t *cga = make_cga(source->context, blocks, parts, order, rank);
  const tern_attr_t *made =
      tern_cta_replace(encoding, tern_type_dims(source), rank, tern_ttg_lookup_num_warps(op), cga);
  tern_cta_casts_insert(casts, op, choose_reduction, made);
  return true;
}

// --- stores ---

static bool is_descriptor_store(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
}

static bool is_store(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(STORE)) || tern_op_is(op, TERN_TT(ATOMIC_RMW)) || tern_op_is(op, TERN_TT(ATOMIC_CAS)) ||
         is_descriptor_store(op);
}

// What is stored first is dealt as it is, and the others like it.
static void plan_stores(tern_cta_casts_t *casts, tern_op_t *function) {
  tern_op_list_t stores = tern_op_collect(function, TERN_POSTORDER, is_store);
  const tern_attr_t *cga = NULL;
  size_t cga_rank = 0;
  for (size_t i = 0; i < stores.count; ++i) {
    tern_op_t *op = stores.values[i];
    const tern_type_t *type =
        is_descriptor_store(op) ? tern_op_operand_named(op, "src")->type : tern_op_operand(op, 0)->type;
    const tern_attr_t *encoding = type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(type) : NULL;
    if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) continue;
    if (!cga) {
      cga = (const tern_attr_t *)(uintptr_t)tern_ttg_number(encoding, TERN_TTG_FIELD_CGA_LAYOUT);
      cga_rank = tern_type_rank(type);
    }
    if (cga_rank != tern_type_rank(type)) continue;
    const tern_attr_t *made =
        tern_cta_replace(encoding, tern_type_dims(type), cga_rank, tern_ttg_lookup_num_warps(op), cga);
    tern_cta_casts_insert_same(casts, op, made);
  }
  tern_vec_deinitialize(&stores);
}

// --- functions ---

static bool plan(tern_cta_casts_t *casts, tern_op_t *function) {
  tern_op_list_t products = tern_op_collect_row(function, TERN_POSTORDER, TERN_TT(DOT));
  tern_op_list_t reductions = tern_op_collect_row(function, TERN_POSTORDER, TERN_TT(REDUCE));
  bool is_planned = false;
  for (size_t i = 0; i < products.count; ++i) is_planned |= plan_product(casts, products.values[i]);
  for (size_t i = 0; i < reductions.count; ++i) is_planned |= plan_reduction(casts, reductions.values[i]);
  if (!is_planned) plan_stores(casts, function);
  tern_vec_deinitialize(&products);
  tern_vec_deinitialize(&reductions);
  return tern_cta_casts_run(casts);
}

// Plans a copy, which takes the function's place if that went well.
static bool run_on(tern_op_t *function) {
  tern_cta_casts_t casts = {0};
  tern_op_t *copy = tern_op_clone(function, NULL);
  tern_op_insert(copy, function->block, function);
  bool is_ok = plan(&casts, copy);
  if (!is_ok) {
    tern_emit_error(casts.culprit, "a tensor cannot be dealt to the blocks of a cluster: it %s", casts.error);
    tern_emit_note(function->loc, "with one block in a cluster (ttg.num-ctas = 1) nothing is dealt");
  }
  tern_op_destroy(is_ok ? function : copy);
  tern_vec_deinitialize(&casts.queue);
  return is_ok;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  if (tern_ttg_lookup_num_ctas(root) == 1) return true;
  tern_op_list_t functions = tern_op_collect_row(root, TERN_POSTORDER, TERN_TT(FUNC));
  bool is_ok = true;
  for (size_t i = 0; i < functions.count && is_ok; ++i) is_ok = run_on(functions.values[i]);
  tern_vec_deinitialize(&functions);
  return is_ok;
}

const tern_pass_def_t tern_triton_nvidia_gpu_plan_cta_pass = {
    .flag = "triton-nvidia-gpu-plan-cta",
    .name = "TritonGPUPlanCTAPass",
    .anchor = "builtin.module",
    .summary = "Deal tensors to the blocks of a cluster by what is done with them",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .run = run,
};
