// Ops of a script that work on any payload op: patterns, passes, annotations, messages.

#include <inttypes.h>

#include "asm/printer.h"
#include "base/file.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "rewrite/greedy.h"
#include "transform/gpu/eliminate_barriers.h"
#include "transform/gpu/rewrite_patterns.h"
#include "transform/gpu/unroll_for_matrices.h"
#include "transform/script/applies.h"
#include "transform/script/vector_patterns.h"

// --- passes ---

bool tern_script_run_pass(tern_script_t *script, tern_op_t *target, const char *flag, tern_str_t options) {
  tern_str_t name = tern_op_name(target);
  const tern_ident_t *anchor = tern_ident_get(script->context, name);
  tern_pass_manager_t *manager =
      tern_pass_manager_create(script->context, tern_pass_known_passes(script->pass), anchor->data);
  bool is_right = tern_pass_manager_add(manager, tern_str_from_cstr(flag), options) &&
                  tern_pass_manager_run(manager, target, &(tern_pass_options_t){.verify_each = true});
  tern_pass_manager_destroy(manager);
  return is_right;
}

// Rewriting the script while it runs would pull the rug from under it.
static tern_script_result_t check_target(const tern_op_t *op, const tern_op_t *target) {
  if (!tern_op_is_within(op, target)) return TERN_SCRIPT_SUCCESS;
  tern_script_fail(op->loc, "cannot apply transform to itself (or one of its ancestors)");
  tern_emit_note(target->loc, "target payload op");
  return TERN_SCRIPT_DEFINITE;
}

// Passes without options that work on any op, also on one that is not isolated from above.
extern const tern_pass_def_t tern_cse_pass, tern_loop_invariant_code_motion_pass;

static tern_script_result_t run_on_each(tern_script_t *script, tern_op_t *op, const tern_pass_def_t *pass) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) {
    tern_op_t *target = tern_payload_op(payload, i);
    if (check_target(op, target)) return TERN_SCRIPT_DEFINITE;
    if (!pass->run(target, script->pass)) return tern_script_fail(op->loc, "pass '%s' failed", pass->flag);
    payload = tern_script_payload(script, tern_op_operand(op, 0));
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_apply_cse(tern_script_t *script, tern_op_t *op) {
  return run_on_each(script, op, &tern_cse_pass);
}

tern_script_result_t tern_script_apply_licm(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) {
    if (tern_op_has_trait(tern_payload_op(payload, i), TERN_TRAIT_LOOP_LIKE)) continue;
    return tern_script_wrong_kind(script, op, tern_payload_op(payload, i));
  }
  return run_on_each(script, op, &tern_loop_invariant_code_motion_pass);
}

// The innermost and the last ones first, so that whole chains die.
static void erase_dead(tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    for (tern_block_t *block = op->regions[r].last_block; block; block = block->prev) {
      for (tern_op_t *inner = block->last_op, *before; inner; inner = before) {
        before = inner->prev;
        if (tern_is_transform(inner)) continue;
        erase_dead(inner);
        if (tern_op_is_trivially_dead(inner)) tern_op_destroy(inner);
      }
    }
  }
}

tern_script_result_t tern_script_apply_dce(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) {
    if (check_target(op, tern_payload_op(payload, i))) return TERN_SCRIPT_DEFINITE;
    erase_dead(tern_payload_op(payload, i));
    payload = tern_script_payload(script, tern_op_operand(op, 0));
  }
  return TERN_SCRIPT_SUCCESS;
}

static void append_option(tern_script_t *script, const tern_op_t *op, const tern_attr_t *value,
                          tern_string_builder_t *out);

static void append_list(tern_script_t *script, const tern_op_t *op, void *const *values, size_t count,
                        tern_string_builder_t *out) {
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_string_builder_append_char(out, ',');
    append_option(script, op, values[i], out);
  }
}

