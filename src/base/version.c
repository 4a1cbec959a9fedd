// The version of this build.

#include "tern/version.h"

const char *tern_version(void) { return TERN_VERSION; }
