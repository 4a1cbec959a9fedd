// --convert-vector-to-llvm: vectors as arrays of LLVM's vectors, memory accesses, reductions (upstream: VectorToLLVM).

#include "convert/llvm/run.h"
#include "convert/llvm/vector_lower.h"
#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/ub/ub.h"

const tern_conversion_pattern_t *const tern_llvm_vector_tables[] = {
    tern_llvm_vector_memory_patterns,
    tern_llvm_vector_lanes_patterns,
    tern_llvm_vector_reduce_patterns,
    NULL,
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_vector_lower_options_t lower_options = {.force_32bit_indices =
                                                   tern_pass_bool(pass, "force-32bit-vector-indices")};
  tern_llvm_vector_options_t options = {
      .reassociates_reductions = tern_pass_bool(pass, "reassociate-fp-reductions"),
      .use_vector_alignment = tern_pass_bool(pass, "use-vector-alignment"),
  };
  tern_vector_lower(op, &lower_options);
  const tern_legality_entry_t entries[] = {{.dialect = "arith", .legality = TERN_LEGAL},
                                           {.dialect = "memref", .legality = TERN_LEGAL}};
  return tern_llvm_run(
      op,
      &(tern_llvm_run_t){.tables = tern_llvm_vector_tables, .entries = entries, .entry_count = 2, .user = &options});
}

static const tern_option_def_t options[] = {
    {.name = "reassociate-fp-reductions",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Allows llvm to reassociate floating-point reductions for speed"},
    {.name = "force-32bit-vector-indices",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Allows compiler to assume vector indices fit in 32-bit if that yields faster code"},
    {.name = "use-vector-alignment",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Use the preferred alignment of a vector type in load/store operations instead of the alignment of the "
             "element type of the memref"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_arith_dialect, &tern_memref_dialect,
                                                 &tern_ub_dialect, NULL};

const tern_pass_def_t tern_convert_vector_to_llvm_pass = {
    .flag = "convert-vector-to-llvm",
    .name = "ConvertVectorToLLVMPass",
    .summary = "Lower the operations from the vector dialect into the LLVM dialect",
    .description =
        "Ops on several dimensions are first written as ops on fewer. Ops that have no such form yet stay: transfers, "
        "contractions, transposes, casts of shape, strided slices, gathers of several dimensions, printing.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
