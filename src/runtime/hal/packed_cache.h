// Panels of parameters, kept in a folder from one run to the next. Not in the small runtime.
//
// A file is a page with a header, and the panels, which are mapped. Its name is a checksum of all that the panels were made of: the
// file of the parameters with its size and times, the place in it, and how they are packed. The header has that text whole, and
// a checksum of the panels: what does not match is made anew. Files appear whole, by being renamed.

#ifndef TERN_RUNTIME_HAL_PACKED_CACHE_H_
#define TERN_RUNTIME_HAL_PACKED_CACHE_H_

#include "runtime/hal/expected_parameters.h"

// Finds the panels in the session's folder, or makes and keeps them there, and makes a buffer of them. `*out_buffer` is NULL if
// there is no folder, the device is not the CPU, the parameter is of no file, or the folder cannot be written.
tern_status_t tern_packed_cache_load(const tern_session_t *session, const tern_expected_parameter_t *expected,
                                     const tern_parameters_t *archive, const tern_parameter_t *parameter,
                                     tern_device_t *device, tern_hal_buffer_t **out_buffer);

#endif  // TERN_RUNTIME_HAL_PACKED_CACHE_H_
