// --linalg-promote-subviews: the inputs of contractions that a workgroup runs together are copied to workgroup memory, so
// that each element is read from the buffer once per workgroup instead of once per invocation.
//
//   scf.for %k = %c0 to %c24 step %c4 {
//     linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%a, %b : ...) outs(%c : ...)
//   }
// becomes
//   scf.for %k = %c0 to %c24 step %c4 {
//     %a2 = memref.alloc() : memref<8x4xf32, 3>
//     %b2 = memref.alloc() : memref<4x8xf32, 3>
//     linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%a : ...) outs(%a2 : memref<8x4xf32, 3>)
//     linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%b : ...) outs(%b2 : memref<4x8xf32, 3>)
//     spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>  // what others copied is read
//     linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%a2, %b2 : ...) outs(%c : ...)
//     spirv.ControlBarrier ...  // what others read is overwritten by the next iteration
//     memref.dealloc %a2 : memref<8x4xf32, 3> ...
//   }
//
// The allocations have static shapes, those of a full tile; a tile that is cut uses the corner of it that it needs.
// With two buffers the allocations hold two tiles, the copy of the next tile is issued before the current one is used, and
// one barrier per iteration is enough: at its start all have copied tile k and all have done with tile k - 1, whose place
// tile k + 1 takes.
//
// What does not fit the workgroup memory of the target is tried with one buffer, then without padding, then left alone
// with a remark. Upstream's pass of this name became a transform op (Linalg/Transforms/Promotion.cpp).

#include <inttypes.h>

#include "analysis/gpu/tile_config.h"
#include "analysis/size_bound.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

enum { WORKGROUP_SPACE = 3, MAX_INPUTS = 2 };

typedef struct pass_options {
  int64_t padding, buffers;  // -1: as configured
  bool force;
} pass_options_t;

// One input of a contraction on its way to workgroup memory.
typedef struct promotion {
  size_t position;
  int64_t bounds[TERN_MEMREF_MAX_RANK];  // dimensions of a full tile
  int64_t padding;
} promotion_t;

typedef struct plan {
  tern_op_t *op;
  promotion_t inputs[MAX_INPUTS];
  size_t count;
  int64_t buffers;
} plan_t;

// --- sizes ---

static bool is_workgroup_memory(const tern_type_t *type) {
  const tern_attr_t *space = tern_memref_type_memory_space(type);
  if (tern_attr_is_integer(space)) return tern_integer_attr_value(space) == WORKGROUP_SPACE;
  return space && tern_str_equal_cstr(tern_str_from_cstr(tern_attr_text(space)), "#gpu.address_space<workgroup>");
}

static int64_t dim_bound(const tern_op_t *op, size_t position, size_t dim, const tern_gpu_tile_config_t *config) {
  const tern_value_t *view = tern_op_operand(op, position);
  int64_t bound = tern_size_bound(view, dim);
  if (bound != TERN_DYNAMIC) return bound;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  size_t loop = (size_t)map->results[dim]->value;
  bool is_parallel = tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL;
  int64_t tile = is_parallel ? config->workgroup_tile[loop] : config->reduction_tile[loop];
  return tile > 0 ? tile : TERN_DYNAMIC;
}

static int64_t input_bytes(const plan_t *plan, const promotion_t *input) {
  const tern_type_t *type = tern_op_operand(plan->op, input->position)->type;
  int64_t bytes = (tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  size_t rank = tern_type_rank(type);
  bytes = tern_saturated_mul(bytes, plan->buffers);
  for (size_t d = 0; d < rank; ++d) {
    bytes = tern_saturated_mul(bytes, input->bounds[d] + (d + 1 == rank ? input->padding : 0));
  }
  return bytes;
}

static int64_t plan_bytes(const plan_t *plan) {
  int64_t bytes = 0;
  for (size_t i = 0; i < plan->count; ++i) bytes = tern_saturated_add(bytes, input_bytes(plan, &plan->inputs[i]));
  return bytes;
}

static tern_walk_result_t add_allocation(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_MEMREF(ALLOC)) || !is_workgroup_memory(tern_op_result(op, 0)->type))
    return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t bytes = (tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  for (size_t d = 0; d < tern_type_rank(type); ++d) bytes = tern_saturated_mul(bytes, tern_type_dim(type, d));
  int64_t *total = user;
  *total = tern_saturated_add(*total, bytes);
  return TERN_WALK_ADVANCE;
}

