// llvm: what is right for functions as a whole, and for the addresses of their blocks.

#include <inttypes.h>

#include "dialect/llvm/llvm_hooks.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"

// --- functions ---

// Upstream looks at these only where there is a body.
static bool verify_inlining(const tern_op_t *op) {
  bool is_never_inlined = tern_op_attr(op, "no_inline") != NULL;
  if (is_never_inlined && tern_op_attr(op, "always_inline"))
    return tern_emit_error(op->loc, "no_inline and always_inline attributes are incompatible");
  return is_never_inlined || !tern_op_attr(op, "optimize_none") ||
         tern_op_error(op, "with optimize_none must also be no_inline");
}

bool tern_llvm_verify_func(const tern_op_t *op) {
  int64_t linkage = tern_llvm_enum_value(op, "linkage", TERN_LLVM_LINKAGE_EXTERNAL);
  if (linkage == TERN_LLVM_LINKAGE_COMMON) return tern_op_error(op, "functions cannot have 'common' linkage");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_llvm_func_inputs(type);
  if (!tern_verify_function_attrs(op, inputs.count, 1) || !tern_llvm_verify_comdat(op)) return false;
  if (tern_region_is_empty(&op->regions[0])) {
    return linkage == TERN_LLVM_LINKAGE_EXTERNAL || linkage == TERN_LLVM_LINKAGE_EXTERN_WEAK ||
           tern_op_error(op, "external functions must have 'external' or 'extern_weak' linkage");
  }
  if (!verify_inlining(op)) return false;
  const tern_block_t *entry = tern_op_body(op, 0);
  if (entry->arg_count != inputs.count)
    return tern_op_error(op, "entry block must have %zu arguments to match function signature", inputs.count);
  for (size_t i = 0; i < inputs.count; i++) {
    if (entry->args[i]->type != inputs.values[i])
      return tern_op_error(op,
                           "type of entry block argument #%zu('%s') must match the type of the corresponding "
                           "argument in function signature('%s')",
                           i, tern_type_text(entry->args[i]->type), tern_type_text(inputs.values[i]));
  }
  return true;
}

// --- what ops of a body agree on ---

typedef struct body_check {
  const tern_type_t *exception;  // of landing pads and resumes so far
  const char *message;           // why they do not agree
  TERN_VEC(const tern_attr_t *) tags;
} body_check_t;

static tern_walk_result_t check_exception(body_check_t *check, const tern_type_t *type, const char *message) {
  if (!check->exception) check->exception = type;
  if (check->exception == type) return TERN_WALK_ADVANCE;
  check->message = message;
  return TERN_WALK_INTERRUPT;
}

static tern_walk_result_t check_tag(body_check_t *check, const tern_op_t *op) {
  const tern_attr_t *tag = tern_op_attr(op, "tag");
  for (size_t i = 0; i < check->tags.count; i++) {
    if (check->tags.values[i] != tag) continue;
    tern_emit_error(op->loc, "duplicate block tag '%" PRId64 "' in the same function: ",
                    tern_integer_attr_value(tern_llvm_attr_param(tag, "id")));
    return TERN_WALK_INTERRUPT;
  }
  tern_vec_push(&check->tags, tag);
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t check_body_op(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_LLVM(LANDINGPAD)))
    return check_exception(user, op->results[0].type,
                           "'llvm.landingpad' should have a consistent result type inside a function");
  if (tern_op_is(op, TERN_LLVM(RESUME)))
    return check_exception(user, tern_op_operand(op, 0)->type,
                           "'llvm.resume' should have a consistent input type inside a function");
  return tern_op_is(op, TERN_LLVM(BLOCKTAG)) ? check_tag(user, op) : TERN_WALK_ADVANCE;
}

bool tern_llvm_verify_func_regions(const tern_op_t *op) {
  body_check_t check = {0};
  bool is_right = tern_op_walk_pre((tern_op_t *)(uintptr_t)op, check_body_op, &check) != TERN_WALK_INTERRUPT;
  tern_vec_deinitialize(&check.tags);
  return check.message ? tern_emit_error(op->loc, "%s", check.message) : is_right;
}

// --- addresses of blocks ---

static tern_walk_result_t find_tag(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_LLVM(BLOCKTAG))) return TERN_WALK_ADVANCE;
  return tern_op_attr(op, "tag") == user ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_llvm_verify_blockaddress_uses(const tern_op_t *op) {
  const tern_attr_t *address = tern_op_attr(op, "block_addr");
  tern_op_t *function = tern_symbol_lookup_nearest(op, tern_llvm_attr_param(address, "function"));
  if (!function || !tern_op_is(function, TERN_LLVM(FUNC)))
    return tern_op_error(op, "must reference a function defined by 'llvm.func'");
  void *tag = (void *)(uintptr_t)tern_llvm_attr_param(address, "tag");
  return tern_op_walk_pre(function, find_tag, tag) == TERN_WALK_INTERRUPT ||
         tern_op_error(op, "expects an existing block label target in the referenced function");
}
