// Nothing but the words of the language.

#ifndef TERN_DEVICE_TYPES_H_
#define TERN_DEVICE_TYPES_H_

#include "host_defines.h"

#endif  // TERN_DEVICE_TYPES_H_
