// Groups of devices by the axes of a mesh, as lists of numbers.

#ifndef TERN_ANALYSIS_MESH_GROUPS_H_
#define TERN_ANALYSIS_MESH_GROUPS_H_

#include "ir/op.h"

// What stands for #stablehlo.replica_group_mesh_axes on this collective: tensor<groups x members>. NULL after an error.
const tern_attr_t *tern_hlo_flat_groups(const tern_op_t *op);
// The same in place, for every collective that has such groups. False after an error.
bool tern_hlo_flatten_groups(tern_op_t *op);

#endif  // TERN_ANALYSIS_MESH_GROUPS_H_
