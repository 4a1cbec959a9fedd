// Extensions of the API: a chain that callers walk.

#ifndef TERN_PJRT_EXTENSIONS_H_
#define TERN_PJRT_EXTENSIONS_H_

#include <xla/pjrt/c/pjrt_c_api.h>
#include <xla/pjrt/c/pjrt_c_api_layouts_extension.h>
#include <xla/pjrt/c/pjrt_c_api_memory_descriptions_extension.h>
#include <xla/pjrt/c/pjrt_c_api_shardings_extension.h>

#include "pjrt/callbacks.h"

// In the order of the chain.
extern PJRT_Layouts_Extension tern_pjrt_first_extension;
extern PJRT_Shardings_Extension tern_pjrt_shardings_extension;
extern PJRT_MemoryDescriptions_Extension tern_pjrt_memory_descriptions_extension;
extern tern_pjrt_host_calls_extension_t tern_pjrt_host_calls_extension;

#endif  // TERN_PJRT_EXTENSIONS_H_
