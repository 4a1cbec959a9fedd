// Which tern this is.

#ifndef TERN_VERSION_H_
#define TERN_VERSION_H_

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is called, "major.minor.patch". Static storage; thread-safe. Both libtern and libternrt have
// it, the small runtime does not.
TERN_API const char *tern_version(void);

#ifdef __cplusplus
}
#endif

#endif  // TERN_VERSION_H_
