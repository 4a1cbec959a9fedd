// Which tern this is.

#ifndef TERN_VERSION_H_
#define TERN_VERSION_H_

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// The version of these headers, "major.minor.patch". The build takes it from here.
#define TERN_VERSION "0.1.0"

// The version of the library that is called, in the same form. Static storage; thread-safe. Both libtern and libternrt have it, the
// small runtime does not.
TERN_API const char *tern_version(void);

#ifdef __cplusplus
}
#endif

#endif  // TERN_VERSION_H_
