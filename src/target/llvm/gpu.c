// gpu.binary and gpu.launch_func as LLVM IR (upstream: SelectObjectAttr's translation). A binary is embedded as bytes; a
// constructor hands them to the GPU runtime and keeps the module that it gets, a destructor gives that back. A launch
// asks the module for the kernel by name and calls the runtime with the kernel's arguments in memory.
//
//   @bin_binary = internal constant [3 x i8] c"...", align 8
//   @bin_module = internal global ptr null
//   define internal void @bin_load() section ".text.startup" { ... @mgpuModuleLoad(ptr @bin_binary, i64 3) ... }

#include "dialect/gpu/gpu.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/string.h"
#include "ir/symbol.h"
#include "target/llvm/translate.h"

enum { BINARY_ALIGNMENT = 8, XTOR_PRIORITY = 123 };

typedef TERN_VEC(LLVMValueRef) value_vec_t;

// "binary_kernel_name" and the like; `kernel` may be empty. The text is the caller's to free.
static char *join(tern_str_t binary, tern_str_t kernel, const char *suffix) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, binary);
  if (kernel.size > 0) tern_string_builder_append_format(&text, "_%.*s", (int)kernel.size, kernel.data);
  tern_string_builder_append_format(&text, "_%s", suffix);
  return text.data;
}

// --- the runtime ---

typedef struct runtime_types {
  LLVMTypeRef nothing, pointer, i32, i64, word;  // `word`: an integer as wide as a pointer
} runtime_types_t;

static runtime_types_t get_types(const tern_llvm_translation_t *t) {
  return (runtime_types_t){
      .nothing = LLVMVoidTypeInContext(t->llvm),
      .pointer = LLVMPointerTypeInContext(t->llvm, 0),
      .i32 = LLVMInt32TypeInContext(t->llvm),
      .i64 = LLVMInt64TypeInContext(t->llvm),
      .word = LLVMIntPtrTypeInContext(t->llvm, LLVMGetModuleDataLayout(t->module)),
  };
}

// Calls a function of the runtime, which is declared with the types of `args` if it is not there.
static LLVMValueRef call(tern_llvm_translation_t *t, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                         size_t count) {
  enum { MAX_ARGS = 16 };
  LLVMTypeRef params[MAX_ARGS];
  for (size_t i = 0; i < count; i++) params[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, params, (unsigned)count, false);
  LLVMValueRef function = LLVMGetNamedFunction(t->module, name);
  if (!function) function = LLVMAddFunction(t->module, name, type);
  return LLVMBuildCall2(t->builder, type, function, args, (unsigned)count, "");
}

// --- gpu.binary ---

// The object that the handler asks for: by index, by target, or the first. NULL after an error.
static const tern_attr_t *select_object(const tern_op_t *op) {
  const tern_attr_t *objects = tern_op_attr(op, "objects"), *handler = tern_op_attr(op, "offloadingHandler");
  const tern_attr_t *target = NULL;
  if (handler && !tern_attr_is_gpu(handler, TERN_GPU_ATTR_SELECT_OBJECT)) {
    tern_op_error(op, "has an offloading handler that cannot be translated: %s", tern_attr_text(handler));
    tern_emit_note(op->loc, "#gpu.select_object can");
    return NULL;
  }
  if (handler) target = tern_gpu_attr_param(handler, 0);
  size_t count = tern_array_attr_count(objects), index = target ? count : 0;
  if (tern_attr_is_integer(target)) {
    index = (size_t)tern_integer_attr_value(target);
  } else {
    for (size_t i = 0; target && i < count; i++) {
      if (tern_gpu_attr_param(tern_array_attr_at(objects, i), 0) == target) index = i;
    }
  }
  if (index < count) return tern_array_attr_at(objects, index);
  tern_op_error(op, "has no object that its offloading handler asks for: %s", tern_attr_text(handler));
  tern_emit_note(op->loc, "name the index of one of its objects (%zu), or the target of one", count);
  return NULL;
}

