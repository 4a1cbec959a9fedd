// --tritongpu-coalesce-async-copy: a thread copies no more at once than lies together in shared memory, too (upstream's pass of the
// name).
//
// A copy from global to shared memory is one instruction. Where a thread has 16 neighbours, and shared memory keeps 8 together, it
// would copy twice 8 bytes that its neighbours in the warp do not follow on. So it gets 8, and the next thread the other 8.

#include "analysis/triton/axis_info.h"
#include "dialect/tt/tt.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/coalescing.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// The encoding in which a thread has as many neighbours as lie together in memory; NULL: it has no more.
static const tern_attr_t *clipped_encoding(const tern_op_t *copy, int64_t *out_size) {
  const tern_type_t *from = tern_op_operand(copy, 0)->type, *to = tern_op_operand(copy, 1)->type;
  const tern_attr_t *encoding = tern_ttg_type_encoding(from);
  bool is_swizzled = tern_attr_is_ttg(tern_ttg_type_encoding(to), TERN_TTG_ATTR_SWIZZLED_SHARED);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || !is_swizzled) return NULL;
  tern_layout_t threads = tern_ttg_type_layout(from), memory = tern_ttg_type_layout(to);
  tern_layout_t places = tern_layout_invert_and_compose(&threads, &memory);
  tern_ttg_share_t share;
  if (places.error || !tern_ttg_share_of(encoding, tern_type_dims(from), &share)) return NULL;
  int64_t order[TERN_TTG_MAX_RANK];
  for (size_t d = 0; d < share.rank; ++d) order[d] = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, d);
  *out_size = tern_layout_consecutive(&places);
  if (share.contiguous[order[0]] <= *out_size) return NULL;
  share.contiguous[order[0]] = *out_size;
  return tern_ttg_blocked_for(from->context, tern_type_dims(from), share.contiguous, order, share.rank,
                              tern_ttg_machine_of(copy), tern_ttg_cga_list(encoding));
}

static void clip(tern_op_t *copy, const tern_axis_infos_t *infos) {
  int64_t size;
  const tern_attr_t *encoding = clipped_encoding(copy, &size);
  if (!encoding) return;
  const tern_value_t *mask = tern_op_operand_named(copy, "mask");
  int64_t contiguity = least(size, tern_axis_alignment(infos, tern_op_operand(copy, 0)));
  if (mask) contiguity = least(contiguity, tern_axis_mask_alignment(infos, mask));
  tern_builder_t b = tern_builder_before(copy);
  for (size_t i = 0; i < copy->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(copy, i);
    if (operand->type->kind == TERN_TYPE_TENSOR)
      tern_op_set_operand(copy, i, tern_ttg_build_convert(&b, operand, encoding));
  }
  tern_op_set_attr(copy, "contiguity", tern_integer_attr_get(tern_i_type_get(b.context, 32), contiguity));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t copies = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL));
  tern_axis_infos_t *infos = tern_axis_infos_create(module);
  for (size_t i = 0; i < copies.count; ++i) clip(copies.values[i], infos);
  tern_axis_infos_destroy(infos);
  tern_vec_deinitialize(&copies);
  return true;
}

const tern_pass_def_t tern_tritongpu_coalesce_async_copy_pass = {
    .flag = "tritongpu-coalesce-async-copy",
    .name = "TritonGPUCoalesceAsyncCopy",
    .anchor = "builtin.module",
    .summary = "Let a thread copy no more at once than lies together in shared memory",
    .run = run,
};
