// The version, which is said in CMakeLists.txt.

#include "tern/version.h"

const char *tern_version(void) { return TERN_VERSION; }
