// --test-print-allocation: remarks say where each buffer of shared memory lies (upstream: TestAllocation of Triton 3.6).

#include <inttypes.h>

#include "analysis/triton/allocation.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  const tern_function_allocation_t *allocation = user;
  const tern_shared_buffer_t *scratch = tern_allocation_scratch(allocation, op);
  const tern_shared_buffer_t *explicit = tern_allocation_explicit(allocation, op);
  if (scratch) {
    tern_emit_remark(op->loc, "%s offset = %" PRId64 ", size = %" PRId64,
                     scratch->kind == TERN_BUFFER_VIRTUAL ? "virtual" : "scratch", scratch->offset, scratch->size);
  }
  if (explicit) tern_emit_remark(op->loc, "offset = %" PRId64 ", size = %" PRId64, explicit->offset, explicit->size);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_allocation_t allocation;
  bool is_constant = tern_str_equal_cstr(tern_pass_string(pass, "get-scratch-size-function"), "ValidConstant");
  tern_allocation_options_t options = {.scratch = is_constant ? 128 : -1};
  bool is_ok = tern_allocation_find(module, &options, &allocation);
  tern_op_list_t functions = tern_op_collect_row(module, TERN_POSTORDER, TERN_TT(FUNC));
  for (size_t i = 0; is_ok && i < functions.count; ++i) {
    tern_op_t *function = functions.values[i];
    const tern_function_allocation_t *own = tern_allocation_of(&allocation, function);
    tern_str_t name = tern_symbol_name(function);
    tern_emit_remark(function->loc, "%.*s", (int)name.size, name.data);
    tern_op_walk_post(function, visit, (void *)(uintptr_t)own);
    tern_emit_remark(function->loc, "size = %" PRId64, own->size);
  }
  tern_vec_deinitialize(&functions);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

static const char *const functions[] = {"None", "ValidConstant", NULL};
static const tern_option_def_t options[] = {
    {"get-scratch-size-function", TERN_OPTION_STRING, "None",
     "How much scratch memory ops get: what they need, or 128 bytes each", functions},
};

const tern_pass_def_t tern_test_print_allocation_pass = {
    .flag = "test-print-allocation",
    .name = "TestAllocationPass",
    .anchor = "builtin.module",
    .summary = "Show where each buffer of shared memory lies",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
