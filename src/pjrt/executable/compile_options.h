// What a framework says of a compilation: the fields of XLA's CompileOptionsProto that mean something here.

#ifndef TERN_PJRT_COMPILE_OPTIONS_H_
#define TERN_PJRT_COMPILE_OPTIONS_H_

#include "pjrt/support/error.h"

// Options of the user's own, `compiler_options` of jax.jit.
typedef struct override_t {
  char *key, *value;  // owned
} override_t;

typedef struct compile_options_t {
  int64_t replica_count, partition_count;
  int64_t device_ordinal;  // -1: any
  int64_t *device_ids;     // for each replica and each of its partitions; owned; NULL: none were said
  size_t device_id_count;
  override_t *overrides;  // owned
  size_t override_count;
} compile_options_t;

// Reads `size` bytes of a serialized proto. What is read does not refer to them. Errors: INVALID_ARGUMENT for what is none.
PJRT_Error *tern_pjrt_compile_options_read(const char *data, size_t size, compile_options_t *out_options);
void tern_pjrt_compile_options_deinitialize(compile_options_t *options);
// Writes the assignment of devices as XLA's DeviceAssignmentProto: `ids` of the replicas' partitions. `*out_size` bytes that the caller
// owns (free()); NULL without memory.
char *tern_pjrt_device_assignment_write(const int64_t *ids, int64_t replica_count, int64_t partition_count,
                                        size_t *out_size);

#endif  // TERN_PJRT_COMPILE_OPTIONS_H_
