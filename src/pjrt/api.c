// The plugin's only export, GetPjrtApi, and what belongs to no object.

#include "pjrt/api.h"

#include "pjrt/extensions.h"
#include "pjrt/support/error.h"
#include "tern/version.h"

#define DONE(function)
#define REFUSED(function, message)                                                                              \
  static PJRT_Error *tern_pjrt_##function(PJRT_##function##_Args *args) {                                       \
    (void)args;                                                                                                 \
    return tern_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "%s is not supported by tern: %s", "PJRT_" #function, \
                           message);                                                                            \
  }
#include "pjrt/functions.def"
#undef DONE
#undef REFUSED

TERN_PJRT_DEFINE(Plugin_Initialize) {
  (void)args;
  return NULL;
}

#define TEXT(key, text)                        \
  {.struct_size = PJRT_NamedValue_STRUCT_SIZE, \
   .name = key,                                \
   .name_size = sizeof(key) - 1,               \
   .type = PJRT_NamedValue_kString,            \
   .string_value = text,                       \
   .value_size = sizeof(text) - 1}
#define INTEGERS(key, list)                    \
  {.struct_size = PJRT_NamedValue_STRUCT_SIZE, \
   .name = key,                                \
   .name_size = sizeof(key) - 1,               \
   .type = PJRT_NamedValue_kInt64List,         \
   .int64_array_value = list,                  \
   .value_size = sizeof(list) / sizeof(list)[0]}

// Programs arrive in the older of this version of VHLO and the framework's own.
static const int64_t stablehlo_current[] = {TERN_PJRT_STABLEHLO_NUMBERS}, stablehlo_minimum[] = {0, 9, 0};
static const PJRT_NamedValue attributes[] = {
    TEXT("tern_version", TERN_VERSION),
    INTEGERS("stablehlo_current_version", stablehlo_current),
    INTEGERS("stablehlo_minimum_version", stablehlo_minimum),
};

TERN_PJRT_DEFINE(Plugin_Attributes) {
  args->attributes = attributes;
  args->num_attributes = sizeof attributes / sizeof attributes[0];
  return NULL;
}

#define DONE(function) .PJRT_##function = tern_pjrt_##function,
#define REFUSED(function, message) .PJRT_##function = tern_pjrt_##function,
static const PJRT_Api api = {
    .struct_size = PJRT_Api_STRUCT_SIZE,
    .extension_start = (PJRT_Extension_Base *)&tern_pjrt_first_extension,
    .pjrt_api_version = {.struct_size = PJRT_Api_Version_STRUCT_SIZE,
                         .major_version = PJRT_API_MAJOR,
                         .minor_version = PJRT_API_MINOR},
    .PJRT_Error_Destroy = tern_pjrt_Error_Destroy,
    .PJRT_Error_Message = tern_pjrt_Error_Message,
#include "pjrt/functions.def"
};
#undef DONE
#undef REFUSED

// The plugin's only name: what frameworks look for.
__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) { return &api; }
