// --iree-codegen-gpu-pipelining: what the next iteration needs from buffers is read while this one computes.
//
//   scf.for %k {                            %a0 = vector.load %A[.. first ..]
//     %a = vector.load %A[.. %k ..]         scf.for %k iter_args(%a = %a0) {
//     vector.store %a, %tile                  vector.store %a, %tile
//     barrier                         ==>     barrier
//     compute from %tile                      %next = scf.if (%k + step < upper) { vector.load %A[.. %k + step ..] } else { %a }
//     barrier                                 compute from %tile
//   }                                         barrier
//                                             scf.yield %next
//                                           }
//
// The values travel in registers, so that no more workgroup memory is taken. The condition is uniform, and keeps compilers of
// drivers from moving the loads down again to where their values are used. Taken are loads that stand in the body before its
// first barrier, from buffers that the loop does not write, and whose addresses are arithmetic on the induction variable and
// on what is defined outside.
//
// Source: upstream's software pipelining of scf.for (SCF/Transforms/LoopPipelining.cpp) with two stages.

#include "analysis/memory_location.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// More would not stay in registers.
#define MAX_LOADS 16

typedef struct pipeline {
  tern_op_t *loop;
  tern_op_list_t loads;
  tern_op_list_t slice;  // ops of the body that the addresses are computed by, in order
  tern_map_t in_slice;
  tern_op_t *barrier;
  int64_t first;  // value of the induction variable
} pipeline_t;

static bool is_barrier(const tern_op_t *op) {
  return tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) || tern_op_is(op, TERN_GPU(BARRIER));
}

// Can `value` be computed anew for another iteration?
static bool collect_slice(pipeline_t *p, const tern_value_t *value) {
  if (tern_value_is_defined_outside(value, p->loop) || value == tern_op_body(p->loop, 0)->args[0]) return true;
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != tern_op_body(p->loop, 0) || op->region_count || tern_op_effects(op) != 0) return false;
  if (tern_map_get(&p->in_slice, op)) return true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!collect_slice(p, tern_op_operand(op, i))) return false;
  }
  tern_map_set(&p->in_slice, op, op);
  return true;
}

static bool is_written_in(tern_op_t *loop, const tern_value_t *base) {
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    tern_memory_access_t access;
    tern_traits_t effects = tern_op_effects(op);
    if (effects == 0 || effects == TERN_TRAIT_MEM_READ) continue;
    if (tern_memory_access_of(op, &access) && !access.is_store) continue;
    if (tern_op_may_touch(op, base)) return true;
  }
  return false;
}

// Every use is a store before the first barrier.
static bool feeds_tiles_only(const pipeline_t *p, const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    tern_memory_access_t access;
    if (use->owner->block != p->barrier->block || !tern_op_is_before(use->owner, p->barrier)) return false;
    if (!tern_memory_access_of(use->owner, &access) || !access.is_store || access.value != value) return false;
  }
  return true;
}

static bool find_loads(pipeline_t *p) {
  tern_block_t *body = tern_op_body(p->loop, 0);
  for (p->barrier = body->first_op; p->barrier && !is_barrier(p->barrier);) p->barrier = p->barrier->next;
  if (!p->barrier) return false;
  for (tern_op_t *op = body->first_op; op != p->barrier; op = op->next) {
    tern_memory_access_t access;
    if (!tern_memory_access_of(op, &access) || access.is_store || !feeds_tiles_only(p, access.value)) continue;
    bool is_known = collect_slice(p, access.memref);
    for (size_t i = 0; i < access.index_count; ++i) {
      is_known &= collect_slice(p, tern_op_operand(op, access.first_index + i));
    }
    if (is_known && !is_written_in(p->loop, tern_memory_base(access.memref))) tern_vec_push(&p->loads, op);
  }
  for (tern_op_t *op = body->first_op; op != p->barrier; op = op->next) {
    if (tern_map_get(&p->in_slice, op)) tern_vec_push(&p->slice, op);
  }
  return p->loads.count > 0 && p->loads.count <= MAX_LOADS;
}

static bool find_bounds(pipeline_t *p) {
  int64_t trip_count;
  return tern_index_constant(tern_scf_for_lower(p->loop), &p->first) &&
         tern_scf_trip_count(tern_scf_for_lower(p->loop), tern_scf_for_upper(p->loop), tern_scf_for_step(p->loop),
                             false, &trip_count) &&
         trip_count >= 2;
}

