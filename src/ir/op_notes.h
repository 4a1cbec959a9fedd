// How messages write ops, and whether each error about an op has a note with it (--mlir-print-op-on-diagnostic). The printer is
// not of this room, so a driver gives it to the context as an extension under the key.

#ifndef TERN_IR_OP_NOTES_H_
#define TERN_IR_OP_NOTES_H_

#include "ir/op.h"

typedef struct tern_op_notes {
  void (*print_op)(const tern_op_t *op, tern_string_builder_t *out);
  bool adds_notes;
} tern_op_notes_t;

extern const char tern_op_notes_key;

#endif  // TERN_IR_OP_NOTES_H_