// --- plans ---

static bool is_marked(const tern_op_t *op) {
  const tern_attr_t *marker = tern_op_attr(op, TERN_LINALG_MARKER);
  return tern_attr_is_string(marker) &&
         tern_str_equal_cstr(tern_string_attr_value(marker), TERN_LINALG_MARKER_WORKGROUP);
}

static bool is_in_tile_loop(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  return parent && (tern_op_is(parent, TERN_SCF(FOR)) || tern_op_is(parent, TERN_SCF(PARALLEL)));
}

static tern_walk_result_t collect_contractions(tern_op_t *op, void *user) {
  tern_contraction_t roles;
  if (!tern_is_linalg(op) || !is_marked(op) || !is_in_tile_loop(op)) return TERN_WALK_ADVANCE;
  if (tern_linalg_has_buffer_semantics(op) && tern_linalg_match_contraction(op, &roles)) {
    tern_vec_push((tern_op_list_t *)user, op);
  }
  return TERN_WALK_SKIP;
}

// 16 bytes more per row where neighbouring invocations read down a column.
static int64_t choose_padding(const tern_op_t *op, size_t position, const pass_options_t *options,
                              const tern_gpu_tile_config_t *config) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  if (map->result_count < 2) return 0;
  if (options->padding >= 0) return options->padding;
  size_t innermost = (size_t)map->results[map->result_count - 1]->value;
  bool is_read_down = tern_linalg_iterator(op, innermost) == TERN_ITERATOR_REDUCTION;
  return is_read_down || config->fragment[0] ? config->padding : 0;
}

// False if there is nothing to promote, or (with a remark) if a size is not bounded.
static bool make_plan(tern_op_t *op, const pass_options_t *options, const tern_gpu_tile_config_t *config,
                      plan_t *out_plan) {
  *out_plan = (plan_t){.op = op, .buffers = options->buffers > 0 ? options->buffers : config->buffers};
  if (out_plan->buffers > 2) out_plan->buffers = 2;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_MEMREF || is_workgroup_memory(type) || tern_type_rank(type) == 0) continue;
    promotion_t *input = &out_plan->inputs[out_plan->count++];
    input->position = i;
    input->padding = choose_padding(op, i, options, config);
    for (size_t d = 0; d < tern_type_rank(type); ++d) {
      input->bounds[d] = dim_bound(op, i, d, config);
      if (input->bounds[d] != TERN_DYNAMIC) continue;
      tern_emit_remark(
          op->loc, "input %zu is not promoted to workgroup memory: the size of its dimension %zu has no bound", i, d);
      return false;
    }
  }
  return out_plan->count > 0;
}

// Gives up buffers, then padding, until the plan fits what is left. False with a remark if it never does.
static bool fit_plan(plan_t *plan, int64_t left) {
  int64_t wanted = plan_bytes(plan);
  if (plan_bytes(plan) > left) plan->buffers = 1;
  for (size_t i = 0; i < plan->count && plan_bytes(plan) > left; ++i) plan->inputs[i].padding = 0;
  if (plan_bytes(plan) <= left) return true;
  tern_emit_remark(plan->op->loc,
                   "inputs are not promoted: they take %" PRId64 " bytes of workgroup memory (%" PRId64
                   " as configured) and %" PRId64 " are left",
                   plan_bytes(plan), wanted, left);
  return false;
}

// --- pieces ---

static tern_value_t *build_allocation(tern_builder_t *b, const plan_t *plan, const promotion_t *input) {
  const tern_type_t *type = tern_op_operand(plan->op, input->position)->type;
  size_t rank = tern_type_rank(type);
  int64_t dims[TERN_MEMREF_MAX_RANK];
  for (size_t d = 0; d < rank; ++d) dims[d] = input->bounds[d];
  dims[rank - 1] += input->padding;
  dims[0] *= plan->buffers;
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b->context, 64), WORKGROUP_SPACE);
  const tern_type_t *made = tern_memref_type_get(tern_type_element(type), dims, rank, NULL, space);
  return tern_build_value(b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(made), .segments = (int32_t[]){0, 0});
}

