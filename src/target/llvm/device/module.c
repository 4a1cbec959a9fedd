// The tables of a module for the CPU, and the constructor that gives them to the runtime, if there is one.

#include <llvm-c/Target.h>
#include <string.h>

#include "target/llvm/device/device.h"

typedef struct maker {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTypeRef i8, i32, i64, pointer;
} maker_t;

static LLVMValueRef number(const maker_t *m, uint64_t value) { return LLVMConstInt(m->i64, value, false); }
static LLVMValueRef small(const maker_t *m, uint64_t value) { return LLVMConstInt(m->i32, value, false); }

static LLVMValueRef add_data(const maker_t *m, LLVMValueRef value, bool is_constant) {
  LLVMValueRef global = LLVMAddGlobal(m->module, LLVMTypeOf(value), "");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, is_constant);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

static LLVMValueRef text(const maker_t *m, const char *value, size_t size) {
  return add_data(m, LLVMConstStringInContext2(m->context, value, size, false), true);
}

static uint32_t launch_bound(LLVMValueRef function) {
  LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "nvvm.maxntid", 12);
  if (!attribute) return 0;
  unsigned size;
  const char *value = LLVMGetStringAttributeValue(attribute, &size);
  uint32_t product = 1, current = 0;
  for (unsigned i = 0; i <= size; i++) {
    if (i < size && value[i] >= '0' && value[i] <= '9') {
      current = current * 10 + (uint32_t)(value[i] - '0');
    } else {
      product *= current ? current : 1, current = 0;
    }
  }
  return product;
}

static uint64_t parameter_size(const device_kernel_t *kernel, unsigned index) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(kernel->module);
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(kernel->function, index + 1, kind);
  LLVMTypeRef type = by_value ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(LLVMGetParam(kernel->function, index));
  return LLVMABISizeOfType(layout, type);
}

static LLVMValueRef kernel_row(const maker_t *m, const device_kernel_t *kernel) {
  bool has_grid_barriers = false;
  uint32_t count = kernel->point_count;
  LLVMValueRef *values = tern_arena_alloc_array(kernel->arena, count, sizeof *values);
  for (uint32_t i = 0; i < count; i++) {
    values[i] = LLVMConstInt(m->i8, kernel->points[i].kind, false);
    has_grid_barriers |= kernel->points[i].kind == TERN_DEVICE_GRID_BARRIER;
  }
  unsigned parameter_count = LLVMCountParams(kernel->function);
  LLVMValueRef *sizes = tern_arena_alloc_array(kernel->arena, parameter_count, sizeof *sizes);
  for (unsigned i = 0; i < parameter_count; i++) sizes[i] = small(m, parameter_size(kernel, i));
  size_t size;
  const char *name = LLVMGetValueName2(kernel->function, &size);
  LLVMValueRef fields[] = {text(m, name, size),
                           kernel->code,
                           add_data(m, LLVMConstArray2(m->i8, values, count), true),
                           add_data(m, LLVMConstArray2(m->i32, sizes, parameter_count), true),
                           small(m, count),
                           small(m, parameter_count),
                           number(m, kernel->frame_size),
                           number(m, kernel->shared_size),
                           small(m, launch_bound(kernel->function)),
                           small(m, has_grid_barriers)};
  return LLVMConstStructInContext(m->context, fields, 10, false);
}

// Variables of the device that the host may name: those with a definition that were not made by the compiler.
static LLVMValueRef variable_rows(const maker_t *m, uint32_t *out_count) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m->module);
  LLVMTypeRef types[] = {m->pointer, m->pointer, m->i64};
  LLVMTypeRef row_type = LLVMStructTypeInContext(m->context, types, 3, false);
  LLVMValueRef *rows = NULL;
  size_t count = 0, capacity = 0;
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  LLVMValueRef last = LLVMGetLastGlobal(m->module);
  for (LLVMValueRef global = LLVMGetFirstGlobal(m->module); global; global = LLVMGetNextGlobal(global)) {
    size_t size;
    const char *name = LLVMGetValueName2(global, &size);
    if (LLVMIsExternallyInitialized(global) && !LLVMIsDeclaration(global)) {
      if (count == capacity) {
        LLVMValueRef *larger = tern_arena_alloc_array(&arena, capacity = capacity ? 2 * capacity : 16, sizeof *larger);
        if (count) memcpy(larger, rows, count * sizeof *rows);
        rows = larger;
      }
      LLVMValueRef address = LLVMConstAddrSpaceCast(global, m->pointer);
      LLVMValueRef fields[] = {text(m, name, size), address,
                               number(m, LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global)))};
      rows[count++] = LLVMConstStructInContext(m->context, fields, 3, false);
    }
    if (global == last) break;  // what comes behind is ours
  }
  LLVMValueRef table = add_data(m, LLVMConstArray2(row_type, rows, count), true);
  tern_arena_deinitialize(&arena);
  *out_count = (uint32_t)count;
  return table;
}

