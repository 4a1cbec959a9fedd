// Who touched what since which barrier. Two accesses of a granule by different invocations, one of them a write, are a race
// if they are of one workgroup and one epoch (no barrier between them orders the memory), or of different workgroups.
//
// Workgroups run one after another, and epochs only grow, so little has to be remembered: the last writer (two writers that
// do not race are ordered, and whoever races with the first one was found before the second one came), two different readers
// of the newest epoch (whoever writes is different from one of them), and one reader of an earlier workgroup.

#include <string.h>

#include "interpreter/program.h"
#include "ir/diagnostic.h"

static bool conflicts(const access_t *before, const access_t *now) {
  if (!before->op) return false;
  if (before->is_atomic && now->is_atomic) return false;
  if (before->workgroup != now->workgroup) return true;
  return before->epoch == now->epoch && before->invocation != now->invocation;
}

static bool report(const machine_t *machine, const access_t *before, const access_t *now, bool reads, bool wrote) {
  char text[160];
  const char *who = tern_interpreter_invocation_text(machine, before->workgroup, before->invocation);
  strncpy(text, who, sizeof text - 1);
  text[sizeof text - 1] = 0;
  tern_op_error(now->op, "races: %s %s what %s %s, and no barrier is between",
                tern_interpreter_invocation_text(machine, now->workgroup, now->invocation), reads ? "reads" : "writes",
                text, wrote ? "wrote" : "read");
  tern_emit_note(before->op->loc, "it was %s here", wrote ? "written" : "read");
  return false;
}

static bool note_read(const machine_t *machine, shadow_t *shadow, const access_t *now) {
  if (conflicts(&shadow->writer, now)) return report(machine, &shadow->writer, now, true, true);
  access_t *first = &shadow->reader[0], *second = &shadow->reader[1];
  if (first->op && first->workgroup != now->workgroup) shadow->stranger = *first;
  if (!first->op || first->workgroup != now->workgroup || first->epoch != now->epoch) {
    *first = *now;
    second->op = NULL;
  } else if (first->invocation != now->invocation) {
    *second = *now;
  }
  return true;
}

static bool note_write(const machine_t *machine, shadow_t *shadow, const access_t *now) {
  if (conflicts(&shadow->writer, now)) return report(machine, &shadow->writer, now, false, true);
  const access_t *readers[] = {&shadow->reader[0], &shadow->reader[1], &shadow->stranger};
  for (size_t i = 0; i < 3; ++i) {
    if (conflicts(readers[i], now)) return report(machine, readers[i], now, false, false);
  }
  bool is_shared = now->is_atomic && shadow->writer.op && shadow->writer.is_atomic &&
                   shadow->writer.workgroup == now->workgroup && shadow->writer.epoch == now->epoch &&
                   shadow->writer.invocation != now->invocation;
  shadow->writer = *now;
  if (is_shared) shadow->writer.invocation = -1;
  return true;
}

bool tern_interpreter_touch(machine_t *machine, const invocation_t *invocation, const instruction_t *instruction,
                            uint32_t buffer_number, size_t offset, size_t size, touch_t touch) {
  buffer_t *buffer = &machine->buffers.values[buffer_number];
  access_t now = {.op = instruction->op,
                  .workgroup = machine->workgroup,
                  .epoch = machine->epoch[buffer->kind == BUFFER_WORKGROUP],
                  .invocation = (int32_t)invocation->number,
                  .is_atomic = touch == TOUCH_ATOMIC};
  uint32_t granule = machine->program->granule;
  for (size_t g = offset / granule; g * granule < offset + size; ++g) {
    shadow_t *shadow = &buffer->shadows[g];
    if (touch != TOUCH_WRITE && buffer->kind != BUFFER_BINDING && !shadow->writer.op) {
      return tern_op_error(instruction->op, "reads %s memory that was never written: %s",
                           buffer->kind == BUFFER_WORKGROUP ? "workgroup" : "private",
                           tern_interpreter_invocation_text(machine, now.workgroup, now.invocation));
    }
    if (touch == TOUCH_READ ? !note_read(machine, shadow, &now) : !note_write(machine, shadow, &now)) return false;
  }
  return true;
}
