// Types of tt as types of ttg: tensors get the encoding that tensors have before anybody knows better (upstream:
// TritonGPUTypeConverter and TritonGPUConversionTarget).
//
//   tensor<128x64xf32>            -> tensor<128x64xf32, #blocked>
//   !tt.ptr<tensor<64x64xf16>, 1> -> !tt.ptr<tensor<64x64xf16, #blocked>, 1>
//   anything else                 -> itself, tensors that have an encoding too
//
// Where an op needs a value in another encoding than it has, a ttg.convert_layout is made.

#ifndef TERN_CONVERT_TRITON_TO_TTG_TYPE_CONVERTER_H_
#define TERN_CONVERT_TRITON_TO_TTG_TYPE_CONVERTER_H_

#include "dialect/ttg/blocked.h"
#include "rewrite/conversion.h"

typedef struct tern_ttg_type_converter {
  tern_type_converter_t base;
  tern_ttg_machine_t machine;
  bool keeps_sources;  // where an op that is not converted uses a converted value, a cast to the old type stays
} tern_ttg_type_converter_t;

// Points into `out`, which must stay where it is.
void tern_ttg_type_converter_initialize(tern_ttg_machine_t machine, bool keeps_sources, tern_ttg_type_converter_t *out);

// Each thread has four neighbours of the row numbers, which every warp has: TMA takes four rows at a time.
const tern_attr_t *tern_ttg_rows_encoding(tern_context_t *context, tern_ttg_machine_t machine);

// What is legal behind the conversion, of a target whose `user` is the converter.
extern const tern_legality_entry_t tern_ttg_legality[];
extern const size_t tern_ttg_legality_count;

#endif  // TERN_CONVERT_TRITON_TO_TTG_TYPE_CONVERTER_H_
