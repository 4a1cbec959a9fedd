// --gpu-warp-specialize-matmul: a dispatch that is one product of matrices becomes a kernel for the warp groups of
// sm_90a (kernel.c), where the target and the operands allow it. What is left is for the other ways.
//
//   func.func @main() {
//     %a = iree.placeholder ... : memref<4096x4096xf16>   // %b, %c
//     linalg.fill ins(%zero : f16) outs(%c : ...)
//     linalg.matmul ins(%a, %b : ...) outs(%c : ...)
//     linalg.generic ... outs(%c : ...)                    // element-wise
//   }
//
// Factors are f16, bf16, or the f8 that the instruction takes, in any mixture of those. Of 8 and of 32 bits rows run
// along k, and one factor may have its rows the other way: it goes to the instruction through registers
// (registers.c), as the first factor, for which the transposed product is computed if it must be. f32 is
// multiplied as tf32, with 10 bits of mantissa, and only where the option `allow-tf32` or the attribute
// `tern.allow_tf32` of the op, its function or module says so. Sums are f32; the instruction sums products of f8 with
// few bits, so that these are added up after each 128. Rows of the factors must lie multiples of 16 bytes apart.

#include <inttypes.h>

#include "convert/gpu/kernel.h"
#include "convert/gpu/warpgroup/warpgroup.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/iree/iree.h"
#include "dialect/llvm/llvm.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

enum { PITCH_BYTES = 16 };

// --- what the instruction takes ---

static const struct {
  tern_type_kind_t kind;
  int64_t type;
} element_types[] = {
    {TERN_TYPE_F16, TERN_NVVM_WGMMA_TYPE_F16},       {TERN_TYPE_BF16, TERN_NVVM_WGMMA_TYPE_BF16},
    {TERN_TYPE_F8E4M3FN, TERN_NVVM_WGMMA_TYPE_E4M3}, {TERN_TYPE_F8E5M2, TERN_NVVM_WGMMA_TYPE_E5M2},
    {TERN_TYPE_F32, TERN_NVVM_WGMMA_TYPE_TF32},
};

// -1: none.
static int64_t instruction_type(const tern_value_t *memref) {
  for (size_t i = 0; i < sizeof element_types / sizeof element_types[0]; ++i) {
    if (tern_type_element(memref->type)->kind == element_types[i].kind) return element_types[i].type;
  }
  return -1;
}

static bool is_f8(int64_t type) { return type == TERN_NVVM_WGMMA_TYPE_E4M3 || type == TERN_NVVM_WGMMA_TYPE_E5M2; }

// A tensor map is of a binding, with rows that begin at multiples of 16 bytes.
static bool can_have_map(const tern_value_t *memref, int64_t element_size) {
  const tern_op_t *op = tern_gpu_product_source(memref);
  if (!op) return false;
  int64_t offset = 0;
  const tern_value_t *byte_offset = tern_op_operand_named(op, "byte_offset");
  if (byte_offset && (!tern_index_constant(byte_offset, &offset) || offset % PITCH_BYTES != 0)) return false;
  size_t rank = tern_type_rank(memref->type);
  int64_t columns = tern_type_dim(memref->type, rank - 1);
  if (columns == TERN_DYNAMIC || columns == 0) return false;
  if (tern_memref_type_layout(memref->type)) {
    int64_t strides[TERN_GPU_PRODUCT_MAX_RANK], start;
    tern_memref_type_strides(memref->type, strides, &start);
    for (size_t i = 0; i + 1 < rank; ++i) {
      if (strides[i] * element_size % PITCH_BYTES != 0) return false;
    }
    return true;
  }
  if (columns * element_size % PITCH_BYTES != 0) return false;
  // The extents below the outermost dimension are distances.
  return rank < 3 || (tern_type_dim(memref->type, 1) != TERN_DYNAMIC && tern_type_dim(memref->type, 1) != 0);
}

