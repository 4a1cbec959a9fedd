// Layouts as code: the places that a layout gives, as arithmetic on index values.

#ifndef TERN_CONVERT_GPU_LAYOUT_PLACES_H_
#define TERN_CONVERT_GPU_LAYOUT_PLACES_H_

#include "analysis/layout/linear_layout.h"
#include "rewrite/builder.h"

// Builds the outputs of a layout from its inputs, values of type index below the sizes of their dimensions (NULL: zero).
// Bits that stay together are moved together: what of a lane's number counts rows is one division, or one remainder.
void tern_gpu_build_places(tern_builder_t *builder, const tern_layout_t *layout, tern_value_t *const *ins,
                           tern_value_t **out_outs);

#endif  // TERN_CONVERT_GPU_LAYOUT_PLACES_H_
