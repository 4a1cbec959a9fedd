// What the commands of a command buffer do with slots: the buffers of a table that come when it is submitted.

#ifndef TERN_RUNTIME_DRIVERS_SLOT_USES_H_
#define TERN_RUNTIME_DRIVERS_SLOT_USES_H_

#include <stdbool.h>

#include "base/vec.h"
#include "tern/runtime.h"

struct tern_driver_t;

typedef struct tern_slot_use_t {
  size_t begin, end;  // bytes that are used; equal: none
  size_t alignment;   // that is relied on
  bool is_written;
} tern_slot_use_t;

typedef TERN_VEC(tern_slot_use_t) tern_slot_uses_t;

// Notes that a command uses `range` of slot `slot`. False without memory.
bool tern_slot_uses_note(tern_slot_uses_t *uses, size_t slot, tern_buffer_range_t range, size_t alignment,
                         bool is_written);
// May the buffers of `table` be used as the commands use their slots? They are the driver's, large and aligned enough, and
// what is written overlaps nothing that is used under another slot.
bool tern_slot_uses_fit(const tern_slot_uses_t *uses, const struct tern_driver_t *driver,
                        const tern_buffer_range_t *table, size_t table_size);

#endif  // TERN_RUNTIME_DRIVERS_SLOT_USES_H_
