// --iree-llvmcpu-check-ir-before-llvm-conversion: refuses temporaries that a thread's stack cannot be asked for (upstream:
// IREE's LLVMCPUCheckIRBeforeLLVMConversionPass).

#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/memref/memref.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

typedef struct usage {
  int64_t limit, total;
  bool is_right;
} usage_t;

static tern_walk_result_t count(tern_op_t *op, void *user) {
  usage_t *usage = user;
  if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!tern_type_has_static_shape(type)) {
    usage->is_right = tern_op_error(op, "is a temporary of type %s, whose size is not known", tern_type_text(type));
    tern_emit_note(op->loc,
                   "a dispatch has no memory of its own but the stack; split it behind the op that makes this");
    return TERN_WALK_ADVANCE;
  }
  int64_t bytes = usage->limit + 1;
  if (__builtin_mul_overflow(tern_type_element_count(type), (int64_t)tern_dense_element_size(tern_type_element(type)),
                             &bytes) ||
      __builtin_add_overflow(usage->total, bytes, &usage->total) || usage->total > usage->limit) {
    usage->total = 0;
    usage->is_right =
        tern_op_error(op, "takes the temporaries of the dispatch beyond the %lld bytes that a stack may hold",
                      (long long)usage->limit);
    tern_emit_note(op->loc, "split the dispatch behind the op that makes this %s", tern_type_text(type));
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t check_function(tern_op_t *op, void *user) {
  usage_t *usage = user;
  if (!tern_op_is(op, TERN_FUNC(FUNC))) return TERN_WALK_ADVANCE;
  usage->total = 0;
  tern_op_walk_pre(op, count, usage);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  usage_t usage = {.limit = tern_pass_int(pass, "max-stack-bytes"), .is_right = true};
  tern_op_walk_pre(root, check_function, &usage);
  return usage.is_right;
}

static const tern_option_def_t options[] = {
    {"max-stack-bytes", TERN_OPTION_INT, "524288", "Bytes of temporaries that a function may have", NULL},
};

const tern_pass_def_t tern_check_ir_before_llvm_conversion_pass = {
    .name = "LLVMCPUCheckIRBeforeLLVMConversionPass",
    .flag = "iree-llvmcpu-check-ir-before-llvm-conversion",
    .summary = "Refuse temporaries that are too large for the stack",
    .options = options,
    .option_count = 1,
    .run = run,
};
