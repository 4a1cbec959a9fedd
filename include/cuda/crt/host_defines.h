// Where newer toolkits have the words of the language.

#ifndef TERN_CRT_HOST_DEFINES_H_
#define TERN_CRT_HOST_DEFINES_H_

#include "../host_defines.h"

#endif  // TERN_CRT_HOST_DEFINES_H_
