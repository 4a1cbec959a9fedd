// A workgroup for each iteration of an scf.forall that has scf.forall inside, and an invocation for each iteration of these.
//
//   %t = memref.alloca() : memref<1024xf32>               %t = memref.alloc() : memref<1024xf32, 3>
//   scf.forall (%i) in (64) {                             scf.forall (%i) in (64) {
//     scf.forall (%j) in (1024) {                           scf.for %j = %thread to %c1024 step %width {
//       ... memref.store %v, %t[%j]                  =>       ... memref.store %v, %t[%j]
//     }                                                     }
//                                                           gpu.barrier
//     scf.forall (%j) in (1024) {                           scf.for ...
//       ... memref.load %t[%k]
//
// What is between the loops inside is computed by every invocation, so it may touch no memory: all come to the same numbers, go round
// loops as often, and meet at the barriers. A temporary that only one of the loops uses is no longer than an iteration, and stays the
// invocation's own.

#include "transform/gpu/workgroup_forall.h"

#include "analysis/memory_location.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "transform/scf/forall.h"

#define WORKGROUP_SPACE 3

// --- what is shared ---

// The outermost loop in `forall` that `op` is in, or is; NULL: none.
static const tern_op_t *loop_of(const tern_op_t *forall, const tern_op_t *op) {
  const tern_op_t *found = NULL;
  for (; op && op != forall; op = tern_op_parent(op)) {
    if (tern_op_is(op, TERN_SCF(FORALL))) found = op;
  }
  return found;
}

typedef struct users {
  const tern_op_t *forall, *loop;
  bool is_shared;
} users_t;

// Views count where they are used.
static void find_users(const tern_value_t *buffer, users_t *users) {
  tern_value_for_each_use(buffer, use) {
    const tern_op_t *loop = loop_of(users->forall, use->owner);
    bool is_view = use->owner->result_count == 1 && use->owner->results[0].type->kind == TERN_TYPE_MEMREF;
    if (is_view && !loop) {
      find_users(&use->owner->results[0], users);
      continue;
    }
    users->is_shared |= users->loop && loop != users->loop;
    users->loop = loop;
  }
}

static bool is_shared(const tern_op_t *forall, const tern_op_t *alloca) {
  users_t users = {.forall = forall};
  find_users(&alloca->results[0], &users);
  return users.is_shared;
}

static int64_t bytes_of(const tern_type_t *type) {
  int64_t bytes = 0;
  if (!tern_type_has_static_shape(type)) return INT64_MAX;
  int64_t size = (int64_t)tern_dense_element_size(tern_type_element(type));
  return __builtin_mul_overflow(tern_type_element_count(type), size, &bytes) ? INT64_MAX : bytes;
}

static tern_walk_result_t find_access(tern_op_t *op, void *user) {
  bool *has_loop = user;
  if (tern_op_is(op, TERN_SCF(FORALL))) {
    *has_loop = true;
    return tern_forall_is_on_buffers(op) ? TERN_WALK_SKIP : TERN_WALK_INTERRUPT;
  }
  if (op->region_count > 0) return TERN_WALK_ADVANCE;
  return tern_op_effects(op) == 0 || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) ? TERN_WALK_ADVANCE
                                                                                  : TERN_WALK_INTERRUPT;
}

bool tern_workgroup_forall_is_one(const tern_op_t *func, tern_op_t *forall, int64_t memory) {
  bool has_loop = false;
  int64_t left = memory;
  tern_block_for_each_op(tern_op_body(forall, 0), op) {
    if (tern_op_walk_pre(op, find_access, &has_loop) == TERN_WALK_INTERRUPT) return false;
  }
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (!tern_op_is(op, TERN_MEMREF(ALLOCA)) || !is_shared(forall, op)) continue;
    int64_t bytes = bytes_of(tern_op_result(op, 0)->type);
    if (bytes > left) return false;
    left -= bytes;
  }
  return has_loop;
}

// --- the rewrite ---

// Gives the buffer and all views of it the memory space.
static void move_to_space(tern_value_t *buffer, const tern_attr_t *space) {
  const tern_type_t *old = buffer->type;
  buffer->type = tern_memref_type_get(tern_type_element(old), tern_type_dims(old), tern_type_rank(old),
                                      tern_memref_type_layout(old), space);
  tern_value_for_each_use(buffer, use) {
    tern_op_t *op = use->owner;
    if (op->result_count == 1 && op->results[0].type->kind == TERN_TYPE_MEMREF) {
      move_to_space(tern_op_result(op, 0), space);
    }
  }
}

static void share_temporary(tern_op_t *alloca) {
  tern_builder_t b = tern_builder_before(alloca);
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b.context, 64), WORKGROUP_SPACE);
  tern_value_t *shared = tern_build_value(&b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(tern_op_result(alloca, 0)->type),
                                          .segments = (const int32_t[]){0, 0});
  tern_value_replace_all_uses(tern_op_result(alloca, 0), shared);
  tern_op_destroy(alloca);
  move_to_space(shared, space);
}

static void share_loop(tern_op_t *loop, int64_t width) {
  tern_builder_t b = tern_builder_before(loop);
  tern_forall_space_t space;
  tern_value_t *ivs[TERN_FORALL_MAX_DIMS];
  const tern_attr_t *x = tern_enum_attr_get(b.context, TERN_GPU_ENUM(DIM), 0);
  tern_forall_build_space(&b, loop, &space);
  tern_value_t *id = tern_build_value(&b, TERN_GPU(THREAD_ID), .types = TERN_TYPES(tern_index_type_get(b.context)),
                                      .attrs = TERN_ATTRS({"dimension", x}));
  tern_op_t *mine = tern_build_scf_for(&b, id, space.total, tern_build_index(&b, width), (tern_values_t){0});
  tern_forall_build_ivs(&b, &space, tern_scf_for_iv(mine), ivs);
  tern_forall_inline(&b, loop, ivs);
  tern_build_scf_for_end(&b, mine, (tern_values_t){0});
  tern_build(&b, TERN_GPU(BARRIER), .regions = 0);
}

void tern_workgroup_forall_share(tern_op_t *func, tern_op_t *forall, int64_t width) {
  tern_block_for_each_op_safe(tern_op_body(func, 0), op) {
    if (tern_op_is(op, TERN_MEMREF(ALLOCA)) && is_shared(forall, op)) share_temporary(op);
  }
  tern_op_list_t loops = tern_op_collect_row(forall, TERN_POSTORDER, TERN_SCF(FORALL));
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    if (loop == forall) continue;
    if (loop_of(forall, loop) == loop) {
      share_loop(loop, width);
    } else {
      tern_forall_to_for(loop);
    }
  }
  tern_vec_deinitialize(&loops);
}
