// --iree-linalg-ext-to-loops: ops of iree_linalg_ext on tensors become loops on tensors.
//
//   %r = iree_linalg_ext.scan dimension(1)      %r:2 = scf.forall (%i) in (8) shared_outs(...) {
//          inclusive(true) ins(%x) outs(%y, %s)   %l:2 = scf.for %j = ... iter_args(%line, %sum) {
//        {...}                              ->      ... tensor.insert
//                                                 }
//                                                 scf.forall.in_parallel { tensor.parallel_insert_slice ... }
//                                               }
//
// Source: IREE's pass of the same name, which works on buffers, and generateScalarImplementation() of its ops. Here what is
// independent becomes an scf.forall, whose iterations are distributed to workgroups or invocations, and bufferization makes the rest
// work in place.

#include <stdlib.h>

#include "convert/linalg_ext/loops.h"
#include "dialect/arith/arith.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static const tern_linalg_ext_lower_fn_t lowerings[TERN_IREE_LINALG_EXT_OP_COUNT] = {
    [TERN_IREE_LINALG_EXT_SCATTER] = tern_linalg_ext_lower_scatter,
    [TERN_IREE_LINALG_EXT_SORT] = tern_linalg_ext_lower_sort,
    [TERN_IREE_LINALG_EXT_FFT] = tern_linalg_ext_lower_fft,
    [TERN_IREE_LINALG_EXT_SCAN] = tern_linalg_ext_lower_scan,
    [TERN_IREE_LINALG_EXT_TOPK] = tern_linalg_ext_lower_topk,
    [TERN_IREE_LINALG_EXT_TOPK_V2] = tern_linalg_ext_lower_topk,
    [TERN_IREE_LINALG_EXT_MAP_STORE] = tern_linalg_ext_lower_map_store,
};

static tern_linalg_ext_lower_fn_t tile_lowering_of(const tern_op_t *op) {
  return tern_op_is(op, TERN_IREE_LINALG_EXT(SORT))   ? tern_linalg_ext_lower_sort_in_tiles
         : tern_op_is(op, TERN_IREE_LINALG_EXT(SCAN)) ? tern_linalg_ext_lower_scan_in_tiles
                                                      : NULL;
}

static tern_linalg_ext_lower_fn_t lowering_of(const tern_op_t *op) {
  if (tern_op_is(op, TERN_TENSOR(SCATTER))) return tern_linalg_ext_lower_tensor_scatter;
  return tern_is_linalg_ext(op) ? lowerings[op->def->row - tern_iree_linalg_ext_ops] : NULL;
}

// --- what lowerings share ---

tern_value_t *tern_linalg_ext_build_body(tern_builder_t *b, const tern_op_t *op, tern_value_t *const *args) {
  tern_value_t *yielded;
  tern_builder_clone_body(b, op->regions[0].first_block, args, &yielded);
  return yielded;
}

size_t tern_linalg_ext_dimension(const tern_op_t *op) {
  return (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
}

tern_part_t tern_linalg_ext_line(tern_builder_t *b, tern_value_t *tensor, size_t dim, tern_value_t *const *ivs) {
  tern_part_t part;
  tern_part_of_all(b, tensor, &part);
  for (size_t d = 0, iv = 0; d < part.rank; ++d) {
    if (d != dim) tern_part_drop(&part, d, ivs[iv++]);
  }
  return part;
}

// --- the pass ---

static bool has_lowering(const tern_op_t *op) { return lowering_of(op); }

static bool lower(tern_op_t *op, bool in_tiles) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind == TERN_TYPE_MEMREF) return tern_op_error(op, "works on buffers; only tensors become loops");
    if (tern_type_is_shaped(type) && tern_type_rank(type) + 1 > TERN_HLO_MAX_LOOPS) {
      return tern_op_error(op, "has more than %d dimensions", TERN_HLO_MAX_LOOPS - 1);
    }
  }
  tern_builder_t b = tern_builder_before(op);
  tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof(*results));
  tern_linalg_ext_lower_fn_t build = in_tiles ? tile_lowering_of(op) : NULL;
  bool is_right = (build ? build : lowering_of(op))(&b, op, results);
  for (size_t i = 0; is_right && i < op->result_count; ++i) {
    tern_value_t *result = tern_build_tensor_cast(&b, results[i], op->results[i].type);
    tern_value_replace_all_uses(tern_op_result(op, i), result);
  }
  free(results);
  if (is_right) tern_op_destroy(op);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool is_right = true, in_tiles = tern_pass_bool(pass, "tiles");
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, has_lowering);
  for (size_t i = 0; i < ops.count; ++i) is_right &= lower(ops.values[i], in_tiles);
  tern_vec_deinitialize(&ops);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"tiles", TERN_OPTION_BOOL, "false", "Let all invocations of a GPU work on sorts and scans", NULL},
};

const tern_pass_def_t tern_iree_linalg_ext_to_loops_pass = {
    .flag = "iree-linalg-ext-to-loops",
    .name = "LinalgExtToLoopsPass",
    .summary = "Convert LinalgExt ops to loops",
    .description =
        "Ops of iree_linalg_ext on tensors, and tensor.scatter, become scf.forall over what is independent, with loops "
        "on tensors inside; a stage of a Fourier transform becomes a linalg.generic.",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_linalg_dialect, &tern_math_dialect,
                                                &tern_scf_dialect, &tern_tensor_dialect, &tern_util_dialect, NULL},
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