// void construct(void) { if (__tern_cuda_add_cpu_module) __tern_cuda_add_cpu_module(&module); }
static void add_constructor(const maker_t *m, LLVMValueRef table) {
  LLVMTypeRef none = LLVMVoidTypeInContext(m->context),
              add_type = LLVMFunctionType(none, (LLVMTypeRef[]){m->pointer}, 1, false);
  LLVMValueRef add = LLVMAddFunction(m->module, "__tern_cuda_add_cpu_module", add_type);
  LLVMSetLinkage(add, LLVMExternalWeakLinkage);
  LLVMTypeRef type = LLVMFunctionType(none, NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(m->module, "register_cpu_module", type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(m->context);
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(m->context, function, "entry");
  LLVMBasicBlockRef call = LLVMAppendBasicBlockInContext(m->context, function, "call");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(m->context, function, "end");
  LLVMPositionBuilderAtEnd(builder, entry);
  LLVMBuildCondBr(builder, LLVMBuildIsNotNull(builder, add, ""), call, end);
  LLVMPositionBuilderAtEnd(builder, call);
  LLVMBuildCall2(builder, add_type, add, &table, 1, "");
  LLVMBuildBr(builder, end);
  LLVMPositionBuilderAtEnd(builder, end);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  LLVMValueRef row[] = {small(m, 101), function, LLVMConstNull(m->pointer)};
  LLVMValueRef entry_row = LLVMConstStructInContext(m->context, row, 3, false);
  LLVMValueRef list = LLVMConstArray2(LLVMTypeOf(entry_row), &entry_row, 1);
  LLVMValueRef constructors = LLVMAddGlobal(m->module, LLVMTypeOf(list), "llvm.global_ctors");
  LLVMSetInitializer(constructors, list);
  LLVMSetLinkage(constructors, LLVMAppendingLinkage);
}

void device_add_tables(LLVMModuleRef module, device_kernel_t *const *kernels, uint32_t count) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  maker_t m = {.context = context,
               .module = module,
               .i8 = LLVMInt8TypeInContext(context),
               .i32 = LLVMInt32TypeInContext(context)};
  m.i64 = LLVMInt64TypeInContext(context), m.pointer = LLVMPointerTypeInContext(context, 0);
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  uint32_t variable_count;
  LLVMValueRef variables = variable_rows(&m, &variable_count);
  LLVMValueRef *rows = tern_arena_alloc_array(&arena, count, sizeof *rows);
  LLVMTypeRef types[] = {m.pointer, m.pointer, m.pointer, m.pointer, m.i32, m.i32, m.i64, m.i64, m.i32, m.i32};
  for (uint32_t i = 0; i < count; i++) rows[i] = kernel_row(&m, kernels[i]);
  LLVMValueRef kernel_table =
      add_data(&m, LLVMConstArray2(LLVMStructTypeInContext(context, types, 10, false), rows, count), true);
  LLVMValueRef fields[] = {small(&m, TERN_DEVICE_VERSION),
                           small(&m, count),
                           small(&m, variable_count),
                           small(&m, 0),
                           kernel_table,
                           variables,
                           LLVMConstNull(m.pointer),
                           LLVMConstNull(m.pointer)};
  add_constructor(&m, add_data(&m, LLVMConstStructInContext(context, fields, 8, false), false));
  tern_arena_deinitialize(&arena);
}
