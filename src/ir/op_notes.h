// Notes with the op that an error is about (--mlir-print-op-on-diagnostic). The printer is not of this room, so a driver that
// wants the notes gives it to the context as an extension under the key.

#ifndef TERN_IR_OP_NOTES_H_
#define TERN_IR_OP_NOTES_H_

#include "ir/op.h"

typedef struct tern_op_notes {
  void (*print_op)(const tern_op_t *op, tern_string_builder_t *out);
} tern_op_notes_t;

extern const char tern_op_notes_key;

#endif  // TERN_IR_OP_NOTES_H_