// NULL, or why not.
static const char *check_factors(tern_warpgroup_plan_t *plan, bool allows_tf32) {
  const tern_gpu_product_t *product = &plan->product;
  plan->type_a = instruction_type(product->a);
  plan->type_b = instruction_type(product->b);
  bool is_pair = plan->type_a == plan->type_b || (is_f8(plan->type_a) && is_f8(plan->type_b));
  if (plan->type_a < 0 || !is_pair) return "the instruction has no such types";
  bool is_tf32 = plan->type_a == TERN_NVVM_WGMMA_TYPE_TF32;
  if (is_tf32 && !allows_tf32 && !tern_gpu_allows_tf32(product->op)) return "f32 must not be multiplied as tf32";
  plan->element = tern_type_element(product->a->type);
  plan->element_size = tern_type_bit_width(plan->element) / 8;
  plan->adds_stages = is_f8(plan->type_a);
  if (is_f8(plan->type_a)) plan->element = tern_i_type_get(tern_op_context(product->op), 8);
  bool is_other[] = {product->is_a_transposed, !product->is_b_transposed};
  if (plan->element_size != 2 && (is_other[0] || is_other[1])) {
    if (is_other[0] && is_other[1]) return "one of the factors must have rows along k";
    plan->has_registers = true;
  }
  if (!tern_type_is_float(tern_type_element(product->c->type)) ||
      tern_type_bit_width(tern_type_element(product->c->type)) > 32) {
    return "the sums are no floats of 32 bits";
  }
  if (!can_have_map(product->a, plan->element_size) || !can_have_map(product->b, plan->element_size)) {
    return "a factor cannot have a tensor map";
  }
  if (plan->has_registers && product->m == TERN_DYNAMIC) return "an extent is not known, or nothing";
  if (product->k == TERN_DYNAMIC || product->k == 0 || product->n == TERN_DYNAMIC || product->n == 0 ||
      product->m == 0 || product->batch == 0) {
    return "an extent is not known, or nothing";
  }
  return NULL;
}

// --- the tile ---

static bool names_instruction(const tern_gpu_tile_config_t *config) {
  return config->fragment[0] == TERN_WARPGROUP_ROWS;
}

static void find_loops(const tern_gpu_product_t *product, size_t out_loops[3]) {
  tern_contraction_t roles;
  tern_linalg_match_contraction(product->op, &roles);
  bool is_exchanged = product->a != tern_op_operand(product->op, 0);
  out_loops[0] = is_exchanged ? roles.n[0] : roles.m[0];
  out_loops[1] = is_exchanged ? roles.m[0] : roles.n[0];
  out_loops[2] = roles.k[0];
}

// False after an error: the op asks for this way, with numbers that are not right.
static bool choose_tile(tern_warpgroup_plan_t *plan, const tern_gpu_tile_config_t *given, bool is_given,
                        const tern_gpu_limits_t *limits, bool *out_is_chosen) {
  const tern_gpu_product_t *product = &plan->product;
  const tern_warpgroup_shape_t shape = {.batch = product->batch,
                                        .m = product->m,
                                        .n = product->n,
                                        .k = product->k,
                                        .element_size = plan->element_size,
                                        .has_two_sums = plan->adds_stages,
                                        .has_registers = plan->has_registers,
                                        .stages_results = plan->stages_results};
  if (!is_given) {
    *out_is_chosen = tern_gpu_choose_warpgroup_tile(&shape, limits, &plan->tile);
    return true;
  }
  size_t loops[3];
  find_loops(product, loops);
  const char *problem = tern_warpgroup_tile_read(given, loops[0], loops[1], loops[2], &shape, limits, &plan->tile);
  if (!problem && plan->tile.n % 64 != 0) {
    if (!product->is_b_transposed)
      problem = "a second factor with rows along n needs a tile of a multiple of 64 columns";
    if (plan->stages_results)
      problem = "rows of results that are no whole vectors need a tile of a multiple of 64 columns";
  }
  *out_is_chosen = problem == NULL;
  if (!problem) return true;
  tern_op_error(product->op, "has a '" TERN_LOWERING_CONFIG "' that no warp groups can follow: %s", problem);
  int64_t columns = plan->adds_stages ? 128 : 256;
  tern_emit_note(product->op->loc,
                 "for example {tile_sizes = [[128, %" PRId64 ", 0], [64, %" PRId64 ", 0], [], [0, 0, %" PRId64
                 "]], fragment = [64, %" PRId64 ", %" PRId64 "], buffers = 4}",
                 columns, columns, TERN_WARPGROUP_ROW_BYTES / plan->element_size, columns, 32 / plan->element_size);
  return false;
}

