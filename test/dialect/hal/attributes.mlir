// Attributes and their aliases as they print, which is what upstream prints too.
// RUN: grep -v "^//" %s > %t.expected
// RUN: tern-opt %s | diff - %t.expected
// RUN: tern-opt --mlir-print-op-generic %s | tern-opt | diff - %t.expected
#device_target_a = #hal.device.target<"a"> : !hal.device
#device_target_local = #hal.device.target<"local"> : !hal.device
#device_target_local_1_ = #hal.device.target<"local", {ordinal = 1 : index}> : !hal.device
#executable_target_b = #hal.executable.target<"a", "b">
#executable_target_d = #hal.executable.target<"c", "d">
#executable_target_f = #hal.executable.target<"llvm-cpu", "f">
#executable_target_g = #hal.executable.target<"llvm-cpu", "g", {a = 1 : i32}>
#pipeline_layout = #hal.pipeline.layout<constants = 3, bindings = [#hal.pipeline.binding<uniform_buffer>, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
#device_target_local1 = #hal.device.target<"local", {x = 1 : i64}, [#executable_target_f, #executable_target_g]> : !hal.device
module {
  util.func private @f() attributes {a1 = #device_target_local1, a2 = #device_target_local, a3 = #device_target_local_1_, a4 = #hal.device.alias<"vulkan"[3], {a = 1 : i64}> : !hal.device, a5 = #hal.device.alias<"vulkan"> : !hal.device, a6 = #hal.device.ordinal<3> : !hal.device, a7 = #hal.device.fallback<@d> : !hal.device, a8 = #hal.device.select<[#device_target_a, #hal.device.fallback<@b> : !hal.device]> : !hal.device, b1 = #hal.device.affinity<@a>, b2 = #hal.device.affinity<@a, [4, 5]>, b3 = #hal.device.promise<@x, [1]>, b4 = #hal.device.promise<@x>, b5 = #hal.device.optimal<[#hal.device.affinity<@a>, #hal.device.affinity<@b, [1]>]>, c1 = #hal.device.topology<links = [(@a -> @b = {unified_memory = true, transparent_access = true}), (@b -> @a = {}), (@b -> @c = {transparent_access = true}, {foo = true})]>, d1 = #hal.executable.objects<{#executable_target_b = [#hal.executable.object<{path = "x"}>], #executable_target_d = []}>, d2 = #hal.executable.object<{path = "x", data = dense<1> : vector<4xi8>}>, e1 = #pipeline_layout, e2 = #hal.descriptor_type<storage_buffer>, e3 = #hal.collective<all_gather : f32>, e4 = #hal.collective<all_reduce with sum : f32>}
}

