"""Kernels that the user wrote in the place of dispatches: the examples on each device, kernels by flags, and files that do not fit.

usage: TERN_RUN=... TERN_COMPILE=... [TERN_DEVICE=cuda] custom_kernels.py [part of a case's name...]

With TERN_DEVICE=cuda only kernels in PTX are run, on an NVIDIA GPU.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples/custom_kernels"
RUN, COMPILE = os.environ.get("TERN_RUN", "tern-run"), os.environ.get("TERN_COMPILE", "tern-compile")
PTXAS = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")

# Two dispatches, which are linked into one executable where nothing is replaced.
PROGRAM = """
func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
"""
ADD = """
func.func @main(%a: tensor<256xf32>, %b: tensor<256xf32>) -> tensor<256xf32> {
  %0 = stablehlo.add %a, %b : tensor<256xf32>
  return %0 : tensor<256xf32>
}
"""
NAME = "main_dispatch_0_elementwise_256_f32"
FUNCTION = f"""
#include "tern/dispatch.h"
int32_t {NAME}(const tern_dispatch_params_t *p, uint32_t x, uint32_t y, uint32_t z);
int32_t {NAME}(const tern_dispatch_params_t *p, uint32_t x, uint32_t y, uint32_t z) {{
  const float *a = p->bindings[0], *b = p->bindings[1];
  float *c = p->bindings[2];
  for (uint32_t i = 64 * x; i < 64 * x + 64; ++i) c[i] = a[i] + 10 * b[i];
  return (int32_t)(y + z);
}}
void {NAME}_workgroup_count(const uint32_t *push_constants, uint32_t out_count[3]);
void {NAME}_workgroup_count(const uint32_t *push_constants, uint32_t out_count[3]) {{
  (void)push_constants;
  out_count[0] = 4, out_count[1] = out_count[2] = 1;
}}
"""
PTX = f"""// A comment; .entry in_a_comment(.param .u32 x)
.version 7.0
.target sm_80
.address_size 64
.visible .const .align 4 .u32 {NAME}_workgroup_count[3] = {{4, 1, 1}};
.visible .entry {NAME}(.param .u64 .ptr .global .align 4 a, .param .u64 b, .param .u64 c) .reqntid 64
{{
  ret;
}}
"""
# What the kernel above is to do, where it runs.
PTX_BODY = """\
  .reg .u32 %i, %x, %n;
  .reg .u64 %a, %b, %c, %at;
  .reg .f32 %u, %v;
  mov.u32 %x, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.lo.u32 %i, %x, %n, %i;
  mul.wide.u32 %at, %i, 4;
  ld.param.u64 %a, [a];
  ld.param.u64 %b, [b];
  ld.param.u64 %c, [c];
  add.u64 %a, %a, %at;
  add.u64 %b, %b, %at;
  add.u64 %c, %c, %at;
  ld.global.f32 %u, [%a];
  ld.global.f32 %v, [%b];
  fma.rn.f32 %u, %v, 0f41200000, %u;
  st.global.f32 [%c], %u;
  ret;
