// Finding drivers by name.

#ifndef TERN_RUNTIME_DRIVERS_H_
#define TERN_RUNTIME_DRIVERS_H_

#include "base/string.h"
#include "runtime/device.h"

// Errors: TERN_NOT_FOUND.
tern_status_t tern_driver_find(tern_str_t name, const tern_driver_t **out_driver);

#endif  // TERN_RUNTIME_DRIVERS_H_