static void append_option(tern_script_t *script, const tern_op_t *op, const tern_attr_t *value,
                          tern_string_builder_t *out) {
  if (tern_attr_is_param_operand(value)) {
    int64_t index = tern_integer_attr_value((const tern_attr_t *)(uintptr_t)value->params[0]);
    const tern_payload_t *params = tern_script_payload(script, tern_op_operand(op, 1 + (size_t)index));
    append_list(script, op, params->values, params->count, out);
  } else if (value->kind == TERN_ATTR_ARRAY) {
    for (size_t i = 0; i < tern_array_attr_count(value); ++i) {
      if (i) tern_string_builder_append_char(out, ',');
      append_option(script, op, tern_array_attr_at(value, i), out);
    }
  } else if (value->kind == TERN_ATTR_STRING) {
    tern_str_t text = tern_string_attr_value(value);
    bool has_space = tern_str_find_char(text, ' ') < text.size;
    if (has_space) tern_string_builder_append_char(out, '"');
    tern_string_builder_append(out, text);
    if (has_space) tern_string_builder_append_char(out, '"');
  } else if (tern_attr_is_integer(value)) {
    bool is_bool = tern_type_is_i(tern_attr_type(value), 1);
    int64_t number = tern_integer_attr_value(value);
    if (is_bool) {
      tern_string_builder_append_cstr(out, number ? "true" : "false");
    } else {
      tern_string_builder_append_format(out, "%" PRId64, number);
    }
  } else {
    tern_print_attr(value, out);
  }
}

static tern_script_result_t run_registered(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                           tern_payload_t *results) {
  if (check_target(op, target)) return TERN_SCRIPT_DEFINITE;
  const tern_attr_t *options = tern_op_attr(op, "options");
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "pass_name"));
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < tern_dictionary_attr_count(options); ++i) {
    tern_str_t key = tern_ident_str(tern_dictionary_attr_name(options, i));
    tern_string_builder_append_format(&text, "%s%.*s=", i ? " " : "", (int)key.size, key.data);
    append_option(script, op, tern_dictionary_attr_at(options, i), &text);
  }
  const tern_attr_t *target_loc = target->loc;
  bool is_right = tern_script_run_pass(script, target, tern_ident_get(script->context, name)->data,
                                       tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  if (is_right) {
    tern_vec_push(&results[0], target);
    return TERN_SCRIPT_SUCCESS;
  }
  tern_script_fail(op->loc, "pass pipeline failed: %.*s", (int)name.size, name.data);
  tern_emit_note(target_loc, "target op");
  return TERN_SCRIPT_DEFINITE;
}

tern_script_result_t tern_script_apply_registered_pass(tern_script_t *script, tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "pass_name"));
  const tern_pass_registry_t *passes = tern_pass_known_passes(script->pass);
  if (!tern_pass_registry_find(passes, name) && !tern_pass_registry_find_pipeline(passes, name)) {
    tern_script_fail(op->loc, "unknown pass or pass pipeline: %.*s", (int)name.size, name.data);
    tern_pass_registry_note_unknown(passes, name, op->loc);
    return TERN_SCRIPT_DEFINITE;
  }
  // The target is changed in place, so the consumed handle is still right.
  return tern_script_apply_each(script, op, run_registered);
}

// --- patterns ---

// What a pattern op stands for: patterns, a pass that does the same until nothing changes, or the canonicalization of all ops.
typedef struct pattern_entry {
  int id;
  const char *pass;  // or
  const char *options;
  const tern_pattern_t *patterns;  // both NULL: canonicalization
  size_t pattern_count;
} pattern_entry_t;

static const tern_pattern_t gpu_rewrite_patterns[] = {TERN_GPU_REWRITE_PATTERNS};
static const tern_pattern_t gpu_barrier_patterns[] = {
    {"barrier-elimination", TERN_GPU(BARRIER), 1, tern_gpu_eliminate_barrier}};
#define PATTERNS(LIST) NULL, NULL, LIST, sizeof(LIST) / sizeof(LIST[0])

static const pattern_entry_t patterns[] = {
    {TERN_TRANSFORM_PATTERN_CANONICALIZATION, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_LINALG_TILING_CANONICALIZATION, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_SCF_FOR_LOOP_CANONICALIZATION, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_TENSOR_FOLD_TENSOR_EMPTY, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_TENSOR_FOLD_TENSOR_SUBSET_OPS, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_TENSOR_MERGE_CONSECUTIVE_INSERT_EXTRACT_SLICE, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_TENSOR_REASSOCIATIVE_RESHAPE_FOLDING, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_TENSOR_REWRITE_AS_CONSTANT, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_LINALG_ERASE_UNNECESSARY_INPUTS, NULL, NULL, NULL, 0},
    {TERN_TRANSFORM_PATTERN_LINALG_FOLD_UNIT_EXTENT_DIMS_VIA_RESHAPES, "linalg-fold-unit-extent-dims", "", NULL, 0},
    {TERN_TRANSFORM_PATTERN_LINALG_DECOMPOSE_PAD, "iree-dispatch-creation-tensor-pad-to-tensor-insert-slice", "", NULL,
     0},
    {TERN_TRANSFORM_PATTERN_GPU_GPU_REWRITE_PATTERNS, PATTERNS(gpu_rewrite_patterns)},
    {TERN_TRANSFORM_PATTERN_GPU_ELIMINATE_BARRIERS, PATTERNS(gpu_barrier_patterns)},
};

