# The lit suite: every .mlir and .test file below this folder with its RUN lines.
#
# RUN lines name the tools plainly (tern-opt, tern-translate, tern-compile, tern-run, mlir-opt, mlir-translate,
# FileCheck, not, split-file, llc): ours are those of the build tree `--param tern_build=DIR` (sat-opt is the tool of
# docs/extending.md), the others are LLVM 22's.

import glob
import os

import lit.formats

config.name = "tern"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
lit_config.maxIndividualTestTime = 120  # seconds: no input may hang a tool
config.excludes = ["Inputs", "unit", "fuzz", "models", "small"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))

build = os.path.abspath(lit_config.params.get("tern_build", os.path.join(config.test_source_root, "..", "build")))
config.test_exec_root = os.path.join(build, "lit")
if not os.path.isdir(os.path.join(build, "lib")):
    lit_config.fatal(f"{build} is no build tree; pass --param tern_build=DIR")

llvm_bin = "/usr/lib/llvm-22/bin"
config.environment["PATH"] = os.pathsep.join([os.path.join(build, "bin"), os.path.join(build, "examples"), llvm_bin, os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Where the tests find what is not a tool of ours: %source is the checkout, %build the build tree.
config.substitutions.append(("%source", os.path.dirname(config.test_source_root)))
config.substitutions.append(("%build", build))

with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as cache:
    if "TERN_SANITIZE:BOOL=ON" in cache.read():
        config.available_features.add("sanitized")

# Tests that run on Vulkan take Mesa's software device, whatever else the machine has.
drivers = glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json")
if drivers:
    config.environment["VK_DRIVER_FILES"] = drivers[0]
    config.available_features.add("lavapipe")
# lavapipe leaks, and is unloaded before leaks are looked for, so that no suppression can name it.
config.substitutions.append(("%lavapipe", "env ASAN_OPTIONS=detect_leaks=0"))

# The assembler of the CUDA toolkit, as the tools look for it.
toolkits = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
folders = [os.path.join(toolkit, "bin") for toolkit in toolkits if toolkit] + os.environ.get("PATH", "").split(os.pathsep)
if any(os.access(os.path.join(folder, "ptxas"), os.X_OK) for folder in folders):
    config.available_features.add("ptxas")
# NVIDIA's lister of fatbinaries, which is no part of the setup.
if any(os.access(os.path.join(folder, "cuobjdump"), os.X_OK) for folder in os.environ.get("PATH", "").split(os.pathsep)):
    config.available_features.add("cuobjdump")
