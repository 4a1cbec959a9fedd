// --iree-codegen-optimize-vector-transfer: what one invocation keeps reading and writing stays in registers.
//
//   vector.store %zero, %C[%i, %j]                            %r = scf.for ... iter_args(%acc = %zero) {
//   scf.for ... {                                               %b = ... %acc ...
//     %a = vector.load %C[%i, %j]                    ==>        scf.yield %b
//     %b = ... %a ...                                         }
//     vector.store %b, %C[%i, %j]                             vector.store %r, %C[%i, %j]
//   }
//
// Three steps, each right by itself: loads and stores at invariant places of a loop become carried values; a load behind a
// store (or a load) of the same place takes its value; a store that is overwritten before anybody looks is dropped. Within
// a loop every access to a buffer must be one that can be carried, and any two be the same place or disjoint.
//
// Barriers that order workgroup memory only do not end the life of a value from a buffer; gpu.barrier orders all memory and
// does. Source: upstream's hoistRedundantVectorTransfers and transferOpflowOpt.

#include "analysis/memory_location.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"

typedef TERN_VEC(tern_memory_access_t) access_list_t;

// --- loads behind stores ---

typedef struct known {
  tern_memory_access_t access;
  tern_value_t *value;
} known_t;

typedef TERN_VEC(known_t) known_list_t;

static void forget(known_list_t *known, const tern_memory_access_t *store) {
  size_t kept = 0;
  for (size_t i = 0; i < known->count; ++i) {
    if (tern_memory_accesses_alias(&known->values[i].access, store) != TERN_NO_ALIAS) continue;
    known->values[kept++] = known->values[i];
  }
  known->count = kept;
}

static void forget_touched(known_list_t *known, tern_op_t *op) {
  size_t kept = 0;
  if (tern_op_effects(op) == 0) return;
  for (size_t i = 0; i < known->count; ++i) {
    if (tern_op_may_touch(op, tern_memory_base(known->values[i].access.memref))) continue;
    known->values[kept++] = known->values[i];
  }
  known->count = kept;
}

static tern_value_t *find_value(const known_list_t *known, const tern_memory_access_t *load) {
  for (size_t i = 0; i < known->count; ++i) {
    if (tern_memory_accesses_alias(&known->values[i].access, load) == TERN_MUST_ALIAS) return known->values[i].value;
  }
  return NULL;
}

static void forward_stores(tern_block_t *block, tern_pass_t *pass) {
  known_list_t known = {0};
  tern_block_for_each_op_safe(block, op) {
    tern_memory_access_t access;
    if (!tern_memory_access_of(op, &access)) {
      forget_touched(&known, op);
      continue;
    }
    if (access.is_store) {
      forget(&known, &access);
      tern_vec_push(&known, ((known_t){access, access.value}));
      continue;
    }
    tern_value_t *value = find_value(&known, &access);
    if (value) {
      tern_value_replace_all_uses(access.value, value);
      tern_op_destroy(op);
      tern_pass_count(pass, 1, 1);
    } else {
      tern_vec_push(&known, ((known_t){access, access.value}));
    }
  }
  tern_vec_deinitialize(&known);
}

// --- stores that nobody sees ---

static void drop_dead_stores(tern_block_t *block, tern_pass_t *pass) {
  known_list_t later = {0};  // stores further down, with nothing in between that reads their place
  for (tern_op_t *op = block->last_op, *before; op; op = before) {
    before = op->prev;
    tern_memory_access_t access;
    if (!tern_memory_access_of(op, &access)) {
      forget_touched(&later, op);
    } else if (!access.is_store) {
      forget(&later, &access);
    } else if (find_value(&later, &access)) {
      tern_op_destroy(op);
      tern_pass_count(pass, 2, 1);
    } else {
      tern_vec_push(&later, ((known_t){access, access.value}));
    }
  }
  tern_vec_deinitialize(&later);
}

// --- accesses at invariant places ---

