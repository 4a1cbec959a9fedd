// Reads the declaration of a function, as module files have it, for what the framework said of its arguments.

#ifndef TERN_PJRT_DECLARATION_H_
#define TERN_PJRT_DECLARATION_H_

#include <stdbool.h>
#include <stddef.h>

// Has the `index`-th argument an attribute of that name? A declaration is a text like
// "sync func @main(%input0: tensor<4xf32> {iree.abi.output = 0 : index}, %input1: tensor<f32>) -> (...)". False if it has another form.
bool tern_pjrt_argument_has(const char *declaration, size_t index, const char *name);

#endif  // TERN_PJRT_DECLARATION_H_
