// On which processors the threads of a CPU device run. Linux only, as the pool of threads is. Not in the small runtime.

#ifndef TERN_RUNTIME_PLACEMENT_H_
#define TERN_RUNTIME_PLACEMENT_H_

#include <sched.h>
#include <stdint.h>

#include "tern/runtime.h"

// What there is to choose from.
typedef struct tern_machine_t {
  uint32_t processor_count;  // that the machine may have; they are numbered from 0
  cpu_set_t usable;          // those that the calling thread may use
  uint32_t node;             // the NUMA node that it runs on
  const char *node_folder;   // has `online` and, for each node, `nodeN/cpulist`
} tern_machine_t;

// Processors in the order in which threads take them. A thread may run on all processors of the group that its own belongs
// to: processors listed by number are groups of one, those of a NUMA node are one group.
typedef struct tern_placement_t {
  uint32_t count;
  uint16_t processors[CPU_SETSIZE];
  uint16_t groups[CPU_SETSIZE];
} tern_placement_t;

// Errors: TERN_UNSUPPORTED if the system does not tell, or has more processors than a cpu_set_t.
tern_status_t tern_machine_describe(tern_machine_t *out_machine);

// Chooses the processors for the threads of a device with these options, one of `cpu_ids` and `numa_nodes` among them.
// Errors: as tern_device_create().
tern_status_t tern_placement_find(const tern_machine_t *machine, const tern_device_options_t *options,
                                  tern_placement_t *out_placement);

// The processors that thread `thread` of `thread_count`, at most as many as there are processors, may run on.
void tern_placement_get(const tern_placement_t *placement, uint32_t thread, uint32_t thread_count, cpu_set_t *out_set);

#endif  // TERN_RUNTIME_PLACEMENT_H_
