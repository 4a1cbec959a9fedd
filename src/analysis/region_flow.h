// Where control goes among the regions of structured ops, and which values it carries (upstream: RegionBranchOpInterface
// and RegionBranchTerminatorOpInterface).

#ifndef TERN_ANALYSIS_REGION_FLOW_H_
#define TERN_ANALYSIS_REGION_FLOW_H_

#include "ir/op_def.h"

// One way that control may take.
typedef struct tern_region_edge {
  int region;            // the region that is entered, or -1: the op ends
  size_t operand_start;  // the operands (of the op, or of the terminator that is left) that are carried
  size_t operand_count;
  size_t input_start;  // the first argument or result that gets one; others are made by the op itself
} tern_region_edge_t;

typedef void (*tern_region_edge_fn_t)(const tern_region_edge_t *edge, void *user);

// Does the op say where control goes? Of others nothing is known: any of their regions may run.
bool tern_region_flow_is_known(const tern_op_t *op);
// The ways from the start of a known op. `constants[i]`: the value of operand i, or NULL where it is not known.
void tern_region_flow_enter(const tern_op_t *op, const tern_attr_t *const *constants, tern_region_edge_fn_t callback,
                            void *user);
// The ways from a terminator of a region of a known op; `constants` are of the terminator's operands.
void tern_region_flow_leave(const tern_op_t *terminator, const tern_attr_t *const *constants,
                            tern_region_edge_fn_t callback, void *user);
// The only successor that a branch with these operands can take, or -1: any.
int tern_branch_known_successor(const tern_op_t *op, const tern_attr_t *const *constants);

#endif  // TERN_ANALYSIS_REGION_FLOW_H_