static const pattern_entry_t *find_pattern(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; ++i) {
    if (tern_op_is(op, &tern_transform_ops[patterns[i].id])) return &patterns[i];
  }
  return NULL;
}

typedef tern_vector_pattern_list_t pattern_list_t;

static bool unroll(const tern_op_t *op, tern_op_t *target, const tern_greedy_options_t *options) {
  const char *const names[] = {"m", "n", "k"};
  int64_t sizes[3];
  for (size_t i = 0; i < 3; ++i) sizes[i] = tern_integer_attr_value(tern_op_attr(op, names[i]));
  return tern_gpu_unroll_for_matrices(target, sizes[0], sizes[1], sizes[2], options->max_iterations);
}

// One round: folds, dead ops and canonicalization (if asked for), then the passes.
static tern_script_result_t apply_once(tern_script_t *script, tern_op_t *op, tern_op_t *target, pattern_list_t *list) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.max_iterations = tern_integer_attr_value(tern_op_attr(op, "max_iterations"));
  options.max_rewrites = tern_integer_attr_value(tern_op_attr(op, "max_num_rewrites"));
  tern_vector_lowering_options_t lowering = {0};
  const tern_block_t *body = tern_op_body(op, 0);
  bool converges = true;
  list->count = 0;
  if (body) {
    tern_block_for_each_op(body, child) {
      if (tern_op_is(child, TERN_TRANSFORM(PATTERN_GPU_UNROLL_VECTORS_SUBGROUP_MMA))) continue;
      if (tern_script_add_vector_patterns(child, list, &lowering)) continue;
      const pattern_entry_t *entry = find_pattern(child);
      if (!entry) {
        tern_op_error(child, "is known here but its patterns cannot be applied");
        return TERN_SCRIPT_DEFINITE;
      }
      if (!entry->pass && !entry->patterns) options.use_canonicalizers = true;
      for (size_t i = 0; i < entry->pattern_count; ++i) tern_vec_push(list, entry->patterns[i]);
    }
    tern_block_for_each_op(body, child) {
      bool is_unroll = tern_op_is(child, TERN_TRANSFORM(PATTERN_GPU_UNROLL_VECTORS_SUBGROUP_MMA));
      if (is_unroll) converges = unroll(child, target, &options) && converges;
      const pattern_entry_t *entry = find_pattern(child);
      if (!entry || !entry->pass) continue;
      if (!tern_script_run_pass(script, target, entry->pass, tern_str_from_cstr(entry->options))) {
        return TERN_SCRIPT_DEFINITE;
      }
    }
  }
  converges = tern_apply_patterns_greedily(target, list->values, list->count, &lowering, &options, NULL) && converges;
  if (converges) return TERN_SCRIPT_SUCCESS;
  tern_script_silence(script, op->loc, "greedy pattern application failed");
  tern_script_note(script, target->loc, "the ops in this op still changed after %" PRId64 " iterations",
                   options.max_iterations);
  return TERN_SCRIPT_SILENCEABLE;
}

static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  (void)op;
  ++*(size_t *)user;
  return TERN_WALK_ADVANCE;
}

static size_t count_ops(tern_op_t *op) {
  size_t count = 0;
  tern_op_walk_pre(op, count_op, &count);
  return count;
}

tern_script_result_t tern_script_apply_patterns(tern_script_t *script, tern_op_t *op) {
  tern_value_t *handle = tern_op_operand(op, 0);
  bool with_cse = tern_op_attr(op, "apply_cse") != NULL;
  for (size_t i = 0; i < tern_script_payload(script, handle)->count; ++i) {
    tern_op_t *target = tern_payload_op(tern_script_payload(script, handle), i);
    if (check_target(op, target)) return TERN_SCRIPT_DEFINITE;
    size_t before;
    do {
      before = with_cse ? count_ops(target) : 0;
      pattern_list_t list = {0};
      tern_script_result_t result = apply_once(script, op, target, &list);
      tern_vec_deinitialize(&list);
      if (result) return result;
      if (with_cse && !tern_cse_pass.run(target, script->pass)) return TERN_SCRIPT_DEFINITE;
    } while (with_cse && count_ops(target) < before);
  }
  return TERN_SCRIPT_SUCCESS;
}

// --- attributes, checks, messages ---

