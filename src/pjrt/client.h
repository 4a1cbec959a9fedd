// Clients: the devices of this process and their memories.

#ifndef TERN_PJRT_CLIENT_H_
#define TERN_PJRT_CLIENT_H_

#include <stdatomic.h>

#include "pjrt/api.h"
#include "pjrt/support/error.h"
#include "pjrt/support/pool.h"
#include "pjrt/support/worker.h"
#include "tern/session.h"

// The name of the platform, by which JAX knows the plugin.
#define TERN_PJRT_PLATFORM "tern"

// Kinds of memory, the default first.
enum { TERN_PJRT_MEMORY_KIND_COUNT = 3 };

typedef struct memory_t {
  PJRT_Memory base;  // first: callers since version 0.105 go through its table
  int id, kind_id;
  const char *kind;  // static storage
  char text[64];     // for people
  PJRT_Device *device;
  struct user_data_t *user_data;  // what callers keep here, owned
} memory_t;

struct PJRT_DeviceDescription {
  int id;
  char kind[64];   // such as "cpu" or "NVIDIA H200"
  char text[128];  // for people
};

struct PJRT_Device {
  PJRT_DeviceDescription description;
  PJRT_Client *client;
  tern_device_t *device;
  bool is_host;                // its memory is the host's
  tern_pjrt_pool_t *pool;      // of its buffers
  tern_pjrt_worker_t *worker;  // runs programs
  memory_t memories[TERN_PJRT_MEMORY_KIND_COUNT];
  PJRT_Memory *memory_list[TERN_PJRT_MEMORY_KIND_COUNT];
};

// What programs may be compiled for without a client: the devices, described.
struct PJRT_TopologyDescription {
  PJRT_DeviceDescription **descriptions;
  size_t count;
};

// Immutable but for what its parts guard themselves. Counted: buffers and executables keep it.
struct PJRT_Client {
  atomic_size_t references;
  tern_instance_t *instance;
  const char *target;  // of compilations: "cpu", "cuda" ...; static storage
  char chip[16];       // of CUDA: "sm_90a"
  char *target_env;    // of Vulkan: owned
  PJRT_Device *devices;
  PJRT_Device **device_list;
  PJRT_Memory **memory_list;
  size_t device_count, memory_count;
  PJRT_TopologyDescription topology;
};

PJRT_Client *tern_pjrt_client_retain(PJRT_Client *client);
void tern_pjrt_client_release(PJRT_Client *client);
// The device of that number; NULL if there is none.
PJRT_Device *tern_pjrt_client_device(PJRT_Client *client, int64_t id);

// The text that says which tern this is.
const char *tern_pjrt_platform_version(void);

#endif  // TERN_PJRT_CLIENT_H_
