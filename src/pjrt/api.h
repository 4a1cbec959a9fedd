// The functions of PJRT_Api: PJRT_Client_Create is tern_pjrt_Client_Create. Which there are, functions.def says.

#ifndef TERN_PJRT_API_H_
#define TERN_PJRT_API_H_

#include <xla/pjrt/c/pjrt_c_api.h>

// The version of StableHLO that programs are asked for in, as numbers and as text.
#define TERN_PJRT_STABLEHLO_NUMBERS 1, 22, 0
#define TERN_PJRT_STABLEHLO_TEXT "1.22.0"

#define TERN_PJRT_DEFINE(function) PJRT_Error *tern_pjrt_##function(PJRT_##function##_Args *args)

#define DONE(function) TERN_PJRT_DEFINE(function);
#define REFUSED(function, message)
#include "pjrt/functions.def"
#undef DONE
#undef REFUSED
// These two have nothing that they could give back.
void tern_pjrt_Error_Destroy(PJRT_Error_Destroy_Args *args);
void tern_pjrt_Error_Message(PJRT_Error_Message_Args *args);

#endif  // TERN_PJRT_API_H_