static bool is_invariant(const tern_memory_access_t *access, const tern_op_t *loop) {
  if (!tern_value_is_defined_outside(access->memref, loop)) return false;
  for (size_t i = 0; i < access->index_count; ++i) {
    if (!tern_value_is_defined_outside(tern_op_operand(access->op, access->first_index + i), loop)) return false;
  }
  return true;
}

// The different places in `base` that the loop accesses, each by its first access. False if it does anything else there,
// or if two of them may overlap.
static bool collect_places(tern_op_t *loop, const tern_value_t *base, access_list_t *out_places) {
  bool has_store = false;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    tern_memory_access_t access;
    if (tern_op_effects(op) == 0) continue;
    if (!tern_memory_access_of(op, &access)) {
      if (tern_op_may_touch(op, base)) return false;
      continue;
    }
    tern_value_t *own = tern_memory_base(access.memref);
    if (own != base) {
      if (tern_memory_bases_alias(own, base) != TERN_NO_ALIAS) return false;
      continue;
    }
    if (!is_invariant(&access, loop)) return false;
    has_store |= access.is_store;
    bool is_new = true;
    for (size_t i = 0; i < out_places->count && is_new; ++i) {
      tern_alias_t alias = tern_memory_accesses_alias(&out_places->values[i], &access);
      if (alias == TERN_MAY_ALIAS) return false;
      is_new = alias == TERN_NO_ALIAS;
    }
    if (is_new) tern_vec_push(out_places, access);
  }
  return has_store;
}

// An access before or behind the loop in its block, or an iteration for sure: then the place exists.
static bool may_access_always(const tern_op_t *loop, const access_list_t *places) {
  int64_t trip_count;
  if (tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop), false,
                          &trip_count) &&
      trip_count > 0) {
    return true;
  }
  for (size_t i = 0; i < places->count; ++i) {
    bool is_found = false;
    tern_block_for_each_op(loop->block, op) {
      tern_memory_access_t access;
      if (!tern_memory_access_of(op, &access)) continue;
      is_found |= tern_memory_accesses_alias(&access, &places->values[i]) == TERN_MUST_ALIAS;
    }
    if (!is_found) return false;
  }
  return true;
}

// Reads or writes the place of an access (which may be either) at the insertion point.
static tern_op_t *build_access(tern_builder_t *b, const tern_memory_access_t *place, tern_value_t *stored) {
  TERN_VEC(tern_value_t *) operands = {0};
  if (stored) tern_vec_push(&operands, stored);
  tern_vec_push(&operands, place->memref);
  for (size_t i = 0; i < place->index_count; ++i) {
    tern_vec_push(&operands, tern_op_operand(place->op, place->first_index + i));
  }
  tern_types_t types = TERN_TYPES(place->type);
  if (stored) types.count = 0;
  tern_op_t *op =
      tern_build(b, tern_memory_access_row(place->op, stored != NULL), .operands = {operands.values, operands.count},
                 .types = types, .dictionary = tern_op_attr_dictionary(place->op));
  tern_vec_deinitialize(&operands);
  return op;
}

// A loop like `loop` that carries the values at `places` as well; its body is empty.
static tern_op_t *build_loop(tern_builder_t *b, const tern_op_t *loop, const access_list_t *places) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < loop->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(loop, i));
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&types, tern_op_result(loop, i)->type);
  for (size_t i = 0; i < places->count; ++i) {
    tern_vec_push(&operands, tern_op_result(build_access(b, &places->values[i], NULL), 0));
    tern_vec_push(&types, places->values[i].type);
  }
  tern_op_t *wider = tern_build(b, TERN_SCF(FOR), .operands = {operands.values, operands.count},
                                .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(loop));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return wider;
}

