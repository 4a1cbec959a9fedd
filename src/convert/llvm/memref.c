// --finalize-memref-to-llvm: memrefs become descriptors, their ops accesses to memory (upstream: MemRefToLLVM).

#include "convert/llvm/memref_private.h"
#include "convert/llvm/run.h"
#include "dialect/func/func.h"

const tern_conversion_pattern_t *const tern_llvm_memref_tables[] = {
    tern_llvm_memref_alloc_patterns,
    tern_llvm_memref_access_patterns,
    tern_llvm_memref_view_patterns,
    tern_llvm_memref_reshape_patterns,
    NULL,
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_llvm_options_t options = {
      .index_width = (unsigned)tern_pass_int(pass, "index-bitwidth"),
      .use_aligned_alloc = tern_pass_bool(pass, "use-aligned-alloc"),
      .use_generic_functions = tern_pass_bool(pass, "use-generic-functions"),
  };
  const tern_legality_entry_t entries[] = {{.row = TERN_FUNC(FUNC), .legality = TERN_LEGAL}};
  return tern_llvm_run(
      module,
      &(tern_llvm_run_t){.options = &options, .tables = tern_llvm_memref_tables, .entries = entries, .entry_count = 1});
}

static const tern_option_def_t options[] = {
    {.name = "use-aligned-alloc",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Allocate by aligned_alloc and not by malloc"},
    TERN_LLVM_INDEX_BITWIDTH_OPTION,
    {.name = "use-generic-functions",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Call _mlir_memref_to_llvm_alloc and its kin, which an allocator of the user's own can be, and not the C "
             "library"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_finalize_memref_to_llvm_pass = {
    .flag = "finalize-memref-to-llvm",
    .name = "FinalizeMemRefToLLVMConversionPass",
    .anchor = "builtin.module",
    .summary = "Put memrefs in terms of llvm, with descriptors for their shapes",
    .description =
        "A memref becomes a struct: allocated and aligned pointer, offset, sizes, strides; an unranked one its rank "
        "and a pointer to such a struct. Views that compute offsets (subview, expand_shape, collapse_shape) must have "
        "been taken apart by --expand-strided-metadata.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
