// --iree-stream-verify-*: what may be left of each stage of the host program (upstream: VerifyLowerings.cpp,
// VerifyInput.cpp). One table says for each stage which ops and types have gone; errors name all that is left.

#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

typedef struct stage {
  const char *what;
  const char *note;
  const char *const *dialects;  // that are gone, NULL-terminated
  const char *const *prefixes;  // of ops that are gone, NULL-terminated
  const char *const *allowed;   // ops that stay all the same, NULL-terminated
  bool no_tensors, no_unknown;
} stage_t;

static bool is_listed(const char *const *list, tern_str_t name, bool as_prefix) {
  for (; list && *list; ++list) {
    if (as_prefix ? tern_str_starts_with(name, tern_str_from_cstr(*list)) : tern_str_equal_cstr(name, *list))
      return true;
  }
  return false;
}

static bool is_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

static bool is_unknown(const tern_type_t *type) {
  return tern_type_is_stream_resource(type) && tern_stream_resource_type_lifetime(type) == TERN_STREAM_LIFETIME_UNKNOWN;
}

typedef bool (*type_test_t)(const tern_type_t *type);

static const tern_type_t *find_type(const tern_op_t *op, type_test_t test) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (test(tern_op_operand(op, i)->type)) return tern_op_operand(op, i)->type;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (test(op->results[i].type)) return op->results[i].type;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) {
        if (test(block->args[k]->type)) return block->args[k]->type;
      }
    }
  }
  return NULL;
}

typedef struct check {
  const stage_t *stage;
  bool is_ok;
} check_t;

static void refuse(check_t *check, const tern_op_t *op, const char *format, const char *text) {
  check->is_ok = tern_op_error(op, format, text);
  if (check->stage->note) tern_emit_note(op->loc, "%s", check->stage->note);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  check_t *check = user;
  const stage_t *stage = check->stage;
  tern_str_t name = tern_op_name(op);
  const char *dot = memchr(name.data, '.', name.size);
  tern_str_t dialect = tern_str_make(name.data, dot ? (size_t)(dot - name.data) : name.size);
  // What executables hold is lowered by others.
  if (is_listed((const char *const[]){"stream.executable", "hal.executable", "flow.executable", NULL}, name, false)) {
    if (!is_listed(stage->dialects, dialect, false)) return TERN_WALK_SKIP;
  }
  const tern_type_t *type = NULL;
  if (is_listed(stage->allowed, name, false)) return TERN_WALK_ADVANCE;
  if (is_listed(stage->dialects, dialect, false) || is_listed(stage->prefixes, name, true)) {
    refuse(check, op, "is left after %s", stage->what);
    return TERN_WALK_SKIP;
  }
  if (stage->no_tensors && (type = find_type(op, is_tensor))) {
    refuse(check, op, "uses %s, but the host program has no tensors by now", tern_type_text(type));
  } else if (stage->no_unknown && (type = find_type(op, is_unknown))) {
    refuse(check, op, "uses %s, whose lifetime has to be known by now", tern_type_text(type));
  }
  return TERN_WALK_ADVANCE;
}

static bool check_stage(tern_op_t *op, const stage_t *stage) {
  check_t check = {stage, true};
  tern_op_walk_pre(op, visit, &check);
  return check.is_ok;
}

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

// Before the conversion: what flow was to remove.
static bool verify_input(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const stage_t stage = {
      .what = "the lowering to flow",
      .note = "iree-flow-transformation-pipeline moves computation into dispatches",
      .dialects = LIST("stablehlo", "chlo", "mhlo", "tosa", "linalg", "iree_linalg_ext", "ml_program"),
      .prefixes = LIST("tensor.", "flow.dispatch.region", "flow.dispatch.workgroups")};
  return check_stage(op, &stage);
}

static bool verify_tensors(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const stage_t stage = {.what = "the conversion to stream",
                         .dialects = LIST("flow"),
                         .prefixes = LIST("hal.tensor."),
                         .allowed = LIST("stream.tensor.import", "stream.tensor.export"),
                         .no_tensors = true};
  return check_stage(op, &stage);
}

#define KEPT_TENSOR_OPS LIST("stream.tensor.import", "stream.tensor.export", "stream.tensor.trace")

static bool verify_async_resources(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const stage_t stage = {.what = "the encoding of tensors",
                         .dialects = LIST("flow"),
                         .prefixes = LIST("stream.tensor.", "hal.tensor."),
                         .allowed = KEPT_TENSOR_OPS,
                         .no_tensors = true};
  return check_stage(op, &stage);
}

static bool verify_async(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const stage_t stage = {.what = "the encoding of tensors",
                         .dialects = LIST("flow"),
                         .prefixes = LIST("stream.tensor.", "hal.tensor."),
                         .allowed = KEPT_TENSOR_OPS,
                         .no_tensors = true,
                         .no_unknown = true};
  return check_stage(op, &stage);
}

static bool verify_cmd(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const stage_t stage = {
      .what = "the allocation of resources",
      .dialects = LIST("flow"),
      .prefixes = LIST("stream.tensor.", "stream.async.", "hal.tensor."),
      .allowed = LIST("stream.tensor.import", "stream.tensor.export", "stream.tensor.trace", "stream.async.func"),
      .no_tensors = true,
      .no_unknown = true};
  return check_stage(op, &stage);
}

#define DIALECTS \
  .dialects = (const tern_dialect_t *const[]) { &tern_stream_dialect, NULL }

const tern_pass_def_t tern_stream_verify_input_pass = {
    .flag = "iree-stream-verify-input",
    .name = "VerifyInput",
    .anchor = "builtin.module",
    .summary = "Checks that no computation on tensors is left outside of dispatches",
    DIALECTS,
    .run = verify_input,
};

const tern_pass_def_t tern_stream_verify_lowering_to_tensors_pass = {
    .flag = "iree-stream-verify-lowering-to-tensors",
    .name = "VerifyLoweringToTensors",
    .anchor = "builtin.module",
    .summary = "Checks that the host program has no tensors and no ops of flow",
    DIALECTS,
    .run = verify_tensors,
};

const tern_pass_def_t tern_stream_verify_lowering_to_async_resources_pass = {
    .flag = "iree-stream-verify-lowering-to-async-resources",
    .name = "VerifyLoweringToAsyncResources",
    .anchor = "builtin.module",
    .summary = "Checks that no stream.tensor op is left",
    DIALECTS,
    .run = verify_async_resources,
};

const tern_pass_def_t tern_stream_verify_lowering_to_async_pass = {
    .flag = "iree-stream-verify-lowering-to-async",
    .name = "VerifyLoweringToAsync",
    .anchor = "builtin.module",
    .summary = "Checks that no stream.tensor op is left and every lifetime is known",
    DIALECTS,
    .run = verify_async,
};

const tern_pass_def_t tern_stream_verify_lowering_to_cmd_pass = {
    .flag = "iree-stream-verify-lowering-to-cmd",
    .name = "VerifyLoweringToCmd",
    .anchor = "builtin.module",
    .summary = "Checks that no stream.async op is left",
    DIALECTS,
    .run = verify_cmd,
};
