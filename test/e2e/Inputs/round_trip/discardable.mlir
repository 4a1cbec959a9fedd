// Attributes that dialects know on ops of others, and parameters of attributes that are not the usual ones.
module attributes {llvm.data_layout = "e-p:32:32", llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.ident = "me", llvm.commandline = "-x", llvm.module_asm = ["nop"], llvm.dependent_libraries = ["a"], gpu.container_module, dlti.dl_spec = #dlti.dl_spec<index = 32 : i64, #dlti.dl_entry<"dlti.endianness", "little">>, transform.with_named_sequence, ml_program.x} {
  func.func private @f(%a: memref<4xf32> {llvm.noalias, llvm.align = 64 : i64, llvm.nonnull, llvm.readonly, bufferization.access = "read"}, %b: i32 {llvm.signext, llvm.range = #llvm.constant_range<i32, -2, 12>}, %c: tensor<4xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}) -> (i32 {llvm.zeroext, test.a}) attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<external>, test.b = [unit, @f]}
}
// -----
llvm.func @k(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}, %b: !llvm.ptr {llvm.sret = f32, llvm.dereferenceable = 8 : i64}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2, 3>, nvvm.reqntid = array<i32: 4, 5, 6>, nvvm.minctasm = 7 : i32, nvvm.maxnreg = 8 : i32, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.cluster_max_blocks = 9 : i32, rocdl.kernel, rocdl.flat_work_group_size = "1,2", rocdl.max_flat_work_group_size = 128 : i32, rocdl.waves_per_eu = 2 : i32, rocdl.unsafe_fp_atomics = true, rocdl.uniform_work_group_size = false, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>} {
  %0 = llvm.load %a {llvm.mmra = #llvm.mmra_tag<"a":"b">, rocdl.last_use} : !llvm.ptr -> i32
  llvm.store %0, %a {llvm.mmra = [#llvm.mmra_tag<"a":"b">, #llvm.mmra_tag<"c":"d">], rocdl.no_remote_memory} : i32, !llvm.ptr
  llvm.return
}
// -----
gpu.module @m [#nvvm.target<O = 1, triple = "t", chip = "sm_90a", features = "+ptx80", flags = {a, b = "c"}, link = ["l"]>, #rocdl.target<O = 0, triple = "amdgcn", chip = "gfx942", features = "+f", abi = "500", flags = {x}, link = ["l"]>, #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>] attributes {test.a} {
  gpu.func @k(%a: f32 {test.a, llvm.noundef}) workgroup(%w: memref<4xf32, 3> {llvm.align = 16 : i64}) private(%p: memref<4xf32, 5> {test.b}) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 4, 2, 1>, known_cluster_size = array<i32: 2, 1, 1>, gpu.x, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1], subgroup_size = 16, target_width = 32>} {
    gpu.return
  }
}
// -----
"test.attributes"() {
  limits = #spirv.resource_limits<max_compute_shared_memory_size = 1, max_compute_workgroup_invocations = 2, max_compute_workgroup_size = [1, 2, 3], subgroup_size = 4, min_subgroup_size = 5, max_subgroup_size = 6, cooperative_matrix_properties_khr = [], cooperative_matrix_properties_nv = []>,
  sizes = #spirv.resource_limits<max_compute_workgroup_size = [128, 128, 64]>,
  typed_sizes = #spirv.resource_limits<max_compute_workgroup_size = [128 : i32, 64 : i32, 2 : i16]>,
  usual_sizes = #spirv.resource_limits<max_compute_workgroup_size = [128 : i32, 128 : i32, 64 : i32]>,
  target = #spirv.target_env<#spirv.vce<v1.6, [Kernel, Float64], [SPV_KHR_16bit_storage]>, AMD:DiscreteGPU:7, #spirv.resource_limits<subgroup_size = 64>>,
  set = #spirv.interface_var_abi<(1, 2), Uniform>,
  loop = #llvm.loop_annotation<disableNonforced = false, vectorize = <disable = true, predicateEnable = false, scalableEnable = true, width = 4 : i32>, mustProgress = false>,
  effects = #llvm.memory_effects<other = read, argMem = write, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = read, targetMem1 = write>,
  range = #llvm.constant_range<i8, -128, 127>,
  level = #gpu.select_object<#nvvm.target>,
  object = #gpu.object<#nvvm.target<chip = "sm_70">, properties = {O = 3 : i32}, kernels = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> (), metadata = {a = 1 : i32}>]>, assembly = "bin">
} : () -> ()
