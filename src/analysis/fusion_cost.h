// Does it pay to fuse ops? One estimate for all devices and all passes that decide what becomes a dispatch.
//
// A dispatch takes the time of its launch, and then that of its memory traffic or of its arithmetic, whichever is longer. A machine
// reaches its rates only with enough strands, work that can go on at the same time: a dispatch that has half as many takes twice the
// time. What is fused shares strands, saves traffic and launches, and perhaps computes something more than once.

#ifndef TERN_ANALYSIS_FUSION_COST_H_
#define TERN_ANALYSIS_FUSION_COST_H_

#include "base/string.h"
#include "ir/op.h"
#include "pass/pass.h"

typedef struct tern_fusion_rates {
  double bytes, ops;            // of memory, and simple operations, that all strands get through in a nanosecond
  double strands;               // that it takes for that
  double dispatch_nanoseconds;  // that a dispatch takes besides
  // Ops of a dispatch that is no kernel of rows run on tiles of the loops that they have in common. These loops go along memory,
  // and then so many strands go on side by side with one element of them; or they do not, then it is so many, which reach this part
  // of `bytes`.
  double tile_strands, scattered_strands, scattered;
  // Element-wise ops reach this part of `bytes` in such tiles: they wait for each other at barriers, with little under way.
  double tiled;
  // Simple operations that cost as much as to read four bytes again that have just been written.
  double recomputed_ops;
  bool shares_rows;  // one row of a reduction is read by many strands, also in a dispatch of several ops
} tern_fusion_rates_t;

// Of the machine with that name: "cpu", "vulkan", or "cuda"; NULL if there is none.
const tern_fusion_rates_t *tern_fusion_rates_find(tern_str_t machine);

// The option of passes that says it, and its rates: NULL, after an error at `root`, if there is no such machine.
#define TERN_FUSION_MACHINE_OPTION \
  {"machine", TERN_OPTION_STRING, "cpu", "What the costs of fusion are estimated for: cpu, cuda or vulkan", NULL}
const tern_fusion_rates_t *tern_fusion_rates_of_pass(const tern_op_t *root, const tern_pass_t *pass);

// What an op does in a dispatch, or several ops of it one after the other.
typedef struct tern_fusion_work {
  double bytes;    // read from memory and written to it
  double ops;      // simple operations
  double strands;  // that it can be shared out to
} tern_fusion_work_t;

// The time of such work without the launch. `part`: of `bytes`, which the dispatch reaches.
double tern_fusion_nanoseconds(const tern_fusion_rates_t *rates, const tern_fusion_work_t *work, double part);
// Simple operations that an op in a body takes, and all of the body of a structured op for each iteration.
double tern_fusion_op_cost(const tern_op_t *op);
double tern_fusion_body_ops(const tern_op_t *op);
// Does an element of this element-wise op cost less to compute again than to read, once it is written?
bool tern_fusion_is_cheap(const tern_fusion_rates_t *rates, const tern_op_t *op);

#endif  // TERN_ANALYSIS_FUSION_COST_H_
