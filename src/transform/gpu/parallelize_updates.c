// --gpu-parallelize-updates: loops whose iterations may run in any order become iterations of the scf.forall around them.
//
//   scf.forall (%w) in (8) {                               scf.forall (%w, %u) in (8, 1000) {
//     scf.for %u = %c0 to %c1000 step %c1 {                  %p = memref.load %places[%u]
//       %p = memref.load %places[%u]                   =>     memref.atomic_rmw addi %x, %y[%p, %w]
//       %old = memref.load %y[%p, %w]                      }
//       %new = arith.addi %old, %x
//       memref.store %new, %y[%p, %w]
//     } {tern.updates = "any-order"}
//   }
//
// What makes a scatter a loop knows which updates may run together, and writes it to the loops (dialect/util/util.h): places that are
// "apart" are loaded and stored as they are, places that several updates may have, but in "any-order", are updated by atomics.
// As sequential loops they are right on every device. They stay sequential where the device has no such atomics, where a value
// that an update changes is used for something else, or where something beside the loops would have to run once. The marks go.

#include "analysis/machine/machine.h"
#include "analysis/memory_location.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/hal/entry_points.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/scf/forall.h"

// --- what is taken ---

typedef struct updates {
  tern_op_t *func, *forall;
  size_t count;
  tern_op_t *loops[TERN_FORALL_MAX_DIMS];  // from the outside
  bool is_atomic;
  tern_op_t *load, *combination, *store;  // of an atomic update
  int64_t kind;
} updates_t;

static bool is_marked(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, TERN_UTIL_UPDATES_ATTR);
}

// From zero by one, to what is known in front of the forall.
static bool has_plain_bounds(const updates_t *u, const tern_op_t *loop) {
  int64_t lower, step;
  return tern_index_constant(tern_op_operand(loop, 0), &lower) && lower == 0 &&
         tern_index_constant(tern_op_operand(loop, 2), &step) && step == 1 && loop->result_count == 0 &&
         tern_value_is_defined_outside(tern_op_operand(loop, 1), u->forall);
}

// The marked loops in the body of `outer`, one in the other, with nothing beside them but what may run again.
static bool find_loops(updates_t *u, const tern_op_t *outer) {
  tern_op_t *found = NULL;
  tern_block_t *body = tern_op_body(outer, 0);
  tern_block_for_each_op(body, op) {
    if (op == body->last_op) break;
    if (found) return false;
    if (is_marked(op)) {
      found = op;
    } else if (op->region_count > 0 || (tern_op_effects(op) & ~(tern_traits_t)TERN_TRAIT_MEM_READ) != 0) {
      return u->count > 0;
    }
  }
  if (!found) return u->count > 0;
  size_t rank = tern_index_list_count(u->forall, "staticUpperBound");
  if (rank + u->count == TERN_FORALL_MAX_DIMS || !has_plain_bounds(u, found)) return false;
  u->loops[u->count++] = found;
  return find_loops(u, found);
}

// --- atomic updates ---

static bool find_kind(tern_context_t *context, const tern_op_t *op, int64_t *out_kind) {
  static const struct {
    const tern_op_row_t *row;
    const char *kind;
  } rows[] = {
      {TERN_ARITH(ADDI), "addi"},  {TERN_ARITH(ANDI), "andi"},  {TERN_ARITH(ORI), "ori"},
      {TERN_ARITH(XORI), "xori"},  {TERN_ARITH(MINSI), "mins"}, {TERN_ARITH(MINUI), "minu"},
      {TERN_ARITH(MAXSI), "maxs"}, {TERN_ARITH(MAXUI), "maxu"}, {TERN_ARITH(ADDF), "addf"},
  };
  const tern_enum_row_t *kinds = tern_context_find_enum(context, TERN_STR("arith.atomic_rmw_kind"));
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return tern_enum_case_value(kinds, tern_str_from_cstr(rows[i].kind), out_kind);
  }
  return false;
}

