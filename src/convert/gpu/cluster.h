// Workgroups of a cluster (sm_90 and later): they wait for each other and reach each other's workgroup memory. On top of
// that, sums that several parts of a cluster or of a workgroup have are added up, always in the same order, so that results
// do not depend on who comes first.

#ifndef TERN_CONVERT_GPU_CLUSTER_H_
#define TERN_CONVERT_GPU_CLUSTER_H_

#include "rewrite/builder.h"

#define TERN_GPU_MAX_CLUSTER 8

// All threads of all workgroups of the cluster arrive, and wait for the others. A workgroup whose memory others may still
// read must not end before they do.
void tern_gpu_build_cluster_arrive(tern_builder_t *builder);
void tern_gpu_build_cluster_wait(tern_builder_t *builder);
void tern_gpu_build_cluster_barrier(tern_builder_t *builder);

// Workgroup memory of `count` elements.
tern_value_t *tern_gpu_build_shared_memory(tern_builder_t *builder, const tern_type_t *element, int64_t count);
// Address of element `place` (a value of type index, counted in the whole memref) of workgroup memory, as !llvm.ptr<3>.
tern_value_t *tern_gpu_build_shared_address(tern_builder_t *builder, tern_value_t *memory, tern_value_t *place);
// The same address in the memory of workgroup `rank` of the cluster, as !llvm.ptr<7>.
tern_value_t *tern_gpu_build_cluster_address(tern_builder_t *builder, tern_value_t *address, int64_t rank);
// A value, or a vector of them at a multiple of its size up to 16 bytes, at such an address.
void tern_gpu_build_cluster_store(tern_builder_t *builder, tern_value_t *value, tern_value_t *address);

// --- sums ---

// Parts of the same sums: each thread of each of `layers` parts of a workgroup, and of each of `blocks` workgroups of a
// cluster, has units, vectors of neighbours. It puts them into workgroup memory; behind a barrier whoever wants a unit gets
// the sum of all parts.
typedef struct tern_gpu_shared_sums {
  tern_value_t *memory;        // one row
  const tern_type_t *unit;     // vector
  tern_value_t *own;           // element of the thread's first unit in the first layer
  int64_t distance;            // elements from a unit of the thread to its next
  int64_t layers, layer_size;  // elements of a layer
  int64_t blocks;              // at most TERN_GPU_MAX_CLUSTER
  tern_value_t *addresses[TERN_GPU_MAX_CLUSTER];
} tern_gpu_shared_sums_t;

// Puts `values` to where units of layer `layer` (NULL: the only one) are.
void tern_gpu_build_shared_sums_put(tern_builder_t *builder, const tern_gpu_shared_sums_t *sums, tern_value_t *layer,
                                    tern_values_t values);
// Waits for all parts.
void tern_gpu_build_shared_sums_meet(tern_builder_t *builder, tern_gpu_shared_sums_t *sums);
// The sum of all parts of unit `number` (a value of type index) of the thread.
tern_value_t *tern_gpu_build_shared_sums_get(tern_builder_t *builder, const tern_gpu_shared_sums_t *sums,
                                             tern_value_t *number);

#endif  // TERN_CONVERT_GPU_CLUSTER_H_
