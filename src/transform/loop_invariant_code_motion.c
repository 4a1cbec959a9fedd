// --loop-invariant-code-motion: moves ops out of loops that give the same result in every iteration.
//
// Source: upstream's pass of the same name. Moved are ops without side effects whose operands are defined outside of the
// loop, with all that is inside of them. Loops are visited from the inside out, so what leaves an inner loop may leave the outer one.

#include "transform/loop_invariant_code_motion.h"

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/vector/vector.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// A size is there if the dimension is, which takes a known rank and a constant.
static bool is_size_in_bounds(const tern_op_t *op) {
  int64_t dim;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return tern_type_is_ranked(type) && tern_value_constant_int(tern_op_operand(op, 1), &dim) && dim >= 0 &&
         (size_t)dim < tern_type_rank(type);
}

static bool is_unsigned_division(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_ARITH(DIVUI), TERN_ARITH(CEILDIVUI), TERN_ARITH(REMUI),
                                              TERN_LLVM(UDIV), TERN_LLVM(UREM)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// Divisors other than 0, and for signed division than -1, which may overflow: constants, or values whose op knows their
// range.
static bool is_harmless_divisor(const tern_value_t *divisor, bool is_unsigned) {
  int64_t constant;
  tern_int_range_t range;
  if (tern_value_constant_int(divisor, &constant)) return constant != 0 && (is_unsigned || constant != -1);
  const tern_op_t *op = tern_value_defining_op(divisor);
  const tern_op_row_t *row = op ? op->def->row : NULL;
  if (!row || !row->result_range || !row->result_range(op, divisor->index, &range)) return false;
  return is_unsigned ? range.umin != 0 : range.smin > 0 || range.smax < -1;
}

// Tiles of known sizes, as upstream asks it: those of the packed tensor's last dimensions. Padding makes up for others.
static bool has_whole_tiles(const tern_op_t *op) {
  bool is_pack = tern_op_is(op, TERN_LINALG(PACK));
  if (is_pack && tern_op_operand_named(op, "padding_value")) return true;
  const tern_attr_t *tiles = tern_op_attr(op, "static_inner_tiles");
  const tern_type_t *packed = is_pack ? op->results[0].type : tern_op_operand(op, 0)->type;
  size_t count = tern_int_list_attr_count(tiles), first = tern_type_rank(packed) - count;
  for (size_t i = 0; i < count; ++i) {
    if (tern_int_list_attr_at(tiles, i) == TERN_DYNAMIC || tern_type_dim(packed, first + i) == TERN_DYNAMIC)
      return false;
  }
  return true;
}

static tern_speculatability_t own_speculatability(const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  return row && row->speculatability ? row->speculatability(op) : TERN_NOT_SPECULATABLE;
}

// May it run where the loop runs no iteration?
static bool is_speculatable(const tern_op_t *op) {
  if (tern_op_has_trait(op, TERN_TRAIT_PURE)) return true;
  if (op->def->row && op->def->row->speculatability) return own_speculatability(op) == TERN_SPECULATABLE;
  if (tern_op_is(op, TERN_LINALG(PACK)) || tern_op_is(op, TERN_LINALG(UNPACK)))
    return tern_op_effects(op) == 0 && has_whole_tiles(op);
  if (tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || tern_op_is(op, TERN_VECTOR(TRANSFER_WRITE)))
    return tern_op_effects(op) == 0;
  if (tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_MEMREF(DIM))) return is_size_in_bounds(op);
  // The first lane that is active is another one where other lanes are; a lane that is named stays the same.
  if (tern_op_is(op, TERN_GPU(SUBGROUP_BROADCAST))) return op->operand_count == 2;
  return tern_op_has_trait(op, TERN_TRAIT_CONDITIONALLY_SPECULATABLE) && op->operand_count == 2 &&
         is_harmless_divisor(tern_op_operand(op, 1), is_unsigned_division(op));
}

// Ops that may run when all that is inside of them may: loops only with step 1, which are sure to end.
static bool is_speculatable_with_body(const tern_op_t *op) {
  int64_t step;
  if (tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_AFFINE(IF)) || tern_op_is(op, TERN_AFFINE(PARALLEL)))
    return true;
  if (tern_op_has_trait(op, TERN_TRAIT_LINALG)) return tern_op_effects(op) == 0;
  if (own_speculatability(op) == TERN_RECURSIVELY_SPECULATABLE) return true;
  if (tern_op_is(op, TERN_AFFINE(FOR))) return tern_affine_for_step(op) == 1;
  return tern_op_is(op, TERN_SCF(FOR)) && tern_value_constant_int(tern_op_operand(op, 2), &step) && step == 1;
}

typedef struct move {
  tern_op_t *op, *loop;
} move_t;

static tern_walk_result_t find_hindrance(tern_op_t *op, void *user) {
  const move_t *move = user;
  bool is_end =
      op != move->op && tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && tern_op_has_trait(op, TERN_TRAIT_PURE);
  // What is pure vouches for the ops inside of it.
  bool is_harmless = is_end || tern_op_has_trait(move->op, TERN_TRAIT_PURE);
  if (!is_harmless && !(op->region_count ? is_speculatable_with_body(op) : is_speculatable(op)))
    return TERN_WALK_INTERRUPT;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (!tern_value_is_defined_outside(value, move->loop) && tern_value_is_defined_outside(value, move->op)) {
      return TERN_WALK_INTERRUPT;
    }
  }
  return TERN_WALK_ADVANCE;
}

static bool can_move(tern_op_t *op, tern_op_t *loop) {
  if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) return false;
  return tern_op_walk_pre(op, find_hindrance, &(move_t){op, loop}) == TERN_WALK_ADVANCE;
}

static bool has_outside_operands(const tern_op_t *op, const tern_op_t *loop) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_value_is_defined_outside(tern_op_operand(op, i), loop)) return false;
  }
  return true;
}

// In a graph region an op may stand before what it uses: once that has left, the op is asked again.
static void hoist_from(tern_region_t *region, tern_op_t *loop, tern_hoist_hook_t *otherwise, void *user,
                       tern_pass_t *pass) {
  tern_op_list_t queue = {0};
  tern_region_for_each_block(region, block) { tern_block_for_each_op(block, op) tern_vec_push(&queue, op); }
  for (size_t next = 0; next < queue.count; ++next) {
    tern_op_t *op = queue.values[next];
    if (op->block->parent != region) continue;
    bool moves = can_move(op, loop) ||
                 (otherwise && op->region_count == 0 && has_outside_operands(op, loop) && otherwise(op, loop, user));
    if (!moves) continue;
    tern_op_move_before(op, loop);
    tern_pass_count(pass, 0, 1);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(tern_op_result(op, i), use) {
        if (use->owner->block->parent == region) tern_vec_push(&queue, use->owner);
      }
    }
  }
  tern_vec_deinitialize(&queue);
}

void tern_hoist_loop_invariants(tern_op_t *loop, tern_hoist_hook_t *otherwise, void *user, tern_pass_t *pass) {
  for (size_t i = 0; i < loop->region_count; ++i) hoist_from(&loop->regions[i], loop, otherwise, user, pass);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE)) tern_hoist_loop_invariants(op, NULL, NULL, user);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_walk_post(root, visit, pass);
  return true;
}

const tern_pass_def_t tern_loop_invariant_code_motion_pass = {
    .flag = "loop-invariant-code-motion",
    .name = "LoopInvariantCodeMotion",
    .summary = "Compute what is the same in each iteration before the loop",
    .statistics = (const char *const[]){"num-hoisted - Number of operations moved out of a loop", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
