// --convert-triton-gpu-to-llvm: programs of ttg as programs of a thread, in the llvm and nvvm dialects (upstream:
// ConvertTritonGPUToLLVM of Triton 3.6). to_llvm.h says how patterns are made.
//
//   %a = arith.addf %x, %y : tensor<256xf32, #blocked>    // two registers of each of 128 threads
// becomes
//   %a0 = llvm.fadd %x0, %y0 : f32
//   %a1 = llvm.fadd %x1, %y1 : f32
//
// In this order: what is known of pointers is found out; barriers are put between accesses to shared memory that overlap; functions
// get their arguments; @global_smem is made; then all ops are
// converted at once. Structured control flow goes before (--convert-scf-to-cf), and so does the allocation of shared memory.

#include "analysis/triton/membar.h"
#include "convert/llvm/run.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/gpu/gpu.h"
#include "dialect/math/math.h"
#include "dialect/nvg/nvg.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/warp_specialize.h"
#include "dialect/ub/ub.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"

enum { WARP_SIZE = 32, INDEX_WIDTH = 32, HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

// As the option says, or else the module: 90 of "cuda:90".
static int64_t capability_of(const tern_op_t *module, const tern_pass_t *pass) {
  int64_t number;
  bool is_given = tern_pass_is_given(pass, "compute-capability");
  return !is_given && tern_ttg_cuda_capability(module, &number) ? number : tern_pass_int(pass, "compute-capability");
}

static void start(tern_triton_lowering_t *lowering, tern_op_t *module, const tern_pass_t *pass) {
  int64_t warp_size = tern_ttg_lookup_threads_per_warp(module), cta_count = tern_ttg_lookup_num_ctas(module);
  *lowering = (tern_triton_lowering_t){
      .target = &tern_triton_nvidia,
      .capability = capability_of(module, pass),
      .ptx_version = tern_pass_int(pass, "ptx-version"),
      .warp_size = warp_size > 0 ? warp_size : WARP_SIZE,
      .cta_count = cta_count > 0 ? cta_count : 1,
      .module = module,
  };
  tern_arena_initialize(&lowering->arena);
  const tern_llvm_options_t options = {.index_width = INDEX_WIDTH,
                                       .rules = tern_triton_type_rules,
                                       .rule_count = tern_triton_type_rule_count,
                                       .user = lowering};
  tern_llvm_lowering_initialize(&lowering->llvm, module, &options);
}

static bool convert(tern_triton_lowering_t *lowering, const tern_conversion_pattern_t *const *tables,
                    const tern_legality_entry_t *entries, size_t entry_count) {
  tern_llvm_pattern_set_t set = {0};
  for (; *tables; ++tables) tern_llvm_pattern_set_add(&set, *tables);
  const tern_conversion_target_t target = {.entries = entries, .entry_count = entry_count, .keeps_foldable = true};
  bool is_converted =
      tern_apply_partial_conversion(lowering->module, &target, set.values, set.count, &lowering->llvm.converter, NULL);
  tern_vec_deinitialize(&set);
  return is_converted;
}

static bool convert_functions(tern_triton_lowering_t *lowering) {
  static const tern_conversion_pattern_t *const tables[] = {tern_triton_func_patterns, NULL};
  const tern_legality_entry_t entries[] = {{.row = TERN_TT(FUNC), .legality = TERN_ILLEGAL},
                                           {.row = TERN_TT(RETURN), .legality = TERN_LEGAL},
                                           {.row = TERN_TT(CALL), .legality = TERN_LEGAL}};
  return convert(lowering, tables, entries, 3);
}

static bool convert_ops(tern_triton_lowering_t *lowering) {
  static const tern_conversion_pattern_t *const tables[] = {tern_triton_func_patterns,
                                                            tern_triton_program_patterns,
                                                            tern_triton_elementwise_patterns,
                                                            tern_triton_math_patterns,
                                                            tern_triton_view_patterns,
                                                            tern_triton_load_store_patterns,
                                                            tern_triton_atomic_patterns,
                                                            tern_triton_fp_to_fp_patterns,
                                                            tern_triton_fp4_patterns,
                                                            tern_triton_map_patterns,
                                                            tern_triton_external_patterns,
                                                            tern_triton_print_patterns,
                                                            tern_triton_dot_patterns,
                                                            tern_triton_async_copy_patterns,
                                                            tern_triton_wgmma_patterns,
                                                            tern_triton_fence_patterns,
                                                            tern_triton_tma_patterns,
                                                            tern_triton_rows_patterns,
                                                            tern_triton_tensormap_patterns,
                                                            tern_triton_convert_layout_patterns,
                                                            tern_triton_local_memory_patterns,
                                                            tern_triton_memdesc_patterns,
                                                            tern_triton_reduce_patterns,
                                                            tern_triton_scan_patterns,
                                                            tern_triton_gather_patterns,
                                                            tern_triton_histogram_patterns,
                                                            tern_triton_barrier_patterns,
                                                            tern_triton_tensor_pointer_patterns,
                                                            tern_llvm_arith_expand_patterns,
                                                            tern_llvm_arith_patterns,
                                                            tern_llvm_math_patterns,
                                                            tern_llvm_cf_patterns,
                                                            tern_llvm_ub_patterns,
                                                            NULL};
  const tern_legality_entry_t entries[] = {
      {.dialect = "llvm", .legality = TERN_LEGAL},
      {.dialect = "nvvm", .legality = TERN_LEGAL},
      {.dialect = "nvg", .legality = TERN_LEGAL},
      {.dialect = "rocdl", .legality = TERN_ILLEGAL},
      {.dialect = "tt", .legality = TERN_ILLEGAL},
      {.dialect = "ttg", .legality = TERN_ILLEGAL},
      {.dialect = "ttng", .legality = TERN_ILLEGAL},
      {.dialect = "gpu", .legality = TERN_ILLEGAL},
      {.dialect = "cf", .legality = TERN_ILLEGAL},
      {.dialect = "arith", .legality = TERN_ILLEGAL},
      {.dialect = "math", .legality = TERN_ILLEGAL},
      {.dialect = "ub", .legality = TERN_ILLEGAL},
      {.row = TERN_TTG(WARP_SPECIALIZE), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_SPECIALIZE_PARTITIONS), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_YIELD), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_RETURN), .legality = TERN_LEGAL},
  };
  return convert(lowering, tables, entries, sizeof entries / sizeof entries[0]);
}

