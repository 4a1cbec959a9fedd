// Formats of 8 bits and less that no target has all arithmetic for: computed in f32, and kept as integers.

#ifndef TERN_PIPELINE_STAGES_NARROW_FLOATS_H_
#define TERN_PIPELINE_STAGES_NARROW_FLOATS_H_

#define TERN_NARROW_FLOATS \
  "f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU,f4E2M1FN,f6E2M3FN,f6E3M2FN"

#endif  // TERN_PIPELINE_STAGES_NARROW_FLOATS_H_
