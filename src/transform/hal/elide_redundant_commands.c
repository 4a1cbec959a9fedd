// --iree-hal-elide-redundant-commands: commands that change nothing go.
//
//   hal.command_buffer.execution_barrier<%cmd> ...      one barrier, of the stages of both
//   hal.command_buffer.execution_barrier<%cmd> ...
//
// Redundant are barriers with no command between them (the later one takes the stages of the earlier), barriers before the
// first command and behind the last (fences order command buffers), and debug groups with nothing in them. Only what is in
// one block with the creation of the command buffer is known to be all that is recorded.
//
// Source: upstream's ElideRedundantCommandsPass, which elides what older runtimes kept as state.

#include "dialect/hal/hal.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static const tern_value_t *recorded_into(const tern_op_t *op) {
  if (!op->operand_count || !tern_str_starts_with(tern_op_name(op), TERN_STR("hal.command_buffer."))) return NULL;
  const tern_value_t *value = tern_op_operand(op, 0);
  return tern_type_is_hal(value->type, TERN_HAL_COMMAND_BUFFER_TYPE) ? value : NULL;
}

static bool is_barrier(const tern_op_t *op) { return tern_op_is(op, TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER)); }

// Work, rather than order or labels.
static bool is_work(const tern_op_t *op) {
  static const tern_op_row_t *const others[] = {
      TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER), TERN_HAL(COMMAND_BUFFER_BEGIN_DEBUG_GROUP),
      TERN_HAL(COMMAND_BUFFER_END_DEBUG_GROUP), TERN_HAL(COMMAND_BUFFER_FINALIZE), TERN_HAL(COMMAND_BUFFER_DEVICE)};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
    if (tern_op_is(op, others[i])) return false;
  }
  return true;
}

// The next op of the block that concerns the command buffer. An op with regions, or a call that is handed it, may record
// anything: then NULL and `*out_is_known` false.
static tern_op_t *next_command(tern_op_t *op, const tern_value_t *buffer, bool *out_is_known) {
  *out_is_known = true;
  for (tern_op_t *next = op->next; next; next = next->next) {
    if (recorded_into(next) == buffer) return next;
    *out_is_known = !next->region_count;
    for (size_t i = 0; i < next->operand_count; ++i) *out_is_known &= tern_op_operand(next, i) != buffer;
    if (!*out_is_known) return NULL;
  }
  return NULL;
}

static void join_stages(const tern_op_t *from, tern_op_t *to) {
  static const char *const names[] = {"source_stage_mask", "target_stage_mask", "flags"};
  static const tern_hal_enum_t rows[] = {TERN_HAL_ENUM_EXECUTION_STAGE, TERN_HAL_ENUM_EXECUTION_STAGE,
                                         TERN_HAL_ENUM_EXECUTION_BARRIER_FLAGS};
  for (size_t i = 0; i < 3; ++i) {
    int64_t bits =
        tern_enum_attr_value(tern_op_attr(from, names[i])) | tern_enum_attr_value(tern_op_attr(to, names[i]));
    tern_op_set_attr(to, names[i], tern_enum_attr_get(tern_op_context(to), &tern_hal_enums[rows[i]], bits));
  }
}

static int64_t simplify(tern_op_t *create) {
  const tern_value_t *buffer = tern_op_result(create, 0);
  bool has_work = false, is_known;
  int64_t count = 0;
  tern_op_t *op = next_command(create, buffer, &is_known);
  while (op) {
    tern_op_t *next = next_command(op, buffer, &is_known);
    bool is_last = next && tern_op_is(next, TERN_HAL(COMMAND_BUFFER_FINALIZE));
    if (is_barrier(op) && (!has_work || is_last || (next && is_barrier(next)))) {
      if (has_work && !is_last) join_stages(op, next);
      tern_op_destroy(op);
      ++count;
    } else if (next && tern_op_is(op, TERN_HAL(COMMAND_BUFFER_BEGIN_DEBUG_GROUP)) &&
               tern_op_is(next, TERN_HAL(COMMAND_BUFFER_END_DEBUG_GROUP))) {
      tern_op_t *end = next;
      next = next_command(end, buffer, &is_known);
      tern_op_destroy(op);
      tern_op_destroy(end);
      count += 2;
    } else {
      has_work |= is_work(op);
    }
    op = next;
  }
  return count;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_op_list_t creates = tern_op_collect_row(op, TERN_PREORDER, TERN_HAL(COMMAND_BUFFER_CREATE));
  for (size_t i = 0; i < creates.count; ++i) {
    // Groups that hold nothing but groups, barriers that meet when a group goes: until nothing is left to do.
    for (int64_t count; (count = simplify(creates.values[i])) > 0;) tern_pass_count(pass, 0, count);
  }
  tern_vec_deinitialize(&creates);
  return true;
}

static const char *const statistics[] = {"num-elided - Number of commands elided", NULL};

const tern_pass_def_t tern_hal_elide_redundant_commands_pass = {
    .flag = "iree-hal-elide-redundant-commands",
    .summary = "Erase commands that change nothing",
    .statistics = statistics,
    .run = run,
};
