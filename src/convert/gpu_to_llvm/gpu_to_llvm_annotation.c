// --gpu-to-llvm=gpu-binary-annotation=NAME: gpu.modules that carry their compiled code as a string attribute, as pipelines
// of older compilers make them (`nvvm.cubin`, `rocdl.hsaco`), become gpu.binary; their bodies are not needed any more.

#include "convert/gpu_to_llvm/gpu_to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/rocdl/rocdl.h"
#include "ir/context.h"
#include "ir/symbol.h"

// What the code is for: what the module says first, or what the attribute's dialect is about.
static const tern_attr_t *target_of(const tern_op_t *module, tern_str_t name) {
  const tern_attr_t *targets = tern_op_attr(module, "targets");
  if (targets && tern_array_attr_count(targets) > 0) return tern_array_attr_at(targets, 0);
  if (tern_str_starts_with(name, TERN_STR("rocdl."))) {
    tern_gpu_target_t target = tern_gpu_target_default(&tern_rocdl_target_form);
    return tern_gpu_target_get(tern_op_context(module), TERN_ROCDL_ATTR(TARGET), NULL, &target);
  }
  tern_nvvm_target_t target = tern_nvvm_target_default();
  return tern_nvvm_target_get(module->loc, &target);
}

static void replace_by_binary(tern_op_t *module, tern_str_t name, tern_str_t code) {
  tern_context_t *context = tern_op_context(module);
  const tern_attr_t *object = tern_gpu_object_get(target_of(module, name), TERN_GPU_OBJECT_BINARY, code, NULL, NULL);
  tern_builder_t b = tern_builder_before(module);
  tern_build(&b, TERN_GPU(BINARY),
             .attrs = TERN_ATTRS({"sym_name", tern_op_attr(module, "sym_name")},
                                 {"offloadingHandler", tern_gpu_select_object_get(context, NULL)},
                                 {"objects", tern_array_attr_get(context, &object, 1)}));
  tern_op_destroy(module);
}

typedef struct check {
  tern_op_t *root;
  tern_str_t name;
} check_t;

// A launch needs code, or targets that code is made for later.
static tern_walk_result_t check_launch(tern_op_t *op, void *user) {
  const check_t *check = user;
  if (!tern_op_is(op, TERN_GPU(LAUNCH_FUNC))) return TERN_WALK_ADVANCE;
  tern_str_t symbol = tern_symbol_ref_attr_at(tern_op_attr(op, "kernel"), 0);
  const tern_op_t *module = tern_symbol_lookup_in(check->root, symbol);
  if (!module || !tern_op_is(module, TERN_GPU(MODULE)) || tern_op_attr(module, "targets")) return TERN_WALK_ADVANCE;
  if (tern_attr_is_string(tern_op_attr_str(module, check->name))) return TERN_WALK_ADVANCE;
  tern_op_error(module, "missing %.*s attribute", (int)check->name.size, check->name.data);
  tern_emit_note(op->loc, "its kernel is launched here: compile it, or give the module a target");
  return TERN_WALK_INTERRUPT;
}

bool tern_gpu_embed_annotated(tern_op_t *root, tern_str_t name) {
  check_t check = {root, name};
  if (name.size == 0) return true;
  if (tern_op_walk_pre(root, check_launch, &check) == TERN_WALK_INTERRUPT) return false;
  tern_block_for_each_op_safe(tern_op_body(root, 0), op) {
    const tern_attr_t *code = tern_op_is(op, TERN_GPU(MODULE)) ? tern_op_attr_str(op, name) : NULL;
    if (tern_attr_is_string(code)) replace_by_binary(op, name, tern_string_attr_value(code));
  }
  return true;
}
