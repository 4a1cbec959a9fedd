// Devices of a client.

#ifndef TERN_PJRT_DEVICE_H_
#define TERN_PJRT_DEVICE_H_

#include "pjrt/client.h"

// Opens the `ordinal`-th device of `driver` as device `id` of the client.
PJRT_Error *tern_pjrt_device_initialize(PJRT_Device *device, PJRT_Client *client, const char *driver, size_t ordinal,
                                        int id);
// Waits for the programs that run. Does nothing to a device of zeros.
void tern_pjrt_device_deinitialize(PJRT_Device *device);
// What a memory of the device belongs to.
static inline memory_t *tern_pjrt_memory(PJRT_Memory *memory) { return (memory_t *)memory; }

#endif  // TERN_PJRT_DEVICE_H_