// Puts `function` at the end of the module's constructors or destructors.
static void append_xtor(tern_llvm_translation_t *t, const char *list, LLVMValueRef function) {
  if (t->has_plain_constructors) return;
  runtime_types_t types = get_types(t);
  LLVMTypeRef members[] = {types.i32, types.pointer, types.pointer};
  LLVMTypeRef entry_type = LLVMStructTypeInContext(t->llvm, members, 3, false);
  value_vec_t entries = {0};
  LLVMValueRef old = LLVMGetNamedGlobal(t->module, list);
  if (old) {
    LLVMValueRef array = LLVMGetInitializer(old);
    unsigned count = (unsigned)LLVMGetArrayLength2(LLVMGlobalGetValueType(old));
    for (unsigned i = 0; i < count; i++) tern_vec_push(&entries, LLVMGetAggregateElement(array, i));
    LLVMDeleteGlobal(old);
  }
  LLVMValueRef values[] = {LLVMConstInt(types.i32, XTOR_PRIORITY, false), function, LLVMConstNull(types.pointer)};
  tern_vec_push(&entries, LLVMConstStructInContext(t->llvm, values, 3, false));
  LLVMValueRef global = LLVMAddGlobal(t->module, LLVMArrayType2(entry_type, entries.count), list);
  LLVMSetLinkage(global, LLVMAppendingLinkage);
  LLVMSetInitializer(global, LLVMConstArray2(entry_type, entries.values, entries.count));
  tern_vec_deinitialize(&entries);
}

// An internal function without parameters; the builder stands in its body.
static LLVMValueRef begin_xtor(tern_llvm_translation_t *t, tern_str_t binary, const char *suffix) {
  char *name = join(binary, TERN_STR(""), suffix);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->llvm), NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(t->module, name, type);
  if (!t->has_plain_constructors) {
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMSetSection(function, ".text.startup");
  }
  LLVMPositionBuilderAtEnd(t->builder, LLVMAppendBasicBlockInContext(t->llvm, function, "entry"));
  free(name);
  return function;
}

// The level that PTX text is compiled with when it is loaded.
static int64_t jit_level(const tern_attr_t *object) {
  const tern_attr_t *properties = tern_gpu_attr_param(object, 3);
  const tern_attr_t *level = properties ? tern_dictionary_attr_lookup(properties, TERN_STR("O")) : NULL;
  return tern_attr_is_integer(level) ? tern_integer_attr_value(level) : 0;
}

static LLVMValueRef add_internal_global(tern_llvm_translation_t *t, tern_str_t binary, const char *suffix,
                                        LLVMValueRef initializer) {
  char *name = join(binary, TERN_STR(""), suffix);
  LLVMValueRef global = LLVMAddGlobal(t->module, LLVMTypeOf(initializer), name);
  LLVMSetInitializer(global, initializer);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  free(name);
  return global;
}