// Between accesses to the same shared memory. Where it lies is found out as --allocate-shared-memory-nv did.
static bool insert_barriers(tern_op_t *module, int64_t capability) {
  const tern_allocation_options_t options = {.tiles = {.is_exact = true,
                                                       .has_load_matrix = capability >= HAS_LDMATRIX,
                                                       .has_store_matrix = capability >= HAS_STMATRIX},
                                             .scratch = -1};
  tern_allocation_t allocation;
  bool is_found = tern_allocation_find(module, &options, &allocation);
  if (is_found) tern_membar_insert(&allocation, tern_membar_filter_nvidia);
  tern_allocation_deinitialize(&allocation);
  return is_found;
}

static bool run_on_module(tern_op_t *module, const tern_pass_t *pass) {
  tern_triton_lowering_t lowering;
  if (!tern_triton_check_functions(module) || !tern_triton_check_constants(module)) return false;
  start(&lowering, module, pass);
  tern_triton_find_accesses(&lowering);
  bool is_converted = insert_barriers(module, lowering.capability) && convert_functions(&lowering);
  if (is_converted) {
    tern_triton_make_shared_memory(module, lowering.target->shared_space);
    is_converted = convert_ops(&lowering);
    // Memory that the launch brings is an argument of the function.
    if (is_converted) tern_op_visit_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE), tern_ttg_isolate_partitions);
  }
  tern_triton_forget_places(&lowering);
  tern_map_deinitialize(&lowering.accesses);
  tern_map_deinitialize(&lowering.repeats);
  tern_arena_deinitialize(&lowering.arena);
  return is_converted;
}

// A module that says how many warps its programs have is converted as a whole; otherwise each that it holds.
static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (tern_ttg_lookup_num_warps(module) > 0) return run_on_module(module, pass);
  tern_op_list_t modules = tern_op_collect_row(module, TERN_POSTORDER, TERN_BUILTIN(MODULE));
  bool is_converted = true, is_any = false;
  for (size_t i = 0; i < modules.count && is_converted; ++i) {
    if (tern_ttg_lookup_num_warps(modules.values[i]) <= 0) continue;
    is_any = true;
    is_converted = run_on_module(modules.values[i], pass);
  }
  tern_vec_deinitialize(&modules);
  if (is_any) return is_converted;
  tern_op_error(module, "has no attribute 'ttg.num-warps'");
  tern_emit_note(module->loc, "run --convert-triton-to-tritongpu first, or say how many warps a block has");
  return false;
}

static const tern_option_def_t options[] = {
    {.name = "compute-capability",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "What the GPU is capable of: 90 is sm_90; where it is not given the module's ttg.target may say it"},
    {.name = "ptx-version",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "Version of PTX that may be used: 83 is 8.3"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvg_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_triton_gpu_to_llvm_pass = {
    .flag = "convert-triton-gpu-to-llvm",
    .name = "ConvertTritonGPUToLLVM",
    .anchor = "builtin.module",
    .summary = "Put programs of ttg in terms of llvm and nvvm, for a thread",
    .description =
        "Each tensor becomes a struct of the elements that a thread has of it. Kernels get two arguments more, for "
        "memory that the launch brings; other functions also get where their shared memory begins.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
