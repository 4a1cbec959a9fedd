// NVIDIA's target: PTX versions, linked bitcode, attributes that its code wants.

#include "target/llvm/nvptx.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "target/ptx/ptx.h"

bool tern_llvm_is_nvptx(const char *triple) { return strncmp(triple, "nvptx", strlen("nvptx")) == 0; }

// --- versions ---

// Since which version text is understood (PTX ISA, "Introduced in PTX ISA version"). The longest that fits counts. Sorted by their first letters.
static const struct {
  const char *text;
  unsigned version;
} instructions[] = {
    {".add.noftz.bf16", 78},
    {".add.noftz.v", 81},
    {".add.v2.f32", 81},
    {".add.v4.f32", 81},
    {"activemask", 62},
    {"applypriority", 74},
    {"barrier.cluster", 78},
    {"clusterlaunchcontrol", 86},
    {"cp.async.", 70},
    {"cp.async.bulk", 80},
    {"cp.async.bulk.tensor", 80},
    {"cp.reduce.async.bulk", 80},
    {"createpolicy", 74},
    {"cvt.rn.f16x2.e", 81},
    {"cvt.rn.satfinite.e", 81},
    {"cvt.rna.tf32", 70},
    {"discard.", 74},
    {"elect.sync", 80},
    {"ex2.approx.f16", 70},
    {"ex2.approx.ftz.bf16", 78},
    {"fence.mbarrier_init", 80},
    {"fence.proxy", 80},
    {"fence.proxy.tensormap", 83},
    {"getctarank", 78},
    {"griddepcontrol", 78},
    {"ldmatrix", 65},
    {"mapa", 78},
    {"match.", 60},
    {"mbarrier.", 70},
    {"mbarrier.arrive.expect_tx", 80},
    {"mbarrier.try_wait", 78},
    {"mma.sp", 71},
    {"mma.sync", 70},
    {"mma.sync.aligned.m16n8k16.row.col.f64", 78},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e", 87},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e", 84},
    {"movmatrix", 78},
    {"multimem", 81},
    {"nanosleep", 63},
    {"prefetch.tensormap", 80},
    {"red.async", 81},
    {"redux.sync", 70},
    {"setmaxnreg", 80},
    {"shfl.sync", 60},
    {"st.async", 81},
    {"st.bulk", 86},
    {"stmatrix", 78},
    {"tanh.approx", 70},
    {"tcgen05.", 86},
    {"tensormap.replace", 83},
    {"vote.sync", 60},
    {"wgmma.", 80},
    {"wmma.", 70},
};

// The first row that begins with `letter`, or some row that does not where none does.
static size_t first_row(char letter) {
  size_t low = 0, high = sizeof(instructions) / sizeof(instructions[0]) - 1;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (instructions[middle].text[0] < letter)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

unsigned tern_llvm_ptx_version_of_text(tern_str_t text) {
  enum { COUNT = sizeof(instructions) / sizeof(instructions[0]) };
  unsigned version = 0;
  for (size_t at = 0; at < text.size; at++) {
    tern_str_t rest = tern_str_drop(text, at);
    // Rows are sorted, so those that begin like the rest lie side by side.
    size_t i = first_row(rest.data[0]);
    for (; i < COUNT && instructions[i].text[0] == rest.data[0]; i++) {
      if (instructions[i].version > version && tern_str_starts_with(rest, tern_str_from_cstr(instructions[i].text)))
        version = instructions[i].version;
    }
  }
  return version;
}

char *tern_llvm_nvptx_features(const char *chip, const char *features, unsigned version) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, features);
  if (!tern_str_lists(tern_str_from_cstr(features), ',', TERN_STR("+ptx")) && version > tern_ptx_version_of_chip(chip))
    tern_string_builder_append_format(&text, "%s+ptx%u", *features ? "," : "", version);
  tern_string_builder_append_char(&text, '\0');
  return text.data;
}

// --- attributes ---

static void add_text(LLVMContextRef llvm, LLVMValueRef function, const char *name, const char *value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(llvm, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

// PTX text may be a barrier, or an instruction that all lanes have to reach together.
static void make_convergent(LLVMContextRef llvm, LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("convergent", strlen("convergent"));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    for (LLVMValueRef op = LLVMGetFirstInstruction(block); op; op = LLVMGetNextInstruction(op)) {
      if (LLVMIsACallInst(op) && LLVMIsAInlineAsm(LLVMGetCalledValue(op)))
        LLVMAddCallSiteAttribute(op, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(llvm, kind, 0));
    }
  }
}

void tern_llvm_prepare_nvptx(const tern_llvm_translation_t *t, const tern_llvm_options_t *options) {
  for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    make_convergent(t->llvm, f);
    if (options->flushes_subnormals) add_text(t->llvm, f, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
}

// --- linking ---

static tern_status_t read_bitcode(LLVMContextRef llvm, const char *path, LLVMModuleRef *out_module) {
  char *data;
  size_t size;
  TERN_RETURN_IF_ERROR(tern_file_read(path, &data, &size));
  LLVMMemoryBufferRef memory = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size, path);
  free(data);
  // Functions are read when they are linked; the module owns the memory then.
  if (!LLVMGetBitcodeModuleInContext2(llvm, memory, out_module)) return tern_ok();
  LLVMDisposeMemoryBuffer(memory);
  return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no LLVM bitcode", path);
}

// What is defined in `library` becomes the module's own, so that passes may drop what nothing calls.
static void internalize(LLVMModuleRef library) {
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) != LLVMPrivateLinkage) LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  for (LLVMValueRef g = LLVMGetFirstGlobal(library); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage) LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
}

// LLVM's linker leaves out what is linkonce and not called.
tern_status_t tern_llvm_link_files(const tern_llvm_translation_t *t, const tern_llvm_options_t *options) {
  for (size_t i = 0; i < options->link_count; i++) {
    LLVMModuleRef library;
    TERN_RETURN_IF_ERROR(read_bitcode(t->llvm, options->link_files[i], &library));
    internalize(library);
    LLVMSetTarget(library, LLVMGetTarget(t->module));
    LLVMSetDataLayout(library, LLVMGetDataLayoutStr(t->module));
    if (LLVMLinkModules2(t->module, library)) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' cannot be linked to the module", options->link_files[i]);
    }
  }
  return tern_ok();
}
