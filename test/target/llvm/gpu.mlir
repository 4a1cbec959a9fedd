// Binaries of kernels and their launches: LLVM IR as upstream's translation prints it.
// RUN: tern-translate --mlir-to-llvmir %s > %t.ll
// RUN: grep -v "^; ModuleID\|^source_filename\|^!\|^$" %t.ll > %t.ours
// RUN: mlir-translate --mlir-to-llvmir %s | grep -v "^; ModuleID\|^source_filename\|^!\|^$" | diff - %t.ours
// RUN: FileCheck %s < %t.ll

// CHECK: @bin_binary = internal constant [3 x i8] c"abc", align 8
// CHECK: @bin_module = internal global ptr null
// CHECK: @text_binary = internal constant [5 x i8] c"xy\00z\00", align 8
// CHECK: @llvm.global_ctors = appending global [5 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 5, ptr @first, ptr null }, { i32, ptr, ptr } { i32 123, ptr @bin_load, ptr null }
// CHECK: @llvm.global_dtors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 123, ptr @bin_unload, ptr null }
// CHECK: @bin_k_name = private unnamed_addr constant [2 x i8] c"k\00", align 1
module attributes {gpu.container_module} {
  // What is for the device does not come along.
  gpu.module @for_the_device {
    llvm.func @not_here() {
      llvm.return
    }
  }
  llvm.mlir.global external @number(0 : i32) : i32

  // CHECK-LABEL: define void @launches
  // CHECK: %[[MEMORY:.*]] = alloca %[[ARGUMENTS:.*]], align 8
  // CHECK: %[[ADDRESSES:.*]] = alloca ptr, i64 2, align 8
  // CHECK: %[[ADDRESS:.*]] = getelementptr inbounds nuw %[[ARGUMENTS]], ptr %[[MEMORY]], i32 0, i32 0
  // CHECK: store ptr %{{.*}}, ptr %[[ADDRESS]], align 8
  // CHECK: %[[MODULE:.*]] = load ptr, ptr @bin_module, align 8
  // CHECK: %[[KERNEL:.*]] = call ptr @mgpuModuleGetFunction(ptr %[[MODULE]], ptr @bin_k_name)
  // CHECK: %[[STREAM:.*]] = call ptr @mgpuStreamCreate()
  // CHECK: call void @mgpuLaunchKernel(ptr %[[KERNEL]], {{.*}}, i32 0, ptr %[[STREAM]], ptr %[[ADDRESSES]], ptr null, i64 2)
  // CHECK: call void @mgpuStreamSynchronize(ptr %[[STREAM]])
  // CHECK: call void @mgpuStreamDestroy(ptr %[[STREAM]])
  // CHECK: call ptr @mgpuModuleGetFunction(ptr %{{.*}}, ptr @bin_k_name)
  // CHECK: call void @mgpuLaunchClusterKernel(ptr %{{.*}}, i32 %{{.*}}, ptr %[[OTHER:.*]], ptr %{{.*}}, ptr null)
  // CHECK-NOT: call void @mgpuStreamSynchronize(ptr %[[OTHER]])
  llvm.func @launches(%n: i64, %p: !llvm.ptr, %x: f32, %s: i32) {
    %t = llvm.call @stream() : () -> !llvm.ptr
    gpu.launch_func @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 args(%p : !llvm.ptr, %x : f32)
    gpu.launch_func <%t : !llvm.ptr> @bin::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 dynamic_shared_memory_size %s args(%x : f32)
    gpu.launch_func <%t : !llvm.ptr> @second::@other blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
  llvm.func @stream() -> !llvm.ptr

  // CHECK-LABEL: define internal void @bin_load() section ".text.startup"
  // CHECK: %[[LOADED:.*]] = call ptr @mgpuModuleLoad(ptr @bin_binary, i64 3)
  // CHECK: store ptr %[[LOADED]], ptr @bin_module, align 8
  // CHECK-LABEL: define internal void @bin_unload() section ".text.startup"
  // CHECK: call void @mgpuModuleUnload(
  gpu.binary @bin [#gpu.object<#nvvm.target, "abc">]
  gpu.binary @second <#gpu.select_object<1>> [#gpu.object<#nvvm.target, "abc">, #gpu.object<#nvvm.target<chip = "sm_80">, properties = {O = 2 : i32}, offload = "xyz">]
  // Text is compiled when it is loaded.
  // CHECK-LABEL: define internal void @text_load()
  // CHECK: call ptr @mgpuModuleLoadJIT(ptr @text_binary, i32 2)
  gpu.binary @text <#gpu.select_object<#nvvm.target<chip = "sm_80">>> [#gpu.object<#nvvm.target, "abc">, #gpu.object<#nvvm.target<chip = "sm_80">, properties = {O = 2 : i32}, assembly = "xy\00z">]
  gpu.binary @plain_text [#gpu.object<#nvvm.target, assembly = "xyz">]
  llvm.mlir.global_ctors ctors = [@first], priorities = [5 : i32], data = [#llvm.zero]
  llvm.func @first() {
    llvm.return
  }
}
