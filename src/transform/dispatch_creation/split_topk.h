// Splitting iree_linalg_ext.topk along the dimension that it searches.

#ifndef TERN_TRANSFORM_DISPATCH_CREATION_SPLIT_TOPK_H_
#define TERN_TRANSFORM_DISPATCH_CREATION_SPLIT_TOPK_H_

#include "ir/op.h"

// Each op becomes one that searches `ratios[0]` parts side by side, and one that searches their results, which is split by
// `ratios[1]` and so on. How many ops were split.
size_t tern_split_topk(tern_op_t *root, const int64_t *ratios, size_t ratio_count);

#endif  // TERN_TRANSFORM_DISPATCH_CREATION_SPLIT_TOPK_H_
