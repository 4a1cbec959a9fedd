// Regions of hal.device.memoize: run once, or put back in place.

#ifndef TERN_TRANSFORM_HAL_MEMOIZE_REGIONS_H_
#define TERN_TRANSFORM_HAL_MEMOIZE_REGIONS_H_

#include "ir/op.h"

// Moves the ops of a region in front of the op, whose results become the values that the region returns. Erases the op.
void tern_hal_inline_memoize(tern_op_t *op);
// Runs a region when the module is loaded, and keeps its results in globals. Erases the op. False, and nothing is changed,
// if the region uses what is not the same at every call.
bool tern_hal_outline_memoize(tern_op_t *module, tern_op_t *op);

#endif  // TERN_TRANSFORM_HAL_MEMOIZE_REGIONS_H_
