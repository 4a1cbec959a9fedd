// --gpu-eliminate-barriers: barriers that order nothing go (upstream: GpuEliminateBarriersPass, after "High-Performance
// GPU-to-CPU Transpilation and Optimization via High-Level Parallel Constructs", PPoPP 2023).
//
// A barrier is needed if something that may run before it, back to the next barrier, and something that may run behind
// it, up to the next one, touch the same memory and one of them writes. What runs before and behind is looked for in
// structured control flow up to the kernel; a loop's iterations follow each other.

#include "transform/gpu/eliminate_barriers.h"

#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

// What happens to the memory of a buffer; `buffer` NULL: of any.
typedef struct effect {
  tern_traits_t kinds;  // TERN_TRAIT_MEM_*
  tern_value_t *buffer;
} effect_t;
typedef TERN_VEC(effect_t) effects_t;

// --- what ops do ---

static bool is_function(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) || tern_op_is(op, TERN_GPU(FUNC));
}

// Barriers order what its invocations do. The attribute is for tests.
static bool is_parallel_region(const tern_op_t *op) {
  return tern_op_is(op, TERN_GPU(FUNC)) || tern_op_is(op, TERN_GPU(LAUNCH)) ||
         tern_op_attr(op, "__parallel_region_boundary_for_test");
}

// Its body runs once or not at all.
static bool runs_body_once(const tern_op_t *op) {
  return is_function(op) || tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_MEMREF(ALLOCA_SCOPE));
}

static bool is_barrier(const tern_op_t *op) { return tern_op_is(op, TERN_GPU(BARRIER)); }

static bool is_buffer(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_MEMREF || value->type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

// Ops that do not do the same to all of their buffers: operand `written` is written, the others are read.
static bool writes_one(const tern_op_t *op, size_t *out_start, size_t *out_count) {
  static const struct {
    const tern_op_row_t *row;
    const char *written;
  } rows[] = {{TERN_MEMREF(COPY), "target"}, {TERN_GPU(MEMCPY), "dst"}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (!tern_op_is(op, rows[i].row)) continue;
    tern_op_operands_named(op, rows[i].written, out_start, out_count);
    return true;
  }
  if (!tern_op_has_trait(op, TERN_TRAIT_DESTINATION_STYLE)) return false;
  tern_op_operand_group(op, op->def->operand_count - 1, out_start, out_count);
  return true;
}

// The effects of an op that says which kinds it has.
static void add_own_effects(const tern_op_t *op, tern_traits_t kinds, effects_t *effects) {
  tern_traits_t placed = 0;
  size_t start = 0, count = op->operand_count;
  bool is_split = writes_one(op, &start, &count);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!is_buffer(value)) continue;
    bool is_written = !is_split || (i >= start && i < start + count);
    tern_traits_t of_operand = kinds & ~TERN_TRAIT_MEM_ALLOC & ~(is_written ? 0 : TERN_TRAIT_MEM_WRITE);
    if (of_operand) tern_vec_push(effects, ((effect_t){of_operand, value}));
    placed |= of_operand;
  }
  for (size_t i = 0; i < op->result_count && (kinds & TERN_TRAIT_MEM_ALLOC); ++i) {
    if (!is_buffer(tern_op_result(op, i))) continue;
    tern_vec_push(effects, ((effect_t){TERN_TRAIT_MEM_ALLOC, tern_op_result(op, i)}));
    placed |= TERN_TRAIT_MEM_ALLOC;
  }
  if (kinds & ~placed) tern_vec_push(effects, ((effect_t){kinds & ~placed, NULL}));
}

static void add_all_effects(effects_t *effects) { tern_vec_push(effects, ((effect_t){TERN_MEMORY_EFFECTS, NULL})); }

