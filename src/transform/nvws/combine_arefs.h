// What --nvws-lower-aref does to arefs before it makes barriers of them.

#ifndef TERN_TRANSFORM_NVWS_COMBINE_AREFS_H_
#define TERN_TRANSFORM_NVWS_COMBINE_AREFS_H_

#include "ir/op.h"

// Makes one aref of those that one consumer of the loop waits for together, so that there is one barrier for all.
void tern_nvws_combine_arefs(tern_op_t *loop);
// Gives arefs of `module` that are filled by copies of descriptors `depth` places.
void tern_nvws_deepen_arefs(tern_op_t *module, int64_t depth);

#endif  // TERN_TRANSFORM_NVWS_COMBINE_AREFS_H_