"""
SPIRV = f"""
OpCapability Shader
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "{NAME}" %id
OpExecutionMode %main LocalSize 64 1 1
OpName %count "{NAME}_workgroup_count"
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %array ArrayStride 4
OpDecorate %buffer Block
OpMemberDecorate %buffer 0 Offset 0
OpDecorate %a DescriptorSet 0
OpDecorate %a Binding 0
OpDecorate %b DescriptorSet 0
OpDecorate %b Binding 1
OpDecorate %c DescriptorSet 0
OpDecorate %c Binding 2
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%v3uint = OpTypeVector %uint 3
%array = OpTypeRuntimeArray %float
%buffer = OpTypeStruct %array
%p_in = OpTypePointer Input %v3uint
%p_uint = OpTypePointer Input %uint
%p_buffer = OpTypePointer StorageBuffer %buffer
%p_float = OpTypePointer StorageBuffer %float
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u4 = OpConstant %uint 4
%ten = OpConstant %float 10
%count = OpConstantComposite %v3uint %u4 %u1 %u1
%id = OpVariable %p_in Input
%a = OpVariable %p_buffer StorageBuffer
%b = OpVariable %p_buffer StorageBuffer
%c = OpVariable %p_buffer StorageBuffer
%main = OpFunction %void None %function
%entry = OpLabel
%id_x = OpAccessChain %p_uint %id %u0
%i = OpLoad %uint %id_x
%at_a = OpAccessChain %p_float %a %u0 %i
%at_b = OpAccessChain %p_float %b %u0 %i
%at_c = OpAccessChain %p_float %c %u0 %i
%value_a = OpLoad %float %at_a
%value_b = OpLoad %float %at_b
%more = OpFMul %float %value_b %ten
%sum = OpFAdd %float %value_a %more
OpStore %at_c %sum
OpReturn
OpFunctionEnd
"""


def execute(*command, folder, fails=False):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, cwd=folder)
    if (done.returncode != 0) != fails or done.returncode < 0:
        raise AssertionError(f"exit status {done.returncode} of {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stderr if fails else done.stdout


def make(folder, name, text):
    """A source file, and what its tool makes of it."""
    path = folder / name
    path.write_text(text)
    if name.endswith(".c"):
        execute("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", "-c", path, "-o", path.with_suffix(".o"),
                folder=folder)
        return path.with_suffix(".o")
    if name.endswith(".spvasm"):
        binary = path.with_suffix(".spv")
        env = "vulkan1.3" if "OpExecutionModeId" in text else "vulkan1.1"
        execute("spirv-as", "--target-env", env, path, "-o", binary, folder=folder)
        if env == "vulkan1.1" and "Binding 2" in text:
            execute("spirv-val", "--target-env", env, binary, folder=folder)
        return binary
    return path


def assemble(folder, path, chip):
    cubin = path.with_suffix(f".{chip}.cubin")
    execute(PTXAS, f"-arch={chip}", path, "-o", cubin, folder=folder)
    return cubin


def expect(found, expected):
    if not re.search(expected, found):
        raise AssertionError(f"expected {expected!r} in\n{found}")


# --- what runs ---


def copy_examples(folder):
    for path in EXAMPLES.iterdir():
        make(folder, path.name, path.read_text())


def examples(folder):
    copy_examples(folder)
    inputs = ["--input=5xf32=1,2,3,4,5", "--input=5xf32=10"]
    for device in ("cpu", "vulkan"):
        expect(execute(RUN, "blend.mlir", f"--device={device}", *inputs, folder=folder), "5xf32=4.25 6 7.75 9.5 11.25")
    # One module for all targets. Every size is a grid of its own.
    execute(COMPILE, "blend.mlir", "-o", "blend.tern", "--target=cuda,vulkan,cpu", folder=folder)
    for device in ("cpu", "vulkan"):
        for size in (1, 64, 65, 300):
            output = execute(RUN, "blend.tern", f"--device={device}", f"--input={size}xf32=2", f"--input={size}xf32=6", folder=folder)
            expect(output, f"^{size}xf32=" + " ".join(["5"] * size) + "$")
    if PTXAS:
        assemble(folder, folder / "blend.ptx", "sm_80")


def search_path(folder):
    copy_examples(folder)
    (folder / "elsewhere").mkdir()
    command = [RUN, folder / "blend.mlir", "--input=1xf32=2", "--input=1xf32=6"]
    expect(execute(*command, folder=folder / "elsewhere", fails=True), "object file that cannot be read: cannot open 'blend.o'")
    execute(COMPILE, "../blend.mlir", "-o", "a.tern", "--iree-hal-executable-object-search-path=/nowhere,..", folder=folder / "elsewhere")


def for_one_target(folder):
    """Files for other targets need not be there."""
    for name in ("blend.mlir", "blend.ptx"):
        make(folder, name, (EXAMPLES / name).read_text())
    execute(COMPILE, "blend.mlir", "-o", "blend.tern", "--target=cuda", folder=folder)
    expect(execute(COMPILE, "blend.mlir", "-o", "blend.tern", "--target=cpu", folder=folder, fails=True), "cannot open 'blend.o'")


def by_flag(folder):
    files = {"cpu": make(folder, "add.c", FUNCTION), "vulkan": make(folder, "add.spvasm", SPIRV)}
    (folder / "add.mlir").write_text(ADD)
    both = [f"--iree-hal-substitute-executable-object=main_dispatch_0={path}" for path in files.values()]
    execute(COMPILE, "add.mlir", "-o", "both.tern", "--target=cpu,vulkan", *both, folder=folder)
    # Only what is for the target is replaced.
    execute(COMPILE, "add.mlir", "-o", "one.tern", "--target=cpu,vulkan", both[0], folder=folder)
    for module, device, value in (("both", "cpu", 21), ("both", "vulkan", 21), ("one", "cpu", 21), ("one", "vulkan", 3)):
        output = execute(RUN, f"{module}.tern", f"--device={device}", "--input=256xf32=1", "--input=256xf32=2", folder=folder)
        expect(output, "^256xf32=" + " ".join([str(value)] * 256))


def from_folder(folder):
    (folder / "add.mlir").write_text(ADD)
    (folder / "objects").mkdir()
    shutil.copy(make(folder, "add.c", FUNCTION), folder / "objects/main_dispatch_0.o")
    execute(COMPILE, "add.mlir", "-o", "add.tern", "--iree-hal-substitute-executable-objects-from=objects", folder=folder)
    expect(execute(RUN, "add.tern", "--input=256xf32=1", "--input=256xf32=2", folder=folder), "^256xf32=21 21")


def one_of_several(folder):
    """Others are still linked, and the one that is replaced keeps its name."""
    (folder / "program.mlir").write_text(PROGRAM)
    flow = execute(COMPILE, "program.mlir", "--compile-to=flow", folder=folder)
    executable, function = re.findall(r"flow.dispatch @(\w+)::@(\w+)", flow)[0]
    kernel = make(folder, "zero.c", '#include "tern/dispatch.h"\n'
                  f"int32_t {function}(const tern_dispatch_params_t *p, uint32_t x, uint32_t y, uint32_t z);\n"
                  f"int32_t {function}(const tern_dispatch_params_t *p, uint32_t x, uint32_t y, uint32_t z) {{\n"
                  "  float *c = p->bindings[p->binding_count - 1];\n  for (int i = 0; i < 16; ++i) c[i] = 1;\n"
                  "  return (int32_t)(x + y + z);\n}\n")
    execute(COMPILE, "program.mlir", "-o", "program.tern", f"--iree-hal-substitute-executable-object={executable}={kernel}",
            folder=folder)
    output = execute(RUN, "program.tern", "--input=4x6xf32=3", "--input=6x4xf32=3", folder=folder)
    expect(output, r"^4x4xf32=\[4 4 4 4\]")


def cuda_forms(folder):
    (folder / "add.mlir").write_text(ADD)
    flag = "--iree-hal-substitute-executable-object=main_dispatch_0="
    ptx = make(folder, "add.ptx", PTX)
    execute(COMPILE, "add.mlir", "-o", "a.tern", "--target=cuda", flag + str(ptx), folder=folder)
    expect(execute(os.environ.get("TERN_TRANSLATE", "tern-translate"), "--tern-disassemble", "a.tern", folder=folder), NAME)
    if not PTXAS:
        return
    cubin = assemble(folder, ptx, "sm_90")
    execute(COMPILE, "add.mlir", "-o", "b.tern", "--target=cuda:sm_90", flag + str(cubin), folder=folder)
    expect(execute(COMPILE, "add.mlir", "-o", "c.tern", "--target=cuda", flag + str(cubin), folder=folder, fails=True),
           r"for sm_90, which sm_80 does not run[^$]*compile the program for sm_90 alone, or give PTX")
    execute(COMPILE, "add.mlir", "-o", "d.tern", "--target=cuda", "--cuda-embed-cubin", flag + str(ptx), folder=folder)
    assert (folder / "d.tern").read_bytes().count(b"\x7fELF") == 1, "there is no machine code in the module"
    for old, new, message in ((", .param .u64 c)", ")", "hands over 3 parameters, but '\\w+' takes 2"),
                              (".param .u64 b", ".param .u32 b", "hands over 8 bytes as parameter 1 of '\\w+', which takes 4"),
                              (f".entry {NAME}", ".entry other", "is to be the kernel '\\w+'[^$]*it has other"),
                              (f"{NAME}_workgroup_count", "other", "nobody says how many workgroups it takes"),
                              (".reqntid 64", "", "nobody says how large its workgroups are")):
        wrong = assemble(folder, make(folder, "wrong.ptx", PTX.replace(old, new)), "sm_80")
        expect(execute(COMPILE, "add.mlir", "-o", "e.tern", "--target=cuda", flag + str(wrong), folder=folder, fails=True), message)


def on_a_gpu(folder):
    """Kernels in PTX, of an extern op and by flag."""
    for name in ("blend.mlir", "blend.ptx"):
        make(folder, name, (EXAMPLES / name).read_text())
    execute(COMPILE, "blend.mlir", "-o", "blend.tern", "--target=cuda", folder=folder)
    for size in (1, 64, 65, 300):
        output = execute(RUN, "blend.tern", "--device=cuda", f"--input={size}xf32=2", f"--input={size}xf32=6", folder=folder)
        expect(output, f"^{size}xf32=" + " ".join(["5"] * size) + "$")
    (folder / "add.mlir").write_text(ADD)
    ptx = make(folder, "add.ptx", PTX.replace("  ret;\n", PTX_BODY))
    execute(COMPILE, "add.mlir", "-o", "add.tern", "--target=cuda", f"--iree-hal-substitute-executable-object=main_dispatch_0={ptx}",
            folder=folder)
    output = execute(RUN, "add.tern", "--device=cuda", "--input=256xf32=1", "--input=256xf32=2", folder=folder)
    expect(output, "^256xf32=" + " ".join(["21"] * 256))


def other_files(folder):
    """Whole files of a kind that does not fit, and what only a hal.dispatch.extern can say."""
    (folder / "add.mlir").write_text(ADD)
    flag = "--iree-hal-substitute-executable-object=main_dispatch_0="
    kernel = make(folder, "add.c", FUNCTION)
    execute("cc", "-shared", "-o", "add.so", kernel, folder=folder)
    expect(execute(COMPILE, "add.mlir", "-o", "x.tern", flag + "add.so", folder=folder, fails=True),
           "cannot be loaded: it is linked[^$]*give what `cc -c` writes")
    expect(execute(COMPILE, "add.mlir", "-o", "x.tern", "--target-triple=aarch64-linux-gnu", flag + str(kernel), folder=folder, fails=True),
           "has code in '[^']*add.o' for x86-64, but is for AArch64")
    (folder / "add.fatbin").write_bytes(b"\x50\xed\x55\xba" + bytes(60))
    command = [COMPILE, "add.mlir", "-o", "x.tern", "--target=cuda", flag + "add.fatbin"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder)
    expect(done.stderr, "warning: nobody has looked into 'add.fatbin', which is a fatbin[^$]*nobody says how many workgroups it takes")
    make(folder, "bad.ptx", PTX.replace("  ret;", "  nonsense;"))
    if PTXAS:
        expect(execute(COMPILE, "add.mlir", "-o", "x.tern", "--target=cuda", "--cuda-embed-cubin", flag + "bad.ptx", folder=folder, fails=True),
               "has code in 'bad.ptx' that cannot be assembled")
        execute(COMPILE, "add.mlir", "-o", "x.tern", "--target=cuda:compute_80,sm_86,sm_90", flag + str(make(folder, "add.ptx", PTX)), folder=folder)
        assert (folder / "x.tern").read_bytes().count(b"\x7fELF") == 2, "machine code for both is not in the module"


# --- what is refused ---

# (target, file, what is replaced in it, by what, what is said)
REFUSED = [
    ("cpu", "add.c", f"int32_t {NAME}(", "int32_t other(", "is to be the function '\\w+' of '[^']*add.o'[^$]*it has other"),
    ("cpu", "add.c", "10 * b[i]", "(float)strtod((const char *)b, 0)", "needs 'strtod', which the runtime does not offer[^$]*it offers memcpy"),
    ("cpu", "add.c", "const float *a =", "static _Thread_local float t;\n  t += (float)x;\n  if (t > 9) return 1;\n  const float *a =", "cannot be loaded: it has thread-local variables"),
    ("cpu", "add.c", "#include <stdlib.h>", "__attribute__((constructor)) static void f(void) { static volatile int v; v = v + 1; }", "it has functions that run when it is loaded"),
    ("vulkan", "add.c", "", "", "is to be replaced by '[^']*add.o', whose form none of its targets takes"),
    ("cuda", "add.ptx", "{\n  ret;\n}", ";", "has a kernel without a body in"),
    ("vulkan", "add.spvasm", "OpDecorate %c Binding 2\n", "", "with a buffer that has no descriptor set and binding"),
    ("vulkan", "add.spvasm", "OpExecutionMode %main LocalSize 64 1 1", "OpExecutionModeId %main LocalSizeId %u0 %u0 %u0", "of SPIR-V 1.6, but the target takes up to 1.3"),
    ("vulkan", "add.spvasm", "%p_buffer = OpTypePointer StorageBuffer", "%sampler = OpTypeSampler\n%p_sampler = OpTypePointer UniformConstant %sampler\n"
     "%p_buffer = OpTypePointer StorageBuffer", "with an image or sampler", "%id = OpVariable", "%sampled = OpVariable %p_sampler UniformConstant\n%id = OpVariable",
     "OpDecorate %id", "OpDecorate %sampled DescriptorSet 0\nOpDecorate %sampled Binding 4\nOpDecorate %id"),
    ("vulkan", "add.spvasm", "%count = OpConstantComposite", "%s4 = OpSpecConstant %uint 64\n%size = OpSpecConstantComposite %v3uint %s4 %u1 %u1\n%count = OpConstantComposite",
     "whose WorkgroupSize is no constant", "OpDecorate %id", "OpDecorate %s4 SpecId 0\nOpDecorate %size BuiltIn WorkgroupSize\nOpDecorate %id"),
    ("cuda", "add.ptx", ".u64 c)", ".u64 c, .param .u32 n)", "hands over 3 parameters, but '\\w+' takes 4[^$]*an address for each of its 3 bindings"),
    ("cuda", "add.ptx", ".param .u64 b", ".param .u32 b", "hands over 8 bytes as parameter 1 of '\\w+', which takes 4 there"),
    ("cuda", "add.ptx", ".param .u64 b", ".param .align 8 .b8 b[16]", "hands over 8 bytes as parameter 1 of '\\w+', which takes 16 there"),
    ("cuda", "add.ptx", f".entry {NAME}", ".entry other", "is to be the kernel '\\w+' of[^$]*it has other"),
    ("cuda", "add.ptx", ".target sm_80", ".target sm_90a", "for sm_90a, which sm_80 does not run[^$]*--cuda-target=sm_90a"),
    ("cuda", "add.ptx", ".target sm_80", ".target sm_x", "for 'sm_x', which is no processor of CUDA"),
    ("cuda", "add.ptx", ".target sm_80", "", "without a .target"),
    ("cuda", "add.ptx", ".address_size 64", ".address_size 32", "whose addresses do not have 64 bits"),
    ("cuda", "add.ptx", ".reqntid 64", "", "nobody says how large its workgroups are[^$]*give PTX a .reqntid"),
    ("cuda", "add.ptx", ".reqntid 64", ".reqntid 64 .reqnctapercluster 2", "a kernel with clusters"),
    ("cuda", "add.ptx", ".reqntid 64", ".reqntid 64, 32", "workgroups of 2048 invocations, of which '[^']*' takes 1024"),
    ("cuda", "add.ptx", f"{NAME}_workgroup_count", "other", "nobody says how many workgroups it takes[^$]*put three constants"),
    ("cuda", "add.ptx", "  ret;", "  .shared .align 4 .b8 m[65536];\n  ret;", "65536 bytes of .shared memory, of which 49152 are allowed"),
    ("cuda", "add.ptx", ".visible .const", ".extern .shared .align 4 .b8 m[];\n.visible .const", "with .extern .shared memory, whose size nobody says"),
    ("vulkan", "add.spvasm", f'"{NAME}" %id', '"other" %id', "is to be the entry point \\(GLCompute\\) '\\w+'[^$]*it has other"),
    ("vulkan", "add.spvasm", "Binding 2", "Binding 3", "hands over 3 bindings of set 0, but '[^']*' has one of set 0 with the number 3[^$]*a storage buffer for each of its 3 bindings"),
    ("vulkan", "add.spvasm", "%c DescriptorSet 0", "%c DescriptorSet 1", "has one of set 1 with the number 2"),
    ("vulkan", "add.spvasm", "%c Binding 2", "%c Binding 1", "expects binding 2 to be written, but '[^']*' has no buffer of this number"),
    ("vulkan", "add.spvasm", "LocalSize 64 1 1", "LocalSize 256 1 1", "workgroups of 256 x 1 x 1 invocations, of which the target takes 128[^$]*--vulkan-target"),
    ("vulkan", "add.spvasm", "OpCapability Shader", "OpCapability Shader\nOpCapability Int64", "needs the capability Int64, which the target lacks"),
    ("vulkan", "add.spvasm", "OpMemoryModel", 'OpExtension "SPV_KHR_bfloat16"\nOpMemoryModel', "needs the extension SPV_KHR_bfloat16, which the target lacks"),
    ("vulkan", "add.spvasm", f"{NAME}_workgroup_count", "other", "nobody says how many workgroups it takes"),
    ("vulkan", "add.spvasm", "%id = OpVariable", "%u9999 = OpConstant %uint 9999\n%much = OpTypeArray %float %u9999\n%p_much = OpTypePointer Workgroup %much\n"
     "%memory = OpVariable %p_much Workgroup\n%id = OpVariable", "39996 bytes of workgroup memory, of which the target has 16384"),
    ("vulkan", "add.spvasm", "%id = OpVariable", "%words = OpTypeStruct %uint\n%p_words = OpTypePointer PushConstant %words\n%pushed = OpVariable %p_words PushConstant\n"
     "%id = OpVariable", "hands over 0 bytes of push constants, but '[^']*' takes 4", "OpDecorate %id", "OpDecorate %words Block\nOpMemberDecorate %words 0 Offset 0\nOpDecorate %id"),
    ("vulkan", "add.spvasm", "%p_buffer = OpTypePointer StorageBuffer", "%p_other = OpTypePointer Uniform %other\n%p_buffer = OpTypePointer StorageBuffer", "with a uniform buffer",
     "%float = OpTypeFloat 32", "%float = OpTypeFloat 32\n%other = OpTypeStruct %float", "OpDecorate %id", "OpDecorate %other Block\nOpMemberDecorate %other 0 Offset 0\n"
     "OpDecorate %uniform DescriptorSet 0\nOpDecorate %uniform Binding 4\nOpDecorate %id", "%id = OpVariable", "%uniform = OpVariable %p_other Uniform\n%id = OpVariable"),
]


# Accepted, with a warning.
WARNED = [
    ("vulkan", "add.spvasm", "%value_b = OpLoad %float %at_b", "%value_b = OpFAdd %float %ten %ten", "warning: binding 1 is not used by '[^']*add.spv'",
     "%at_b = OpAccessChain %p_float %b %u0 %i\n", "", "%b = OpVariable %p_buffer StorageBuffer\n", "", "OpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 1\n", ""),
]


def changed(sources, name, replacements):
    text = sources[name]
    for before, after in zip(replacements[::2], replacements[1::2]):
        before, after = before.replace("MAIN", NAME), after.replace("MAIN", NAME)
        assert before in text, before
        text = text.replace(before, after)
    return text


def refused(folder):
    (folder / "add.mlir").write_text(ADD)
    sources = {"add.c": "#include <stdlib.h>\n" + FUNCTION, "add.ptx": PTX, "add.spvasm": SPIRV}
    for target, name, old, new, message, *more in REFUSED:
        text = changed(sources, name, [old, new] + more)
        flag = f"--iree-hal-substitute-executable-object=main_dispatch_0={make(folder, name, text)}"
        output = execute(COMPILE, "add.mlir", "-o", "wrong.tern", f"--target={target}", flag, folder=folder, fails=True)
        expect(output, message)
        expect(output, r"^add.mlir:3:8: error: ")
        assert not (folder / "wrong.tern").exists(), "a module was written all the same"
    for target, name, old, new, message, *more in WARNED:
        flag = f"--iree-hal-substitute-executable-object=main_dispatch_0={make(folder, name, changed(sources, name, [old, new] + more))}"
        done = subprocess.run([COMPILE, "add.mlir", "-o", "right.tern", f"--target={target}", flag], capture_output=True, text=True, timeout=60, cwd=folder)
        assert done.returncode == 0, done.stderr
        expect(done.stderr, message)


def malformed(folder):
    """Files that are cut off or changed end in an error or in a module, never in a crash."""
    (folder / "add.mlir").write_text(ADD)
    files = [("cpu", make(folder, "add.c", FUNCTION)), ("vulkan", make(folder, "add.spvasm", SPIRV)), ("cuda", make(folder, "add.ptx", PTX))]
    if PTXAS:
        files.append(("cuda", assemble(folder, files[-1][1], "sm_80")))
    for target, path in files:
        data = path.read_bytes()
        for step in range(24):
            size = len(data) * step // 24
            wrong = bytearray(data[:size] if step % 2 else data)
            if step % 2 == 0:
                wrong[size:size + 4] = b"\xff\xff\xff\x7f"
            (folder / "wrong").write_bytes(wrong)
            done = subprocess.run([COMPILE, "add.mlir", "-o", "wrong.tern", f"--target={target}",
                                   "--iree-hal-substitute-executable-object=main_dispatch_0=wrong"], capture_output=True, timeout=60, cwd=folder)
            assert done.returncode in (0, 1), f"exit status {done.returncode} at {size} of {path.name}"


def unlike_the_dispatch(folder):
    """What hal.dispatch.extern says against what the files say."""
    copy_examples(folder)
    text = (folder / "blend.mlir").read_text()
    for target, old, new, message in (
            ("cuda", "layout(#layout)", "layout(#layout) MORE", "has a workgroup_size of 32 x 1 x 1, but 'blend.ptx' says 64 x 1 x 1"),
            ("vulkan", "layout(#layout)", "layout(#layout) MORE", "has a workgroup_size of 32 x 1 x 1, but 'blend.spv' says 64 x 1 x 1"),
            ("cuda", "constants = 2", "constants = 3", "hands over 6 parameters, but 'blend' takes 5"),
            ("cuda", "layout(#layout)", "layout(#layout) MEMORY", "has a workgroup_local_memory of 64 bytes, but 'blend.ptx' has no .extern .shared memory"),
            ("cpu", "constants = 2", "constants = 3", "hands over 2 words and 3 bindings, but the layout of its kernel has 3 and 3"),
            ("cpu", "#hal.pipeline.binding<storage_buffer>]", "#hal.pipeline.binding<storage_buffer, ReadOnly>]",
             "expects binding 2 to be written, but the layout of its kernel says ReadOnly"),
            ("cpu", ": (i32, f32, ", ": (i32, f64, ", "hands over 3 words and 3 bindings, but the layout of its kernel has 2 and 3[^$]*words of 32 bits"),
            ("cpu", "embedded-elf-x86_64", "system-elf-x86_64", 'has no object file for #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">, which its device may be'),
            ("cpu", "blend.o", "blend.spv", "cannot use 'blend.spv', which is SPIR-V[^$]*llvm-cpu takes a relocatable ELF object")):
        wrong = text.replace(old, new)
        if "f64" in new:
            wrong = wrong.replace("0.25 : f32", "0.25 : f64")
        if "MEMORY" in wrong:
            wrong = wrong.replace(" MEMORY", "").replace("    })\n", "    })\n    attributes {workgroup_local_memory = 64 : index}\n")
        if "MORE" in wrong:
            wrong = wrong.replace(" MORE", "").replace("    })\n", "    })\n    attributes {workgroup_size = [32 : index, 1 : index, 1 : index]}\n")
        others = [line for line in wrong.splitlines() if "#hal.executable.target<" in line and not {"cpu": "llvm-cpu", "vulkan": "vulkan-spirv", "cuda": '"cuda"'}[target] in line]
        for line in others:
            wrong = wrong.replace(line + "\n", "")
        wrong = re.sub(r"\}>\],\n(\s*)\}\)", r"}>]\n\1})", wrong)
        (folder / "wrong.mlir").write_text(wrong)
        expect(execute(COMPILE, "wrong.mlir", "-o", "wrong.tern", f"--target={target}", folder=folder, fails=True), message)


DEVICE = os.environ.get("TERN_DEVICE", "cpu")
CASES = [on_a_gpu] if DEVICE == "cuda" else [examples, search_path, for_one_target, by_flag, from_folder, one_of_several, cuda_forms, other_files, refused, malformed, unlike_the_dispatch]


def main():
    wanted = sys.argv[1:]
    failed = 0
    for case in CASES:
        if wanted and not any(part in case.__name__ for part in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(pathlib.Path(folder))
            except AssertionError as error:
                failed += 1
                print(f"{case.__name__}: {error}")
    print(f"{len(CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