// False if nothing is known of an op: then all effects were added.
static bool add_effects(const tern_op_t *op, effects_t *effects) {
  if (is_barrier(op)) return true;
  bool is_recursive = tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS);
  for (size_t i = 0; is_recursive && i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if (!add_effects(inner, effects)) return false;
      }
    }
  }
  if (is_recursive) return true;
  bool is_known =
      op->def->row && (op->def->row->effects ||
                       tern_op_has_trait(op, TERN_MEMORY_EFFECTS | TERN_TRAIT_PURE | TERN_TRAIT_NO_MEMORY_EFFECT));
  if (!is_known) {
    add_all_effects(effects);
    return false;
  }
  tern_traits_t kinds = tern_op_effects(op);
  if (kinds) add_own_effects(op, kinds, effects);
  return true;
}

// --- what runs before and behind ---

static tern_op_t *neighbour(const tern_op_t *op, bool is_before) { return is_before ? op->prev : op->next; }

// Of the ops from `op` on to the next barrier or the end of the block.
static bool add_run(const tern_op_t *op, bool is_before, effects_t *effects) {
  for (; op && !is_barrier(op); op = neighbour(op, is_before)) {
    if (!add_effects(op, effects)) return false;
  }
  return true;
}

typedef struct walk {
  effects_t *effects;
  bool is_exact;
} walk_t;

static tern_walk_result_t add_inner(tern_op_t *op, void *user) {
  walk_t *walk = user;
  walk->is_exact = add_effects(op, walk->effects);
  return walk->is_exact ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// False if what was added is more than there may be: then it has effects on any memory.
static bool add_around(const tern_op_t *op, bool is_before, effects_t *effects) {
  tern_block_t *block = op->block;
  tern_op_t *parent = tern_op_parent(op);
  if (!block || !parent) return true;
  if (block->parent->first_block != block->parent->last_block) {
    add_all_effects(effects);
    return false;
  }
  add_run(neighbour(op, is_before), is_before, effects);
  if (is_parallel_region(parent)) return true;
  bool is_isolated = tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE);
  if (!is_isolated && !add_around(parent, is_before, effects)) return false;
  // The end of the body runs before its start, too, and the other way round.
  if (tern_op_is(parent, TERN_SCF(FOR))) {
    return add_run(is_before ? block->last_op->prev : block->first_op, is_before, effects);
  }
  if (runs_body_once(parent)) return true;
  walk_t walk = {effects, true};
  tern_op_walk_post(parent, add_inner, &walk);
  return walk.is_exact;
}

// --- which memory ---

static const tern_op_row_t *const view_rows[] = {
    TERN_MEMREF(CAST),      TERN_MEMREF(SUBVIEW),        TERN_MEMREF(VIEW),
    TERN_MEMREF(TRANSPOSE), TERN_MEMREF(COLLAPSE_SHAPE), TERN_MEMREF(EXPAND_SHAPE),
};

static bool is_view(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(view_rows) / sizeof(view_rows[0]); ++i) {
    if (tern_op_is(op, view_rows[i])) return true;
  }
  return false;
}

static tern_value_t *base_of(tern_value_t *buffer) {
  for (tern_op_t *op; (op = tern_value_defining_op(buffer)) && is_view(op);) buffer = tern_op_operand(op, 0);
  return buffer;
}

static bool is_defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row);
}

static bool is_allocation(const tern_value_t *value) {
  return is_defined_by(value, TERN_MEMREF(ALLOC)) || is_defined_by(value, TERN_MEMREF(ALLOCA));
}

static bool is_argument(const tern_value_t *value) {
  const tern_block_t *block = tern_value_arg_block(value);
  return block && tern_block_parent_op(block) && is_function(tern_block_parent_op(block));
}

static bool is_noalias_argument(const tern_value_t *value) {
  if (!is_argument(value)) return false;
  const tern_attr_t *attrs = tern_func_arg_attrs(tern_block_parent_op(tern_value_arg_block(value)), value->index);
  return tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.noalias")) != NULL;
}

