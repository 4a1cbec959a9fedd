// A program with a kernel of its own for each target: blend(a, b) = a + (b - a) * weight. docs/custom_kernels.md says what
// each of the files has to look like.
//
//   tern-run blend.mlir --input=5xf32=1,2,3,4,5 --input=5xf32=10                     (blend.o: cc -O2 -c blend.c)
//   tern-run blend.mlir --device=vulkan --vulkan-target=vulkan1.1 ...                (blend.spv: spirv-as blend.spvasm)

#layout = #hal.pipeline.layout<constants = 2, bindings = [
  #hal.pipeline.binding<storage_buffer, ReadOnly>, #hal.pipeline.binding<storage_buffer, ReadOnly>,
  #hal.pipeline.binding<storage_buffer>]>

func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %weight = arith.constant 0.25 : f32
  %size = tensor.dim %a, %c0 : tensor<?xf32>
  %n = arith.index_cast %size : index to i32
  %blended = hal.dispatch.extern "blend"[%size](%n, %weight, %a, %b)
      : (i32, f32, tensor<?xf32>{%size}, tensor<?xf32>{%size}) -> tensor<?xf32>{%size}
    count(%device: !hal.device, %workload: index) -> (index, index, index) {
      %x = affine.apply affine_map<()[s0] -> (s0 ceildiv 64)>()[%workload]
      %c1 = arith.constant 1 : index
      hal.return %x, %c1, %c1 : index, index, index
    }
    layout(#layout)
    objects({
      #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64"> ordinal(0) = [#hal.executable.object<{path = "blend.o"}>],
      #hal.executable.target<"vulkan-spirv", "vulkan-spirv-fb"> ordinal(0) = [#hal.executable.object<{path = "blend.spv"}>],
      #hal.executable.target<"cuda", "cuda-nvptx-fb"> ordinal(0) = [#hal.executable.object<{path = "blend.ptx"}>]
    })
  // What is around the kernel is compiled as ever.
  %sum = stablehlo.add %blended, %a : tensor<?xf32>
  return %sum : tensor<?xf32>
}
