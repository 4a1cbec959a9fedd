// --tritongpu-coalesce-async-copy: no thread copies more neighbours than memory takes side by side.
//
//   ttg.async_copy_global_to_local %p : #blocked<sizePerThread = [1, 16]> -> #swizzled_shared<vec = 8>
//
// takes two copies of 8 elements for each thread, and those of neighbouring threads leave gaps. With 8 elements for each
// thread there are none.
//
// Source: upstream's pass of the same name.

#include "dialect/ttg/ttg.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/coalescing.h"

// The encoding with fewer elements for each thread; NULL: it need not be another one.
static const tern_attr_t *find_encoding(const tern_op_t *copy) {
  const tern_type_t *from = tern_op_operand(copy, 0)->type, *to = tern_op_operand_named(copy, "result")->type;
  const tern_attr_t *blocked = tern_tensor_type_encoding(from);
  if (!tern_attr_is_ttg(blocked, TERN_TTG_ATTR_BLOCKED) ||
      !tern_attr_is_ttg(tern_memdesc_read(to).encoding, TERN_TTG_ATTR_SWIZZLED_SHARED))
    return NULL;
  tern_layout_t registers = tern_ttg_type_layout(from), memory = tern_ttg_type_layout(to);
  tern_layout_t places = tern_layout_invert_and_compose(&registers, &memory);
  tern_ttg_share_t share;
  if (places.error || !tern_ttg_share_of(blocked, tern_type_dims(from), &share)) return NULL;
  int64_t order[TERN_TTG_MAX_RANK], side_by_side = tern_layout_consecutive(&places);
  for (size_t d = 0; d < share.rank; ++d) order[d] = tern_ttg_at(blocked, TERN_TTG_FIELD_ORDER, d);
  if (share.contiguous[order[0]] <= side_by_side) return NULL;
  share.contiguous[order[0]] = side_by_side;
  return tern_ttg_blocked_for(from->context, tern_type_dims(from), share.contiguous, order, share.rank,
                              tern_ttg_machine_of(copy), tern_ttg_cga_list(blocked));
}

static void convert_operand(tern_builder_t *b, tern_op_t *copy, const char *name, const tern_attr_t *encoding) {
  size_t start, count;
  tern_op_operands_named(copy, name, &start, &count);
  if (count == 0) return;
  tern_op_set_operand(copy, start, tern_ttg_build_convert(b, tern_op_operand(copy, start), encoding));
}

// Nothing is known yet of the pointers that are made here, so that they count as far apart.
static bool clip(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_attr_t *encoding = find_encoding(op);
  if (!encoding) return false;
  tern_builder_t *b = &rewriter->builder;
  convert_operand(b, op, "src", encoding);
  convert_operand(b, op, "mask", encoding);
  convert_operand(b, op, "other", encoding);
  tern_op_set_attr(op, "contiguity", tern_integer_attr_get(tern_i_type_get(b->context, 32), 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static const tern_pattern_t patterns[] = {{"clip-copy", TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), 1, clip}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_tritongpu_coalesce_async_copy_pass = {
    .flag = "tritongpu-coalesce-async-copy",
    .name = "TritonGPUCoalesceAsyncCopy",
    .anchor = "builtin.module",
    .summary = "Copy to shared memory as many neighbours at once as lie side by side there",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