// The corner of `allocation`, from row `row` on, that holds the tile `source`.
static tern_value_t *build_corner(tern_builder_t *b, tern_value_t *allocation, tern_value_t *row,
                                  tern_value_t *source) {
  size_t rank = tern_type_rank(source->type);
  tern_value_t *offsets[TERN_MEMREF_MAX_RANK], *sizes[TERN_MEMREF_MAX_RANK];
  bool is_whole = true;
  int64_t first;
  for (size_t d = 0; d < rank; ++d) {
    offsets[d] = d == 0 && row ? row : tern_build_index(b, 0);
    int64_t extent = tern_type_dim(source->type, d);
    is_whole &= extent == tern_type_dim(allocation->type, d) && tern_index_constant(offsets[d], &first) && first == 0;
    sizes[d] = extent == TERN_DYNAMIC ? tern_known_size(source, d) : tern_build_index(b, extent);
    if (sizes[d]) continue;
    tern_value_t *operands[] = {source, tern_build_index(b, (int64_t)d)};
    sizes[d] = tern_build_value(b, TERN_MEMREF(DIM), .operands = {operands, 2});
  }
  return is_whole ? allocation : tern_build_subview(b, allocation, offsets, sizes);
}

static void build_copy(tern_builder_t *b, tern_value_t *from, tern_value_t *to) {
  tern_op_t *copy = tern_linalg_build_named(b, TERN_LINALG(COPY), (tern_types_t){0}, TERN_VALUES(from), TERN_VALUES(to),
                                            (tern_named_attrs_t){0});
  tern_op_set_attr(copy, TERN_LINALG_MARKER, tern_string_attr_get(b->context, TERN_STR(TERN_LINALG_MARKER_WORKGROUP)));
}

// A barrier that orders workgroup memory only: values that are kept in registers for the buffers may stay there, and it
// costs less than gpu.barrier, which orders all memory.
static void build_barrier(tern_builder_t *b) {
  const int64_t order = TERN_SPIRV_MEMORYSEMANTICS_ACQUIRERELEASE | TERN_SPIRV_MEMORYSEMANTICS_WORKGROUPMEMORY;
  const tern_attr_t *scope = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(SCOPE), TERN_SPIRV_SCOPE_WORKGROUP);
  const tern_attr_t *semantics = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(MEMORY_SEMANTICS), order);
  tern_build(b, TERN_SPIRV(CONTROLBARRIER),
             .attrs = TERN_ATTRS({"execution_scope", scope}, {"memory_scope", scope}, {"memory_semantics", semantics}));
}

static void build_deallocations(tern_builder_t *b, tern_value_t *const *allocations, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    tern_build(b, TERN_MEMREF(DEALLOC), .operands = TERN_VALUES(allocations[i]));
  }
}

// --- one buffer ---

static void promote_in_place(const plan_t *plan) {
  tern_builder_t b = tern_builder_before(plan->op);
  tern_value_t *allocations[MAX_INPUTS], *corners[MAX_INPUTS];
  for (size_t i = 0; i < plan->count; ++i) {
    allocations[i] = build_allocation(&b, plan, &plan->inputs[i]);
    tern_value_t *source = tern_op_operand(plan->op, plan->inputs[i].position);
    corners[i] = build_corner(&b, allocations[i], NULL, source);
  }
  for (size_t i = 0; i < plan->count; ++i) {
    build_copy(&b, tern_op_operand(plan->op, plan->inputs[i].position), corners[i]);
    tern_op_set_operand(plan->op, plan->inputs[i].position, corners[i]);
  }
  build_barrier(&b);
  tern_builder_set_after(&b, plan->op);
  build_barrier(&b);
  build_deallocations(&b, allocations, plan->count);
}

// --- two buffers ---

// May what `value` is computed from inside of `loop` be computed again for another iteration?
static bool can_repeat(tern_value_t *value, const tern_op_t *loop) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return tern_value_arg_block(value) != tern_op_body(loop, 0) || value == tern_scf_for_iv(loop);
  if (!tern_op_is_within(op, loop)) return true;
  if (op->region_count || tern_op_effects(op) != 0) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!can_repeat(tern_op_operand(op, i), loop)) return false;
  }
  return true;
}

