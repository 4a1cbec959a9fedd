// Intrinsics of NVIDIA's GPUs that compute something, and functions of libclc by their mangled names, become LLVM's own intrinsics
// and functions of libm, whose vector forms (libmvec) are named at the calls, so that loops over threads become vectors. What threads
// do together is left for points.c; registers are left for regions.c.

#include <stdio.h>
#include <string.h>

#include "target/llvm/device/device.h"

// Functions that are replaced by a call of another with the same arguments. `%` in both names is the same rest: a suffix of types.
typedef struct renamed {
  const char *from, *to;
} renamed_t;

static const renamed_t renamed[] = {
    {"llvm.nvvm.sqrt.approx.f", "llvm.sqrt.f32"},
    {"llvm.nvvm.sqrt.approx.ftz.f", "llvm.sqrt.f32"},
    {"llvm.nvvm.sqrt.rn.f", "llvm.sqrt.f32"},
    {"llvm.nvvm.sqrt.rn.d", "llvm.sqrt.f64"},
    {"llvm.nvvm.sin.approx.f", "sinf"},
    {"llvm.nvvm.cos.approx.f", "cosf"},
    {"llvm.nvvm.sin.approx.ftz.f", "sinf"},
    {"llvm.nvvm.cos.approx.ftz.f", "cosf"},
    {"llvm.nvvm.lg2.approx.f", "log2f"},
    {"llvm.nvvm.lg2.approx.ftz.f", "log2f"},
    {"llvm.nvvm.lg2.approx.d", "log2"},
    {"llvm.nvvm.ex2.approx.f32", "exp2f"},
    {"llvm.nvvm.ex2.approx.ftz.f32", "exp2f"},
    {"llvm.nvvm.ex2.approx.f", "exp2f"},
    {"llvm.nvvm.ex2.approx.ftz.f", "exp2f"},
    {"llvm.nvvm.tanh.approx.f32", "tanhf"},
    {"llvm.nvvm.fma.rn.f", "llvm.fma.f32"},
    {"llvm.nvvm.fma.rn.d", "llvm.fma.f64"},
    {"llvm.nvvm.fabs.f32", "llvm.fabs.f32"},
    {"llvm.nvvm.fabs.f64", "llvm.fabs.f64"},
    {"llvm.nvvm.fmin.f", "llvm.minnum.f32"},
    {"llvm.nvvm.fmax.f", "llvm.maxnum.f32"},
    {"llvm.nvvm.fmin.d", "llvm.minnum.f64"},
    {"llvm.nvvm.fmax.d", "llvm.maxnum.f64"},
    {"llvm.nvvm.prmt", "__tern_device_prmt"},
    {"llvm.nvvm.fns", "__tern_device_fns"},
    {"llvm.nvvm.read.ptx.sreg.clock", "__tern_device_clock"},
    {"llvm.nvvm.read.ptx.sreg.clock64", "__tern_device_clock64"},
    {"llvm.nvvm.read.ptx.sreg.globaltimer", "__tern_device_clock64"},
    {"llvm.nvvm.nanosleep", "__tern_device_nanosleep"},
    {"llvm.trap", "__tern_device_trap"},
    {"llvm.ubsantrap", "__tern_device_trap"},
    {"__assertfail", "__tern_device_assert_failed"},
    {"vprintf", "__tern_device_print"},
    {"malloc", "__tern_device_malloc"},
    {"free", "__tern_device_free"},
};

// Functions of libm that libmvec has as vectors; `arguments` is 1 or 2.
static const struct vector_function {
  const char *name;
  int arguments;
} vector_functions[] = {{"acos", 1}, {"acosh", 1}, {"asin", 1},  {"asinh", 1}, {"atan", 1},  {"atan2", 2}, {"atanh", 1},
                        {"cbrt", 1}, {"cos", 1},   {"cosh", 1},  {"erf", 1},   {"erfc", 1},  {"exp", 1},   {"exp10", 1},
                        {"exp2", 1}, {"expm1", 1}, {"hypot", 2}, {"log", 1},   {"log10", 1}, {"log1p", 1}, {"log2", 1},
                        {"pow", 2},  {"sin", 1},   {"sinh", 1},  {"tan", 1},   {"tanh", 1}};

