// Everything that can be asked for by name: dialects, passes, pipelines.

#ifndef TERN_PIPELINE_REGISTRY_H_
#define TERN_PIPELINE_REGISTRY_H_

#include "ir/context.h"
#include "pass/pass.h"

// All passes and pipelines of libtern, sorted by flag; those of libtern-test are loaded when they are asked for. Static.
extern const tern_pass_registry_t tern_all_passes;

// Makes all dialects known to the context. Costs a hash insertion each.
void tern_register_all_dialects(tern_context_t *context);

#endif  // TERN_PIPELINE_REGISTRY_H_