static tern_value_t *repeat(tern_builder_t *b, tern_value_t *value, const tern_op_t *loop, tern_map_t *mapping) {
  tern_value_t *known = tern_map_get(mapping, value);
  tern_op_t *op = tern_value_defining_op(value);
  if (known || !op || !tern_op_is_within(op, loop)) return known ? known : value;
  for (size_t i = 0; i < op->operand_count; ++i) repeat(b, tern_op_operand(op, i), loop, mapping);
  tern_builder_clone(b, op, mapping);
  return tern_map_get(mapping, value);
}

static bool can_use_two_buffers(const plan_t *plan) {
  const tern_op_t *loop = tern_op_parent(plan->op);
  if (plan->buffers < 2 || !tern_op_is(loop, TERN_SCF(FOR)) || loop->result_count != 0) return false;
  if (!tern_type_is_index(tern_scf_for_iv(loop)->type)) return false;
  for (size_t i = 0; i < plan->count; ++i) {
    if (!can_repeat(tern_op_operand(plan->op, plan->inputs[i].position), loop)) return false;
  }
  return true;
}

// Copies the tile of iteration `iv` to the buffer `which` (NULL: the first).
static void build_copies(tern_builder_t *b, const plan_t *plan, tern_op_t *loop, tern_value_t *iv, tern_value_t *which,
                         tern_value_t *const *allocations) {
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_scf_for_iv(loop), iv);
  for (size_t i = 0; i < plan->count; ++i) {
    const promotion_t *input = &plan->inputs[i];
    tern_value_t *source = repeat(b, tern_op_operand(plan->op, input->position), loop, &mapping);
    tern_value_t *row = which ? tern_build_index_mul(b, which, tern_build_index(b, input->bounds[0])) : NULL;
    build_copy(b, source, build_corner(b, allocations[i], row, source));
  }
  tern_map_deinitialize(&mapping);
}

// scf.if of `lhs < rhs`; the builder moves into it, to be led out by end_if.
static tern_op_t *begin_if_less(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *slt = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_SLT);
  tern_value_t *condition =
      tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs), .attrs = TERN_ATTRS({"predicate", slt}));
  tern_op_t *branch = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .regions = 2);
  tern_builder_add_block(b, &branch->regions[0], (tern_types_t){0});
  return branch;
}

static void end_if(tern_builder_t *b, tern_op_t *branch) {
  tern_build(b, TERN_SCF(YIELD), .operands = {0});
  tern_builder_set_after(b, branch);
}

static void promote_two_buffers(const plan_t *plan) {
  tern_op_t *loop = tern_op_parent(plan->op);
  tern_value_t *lower = tern_op_operand(loop, 0), *upper = tern_op_operand(loop, 1), *step = tern_op_operand(loop, 2);
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *allocations[MAX_INPUTS];
  int64_t first, end;
  for (size_t i = 0; i < plan->count; ++i) allocations[i] = build_allocation(&b, plan, &plan->inputs[i]);
  bool runs = tern_index_constant(lower, &first) && tern_index_constant(upper, &end) && first < end;
  tern_op_t *guard = runs ? NULL : begin_if_less(&b, lower, upper);
  build_copies(&b, plan, loop, lower, NULL, allocations);
  if (guard) end_if(&b, guard);
  // In the loop, where the op stands: everything that its inputs are computed from is there.
  tern_builder_set_before(&b, plan->op);
  build_barrier(&b);
  tern_value_t *iv = tern_scf_for_iv(loop), *one = tern_build_index(&b, 1);
  tern_value_t *turn =
      tern_build_value(&b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(tern_build_index_sub(&b, iv, lower), step));
  tern_value_t *which = tern_build_value(&b, TERN_ARITH(REMUI), .operands = TERN_VALUES(turn, tern_build_index(&b, 2)));
  tern_value_t *next = tern_build_index_add(&b, iv, step);
  tern_op_t *branch = begin_if_less(&b, next, upper);
  build_copies(&b, plan, loop, next, tern_build_index_sub(&b, one, which), allocations);
  end_if(&b, branch);
  for (size_t i = 0; i < plan->count; ++i) {
    const promotion_t *input = &plan->inputs[i];
    tern_value_t *row = tern_build_index_mul(&b, which, tern_build_index(&b, input->bounds[0]));
    tern_value_t *corner = build_corner(&b, allocations[i], row, tern_op_operand(plan->op, input->position));
    tern_op_set_operand(plan->op, input->position, corner);
  }
  // The workgroup may go on to another tile of the grid, which starts by overwriting the first buffer.
  tern_builder_set_after(&b, loop);
  build_barrier(&b);
  build_deallocations(&b, allocations, plan->count);
}

