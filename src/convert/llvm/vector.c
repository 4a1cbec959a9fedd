// --convert-vector-to-llvm: vectors as arrays of LLVM's vectors, memory accesses, reductions (upstream: VectorToLLVM).

#include "convert/llvm/run.h"
#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/lowering.h"

const tern_conversion_pattern_t *const tern_llvm_vector_tables[] = {
    tern_llvm_vector_memory_patterns,
    tern_llvm_vector_lanes_patterns,
    tern_llvm_vector_reduce_patterns,
    tern_llvm_vector_print_patterns,
    NULL,
};

// --- vector ops in terms of simpler ones ---

// In the order in which they are tried.
static const tern_pattern_t *const lowering_tables[] = {
    tern_vector_canonicalization_patterns,
    tern_vector_bitcast_patterns,
    tern_vector_broadcast_patterns,
    tern_vector_outerproduct_patterns,
    tern_vector_contract_patterns,
    tern_llvm_vector_matrix_patterns,
    tern_vector_mask_op_patterns,
    tern_vector_shape_cast_patterns,
    tern_vector_interleave_patterns,
    tern_vector_transpose_patterns,
    tern_vector_transfer_patterns,
    tern_vector_mask_materialization_patterns,
    tern_vector_strided_slice_patterns,
    tern_vector_step_patterns,
    tern_vector_fma_patterns,
    tern_vector_gather_patterns,
    tern_vector_from_elements_patterns,
    tern_vector_to_elements_patterns,
    NULL,
};

// --- the pass ---

// Options that ask for dialects of one processor, which do not exist here.
static const struct foreign {
  const char *option, *dialect;
} foreign[] = {
    {"enable-arm-neon", "arm_neon"}, {"enable-arm-sve", "arm_sve"},     {"enable-arm-bf16", "arm_neon"},
    {"enable-arm-i8mm", "arm_neon"}, {"enable-x86vector", "x86vector"}, {"enable-amx", "amx"},
};

static bool refuse_foreign(const tern_op_t *op, const tern_pass_t *pass) {
  for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; ++i) {
    if (!tern_pass_bool(pass, foreign[i].option)) continue;
    tern_emit_error(op->loc, "option '%s' asks for the dialect '%s', which is not supported", foreign[i].option,
                    foreign[i].dialect);
    tern_emit_note(op->loc, "without the option vectors are lowered for any processor");
    return false;
  }
  return true;
}

static size_t choice_of(const tern_pass_t *pass, const char *option, const char *const *choices) {
  tern_str_t value = tern_pass_string(pass, option);
  size_t i = 0;
  while (choices[i] && !tern_str_equal_cstr(value, choices[i])) ++i;
  return i;
}

// In the order of tern_vector_contract_lowering_t and tern_vector_transpose_lowering_t.
static const char *const contract_choices[] = {"dot", "llvmintr", "outerproduct", "parallelarith", NULL};
static const char *const transpose_choices[] = {"eltwise", "llvmintr", "shuffle1d", "shuffle16x16", NULL};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_vector_lowering_options_t lowering = {
      .contract = (tern_vector_contract_lowering_t)choice_of(pass, "vector-contract-lowering", contract_choices),
      .transpose = (tern_vector_transpose_lowering_t)choice_of(pass, "vector-transpose-lowering", transpose_choices),
      .max_transfer_rank = 1,
      .force_32bit_indices = tern_pass_bool(pass, "force-32bit-vector-indices"),
  };
  tern_llvm_vector_options_t options = {
      .reassociates_reductions = tern_pass_bool(pass, "reassociate-fp-reductions"),
      .use_vector_alignment = tern_pass_bool(pass, "use-vector-alignment"),
      .has_32bit_indices = lowering.force_32bit_indices,
  };
  if (!refuse_foreign(op, pass)) return false;
  tern_vector_lower(op, lowering_tables, &lowering);
  const tern_legality_entry_t entries[] = {{.dialect = "arith", .legality = TERN_LEGAL},
                                           {.dialect = "memref", .legality = TERN_LEGAL}};
  return tern_llvm_run(
      op,
      &(tern_llvm_run_t){.tables = tern_llvm_vector_tables, .entries = entries, .entry_count = 2, .user = &options});
}

#define FOREIGN_OPTION(NAME, WHAT) \
  {.name = NAME, .kind = TERN_OPTION_BOOL, .default_text = "false", .help = "Enables the use of " WHAT " (refused)"}

static const tern_option_def_t options[] = {
    {.name = "reassociate-fp-reductions",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Sums and products of floats may be reduced in any order"},
    {.name = "force-32bit-vector-indices",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Offsets of lanes are computed in 32 bits where masks are made"},
    {.name = "use-vector-alignment",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Vectors in memory are aligned as the target likes vectors, not as their elements"},
    FOREIGN_OPTION("enable-arm-neon", "the dialect arm_neon"),
    FOREIGN_OPTION("enable-arm-sve", "the dialect arm_sve"),
    FOREIGN_OPTION("enable-arm-bf16", "instructions of Arm FEAT_BF16"),
    FOREIGN_OPTION("enable-arm-i8mm", "instructions of Arm FEAT_I8MM"),
    FOREIGN_OPTION("enable-x86vector", "the dialect x86vector"),
    FOREIGN_OPTION("enable-amx", "the dialect amx"),
    {.name = "vector-contract-lowering",
     .kind = TERN_OPTION_STRING,
     .default_text = "dot",
     .help = "What becomes of vector.contract: dot products (dot), llvm.intr.matrix.multiply (llvmintr), "
             "vector.outerproduct (outerproduct), element-wise ops where reduced dimensions have one element "
             "(parallelarith)",
     .choices = contract_choices},
    {.name = "vector-transpose-lowering",
     .kind = TERN_OPTION_STRING,
     .default_text = "eltwise",
     .help = "What becomes of vector.transpose: element-wise moves (eltwise), llvm.intr.matrix.transpose (llvmintr), "
             "shuffles of one dimension (shuffle1d), of 16 rows of 16 (shuffle16x16)",
     .choices = transpose_choices},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect,   &tern_arith_dialect, &tern_memref_dialect,
                                                 &tern_tensor_dialect, &tern_ub_dialect,    NULL};

const tern_pass_def_t tern_convert_vector_to_llvm_pass = {
    .flag = "convert-vector-to-llvm",
    .name = "ConvertVectorToLLVMPass",
    .summary = "Put vectors in terms of llvm",
    .description =
        "Ops on several dimensions are first written as ops on fewer. Transfers of several dimensions, multi_reduction "
        "and scan have passes of their own that go before: convert-vector-to-scf, lower-vector-multi-reduction.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