// May `user` put the address of `buffer` into memory?
static bool may_capture(const tern_op_t *user, const tern_value_t *buffer) {
  static const tern_op_row_t *const stores[] = {TERN_MEMREF(STORE), TERN_VECTOR(TRANSFER_WRITE)};
  static const tern_op_row_t *const never[] = {TERN_MEMREF(DEALLOC), TERN_VECTOR(STORE), TERN_VECTOR(MASKEDSTORE)};
  if (user->def->row && (tern_op_effects(user) & ~TERN_TRAIT_MEM_READ) == 0) return false;
  for (size_t i = 0; i < sizeof(stores) / sizeof(stores[0]); ++i) {
    if (tern_op_is(user, stores[i])) return tern_op_operand(user, 0) == buffer;
  }
  for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); ++i) {
    if (tern_op_is(user, never[i])) return false;
  }
  return true;
}

static bool is_captured(const tern_value_t *buffer) {
  tern_value_for_each_use(buffer, use) {
    const tern_op_t *user = use->owner;
    bool is_alias = is_view(user) || tern_op_has_trait(user, TERN_TRAIT_VIEW_LIKE | TERN_TRAIT_CAST_LIKE);
    if (is_alias && user->result_count ? is_captured(tern_op_result(user, 0)) : may_capture(user, buffer)) return true;
  }
  return false;
}

static bool buffers_may_alias(tern_value_t *a, tern_value_t *b) {
  if (!a || !b) return true;
  a = base_of(a);
  b = base_of(b);
  if (a == b) return true;
  bool is_global_a = is_defined_by(a, TERN_MEMREF(GET_GLOBAL)), is_global_b = is_defined_by(b, TERN_MEMREF(GET_GLOBAL));
  if (is_global_a && is_global_b) {
    return tern_op_attr(tern_value_defining_op(a), "name") == tern_op_attr(tern_value_defining_op(b), "name");
  }
  if (is_noalias_argument(a) && is_noalias_argument(b)) return false;
  bool is_own_a = is_allocation(a), is_own_b = is_allocation(b);
  if ((is_own_a || is_global_a) && (is_own_b || is_global_b)) return false;
  if ((is_own_a && is_argument(b)) || (is_own_b && is_argument(a))) return false;
  return !(is_own_a && !is_captured(a)) && !(is_own_b && !is_captured(b));
}

// --- barriers ---

// Memory that is allocated belongs to one invocation yet; what was freed before was another allocation.
static bool is_conflict(const effect_t *before, const effect_t *after) {
  tern_traits_t written = TERN_TRAIT_MEM_WRITE,
                touched = TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_FREE;
  bool is_ordered = (before->kinds & written && after->kinds & touched) ||
                    (before->kinds & TERN_TRAIT_MEM_READ && after->kinds & (written | TERN_TRAIT_MEM_FREE));
  return is_ordered && buffers_may_alias(before->buffer, after->buffer);
}

bool tern_gpu_eliminate_barrier(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  effects_t before = {0}, after = {0};
  add_around(op, true, &before);
  add_around(op, false, &after);
  bool is_needed = false;
  for (size_t i = 0; i < before.count && !is_needed; ++i) {
    for (size_t j = 0; j < after.count && !is_needed; ++j) {
      is_needed = is_conflict(&before.values[i], &after.values[j]);
    }
  }
  tern_vec_deinitialize(&before);
  tern_vec_deinitialize(&after);
  if (!is_needed) tern_rewriter_erase(rewriter, op);
  return !is_needed;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {
      {"barrier-elimination", TERN_GPU(BARRIER), 1, tern_gpu_eliminate_barrier},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  return tern_apply_patterns_greedily(op, patterns, 1, NULL, &options, NULL);
}

const tern_pass_def_t tern_gpu_eliminate_barriers_pass = {
    .flag = "gpu-eliminate-barriers",
    .name = "GpuEliminateBarriers",
    .anchor = "func.func",
    .summary = "Erase unnecessary barriers",
    .description =
        "A barrier is kept if accesses of the same memory, one of them a write, may run before and behind it, with "
        "no other barrier between.",
    .dialects = (const tern_dialect_t *const[]){&tern_scf_dialect, &tern_memref_dialect, NULL},
    .run = run,
};
