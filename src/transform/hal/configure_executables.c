// --iree-hal-configure-executables: backends decide how the functions of their variants are lowered.
//
// What is decided is noted in attributes (lowering_config), so that it can be looked at and changed before the executables
// are translated.
//
// Source: upstream's ConfigureExecutablesPass.

#include "ir/op_list.h"
#include "transform/hal/executables.h"
#include "transform/hal/translate.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t variants = {0};
  tern_hal_collect_variants(op, &variants);
  bool is_right = true;
  for (size_t i = 0; i < variants.count && is_right; ++i) {
    if (!tern_hal_inner_module(variants.values[i])) continue;
    const tern_hal_backend_t *backend = tern_hal_backend_of(variants.values[i]);
    is_right = backend && (!backend->configure || backend->configure(variants.values[i]));
  }
  tern_vec_deinitialize(&variants);
  return is_right;
}

const tern_pass_def_t tern_hal_configure_executables_pass = {
    .flag = "iree-hal-configure-executables",
    .summary = "Decide how executables are lowered",
    .run = run,
};
