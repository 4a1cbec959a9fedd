// Hearing of what goes away, whoever takes it away: for those who keep pointers to ops and values while others change the IR
// without telling (the handles of transform scripts).

#ifndef TERN_IR_WATCHER_H_
#define TERN_IR_WATCHER_H_

#include "ir/types_fwd.h"

typedef struct tern_ir_watcher {
  // All uses of `value` become uses of `replacement`.
  void (*value_replaced)(struct tern_ir_watcher *watcher, tern_value_t *value, tern_value_t *replacement);
  // The memory of `op` is about to go; the ops inside went before.
  void (*op_destroyed)(struct tern_ir_watcher *watcher, tern_op_t *op);
  // The memory of a block's argument is about to go.
  void (*arg_destroyed)(struct tern_ir_watcher *watcher, tern_value_t *arg);
} tern_ir_watcher_t;

// Sets the watcher of a context (NULL: none) and returns the one before, to be put back.
tern_ir_watcher_t *tern_context_watch(tern_context_t *context, tern_ir_watcher_t *watcher);
// Tells the watcher, if there is one. For those who replace uses one by one.
void tern_watch_replacement(tern_value_t *value, tern_value_t *replacement);

#endif  // TERN_IR_WATCHER_H_
