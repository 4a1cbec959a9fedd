// Where a value comes from when no op computes it: branches, loops, conditionals, calls and regions that only pass values
// on (upstream: Util/Analysis/Explorer).

#ifndef TERN_ANALYSIS_VALUE_FLOW_H_
#define TERN_ANALYSIS_VALUE_FLOW_H_

#include "base/map.h"
#include "ir/op_def.h"

// Which calls each function has. Wrong once calls come or go.
typedef struct tern_value_flow {
  tern_map_t calls;  // util.func -> list of its calls, owned
} tern_value_flow_t;

void tern_value_flow_initialize(tern_value_flow_t *flow, tern_op_t *module);
void tern_value_flow_deinitialize(tern_value_flow_t *flow);

// `use` hands its value on to the value that was asked for.
typedef void (*tern_flow_fn_t)(tern_operand_t *use, void *user);

typedef enum tern_flow_kind {
  TERN_FLOW_COMPUTED,  // an op makes the value itself: no sources
  TERN_FLOW_COMPLETE,  // all sources were given
  TERN_FLOW_OPEN,      // others may pass something too: an argument of a public function, a result of an import
} tern_flow_kind_t;

// Calls back for each operand that may become `value`.
tern_flow_kind_t tern_value_flow_sources(const tern_value_flow_t *flow, const tern_value_t *value,
                                         tern_flow_fn_t callback, void *user);
// Is the operand one that an op passes on, so that some other value has it as a source (or something outside gets it)?
bool tern_value_flow_passes_on(const tern_operand_t *use);

#endif  // TERN_ANALYSIS_VALUE_FLOW_H_
