// See lower_module.h.

#include "convert/triton/to_llvm/lower_module.h"

#include "convert/llvm/run.h"
#include "dialect/amdg/amdg.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/warp_specialize.h"

enum { WARP_SIZE = 32, INDEX_WIDTH = 32 };

static void start(tern_triton_lowering_t *lowering, tern_op_t *module, const tern_triton_setup_t *setup) {
  int64_t warp_size = tern_ttg_lookup_threads_per_warp(module), cta_count = tern_ttg_lookup_num_ctas(module);
  *lowering = (tern_triton_lowering_t){
      .target = setup->target,
      .capability = setup->capability,
      .ptx_version = setup->ptx_version,
      .chip = setup->chip,
      .flushes = setup->flushes,
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
                    const tern_conversion_pattern_t *const *more, const tern_legality_entry_t *entries,
                    size_t entry_count) {
  tern_llvm_pattern_set_t set = {0};
  for (; *tables; ++tables) tern_llvm_pattern_set_add(&set, *tables);
  for (; *more; ++more) tern_llvm_pattern_set_add(&set, *more);
  const tern_conversion_target_t target = {.entries = entries, .entry_count = entry_count, .keeps_foldable = true};
  bool is_converted =
      tern_apply_partial_conversion(lowering->module, &target, set.values, set.count, &lowering->llvm.converter, NULL);
  tern_vec_deinitialize(&set);
  return is_converted;
}

static const tern_conversion_pattern_t *const no_tables[] = {NULL};

static bool convert_functions(tern_triton_lowering_t *lowering) {
  static const tern_conversion_pattern_t *const tables[] = {tern_triton_func_patterns, NULL};
  const tern_legality_entry_t entries[] = {{.row = TERN_TT(FUNC), .legality = TERN_ILLEGAL},
                                           {.row = TERN_TT(RETURN), .legality = TERN_LEGAL},
                                           {.row = TERN_TT(CALL), .legality = TERN_LEGAL}};
  return convert(lowering, tables, no_tables, entries, 3);
}

static const tern_conversion_pattern_t *const common_tables[] = {tern_triton_func_patterns,
                                                                 tern_triton_program_patterns,
                                                                 tern_triton_elementwise_patterns,
                                                                 tern_triton_math_patterns,
                                                                 tern_triton_view_patterns,
                                                                 tern_triton_fp_to_fp_patterns,
                                                                 tern_triton_fp4_patterns,
                                                                 tern_triton_map_patterns,
                                                                 tern_triton_external_patterns,
                                                                 tern_triton_print_patterns,
                                                                 tern_triton_convert_layout_patterns,
                                                                 tern_triton_local_memory_patterns,
                                                                 tern_triton_memdesc_patterns,
                                                                 tern_triton_reduce_patterns,
                                                                 tern_triton_scan_patterns,
                                                                 tern_triton_gather_patterns,
                                                                 tern_triton_histogram_patterns,
                                                                 tern_llvm_arith_expand_patterns,
                                                                 tern_llvm_arith_patterns,
                                                                 tern_llvm_math_patterns,
                                                                 tern_llvm_cf_patterns,
                                                                 tern_llvm_ub_patterns,
                                                                 NULL};

static bool convert_ops(tern_triton_lowering_t *lowering, const tern_triton_setup_t *setup) {
  const tern_legality_entry_t entries[] = {
      {.dialect = "llvm", .legality = TERN_LEGAL},
      {.dialect = setup->dialect, .legality = TERN_LEGAL},
      {.dialect = "nvg", .legality = TERN_LEGAL},
      {.dialect = setup->other_dialect, .legality = TERN_ILLEGAL},
      {.dialect = "tt", .legality = TERN_ILLEGAL},
      {.dialect = "ttg", .legality = TERN_ILLEGAL},
      {.dialect = "ttng", .legality = TERN_ILLEGAL},
      {.dialect = "amdg", .legality = TERN_ILLEGAL},
      {.dialect = "gpu", .legality = TERN_ILLEGAL},
      {.dialect = "cf", .legality = TERN_ILLEGAL},
      {.dialect = "arith", .legality = TERN_ILLEGAL},
      {.dialect = "math", .legality = TERN_ILLEGAL},
      {.dialect = "ub", .legality = TERN_ILLEGAL},
      {.row = TERN_AMDG(INSTRUCTION_SCHED_HINT), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_SPECIALIZE), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_SPECIALIZE_PARTITIONS), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_YIELD), .legality = TERN_LEGAL},
      {.row = TERN_TTG(WARP_RETURN), .legality = TERN_LEGAL},
  };
  return convert(lowering, setup->tables, common_tables, entries, sizeof entries / sizeof entries[0]);
}

// Between accesses to the same shared memory. Where it lies is found out as the pass before did.
static bool insert_barriers(tern_op_t *module, const tern_triton_setup_t *setup) {
  tern_allocation_t allocation;
  bool is_found = tern_allocation_find(module, &setup->allocation, &allocation);
  if (is_found) tern_membar_insert(&allocation, setup->filter);
  tern_allocation_deinitialize(&allocation);
  return is_found;
}

bool tern_triton_lower_module(tern_op_t *module, const tern_triton_setup_t *setup) {
  tern_triton_lowering_t lowering;
  if (!tern_triton_check_functions(module) || !tern_triton_check_constants(module)) return false;
  start(&lowering, module, setup);
  tern_triton_find_accesses(&lowering);
  bool is_converted = insert_barriers(module, setup) && convert_functions(&lowering);
  if (is_converted) {
    tern_triton_make_shared_memory(module, lowering.target->shared_space);
    is_converted = convert_ops(&lowering, setup);
    if (is_converted) tern_triton_expand_packs(module, setup->drops_unused_structs);
    // Memory that the launch brings is an argument of the function.
    if (is_converted) tern_op_visit_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE), tern_ttg_isolate_partitions);
  }
  tern_triton_forget_places(&lowering);
  tern_map_deinitialize(&lowering.accesses);
  tern_map_deinitialize(&lowering.repeats);
  tern_arena_deinitialize(&lowering.arena);
  return is_converted;
}