int device_register_of(LLVMValueRef instruction) {
  static const char prefix[] = "llvm.nvvm.read.ptx.sreg.";
  static const char *const names[] = {"tid.x",   "tid.y",   "tid.z",    "ntid.x",   "ntid.y",   "ntid.z", "ctaid.x",
                                      "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z", "laneid", "warpid"};
  if (!LLVMIsACallInst(instruction)) return -1;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  if (!LLVMIsAFunction(callee)) return -1;
  size_t size;
  const char *name = LLVMGetValueName2(callee, &size);
  if (strcmp(name, "__tern_shared_base") == 0) return 14;
  if (size < sizeof prefix || memcmp(name, prefix, sizeof prefix - 1) != 0) return -1;
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    if (strcmp(name + sizeof prefix - 1, names[i]) == 0) return i;
  }
  return -1;
}

static LLVMValueRef function_like(LLVMModuleRef module, const char *name, LLVMTypeRef type) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function && LLVMGlobalGetValueType(function) == type) return function;
  return function ? NULL : LLVMAddFunction(module, name, type);
}

static bool has_suffix(const char *name, const char *suffix) {
  size_t size = strlen(name), suffix_size = strlen(suffix);
  return size >= suffix_size && strcmp(name + size - suffix_size, suffix) == 0;
}

static bool has_prefix(const char *name, const char *prefix) { return strncmp(name, prefix, strlen(prefix)) == 0; }

// Names the vector forms of a function at a call of it, as the vector function ABI of x86-64 has them.
static void name_vectors(LLVMModuleRef module, LLVMValueRef call, const char *name) {
  char base[16];
  snprintf(base, sizeof base, "%s", name);
  LLVMTypeRef element = LLVMTypeOf(call);
  bool is_float = LLVMGetTypeKind(element) == LLVMFloatTypeKind;
  if (is_float && has_suffix(base, "f") && strcmp(base, "erf") != 0) base[strlen(base) - 1] = '\0';
  for (size_t i = 0; i < sizeof vector_functions / sizeof *vector_functions; i++) {
    const struct vector_function *function = &vector_functions[i];
    if (strcmp(function->name, base) != 0) continue;
    char attribute[256] = "";
    static const struct {
      char isa;
      unsigned bits;
    } forms[] = {{'b', 128}, {'d', 256}, {'e', 512}};
    for (int f = 0; f < 3; f++) {
      unsigned lanes = forms[f].bits / (is_float ? 32 : 64);
      char symbol[64], variant[160];
      const char *parameters = function->arguments == 2 ? "vv" : "v";
      snprintf(symbol, sizeof symbol, "_ZGV%cN%u%s_%s", forms[f].isa, lanes, parameters, name);
      snprintf(variant, sizeof variant, "%s_ZGV_LLVM_N%u%s_%s(%s)", f ? "," : "", lanes, parameters, name, symbol);
      strncat(attribute, variant, sizeof attribute - strlen(attribute) - 1);
      LLVMTypeRef vector = LLVMVectorType(element, lanes), types[] = {vector, vector};
      LLVMValueRef declared = LLVMGetNamedFunction(module, symbol);
      if (!declared)
        declared =
            LLVMAddFunction(module, symbol, LLVMFunctionType(vector, types, (unsigned)function->arguments, false));
    }
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMAddCallSiteAttribute(
        call, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(context, "vector-function-abi-variant", 27, attribute, (unsigned)strlen(attribute)));
  }
}

// "_Z3sinf" is sinf, "_Z5atan2dd" is atan2: the name in libm of a function of libclc, or NULL.
static const char *libm_name(const char *mangled, char *buffer, size_t size) {
  static const char *const others[] = {"fmod", "remainder", "nextafter", "fdim",  "lgamma", "tgamma",
                                       "logb", "ilogb",     "frexp",     "ldexp", "remquo"};
  unsigned length;
  int digits;
  if (sscanf(mangled, "_Z%u%n", &length, &digits) != 1 || length >= 14 || strlen(mangled) < digits + length + 1)
    return NULL;
  const char *rest = mangled + digits + length;
  snprintf(buffer, size, "%.*s", (int)length, mangled + digits);
  bool is_known = false;
  for (size_t i = 0; i < sizeof vector_functions / sizeof *vector_functions; i++)
    is_known |= strcmp(buffer, vector_functions[i].name) == 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) is_known |= strcmp(buffer, others[i]) == 0;
  if (!is_known || (rest[0] != 'f' && rest[0] != 'd')) return NULL;
  if (rest[0] == 'f') strncat(buffer, "f", size - strlen(buffer) - 1);
  return buffer;
}