// --- the pass ---

static tern_walk_result_t erase_if_dead(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_would_be_trivially_dead(op) && tern_op_has_no_uses(op)) tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

// Are the configurations of all contractions right?
static bool check_function(tern_op_t *func) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(func, collect_contractions, &ops);
  bool is_right = true;
  for (size_t i = 0; i < ops.count && is_right; ++i) {
    tern_gpu_tile_config_t config;
    bool is_given;
    is_right = tern_gpu_tile_config_read(ops.values[i], &config, &is_given);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

static void run_on_function(tern_op_t *func, const pass_options_t *options, tern_pass_t *pass) {
  tern_op_list_t ops = {0};
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  tern_op_walk_pre(func, collect_contractions, &ops);
  int64_t used = 0;
  if (ops.count) tern_op_walk_pre(func, add_allocation, &used);
  for (size_t i = 0; i < ops.count; ++i) {
    plan_t plan;
    tern_gpu_tile_config_t config;
    bool is_given;
    if (!tern_gpu_tile_config_read(ops.values[i], &config, &is_given)) continue;
    if (!options->force && !config.promotes) continue;
    if (!make_plan(ops.values[i], options, &config, &plan)) continue;
    if (!can_use_two_buffers(&plan)) plan.buffers = 1;
    if (!fit_plan(&plan, limits.shared_memory_size - used)) continue;
    used = tern_saturated_add(used, plan_bytes(&plan));
    if (plan.buffers == 2) {
      promote_two_buffers(&plan);
    } else {
      promote_in_place(&plan);
    }
    tern_pass_count(pass, 0, (int64_t)plan.count);
  }
  if (ops.count) tern_op_walk_post(func, erase_if_dead, NULL);
  tern_vec_deinitialize(&ops);
}

static bool is_function(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE); }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  pass_options_t options = {.padding = -1, .buffers = -1, .force = tern_pass_bool(pass, "force")};
  if (tern_pass_is_given(pass, "padding")) {
    options.padding = tern_pass_int(pass, "padding");
    if (options.padding < 0 || options.padding > 1024) {
      return tern_op_error(root, "option 'padding' takes a number from 0 to 1024 but got %" PRId64, options.padding);
    }
  }
  if (tern_pass_is_given(pass, "buffers")) {
    options.buffers = tern_pass_int(pass, "buffers");
    if (options.buffers != 1 && options.buffers != 2) {
      return tern_op_error(root, "option 'buffers' takes 1 or 2 but got %" PRId64, options.buffers);
    }
  }
  tern_op_list_t functions = tern_op_collect(root, TERN_OUTERMOST, is_function);
  bool is_right = true;
  for (size_t i = 0; i < functions.count && is_right; ++i) is_right = check_function(functions.values[i]);
  for (size_t i = 0; i < functions.count && is_right; ++i) run_on_function(functions.values[i], &options, pass);
  tern_vec_deinitialize(&functions);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"padding", TERN_OPTION_INT, NULL,
     "Elements added to the rows of the tiles in workgroup memory (default: as lowering_config says)", NULL},
    {"buffers", TERN_OPTION_INT, NULL,
     "Tiles in workgroup memory per input: 2 copies the next one while one is used (default: as lowering_config says)",
     NULL},
    {"force", TERN_OPTION_BOOL, NULL, "Promote also where lowering_config does not ask for it", NULL},
};

const tern_pass_def_t tern_promote_subviews_pass = {
    .name = "LinalgPromoteSubviews",
    .flag = "linalg-promote-subviews",
    .summary = "Copy the inputs of a workgroup's contractions to workgroup memory",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-promoted - inputs that were promoted", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