// Reads what the iteration `iv` needs, at the insertion point.
static void build_loads(tern_builder_t *b, const pipeline_t *p, tern_value_t *iv, tern_value_t **out_values) {
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_op_body(p->loop, 0)->args[0], iv);
  for (size_t i = 0; i < p->slice.count; ++i) tern_builder_clone(b, p->slice.values[i], &mapping);
  for (size_t i = 0; i < p->loads.count; ++i) {
    out_values[i] = tern_op_result(tern_builder_clone(b, p->loads.values[i], &mapping), 0);
  }
  tern_map_deinitialize(&mapping);
}

// Behind the barrier: what the next iteration needs if there is one, else anything.
static const tern_op_t *build_fetch(const pipeline_t *p, tern_value_t *const *carried,
                                    const tern_type_t *const *types) {
  tern_builder_t b = tern_builder_after(p->barrier);
  tern_value_t *values[MAX_LOADS];
  tern_value_t *next = tern_build_index_add(&b, tern_op_body(p->loop, 0)->args[0], tern_scf_for_step(p->loop));
  tern_value_t *has_next = tern_arith_cmpi(&b, TERN_CMPI_SLT, next, tern_scf_for_upper(p->loop));
  tern_op_t *fetch =
      tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(has_next), .types = {types, p->loads.count}, .regions = 2);
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&fetch->regions[0]), p->loop->loc);
  build_loads(&inside, p, next, values);
  tern_build(&inside, TERN_SCF(YIELD), .operands = {values, p->loads.count});
  tern_builder_t otherwise = tern_builder_at_end(tern_region_add_block(&fetch->regions[1]), p->loop->loc);
  tern_build(&otherwise, TERN_SCF(YIELD), .operands = {carried, p->loads.count});
  return fetch;
}

static void apply(pipeline_t *p) {
  tern_op_t *loop = p->loop;
  tern_value_t *values[MAX_LOADS];
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < loop->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(loop, i));
  for (size_t i = 0; i < loop->result_count; ++i) tern_vec_push(&types, tern_op_result(loop, i)->type);
  tern_builder_t b = tern_builder_before(loop);
  build_loads(&b, p, tern_build_index(&b, p->first), values);
  for (size_t i = 0; i < p->loads.count; ++i) {
    tern_vec_push(&operands, values[i]);
    tern_vec_push(&types, values[i]->type);
  }
  tern_op_t *wider = tern_build(&b, TERN_SCF(FOR), .operands = {operands.values, operands.count},
                                .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(loop));
  tern_block_t *body = tern_op_body(loop, 0);
  tern_value_t *carried[MAX_LOADS];
  for (size_t i = 0; i < p->loads.count; ++i) {
    carried[i] = tern_block_add_arg(body, tern_op_result(p->loads.values[i], 0)->type, p->loads.values[i]->loc);
  }
  const tern_op_t *fetch = build_fetch(p, carried, types.values + loop->result_count);
  for (size_t i = 0; i < p->loads.count; ++i) values[i] = tern_op_result(fetch, i);
  tern_op_insert_operands(body->last_op, body->last_op->operand_count, (tern_values_t){values, p->loads.count});
  for (size_t i = 0; i < p->loads.count; ++i) {
    tern_value_replace_all_uses(tern_op_result(p->loads.values[i], 0), carried[i]);
    tern_op_destroy(p->loads.values[i]);
  }
  tern_region_take_blocks(&wider->regions[0], &loop->regions[0]);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(loop, i), tern_op_result(wider, i));
  }
  tern_op_destroy(loop);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t loops = tern_op_collect_row(root, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    pipeline_t p = {.loop = loops.values[i]};
    if (find_bounds(&p) && find_loads(&p)) {
      tern_pass_count(pass, 0, (int64_t)p.loads.count);
      apply(&p);
    }
    tern_vec_deinitialize(&p.loads);
    tern_vec_deinitialize(&p.slice);
    tern_map_deinitialize(&p.in_slice);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

const tern_pass_def_t tern_gpu_pipelining_pass = {
    .flag = "iree-codegen-gpu-pipelining",
    .name = "GPUPipelining",
    .summary = "Read what the next iteration copies to workgroup memory while this one computes",
    .statistics = (const char *const[]){"num-prefetched - loads that are made one iteration ahead", NULL},
    .needs = TERN_FORM_NO_TENSORS,
    .run = run,
};
