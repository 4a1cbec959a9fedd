// Options of the ready-made pipelines that a program goes through, as command lines spell them: iree-flow-NAME=VALUE.

#ifndef TERN_PIPELINE_PROGRAM_OPTIONS_H_
#define TERN_PIPELINE_PROGRAM_OPTIONS_H_

#include "base/string.h"
#include "tern/program.h"

// TERN_INVALID_ARGUMENT for a switch that no pipeline has.
tern_status_t tern_program_switches_check(const tern_program_options_t *options);
// Appends ` name="value"` for each switch of the pipeline, which is named by its flag.
void tern_program_switches_append(const tern_program_options_t *options, const char *pipeline,
                                  tern_string_builder_t *out);

#endif  // TERN_PIPELINE_PROGRAM_OPTIONS_H_
