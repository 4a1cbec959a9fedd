// --convert-rows-to-gpu: functions whose ops reduce rows, or compute on the same rows, become kernels that read each row
// once.
//
//   linalg.fill ins(%zero : f32) outs(%sum : memref<64xf32>)
//   linalg.generic (parallel, reduction) ins(%x : memref<64x128xf32>) outs(%sum : memref<64xf32>)
// becomes
//   %place = gpu.thread_id x mod 32
//   %part = vector.load %x[%row, %place * 4] : vector<4xf32>
//   ... the lanes of %part added up
//   %other, %valid = gpu.shuffle xor %part, 1, 32 : f32
//   ...
//   scf.if (%place < 1) { memref.store ... }
//
// with the function of its grid. The pass takes whole functions, before others look for tiles, and leaves to them what is
// no such chain (convert/gpu/rows/rows.h) and what the target has no subgroups of 32 for.

#include "convert/gpu/rows/rows.h"
#include "dialect/hal/entry_points.h"
#include "dialect/linalg/linalg.h"
#include "pass/pass.h"

enum { SUBGROUP = 32 };

// Products are sums too, but what they read again is worth tiles; a product of two rows reads nothing again, and where many short rows
// are multiplied with a few vectors, these stay in the cache.
static bool is_of_short_rows(const tern_op_t *op, const tern_contraction_t *roles) {
  enum { MOST_COLUMNS = 64 };  // half of what the subgroup of a kernel for long rows takes at once
  int64_t ranges[TERN_LINALG_MAX_LOOPS], columns = 1;
  if (roles->m_count > 0 && roles->n_count > 0) return false;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t i = 0; i < roles->k_count; ++i) columns *= ranges[roles->k[i]];
  return columns <= MOST_COLUMNS;
}

static bool has_contraction(const tern_row_plan_t *plan) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_contraction_t roles;
    bool is_product = tern_linalg_match_contraction(plan->ops.values[i].op, &roles);
    if (is_product && (roles.m_count > 0 || roles.n_count > 0) && !is_of_short_rows(plan->ops.values[i].op, &roles))
      return true;
  }
  return false;
}

// Workgroups put results into each other's memory as they are: of a size that can be stored. Grids of clusters are not walked
// cyclically.
static bool may_have_cluster(const tern_row_plan_t *plan, const tern_gpu_limits_t *limits) {
  enum { MOST_ROWS = 4096 };
  if (!limits->machine->cluster_size || plan->shape.rows == TERN_DYNAMIC) return false;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    const tern_gpu_combiner_t *combiner = &plan->ops.values[i].combiner;
    for (size_t o = 0; plan->ops.values[i].is_reduction && o < combiner->output_count; ++o) {
      const tern_type_t *type = tern_gpu_combiner_accumulator(combiner, o)->type;
      if (type->kind != TERN_TYPE_F32 && type->kind != TERN_TYPE_F64 && !tern_type_is_i(type, 32)) return false;
    }
  }
  return plan->shape.rows <= MOST_ROWS;
}

// Says how many workgroups of a processor are enough, where ptxas would rather keep registers in memory than go without one
// more. Not for sm_90 and before: there it does not, and its choice is as fast.
static void say_workgroups_enough(tern_op_t *func, const tern_gpu_row_config_t *config,
                                  const tern_gpu_limits_t *limits) {
  enum { LARGE_WORKGROUP = 512, ENOUGH_INVOCATIONS = 1024 };
  if (!limits->machine->spills_for_occupancy || config->workgroup_size < LARGE_WORKGROUP) return;
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(func), 32);
  tern_op_set_attr(func, "nvvm.minctasm", tern_integer_attr_get(i32, ENOUGH_INVOCATIONS / config->workgroup_size));
}

static bool run_on_function(tern_op_t *func, tern_pass_t *pass) {
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  if (limits.machine->kind != TERN_MACHINE_CUDA || limits.subgroup_size != SUBGROUP) return true;
  tern_row_plan_t plan;
  if (tern_row_plan_make(func, &plan) && !has_contraction(&plan)) {
    plan.shape.may_have_cluster = may_have_cluster(&plan, &limits);
    tern_gpu_row_config_t config = tern_gpu_choose_rows(&plan.shape, &limits);
    tern_row_plan_emit(&plan, &config);
    say_workgroups_enough(func, &config, &limits);
    tern_pass_count(pass, 0, 1);
  }
  tern_row_plan_deinitialize(&plan);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, run_on_function); }

const tern_pass_def_t tern_convert_rows_to_gpu_pass = {
    .name = "ConvertRowsToGPU",
    .flag = "convert-rows-to-gpu",
    .anchor = "builtin.module",
    .summary = "Convert reductions of rows, and what is computed on the same rows, to kernels",
    .statistics = (const char *const[]){"num-converted - functions that became kernels", NULL},
    .run = run,
};
