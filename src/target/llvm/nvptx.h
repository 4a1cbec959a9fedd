// What NVIDIA's target takes beside LLVM's own defaults. Private to src/target/llvm.

#ifndef TERN_TARGET_LLVM_NVPTX_H_
#define TERN_TARGET_LLVM_NVPTX_H_

#include "target/llvm/backend.h"
#include "target/llvm/translate.h"

bool tern_llvm_is_nvptx(const char *triple);
// The PTX version (times ten) that instructions in PTX text need; 0 for those that every version has.
unsigned tern_llvm_ptx_version_of_text(tern_str_t text);
// `features`, and the version that the module needs where it is higher than what LLVM takes for the chip and none is
// named. To be freed with free().
char *tern_llvm_nvptx_features(const char *chip, const char *features, unsigned version);
// Before passes run: PTX text is not moved into branches, and f32 loses subnormal numbers where that is asked for.
void tern_llvm_prepare_nvptx(const tern_llvm_translation_t *t, const tern_llvm_options_t *options);
// Links what the module calls of bitcode files into it. TERN_NOT_FOUND, TERN_INVALID_ARGUMENT by file.
tern_status_t tern_llvm_link_files(const tern_llvm_translation_t *t, const tern_llvm_options_t *options);

#endif  // TERN_TARGET_LLVM_NVPTX_H_
