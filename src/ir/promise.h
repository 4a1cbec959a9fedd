// Attributes whose values are still being made. A promise is a distinct attribute that stands for the value in the IR; passes
// carry it along without a look at it, and whoever needs the value asks for it, which is when the promise is kept.
//
// So machine code is generated on other threads while this one goes on with the program around it.

#ifndef TERN_IR_PROMISE_H_
#define TERN_IR_PROMISE_H_

#include "ir/attr.h"

typedef struct tern_promise {
  // Makes the value, waiting for it if need be, and frees `user`. NULL after an error. Called at most once.
  const tern_attr_t *(*keep)(tern_context_t *context, void *user);
  // Frees `user` where nobody asked for the value before the context ends.
  void (*drop)(void *user);
  void *user;
} tern_promise_t;

// A new promise. Printed, it is `distinct[n]<unit>`: IR that others are to read must not hold any.
const tern_attr_t *tern_promise_attr_create(tern_context_t *context, const tern_promise_t *promise);
bool tern_attr_is_promise(const tern_attr_t *attr);
// The value of a promise, NULL if it could not be kept (the diagnostic came with the first question); another attribute is
// its own value.
const tern_attr_t *tern_promise_attr_value(const tern_attr_t *attr);

#endif  // TERN_IR_PROMISE_H_
