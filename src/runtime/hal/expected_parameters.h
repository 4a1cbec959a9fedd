// What programs say of parameters before they load them, and where archives have them.

#ifndef TERN_RUNTIME_HAL_EXPECTED_PARAMETERS_H_
#define TERN_RUNTIME_HAL_EXPECTED_PARAMETERS_H_

#include "base/string.h"
#include "runtime/hal/hal_objects.h"
#include "runtime/parameters/parameters.h"
#include "runtime/session.h"

// A parameter that a program told of. Immutable.
typedef struct tern_expected_parameter_t {
  struct tern_expected_parameter_t *next;
  tern_str_t scope, key;  // as it is loaded; their bytes follow
  tern_str_t source;      // the key in archives, if what is loaded is packed; else data is NULL
  size_t alignment;       // of the address that code relies on, in bytes
  // The array in archives.
  tern_element_type_t element_type;
  uint32_t rank;
  const int64_t *dims;
  // How it is packed (base/panels.h); the columns are those of the matrix, or its rows if it is transposed.
  int64_t width, group;
  bool is_transposed;
} tern_expected_parameter_t;

// What the session's programs said of a parameter; NULL if nothing.
const tern_expected_parameter_t *tern_expected_parameter_find(tern_session_t *session, tern_str_t scope,
                                                              tern_str_t key);
void tern_expected_parameters_release(tern_session_t *session);

// The first archive of the scope that has the parameter. NULL if none has; then `out_has_scope` says whether there is any.
const tern_parameter_t *tern_session_parameter(const tern_session_t *session, tern_str_t scope, tern_str_t key,
                                               tern_parameters_t **out_archive, bool *out_has_scope);
// A failure that names the parameter, and its file if it has one.
tern_status_t tern_parameter_failure(tern_str_t scope, tern_str_t key, const tern_parameters_t *archive,
                                     tern_status_code_t code, const char *what);

// Writes the panels of a parameter to `out`, on all threads of a device of the CPU (`device` may be another, too). What was read
// of a file is given back, a piece at a time, so that there is never much more in memory than the panels.
tern_status_t tern_expected_parameter_pack(const tern_expected_parameter_t *expected, const tern_parameters_t *archive,
                                           const tern_parameter_t *parameter, tern_device_t *device, char *out);
size_t tern_expected_parameter_packed_size(const tern_expected_parameter_t *expected);
// Copies bytes from `offset` on of the parameter, as programs see it.
void tern_parameter_read(const tern_parameter_t *parameter, uint64_t offset, size_t size, unsigned char *out);

#endif  // TERN_RUNTIME_HAL_EXPECTED_PARAMETERS_H_