// Replaces the accesses to `places` in the body by values, from the carried arguments on to what is yielded.
static void carry(tern_block_t *body, const access_list_t *places) {
  tern_map_t place_of = {0};  // access op -> number of its place, plus one
  tern_block_for_each_op(body, op) {
    tern_memory_access_t access;
    if (!tern_memory_access_of(op, &access)) continue;
    for (size_t i = 0; i < places->count; ++i) {
      if (tern_memory_accesses_alias(&places->values[i], &access) != TERN_MUST_ALIAS) continue;
      tern_map_set(&place_of, op, (void *)(uintptr_t)(i + 1));
    }
  }
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < places->count; ++i) {
    tern_vec_push(&values, tern_block_add_arg(body, places->values[i].type, places->values[i].op->loc));
  }
  tern_block_for_each_op_safe(body, op) {
    size_t place = (size_t)(uintptr_t)tern_map_get(&place_of, op);
    tern_memory_access_t access;
    if (place == 0 || !tern_memory_access_of(op, &access)) continue;
    if (access.is_store) {
      values.values[place - 1] = access.value;
    } else {
      tern_value_replace_all_uses(access.value, values.values[place - 1]);
    }
    tern_op_destroy(op);
  }
  tern_op_t *yield = body->last_op;
  tern_op_insert_operands(yield, yield->operand_count, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_map_deinitialize(&place_of);
}

static tern_op_t *carry_places(tern_op_t *loop, const access_list_t *places, tern_pass_t *pass) {
  tern_builder_t b = tern_builder_before(loop);
  tern_op_t *wider = build_loop(&b, loop, places);
  tern_builder_set_after(&b, wider);
  for (size_t i = 0; i < places->count; ++i) {
    build_access(&b, &places->values[i], tern_op_result(wider, loop->result_count + i));
  }
  tern_region_take_blocks(&wider->regions[0], &loop->regions[0]);
  carry(tern_op_body(wider, 0), places);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(loop, i), tern_op_result(wider, i));
  }
  tern_op_destroy(loop);
  tern_pass_count(pass, 0, (int64_t)places->count);
  return wider;
}

// The loop, or what took its place.
static tern_op_t *hoist_from(tern_op_t *loop, tern_pass_t *pass) {
  TERN_VEC(tern_value_t *) bases = {0};
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    tern_memory_access_t access;
    if (!tern_memory_access_of(op, &access) || !access.is_store) continue;
    tern_value_t *base = tern_memory_base(access.memref);
    bool is_known = false;
    for (size_t i = 0; i < bases.count; ++i) is_known |= bases.values[i] == base;
    if (!is_known) tern_vec_push(&bases, base);
  }
  for (size_t i = 0; i < bases.count; ++i) {
    access_list_t places = {0};
    if (collect_places(loop, bases.values[i], &places) && may_access_always(loop, &places)) {
      loop = carry_places(loop, &places, pass);
    }
    tern_vec_deinitialize(&places);
  }
  tern_vec_deinitialize(&bases);
  return loop;
}

// --- the walk ---

static void optimize_block(tern_block_t *block, tern_pass_t *pass) {
  tern_block_for_each_op_safe(block, op) {
    for (size_t r = 0; r < op->region_count; ++r) {
      tern_region_for_each_block(&op->regions[r], inner) optimize_block(inner, pass);
    }
    if (tern_op_is(op, TERN_SCF(FOR))) hoist_from(op, pass);
  }
  forward_stores(block, pass);
  drop_dead_stores(block, pass);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  for (size_t r = 0; r < root->region_count; ++r) {
    tern_region_for_each_block(&root->regions[r], block) optimize_block(block, pass);
  }
  return true;
}

const tern_pass_def_t tern_optimize_vector_transfer_pass = {
    .flag = "iree-codegen-optimize-vector-transfer",
    .name = "OptimizeVectorTransfer",
    .summary = "Keep what an invocation reads and writes again and again in registers",
    .description =
        "Hoists loads and stores at invariant places out of scf.for, takes values from earlier stores and loads of "
        "the same place, and drops stores that are overwritten.",
    .statistics = (const char *const[]){"num-hoisted - places that a loop carries now",
                                        "num-forwarded - loads replaced", "num-dead-stores - stores dropped", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