// CUDA has atomics of all these kinds for numbers of 32 and 64 bits. Of Vulkan nothing is asked that a device may lack.
static bool has_atomics(const tern_op_t *func, const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_machine_cuda_of(func)->kind == TERN_MACHINE_CUDA) return width == 32 || width == 64;
  return width == 32 && tern_type_is_integer(type);
}

typedef struct store_search {
  tern_op_t *store;
  size_t count;
} store_search_t;

static tern_walk_result_t find_stores(tern_op_t *op, void *user) {
  store_search_t *search = user;
  if (op->region_count > 0 || !(tern_op_effects(op) & TERN_TRAIT_MEM_WRITE)) return TERN_WALK_ADVANCE;
  search->count += 1;
  search->store = op;
  return TERN_WALK_ADVANCE;
}

typedef struct touch_search {
  const updates_t *updates;
  const tern_value_t *base;
} touch_search_t;

static tern_walk_result_t find_touch(tern_op_t *op, void *user) {
  const touch_search_t *search = user;
  if (op->region_count > 0 || op == search->updates->load || op == search->updates->store) return TERN_WALK_ADVANCE;
  return tern_op_may_touch(op, search->base) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Is the update `y[p] = y[p] op x`, and is `y` used for nothing else?
static bool find_atomic_update(updates_t *u) {
  tern_op_t *innermost = u->loops[u->count - 1];
  store_search_t search = {0};
  tern_op_walk_pre(innermost, find_stores, &search);
  if (search.count != 1 || !tern_op_is(search.store, TERN_MEMREF(STORE))) return false;
  u->store = search.store;
  tern_value_t *value = tern_op_operand(u->store, 0);
  u->combination = tern_value_defining_op(value);
  if (!u->combination || !has_atomics(u->func, value->type) || !tern_value_has_one_use(value) ||
      !find_kind(tern_op_context(u->func), u->combination, &u->kind)) {
    return false;
  }
  for (size_t i = 0; i < 2 && !u->load; ++i) {
    tern_memory_access_t read, written;
    tern_value_t *operand = tern_op_operand(u->combination, i);
    tern_op_t *load = tern_value_defining_op(operand);
    if (!load || !tern_op_is(load, TERN_MEMREF(LOAD)) || !tern_value_has_one_use(operand)) continue;
    if (!tern_memory_access_of(load, &read) || !tern_memory_access_of(u->store, &written)) continue;
    if (tern_memory_accesses_alias(&read, &written) == TERN_MUST_ALIAS) u->load = load;
  }
  touch_search_t touch = {u, tern_memory_base(tern_op_operand(u->store, 1))};
  return u->load && tern_op_walk_pre(u->forall, find_touch, &touch) != TERN_WALK_INTERRUPT;
}

static bool find_updates(tern_op_t *func, updates_t *out) {
  *out = (updates_t){.func = func, .forall = tern_forall_only_one(func)};
  if (!out->forall || !find_loops(out, out->forall)) return false;
  for (size_t i = 0; i < out->count; ++i) {
    const tern_attr_t *mark = tern_op_attr(out->loops[i], TERN_UTIL_UPDATES_ATTR);
    out->is_atomic |= !tern_str_equal(tern_string_attr_value(mark), TERN_STR(TERN_UTIL_UPDATES_APART));
  }
  return !out->is_atomic || find_atomic_update(out);
}

// --- the rewriting ---

// The order of other memory is none of its business.
static void build_atomic(const updates_t *u) {
  tern_builder_t b = tern_builder_before(u->store);
  tern_value_t *old = tern_op_result(u->load, 0);
  bool is_first = tern_op_operand(u->combination, 0) == old;
  tern_value_t *operands[1 + TERN_INDEX_LIST_MAX] = {tern_op_operand(u->combination, is_first)};
  for (size_t i = 1; i < u->store->operand_count; ++i) operands[i] = tern_op_operand(u->store, i);
  const tern_enum_row_t *kinds = tern_context_find_enum(b.context, TERN_STR("arith.atomic_rmw_kind"));
  tern_build(&b, TERN_MEMREF(ATOMIC_RMW), .operands = {operands, u->store->operand_count},
             .types = TERN_TYPES(old->type),
             .attrs = TERN_ATTRS({"kind", tern_enum_attr_get(b.context, kinds, u->kind)},
                                 {TERN_MEMREF_RELAXED_ATTR, tern_unit_attr_get(b.context)}));
  tern_op_destroy(u->store);
  tern_op_destroy(u->combination);
  tern_op_destroy(u->load);
}

static tern_op_t *build_forall(const updates_t *u) {
  static const char *const names[][2] = {{"dynamicLowerBound", "staticLowerBound"},
                                         {"dynamicUpperBound", "staticUpperBound"},
                                         {"dynamicStep", "staticStep"}};
  tern_builder_t b = tern_builder_before(u->forall);
  size_t rank = tern_index_list_count(u->forall, "staticUpperBound"), operand_count = 0;
  tern_value_t *operands[3 * TERN_FORALL_MAX_DIMS];
  tern_named_attr_t attrs[3];
  int32_t segments[4] = {0};
  for (size_t g = 0; g < 3; ++g) {
    tern_mixed_index_t entries[TERN_FORALL_MAX_DIMS];
    tern_index_list_read(u->forall, names[g][0], names[g][1], entries, TERN_FORALL_MAX_DIMS);
    for (size_t i = 0; i < u->count; ++i) entries[rank + i] = tern_mixed_of(tern_op_operand(u->loops[i], g));
    attrs[g] = (tern_named_attr_t){names[g][1], tern_index_list_split(b.context, entries, rank + u->count, operands,
                                                                      &operand_count, &segments[g])};
  }
  tern_op_t *made = tern_build(&b, TERN_SCF(FORALL), .operands = {operands, operand_count}, .attrs = {attrs, 3},
                               .regions = 1, .segments = segments);
  tern_region_take_blocks(&made->regions[0], &u->forall->regions[0]);
  for (size_t i = 0; i < u->count; ++i) {
    tern_block_add_arg(tern_op_body(made, 0), tern_index_type_get(b.context), u->loops[i]->loc);
  }
  return made;
}

// What is in a loop comes where the loop was.
static void unwrap(tern_op_t *loop, tern_value_t *iv) {
  tern_block_t *body = tern_op_body(loop, 0);
  tern_value_replace_all_uses(body->args[0], iv);
  tern_block_for_each_op_safe(body, op) {
    if (op != body->last_op) tern_op_move_before(op, loop);
  }
  tern_op_destroy(loop);
}

static void parallelize(const updates_t *u) {
  if (u->is_atomic) build_atomic(u);
  tern_op_t *made = build_forall(u);
  const tern_block_t *body = tern_op_body(made, 0);
  for (size_t i = 0; i < u->count; ++i) unwrap(u->loops[i], body->args[body->arg_count - u->count + i]);
  tern_op_destroy(u->forall);
}

// --- the pass ---

static void unmark(tern_op_t *op) { tern_op_set_attr(op, TERN_UTIL_UPDATES_ATTR, NULL); }

static bool run_on_function(tern_op_t *func, tern_pass_t *pass) {
  updates_t updates;
  if (find_updates(func, &updates)) {
    parallelize(&updates);
    tern_pass_count(pass, 0, 1);
  }
  tern_op_visit(func, TERN_POSTORDER, is_marked, unmark);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, run_on_function); }

const tern_pass_def_t tern_gpu_parallelize_updates_pass = {
    .name = "GPUParallelizeUpdates",
    .flag = "gpu-parallelize-updates",
    .anchor = "builtin.module",
    .summary = "Run the updates of a scatter together, by atomics where they may meet",
    .statistics = (const char *const[]){"num-parallel - functions whose updates run together", NULL},
    .run = run,
};