// float without errno: nothing but the arguments counts.
static void mark_pure(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  static const char *const names[] = {"nounwind", "willreturn", "nosync"};
  for (int i = 0; i < 3; i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
  }
  unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, memory, 0));
}

static LLVMValueRef call_of(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result,
                            LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef types[4];
  for (unsigned i = 0; i < count && i < 4; i++) types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
  LLVMValueRef function = function_like(module, name, type);
  return function ? LLVMBuildCall2(builder, type, function, arguments, count, "") : NULL;
}

// Arithmetic and conversions with a rounding: "llvm.nvvm.add.rm.f", "llvm.nvvm.f2i.rn". NULL: it is none.
static LLVMValueRef build_rounded(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call, const char *name) {
  char operation[16], rounding[4], type[8] = "";
  if (sscanf(name, "llvm.nvvm.%15[a-z0-9].r%1[nzmp].%7[a-z.0-9]", operation, rounding, type) < 2) return NULL;
  LLVMTypeRef result = LLVMTypeOf(call);
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef arguments[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < count && i < 3; i++) arguments[i] = LLVMGetOperand(call, i);
  const char *two = strchr(operation, '2');
  if (two && (operation[0] == 'f' || operation[0] == 'd') && strcmp(operation, "d2f") != 0) {  // to an integer
    static const char *const names[] = {"roundeven", "trunc", "floor", "ceil"};
    const char *whole = names[strchr("nzmp", rounding[0]) - "nzmp"];
    char intrinsic[48];
    bool is_double = operation[0] == 'd';
    snprintf(intrinsic, sizeof intrinsic, "llvm.%s.%s", whole, is_double ? "f64" : "f32");
    LLVMValueRef value = call_of(builder, module, intrinsic, LLVMTypeOf(arguments[0]), arguments, 1);
    snprintf(intrinsic, sizeof intrinsic, "llvm.fpto%ci.sat.i%u.%s", two[1] == 'u' ? 'u' : 's',
             LLVMGetIntTypeWidth(result), is_double ? "f64" : "f32");
    return call_of(builder, module, intrinsic, result, &value, 1);
  }
  if (rounding[0] == 'n') {
    if (strcmp(operation, "add") == 0) return LLVMBuildFAdd(builder, arguments[0], arguments[1], "");
    if (strcmp(operation, "mul") == 0) return LLVMBuildFMul(builder, arguments[0], arguments[1], "");
    if (strcmp(operation, "div") == 0) return LLVMBuildFDiv(builder, arguments[0], arguments[1], "");
    if (strcmp(operation, "rcp") == 0) return LLVMBuildFDiv(builder, LLVMConstReal(result, 1), arguments[0], "");
    if (strcmp(operation, "d2f") == 0) return LLVMBuildFPTrunc(builder, arguments[0], result, "");
    if (two)
      return operation[0] == 'u' ? LLVMBuildUIToFP(builder, arguments[0], result, "")
                                 : LLVMBuildSIToFP(builder, arguments[0], result, "");
    return NULL;
  }
  char helper[64];
  snprintf(helper, sizeof helper, "__tern_device_%s_r%s_%s", operation, rounding, type[0] ? type : "f");
  return call_of(builder, module, helper, result, arguments, count);
}

