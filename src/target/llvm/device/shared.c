// Shared memory: each variable of a kernel gets a place in the block's memory, the dynamic one behind all others.

#include <string.h>

#include <llvm-c/Target.h>

#include "target/llvm/device/device.h"

typedef struct maker {
  device_kernel_t *kernel;
  LLVMBuilderRef builder;
  LLVMTypeRef i8, i64, pointer, base_type;
  LLVMValueRef base;
  tern_map_t offsets;  // of variables, plus one
} maker_t;

bool device_names_shared(LLVMValueRef constant) {
  if (LLVMIsAGlobalVariable(constant)) return LLVMGetPointerAddressSpace(LLVMTypeOf(constant)) == 3;
  if (!LLVMIsAConstantExpr(constant)) return false;
  int count = LLVMGetNumOperands(constant);
  for (int i = 0; i < count; i++) {
    if (device_names_shared(LLVMGetOperand(constant, (unsigned)i))) return true;
  }
  return false;
}

static bool is_dynamic(LLVMValueRef variable) { return LLVMIsDeclaration(variable); }

static void place(maker_t *m, LLVMValueRef variable) {
  if (tern_map_get(&m->offsets, variable) || is_dynamic(variable)) return;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m->kernel->module);
  uint64_t alignment = LLVMGetAlignment(variable);
  if (alignment < 16) alignment = 16;
  uint64_t offset = (m->kernel->shared_size + alignment - 1) / alignment * alignment;
  m->kernel->shared_size = offset + LLVMABISizeOfType(layout, LLVMGlobalGetValueType(variable));
  tern_map_set(&m->offsets, variable, (void *)(uintptr_t)(offset + 1));
}

static void find(maker_t *m, LLVMValueRef constant) {
  if (LLVMIsAGlobalVariable(constant) && device_names_shared(constant)) place(m, constant);
  if (!LLVMIsAConstantExpr(constant)) return;
  int count = LLVMGetNumOperands(constant);
  for (int i = 0; i < count; i++) find(m, LLVMGetOperand(constant, (unsigned)i));
}

// A constant that names shared memory as instructions in front of the builder's place.
static LLVMValueRef rebuild(maker_t *m, LLVMValueRef constant) {
  if (!device_names_shared(constant)) return constant;
  LLVMTypeRef type = LLVMTypeOf(constant);
  if (LLVMIsAGlobalVariable(constant)) {
    uint64_t offset =
        is_dynamic(constant) ? m->kernel->shared_size : (uint64_t)(uintptr_t)tern_map_get(&m->offsets, constant) - 1;
    LLVMValueRef index = LLVMConstInt(m->i64, offset, false);
    LLVMValueRef base = LLVMBuildCall2(m->builder, m->base_type, m->base, NULL, 0, "");
    LLVMValueRef address = LLVMBuildInBoundsGEP2(m->builder, m->i8, base, &index, 1, "");
    return type == m->pointer ? address : LLVMBuildAddrSpaceCast(m->builder, address, type, "");
  }
  LLVMValueRef operands[16];
  int count = LLVMGetNumOperands(constant);
  for (int i = 0; i < count && i < 16; i++) operands[i] = rebuild(m, LLVMGetOperand(constant, (unsigned)i));
  switch (LLVMGetConstOpcode(constant)) {
    case LLVMAddrSpaceCast: {
      // Through the generic address and back is the address itself.
      LLVMValueRef inner = LLVMIsAAddrSpaceCastInst(operands[0]) ? LLVMGetOperand(operands[0], 0) : operands[0];
      return LLVMTypeOf(inner) == type ? inner : LLVMBuildAddrSpaceCast(m->builder, inner, type, "");
    }
    case LLVMGetElementPtr:
      return LLVMBuildGEP2(m->builder, LLVMGetGEPSourceElementType(constant), operands[0], operands + 1,
                           (unsigned)count - 1, "");
    case LLVMPtrToInt: return LLVMBuildPtrToInt(m->builder, operands[0], type, "");
    case LLVMIntToPtr: return LLVMBuildIntToPtr(m->builder, operands[0], type, "");
    case LLVMTrunc: return LLVMBuildTrunc(m->builder, operands[0], type, "");
    case LLVMAdd: return LLVMBuildAdd(m->builder, operands[0], operands[1], "");
    case LLVMSub: return LLVMBuildSub(m->builder, operands[0], operands[1], "");
    default: m->kernel->refusal = "an address of shared memory in an unknown constant"; return LLVMGetPoison(type);
  }
}

static void visit(maker_t *m, LLVMValueRef instruction, bool is_rebuilding) {
  bool is_phi = LLVMIsAPHINode(instruction);
  int count = LLVMGetNumOperands(instruction);
  for (int i = 0; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
    if (!LLVMIsAConstant(operand) || !device_names_shared(operand)) continue;
    if (!is_rebuilding) {
      find(m, operand);
      continue;
    }
    LLVMPositionBuilderBefore(
        m->builder, is_phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, (unsigned)i)) : instruction);
    LLVMSetOperand(instruction, (unsigned)i, rebuild(m, operand));
  }
}

void device_place_shared(device_kernel_t *kernel) {
  maker_t m = {.kernel = kernel, .builder = LLVMCreateBuilderInContext(kernel->context)};
  m.i8 = LLVMInt8TypeInContext(kernel->context), m.i64 = LLVMInt64TypeInContext(kernel->context);
  m.pointer = LLVMPointerTypeInContext(kernel->context, 0);
  m.base_type = LLVMFunctionType(m.pointer, NULL, 0, false);
  static const char name[] = "__tern_shared_base";
  m.base = LLVMGetNamedFunction(kernel->module, name);
  if (!m.base) m.base = LLVMAddFunction(kernel->module, name, m.base_type);
  for (int pass = 0; pass < 2; pass++) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
         block = LLVMGetNextBasicBlock(block)) {
      for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
        visit(&m, at, pass == 1);
    }
    // Dynamic memory begins where the widest vectors may.
    if (pass == 0) kernel->shared_size = (kernel->shared_size + 127) / 128 * 128;
  }
  tern_map_deinitialize(&m.offsets);
  LLVMDisposeBuilder(m.builder);
}
