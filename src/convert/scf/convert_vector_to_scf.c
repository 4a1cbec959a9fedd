// --convert-vector-to-scf: transfers of several dimensions as loops or straight code over transfers of fewer, transfers of
// one dimension that are no plain accesses as loops over elements, and printing of vectors (upstream: VectorToSCF).

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/vector/lowering.h"
#include "pass/pass.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_pattern_t *const permutation_tables[] = {tern_vector_permutation_map_patterns, NULL};
  int64_t rank = tern_pass_int(pass, "target-rank");
  tern_vector_lowering_options_t options = {.target_rank = (size_t)rank,
                                            .lowers_tensor_transfers = tern_pass_bool(pass, "lower-tensors")};
  if (rank < 0) return tern_emit_error(op->loc, "option 'target-rank' must not be negative");
  const tern_pattern_t *tables[5] = {tern_pass_bool(pass, "full-unroll") ? tern_vector_transfer_unroll_patterns
                                                                         : tern_vector_transfer_loop_patterns};
  size_t count = 1;
  if (rank == 1) tables[count++] = tern_vector_transfer_1d_patterns;
  if (tern_pass_bool(pass, "lower-scalable")) tables[count++] = tern_vector_transfer_scalable_patterns;
  tables[count++] = tern_vector_print_to_loops_patterns;
  tern_vector_lower(op, permutation_tables, &options);
  tern_vector_lower(op, tables, &options);
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "full-unroll",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Write out all steps of a transfer instead of a loop"},
    {.name = "target-rank",
     .kind = TERN_OPTION_INT,
     .default_text = "1",
     .help = "Rank of the vectors that are left to transfer at once"},
    {.name = "lower-tensors",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Also transfers from and to tensors"},
    {.name = "lower-scalable",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Also transfers of scalable vectors, by loops over what the processor has"},
};
static const tern_dialect_t *const dialects[] = {&tern_affine_dialect, &tern_arith_dialect,  &tern_memref_dialect,
                                                 &tern_scf_dialect,    &tern_tensor_dialect, NULL};

const tern_pass_def_t tern_convert_vector_to_scf_pass = {
    .flag = "convert-vector-to-scf",
    .name = "ConvertVectorToSCF",
    .summary = "Make loops of transfers of vectors with several dimensions",
    .description =
        "Permutation maps become transposes first. Dimensions of unknown length stay, and transfers that change the "
        "type of elements. What is left of rank one is for --convert-vector-to-llvm.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
