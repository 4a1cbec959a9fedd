// Portable artifacts: StableHLO programs in VHLO of some version, as bytecode.

#ifndef TERN_PIPELINE_DRIVER_PORTABLE_ARTIFACT_H_
#define TERN_PIPELINE_DRIVER_PORTABLE_ARTIFACT_H_

#include "base/string.h"
#include "ir/op.h"
#include "tern/translate.h"

// --serialize and --deserialize
tern_status_t tern_translate_to_portable_artifact(tern_op_t *module, const tern_translate_options_t *options,
                                                  tern_string_builder_t *out);
tern_status_t tern_translate_from_portable_artifact(tern_op_t *module, const tern_translate_options_t *options,
                                                    tern_string_builder_t *out);

// Brings a module that has ops of VHLO to StableHLO of today; any other is left as it is.
tern_status_t tern_upgrade_portable_artifact(tern_op_t *module);

#endif  // TERN_PIPELINE_DRIVER_PORTABLE_ARTIFACT_H_