bool tern_llvm_embed_binary(tern_llvm_translation_t *t, const tern_op_t *op) {
  const tern_attr_t *object = select_object(op);
  if (!object) return false;
  runtime_types_t types = get_types(t);
  tern_str_t name = tern_symbol_name(op), bytes = tern_string_attr_value(tern_gpu_attr_param(object, 2));
  // Text is compiled when it is loaded: that needs a NUL in place of a size.
  bool is_text = object->params[1] == TERN_GPU_OBJECT_ASSEMBLY;
  LLVMValueRef binary =
      add_internal_global(t, name, "binary", LLVMConstStringInContext2(t->llvm, bytes.data, bytes.size, !is_text));
  LLVMSetGlobalConstant(binary, true);
  LLVMSetAlignment(binary, BINARY_ALIGNMENT);
  LLVMValueRef module = add_internal_global(t, name, "module", LLVMConstNull(types.pointer));
  // Launches find it by the name of the binary.
  tern_map_set(&t->symbols, tern_ident_get(tern_op_context(op), name), module);
  LLVMValueRef load = begin_xtor(t, name, "load");
  LLVMValueRef text_args[] = {binary, LLVMConstInt(types.i32, (uint64_t)jit_level(object), false)};
  LLVMValueRef args[] = {binary, LLVMConstInt(types.i64, bytes.size, false)};
  LLVMBuildStore(t->builder,
                 is_text ? call(t, "mgpuModuleLoadJIT", types.pointer, text_args, 2)
                         : call(t, "mgpuModuleLoad", types.pointer, args, 2),
                 module);
  LLVMBuildRetVoid(t->builder);
  append_xtor(t, "llvm.global_ctors", load);
  LLVMValueRef unload = begin_xtor(t, name, "unload");
  LLVMValueRef loaded = LLVMBuildLoad2(t->builder, types.pointer, module, "");
  call(t, "mgpuModuleUnload", types.nothing, &loaded, 1);
  LLVMBuildRetVoid(t->builder);
  append_xtor(t, "llvm.global_dtors", unload);
  return true;
}

// --- gpu.launch_func ---

// An array of pointers to the kernel's arguments, which lie in a struct on the stack.
static LLVMValueRef store_arguments(tern_llvm_translation_t *t, const tern_op_t *op, size_t start, size_t count) {
  runtime_types_t types = get_types(t);
  TERN_VEC(LLVMTypeRef) members = {0};
  for (size_t i = 0; i < count; i++) tern_vec_push(&members, LLVMTypeOf(tern_llvm_operand(t, op, start + i)));
  LLVMTypeRef type = LLVMStructCreateNamed(t->llvm, "");
  LLVMStructSetBody(type, members.values, (unsigned)count, false);
  tern_vec_deinitialize(&members);
  LLVMValueRef arguments = LLVMBuildAlloca(t->builder, type, "");
  LLVMValueRef addresses = LLVMBuildArrayAlloca(t->builder, types.pointer, LLVMConstInt(types.word, count, false), "");
  for (size_t i = 0; i < count; i++) {
    LLVMValueRef index = LLVMConstInt(types.i32, i, false);
    LLVMValueRef member = LLVMBuildStructGEP2(t->builder, type, arguments, (unsigned)i, "");
    LLVMBuildStore(t->builder, tern_llvm_operand(t, op, start + i), member);
    LLVMValueRef address = LLVMBuildGEP2(t->builder, types.pointer, addresses, &index, 1, "");
    LLVMBuildStore(t->builder, member, address);
  }
  return addresses;
}

// The kernel of a launch, from the module that the constructor of its binary loaded.
static LLVMValueRef get_kernel(tern_llvm_translation_t *t, const tern_op_t *op) {
  runtime_types_t types = get_types(t);
  const tern_attr_t *ref = tern_op_attr(op, "kernel");
  tern_str_t binary = tern_symbol_ref_attr_at(ref, 0);
  tern_str_t kernel = tern_symbol_ref_attr_at(ref, tern_symbol_ref_attr_count(ref) - 1);
  LLVMValueRef module = tern_map_get(&t->symbols, tern_ident_get(ref->context, binary));
  LLVMValueRef args[] = {LLVMBuildLoad2(t->builder, types.pointer, module, ""), NULL};
  char *name = join(binary, kernel, "name");
  args[1] = LLVMGetNamedGlobal(t->module, name);
  if (!args[1]) {
    tern_string_builder_t text = {0};
    tern_string_builder_append(&text, kernel);
    args[1] = LLVMBuildGlobalString(t->builder, text.data, name);
    tern_string_builder_deinitialize(&text);
  }
  free(name);
  return call(t, "mgpuModuleGetFunction", types.pointer, args, 2);
}

