// --triton-nvidia-check-matmul-two-cta: all products of a module are computed by two blocks each, or none is; the module says which, as
// `ttng.two-ctas`. Tensor memory is allocated in one way or the other for the whole kernel.

#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_two_ctas(const tern_op_t *op) { return tern_op_attr(op, "two_ctas") != NULL; }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t products = tern_op_collect_row(root, TERN_POSTORDER, TERN_TTNG(TC_GEN5_MMA));
  const tern_op_t *first = products.count ? products.values[0] : NULL, *other = NULL;
  bool is_two = first && is_two_ctas(first);
  for (size_t i = 0; i < products.count && !other; ++i) {
    if (is_two_ctas(products.values[i]) != is_two) other = products.values[i];
  }
  if (other) {
    tern_op_error_unnamed(other, "inconsistent two_ctas setting across matmuls; expected all matmuls to %s two_ctas.",
                          is_two ? "enable" : "disable");
    tern_emit_note(first->loc, "first matmul here has two_ctas=%s.", is_two ? "true" : "false");
  } else {
    tern_op_set_attr(root, "ttng.two-ctas", tern_bool_attr_get(tern_op_context(root), is_two));
  }
  tern_vec_deinitialize(&products);
  return !other;
}

const tern_pass_def_t tern_triton_nvidia_check_matmul_two_cta_pass = {
    .flag = "triton-nvidia-check-matmul-two-cta",
    .name = "TritonNvidiaGPUCheckMatmulTwoCTAPass",
    .anchor = "builtin.module",
    .summary = "Check that products are all computed by two blocks, or all by one",
    .run = run,
};
