// Types of the language and of the runtime.

#ifndef TERN_BUILTIN_TYPES_H_
#define TERN_BUILTIN_TYPES_H_

#include "driver_types.h"

#endif  // TERN_BUILTIN_TYPES_H_