// The groups of operands that give sizes, three each. Cluster sizes are absent or all there.
static bool add_sizes(tern_llvm_translation_t *t, const tern_op_t *op, const char *const *names, value_vec_t *args) {
  LLVMTypeRef word = get_types(t).word;
  for (size_t i = 0; i < 3; i++) {
    size_t start, count;
    tern_op_operands_named(op, names[i], &start, &count);
    if (count == 0) continue;
    LLVMValueRef size = tern_llvm_operand(t, op, start);
    if (LLVMTypeOf(size) != word) {
      tern_op_error(op, "has sizes of type %s, the GPU runtime takes integers as wide as a pointer",
                    tern_type_text(tern_op_operand(op, start)->type));
      tern_emit_note(op->loc, "make them index before --gpu-to-llvm");
      return false;
    }
    tern_vec_push(args, size);
  }
  return true;
}

static bool launch(tern_llvm_translation_t *t, const tern_op_t *op, value_vec_t *args) {
  static const char *const clusters[] = {"clusterSizeX", "clusterSizeY", "clusterSizeZ"};
  static const char *const grid[] = {"gridSizeX", "gridSizeY", "gridSizeZ"};
  static const char *const block[] = {"blockSizeX", "blockSizeY", "blockSizeZ"};
  runtime_types_t types = get_types(t);
  size_t start, count, stream_start, stream_count;
  tern_vec_push(args, NULL);
  if (!add_sizes(t, op, clusters, args)) return false;
  bool has_clusters = args->count > 1;
  if (!add_sizes(t, op, grid, args) || !add_sizes(t, op, block, args)) return false;
  tern_op_operands_named(op, "dynamicSharedMemorySize", &start, &count);
  tern_vec_push(args, count > 0 ? tern_llvm_operand(t, op, start) : LLVMConstNull(types.i32));
  tern_op_operands_named(op, "kernelOperands", &start, &count);
  LLVMValueRef addresses = store_arguments(t, op, start, count);
  args->values[0] = get_kernel(t, op);
  tern_op_operands_named(op, "asyncObject", &stream_start, &stream_count);
  // Without a stream the host waits, on one of the launch's own.
  LLVMValueRef stream =
      stream_count > 0 ? tern_llvm_operand(t, op, stream_start) : call(t, "mgpuStreamCreate", types.pointer, NULL, 0);
  tern_vec_push(args, stream);
  tern_vec_push(args, addresses);
  tern_vec_push(args, LLVMConstNull(types.pointer));
  if (!has_clusters) tern_vec_push(args, LLVMConstInt(types.i64, count, false));
  call(t, has_clusters ? "mgpuLaunchClusterKernel" : "mgpuLaunchKernel", types.nothing, args->values, args->count);
  if (stream_count == 0) {
    call(t, "mgpuStreamSynchronize", types.nothing, &stream, 1);
    call(t, "mgpuStreamDestroy", types.nothing, &stream, 1);
  }
  return true;
}

bool tern_llvm_translate_gpu(tern_llvm_translation_t *t, tern_op_t *op) {
  if (!tern_op_is(op, TERN_GPU(LAUNCH_FUNC))) {
    tern_op_error(op, "cannot be translated to LLVM IR");
    tern_emit_note(op->loc, "--gpu-to-llvm makes calls of a runtime of it where it can");
    return false;
  }
  const tern_attr_t *kernel = tern_op_attr(op, "kernel");
  tern_str_t name = tern_symbol_ref_attr_at(kernel, 0);
  const tern_op_t *binary = tern_symbol_lookup_nearest(op, tern_flat_symbol_ref_attr_get(kernel->context, name));
  if (!binary || !tern_op_is(binary, TERN_GPU(BINARY))) {
    tern_op_error(op, "launches a kernel of @%.*s, which is no gpu.binary", (int)name.size, name.data);
    tern_emit_note(op->loc, "--gpu-module-to-binary compiles kernels");
    return false;
  }
  value_vec_t args = {0};
  bool is_translated = launch(t, op, &args);
  tern_vec_deinitialize(&args);
  return is_translated;
}