tern_script_result_t tern_script_annotate(tern_script_t *script, tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "name"));
  const tern_payload_t *targets = tern_script_payload(script, tern_op_operand(op, 0));
  const tern_payload_t *params = op->operand_count > 1 ? tern_script_payload(script, tern_op_operand(op, 1)) : NULL;
  if (params && params->count != 1 && params->count != targets->count) {
    return tern_script_silence(script, op->loc, "parameter and target have different payload lengths (%zu vs %zu)",
                               params->count, targets->count);
  }
  for (size_t i = 0; i < targets->count; ++i) {
    const tern_attr_t *value = params ? tern_payload_attr(params, params->count == 1 ? 0 : i) : NULL;
    tern_op_set_attr_str(tern_payload_op(targets, i), name, value ? value : tern_unit_attr_get(script->context));
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_verify(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *targets = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < targets->count; ++i) {
    if (tern_verify(tern_payload_op(targets, i))) continue;
    tern_script_fail(op->loc, "failed to verify payload op");
    tern_emit_note(tern_payload_op(targets, i)->loc, "payload op");
    return TERN_SCRIPT_DEFINITE;
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_print(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "name");
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.local_scope = tern_op_attr(op, "use_local_scope") != NULL;
  options.skip_regions = tern_op_attr(op, "skip_regions") != NULL;
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "[[[ IR printer: ");
  if (name) {
    tern_string_builder_append(&text, tern_string_attr_value(name));
    tern_string_builder_append_char(&text, ' ');
  }
  tern_string_builder_append_cstr(&text, op->operand_count ? "]]]\n" : "top-level ]]]\n");
  if (op->operand_count) {
    const tern_payload_t *targets = tern_script_payload(script, tern_op_operand(op, 0));
    for (size_t i = 0; i < targets->count; ++i) tern_print_op(tern_payload_op(targets, i), &options, &text);
  } else {
    tern_print_op(script->root, &options, &text);
  }
  tern_status_t status = tern_file_write("-", tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  if (tern_status_is_ok(status)) return TERN_SCRIPT_SUCCESS;
  return tern_script_fail(op->loc, "cannot print: %s", status.message);
}

static void note_place(const tern_attr_t *loc, const tern_value_t *value) {
  const tern_block_t *block = tern_value_arg_block(value);
  if (!block) {
    tern_emit_note(loc, "value handle points to an op result #%u", value->index);
    return;
  }
  size_t block_number = 0;
  tern_region_for_each_block(block->parent, other) {
    if (other == block) break;
    ++block_number;
  }
  tern_emit_note(loc, "value handle points to a block argument #%u in block #%zu in region #%zu", value->index,
                 block_number, (size_t)(block->parent - block->parent->parent->regions));
}

tern_script_result_t tern_script_emit_remark_at(tern_script_t *script, tern_op_t *op) {
  tern_str_t message = tern_string_attr_value(tern_op_attr(op, "message"));
  tern_value_t *handle = tern_op_operand(op, 0);
  const tern_payload_t *payload = tern_script_payload(script, handle);
  bool is_ops = tern_handle_kind(handle->type) == TERN_HANDLE_OPS;
  for (size_t i = 0; i < payload->count; ++i) {
    const tern_attr_t *loc = is_ops ? tern_payload_op(payload, i)->loc : tern_value_loc(tern_payload_value(payload, i));
    tern_emit_remark(loc, "%.*s", (int)message.size, message.data);
    if (is_ops) continue;
    note_place(loc, tern_payload_value(payload, i));
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_emit_param_as_remark(tern_script_t *script, tern_op_t *op) {
  const tern_attr_t *message = tern_op_attr(op, "message");
  const tern_payload_t *params = tern_script_payload(script, tern_op_operand(op, 0));
  tern_string_builder_t text = {0};
  if (message) {
    tern_string_builder_append(&text, tern_string_attr_value(message));
    tern_string_builder_append_char(&text, ' ');
  }
  for (size_t i = 0; i < params->count; ++i) {
    if (i) tern_string_builder_append_cstr(&text, ", ");
    tern_print_attr(tern_payload_attr(params, i), &text);
  }
  if (op->operand_count > 1) {
    const tern_payload_t *anchors = tern_script_payload(script, tern_op_operand(op, 1));
    for (size_t i = 0; i < anchors->count; ++i) {
      tern_emit_remark(tern_payload_op(anchors, i)->loc, "%.*s", (int)text.size, text.data);
    }
  } else {
    tern_emit_remark(op->loc, "%.*s", (int)text.size, text.data);
  }
  tern_string_builder_deinitialize(&text);
  return TERN_SCRIPT_SUCCESS;
}
