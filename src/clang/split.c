#include "clang/plan.h"
tern_device_compilation_t tern_plan_split_compilation(tern_plan_t *plan, const tern_source_t *source,
                                                      tern_cuda_architecture_t architecture) {
  return tern_plan_merged_compilation(plan, source, architecture);
}
void tern_plan_add_split_object(tern_plan_t *plan, const tern_source_t *source) {
  tern_plan_add_merged_object(plan, source);
}