// --- the pass ---

static void build_kernel(tern_warpgroup_plan_t *plan) {
  tern_op_t *func = plan->product.func;
  const int32_t size[] = {(int32_t)((plan->tile.consumers + 1) * TERN_WARPGROUP_THREADS), 1, 1};
  tern_workgroup_extent_t extents[3] = {{.divisor = 1}};
  extents[0].extent = tern_warpgroup_emit(plan);
  tern_workgroup_count_build(func, extents, plan->grid);
  if (plan->tile.split > 1) {
    const int32_t cluster[] = {(int32_t)plan->tile.split, 1, 1};
    tern_op_set_attr(func, "hal.kernel_cluster", tern_dense_i32_array_attr_get(tern_op_context(func), cluster, 3));
  }
  tern_op_set_attr(func, "spirv.entry_point_abi", tern_spirv_entry_point_abi_get(tern_op_context(func), size));
  tern_gpu_product_erase(&plan->product);
}

static void exchange_factors(tern_warpgroup_plan_t *plan) {
  int64_t type = plan->type_a;
  tern_gpu_product_exchange(&plan->product);
  plan->type_a = plan->type_b;
  plan->type_b = type;
}

static bool convert_function(tern_op_t *func, tern_pass_t *pass) {
  tern_warpgroup_plan_t plan = {0};
  tern_gpu_tile_config_t given = {0};
  bool is_given = false, is_chosen = false;
  const char *reason = tern_gpu_product_match(func, &plan.product) ? NULL : plan.product.refusal;
  const tern_op_t *op = plan.product.op;
  if (!op) return true;
  if (!tern_gpu_tile_config_read(op, &given, &is_given)) return false;
  if (is_given && !names_instruction(&given)) return true;
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  if (!limits.machine->has_wgmma) reason = "the target is not sm_90a";
  if (!reason) reason = check_factors(&plan, tern_pass_bool(pass, "allow-tf32"));
  if (reason) {
    if (!is_given) return true;
    tern_op_error(op, "has a '" TERN_LOWERING_CONFIG "' for warp groups, which cannot compute it: %s", reason);
    tern_emit_note(op->loc, "leave the attribute out, and another way is chosen");
    return false;
  }
  if (plan.has_registers && !plan.product.is_a_transposed) exchange_factors(&plan);
  plan.has_row_pairs = plan.product.is_exchanged && tern_warpgroup_has_neighbour_rows(&plan);
  plan.lanes = plan.product.is_exchanged && !plan.has_row_pairs ? 1 : tern_gpu_product_lanes(&plan.product);
  plan.stages_results = tern_warpgroup_stages_results(&plan);
  if (!choose_tile(&plan, &given, is_given, &limits, &is_chosen)) return false;
  plan.grid = limits.machine->multiprocessors;
  if (is_chosen) build_kernel(&plan);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, convert_function); }

static const tern_option_def_t options[] = {
    {"allow-tf32", TERN_OPTION_BOOL, "false", "Multiply factors of f32 as tf32, with 10 bits of mantissa", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_gpu_dialect,
                                                 &tern_llvm_dialect,
                                                 &tern_memref_dialect,
                                                 &tern_nvgpu_dialect,
                                                 &tern_nvvm_dialect,
                                                 &tern_scf_dialect,
                                                 NULL};

const tern_pass_def_t tern_nvgpu_warp_specialize_matmul_pass = {
    .flag = "gpu-warp-specialize-matmul",
    .alias = "nvgpu-warp-specialize-matmul",  // as it was called until November 2026
    .name = "GPUWarpSpecializeMatmul",
    .anchor = "builtin.module",
    .summary = "Compute a product of matrices by warp groups that copy and warp groups that multiply (sm_90a)",
    .dialects = dialects,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
