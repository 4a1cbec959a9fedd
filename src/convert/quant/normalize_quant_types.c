// --normalize-quant-types: types with scales in blocks become types with scales along an axis, or with one scale, where
// they say no more than these (upstream: NormalizeQuantTypes).
//
//   !quant.uniform<i8:f32:{0:1, 1:4}, {{2.0}, {3.0}}>   becomes   !quant.uniform<i8:f32:0, {2.0, 3.0}>

#include "convert/tosa/retype.h"
#include "dialect/quant/quant.h"
#include "pass/pass.h"

static const tern_type_t *normalize(const tern_type_t *type) {
  tern_quant_params_t params;
  if (!tern_quant_read(type, &params) || params.kind != TERN_QUANT_SUB_CHANNEL) return type;
  size_t axis = 0, long_count = 0;
  for (size_t i = 0; i < params.scale_rank; ++i) {
    if (params.scale_dims[i] == 1) continue;
    axis = i;
    ++long_count;
  }
  if (long_count > 1) return type;
  tern_quant_block_t block = {.axis = (int64_t)axis, .size = 1};
  int64_t count = (int64_t)params.count;
  params.kind = long_count == 0 ? TERN_QUANT_PER_TENSOR : TERN_QUANT_PER_AXIS;
  params.blocks = &block;
  params.block_count = params.scale_rank = long_count;
  params.scale_dims = &count;
  return tern_quant_uniform_type_get(&params);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_retype_all(op, normalize);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_quant_dialect, NULL};

const tern_pass_def_t tern_normalize_quant_types_pass = {
    .name = "NormalizeQuantTypes",
    .flag = "normalize-quant-types",
    .summary = "Name quantized types by the narrowest of their kinds",
    .anchor = "func.func",
    .dialects = dialects,
    .run = run,
};
