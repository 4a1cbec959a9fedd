// Comparing diagnostics with what comments in the source expect (--verify-diagnostics).
//
//   // expected-error @below {{part of the message}}
//   // expected-note@+2 {{...}}   expected-warning@above   expected-remark@unknown   expected-error-re {{a {{[0-9]+}}}}

#ifndef TERN_PIPELINE_EXPECTED_DIAGNOSTICS_H_
#define TERN_PIPELINE_EXPECTED_DIAGNOSTICS_H_

#include "base/vec.h"
#include "pipeline/source.h"

typedef struct tern_expectation {
  tern_severity_t severity;
  uint32_t line;  // that is pointed at; 0: nowhere
  uint32_t own_line, own_column;
  tern_str_t text;  // part of the message, or with is_regex what it must match; points into the source
  bool is_regex;
  bool is_met;
} tern_expectation_t;

// Zero-initialise, then tern_expectations_read().
typedef struct tern_expectations {
  tern_source_t source;
  TERN_VEC(tern_expectation_t) values;
  tern_string_builder_t report;  // what did not agree, as text for the user
  bool allows_others;            // diagnostics that nobody expects are fine
} tern_expectations_t;

void tern_expectations_read(tern_expectations_t *expectations, tern_source_t source);
void tern_expectations_deinitialize(tern_expectations_t *expectations);
// Marks the expectation that this diagnostic meets, or reports it as unexpected.
void tern_expectations_meet(tern_expectations_t *expectations, const tern_diagnostic_t *diagnostic);
// Reports expectations that were not met. True if nothing was reported at all.
bool tern_expectations_finish(tern_expectations_t *expectations);

#endif  // TERN_PIPELINE_EXPECTED_DIAGNOSTICS_H_