// Intrinsics that are a few instructions.
static LLVMValueRef build_small(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call, const char *name,
                                LLVMValueRef *arguments) {
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMContextRef context = LLVMGetModuleContext(module);
  if (!has_prefix(name, "llvm.nvvm.")) return NULL;
  LLVMValueRef rounded = build_rounded(builder, module, call, name);
  if (rounded) return rounded;
  if (has_prefix(name, "llvm.nvvm.rsqrt.approx")) {
    LLVMValueRef root =
        call_of(builder, module, LLVMGetTypeKind(type) == LLVMFloatTypeKind ? "llvm.sqrt.f32" : "llvm.sqrt.f64", type,
                arguments, 1);
    return LLVMBuildFDiv(builder, LLVMConstReal(type, 1), root, "");
  }
  if (has_prefix(name, "llvm.nvvm.rcp.approx")) return LLVMBuildFDiv(builder, LLVMConstReal(type, 1), arguments[0], "");
  if (has_prefix(name, "llvm.nvvm.div.approx") || has_prefix(name, "llvm.nvvm.div.full")) {
    return LLVMBuildFDiv(builder, arguments[0], arguments[1], "");
  }
  if (has_prefix(name, "llvm.nvvm.membar.") || has_prefix(name, "llvm.nvvm.fence.")) {
    return LLVMBuildFence(builder, LLVMAtomicOrderingSequentiallyConsistent, false, "");
  }
  if (has_prefix(name, "llvm.nvvm.isspacep.global")) return LLVMConstInt(type, 1, false);
  if (has_prefix(name, "llvm.nvvm.isspacep.")) return LLVMConstInt(type, 0, false);
  if (has_prefix(name, "llvm.nvvm.read.ptx.sreg.warpsize")) return LLVMConstInt(type, 32, false);
  if (has_prefix(name, "llvm.nvvm.read.ptx.sreg.lanemask.")) {
    const char *which = name + strlen("llvm.nvvm.read.ptx.sreg.lanemask.");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMValueRef lane = call_of(builder, module, "llvm.nvvm.read.ptx.sreg.laneid", i32, NULL, 0),
                 one = LLVMConstInt(i32, 1, false);
    LLVMValueRef bit = LLVMBuildShl(builder, one, lane, ""), below = LLVMBuildSub(builder, bit, one, "");
    LLVMValueRef up_to = LLVMBuildOr(builder, below, bit, "");
    if (strcmp(which, "eq") == 0) return bit;
    if (strcmp(which, "lt") == 0) return below;
    if (strcmp(which, "le") == 0) return up_to;
    return LLVMBuildNot(builder, strcmp(which, "gt") == 0 ? up_to : below, "");
  }
  if (has_prefix(name, "llvm.nvvm.ldg.global.") || has_prefix(name, "llvm.nvvm.ldu.global.")) {
    LLVMValueRef load = LLVMBuildLoad2(builder, type, arguments[0], "");
    return load;
  }
  return NULL;
}

static LLVMValueRef replacement(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call, const char *name) {
  LLVMTypeRef function_type = LLVMGetCalledFunctionType(call);
  LLVMValueRef arguments[8];
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count && i < 8; i++) arguments[i] = LLVMGetOperand(call, i);
  for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
    if (strcmp(name, renamed[i].from) != 0) continue;
    LLVMValueRef function = function_like(module, renamed[i].to, function_type);
    if (!function) return NULL;
    LLVMValueRef made = LLVMBuildCall2(builder, function_type, function, arguments, count, "");
    if (strncmp(renamed[i].to, "__tern", 6) != 0 && strncmp(renamed[i].to, "llvm.", 5) != 0) {
      mark_pure(function);
      name_vectors(module, made, renamed[i].to);
    }
    return made;
  }
  char buffer[32];
  const char *libm = libm_name(name, buffer, sizeof buffer);
  if (libm) {
    LLVMValueRef function = function_like(module, libm, function_type);
    if (!function) return NULL;
    LLVMValueRef made = LLVMBuildCall2(builder, function_type, function, arguments, count, "");
    if (count == 1 || LLVMTypeOf(arguments[count - 1]) == LLVMTypeOf(arguments[0])) mark_pure(function);
    name_vectors(module, made, libm);
    return made;
  }
  return build_small(builder, module, call, name, arguments);
}

static void replace_call(LLVMBuilderRef builder, LLVMModuleRef module, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return;
  LLVMPositionBuilderBefore(builder, call);
  LLVMValueRef made = replacement(builder, module, call, LLVMGetValueName2(callee, &(size_t){0}));
  if (!made) return;
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
}

void device_replace_builtins(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
      for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
        next = LLVMGetNextInstruction(at);
        if (LLVMIsACallInst(at)) replace_call(builder, module, at);
      }
    }
  }
  LLVMDisposeBuilder(builder);
}
