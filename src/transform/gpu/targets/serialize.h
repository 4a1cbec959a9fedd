// What --gpu-module-to-binary needs of whoever generates code: a row for each kind of target attribute. The rows are defined
// by the target room, which is above this one.

#ifndef TERN_TRANSFORM_GPU_SERIALIZE_H_
#define TERN_TRANSFORM_GPU_SERIALIZE_H_

#include "base/string.h"
#include "dialect/gpu/gpu.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct tern_gpu_serializer tern_gpu_serializer_t;

// How objects are made (upstream: gpu::TargetOptions).
typedef struct tern_gpu_serialization {
  tern_gpu_object_format_t format;
  tern_str_t toolkit;            // where the vendor's tools are; empty: looked for
  tern_str_t section;            // of the host's object that the binary is to be in; empty: none is asked for
  const tern_attr_t *libraries;  // names of files of bitcode to link (array of strings); NULL: none
  const tern_attr_t *words;      // for the vendor's tools (array of strings); NULL: none
  // The symbols around the gpu.modules, made when they are first asked for; NULL if there are none.
  tern_symbol_table_t *(*symbols)(void *user);
  void *symbols_user;
  const tern_gpu_serializer_t *serializers;  // one for each kind of target
  size_t serializer_count;
  const tern_pass_registry_t *passes;  // what modules are lowered with that hold gpu.funcs; NULL: they are not lowered
} tern_gpu_serialization_t;

// A compiled gpu.module, before it is an attribute.
typedef struct tern_gpu_compiled {
  tern_string_builder_t bytes;
  const tern_attr_t *properties;  // dictionary of what is worth knowing about it; NULL: nothing
} tern_gpu_compiled_t;

struct tern_gpu_serializer {
  const char *target;  // name of the attribute: "nvvm.target"
  // Writes the pipeline on a builtin.module that lowers a gpu.module with gpu.funcs to what `serialize` takes. NULL: there
  // is none.
  void (*lower)(const tern_attr_t *target, tern_string_builder_t *out);
  // Compiles a gpu.module, which stays as it is. False after an error.
  bool (*serialize)(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serialization_t *how,
                    tern_gpu_compiled_t *out);
  // The #gpu.object; NULL after an error. A NULL function: target, format, bytes and properties as they are.
  const tern_attr_t *(*create_object)(const tern_op_t *module, const tern_attr_t *target,
                                      const tern_gpu_serialization_t *how, const tern_gpu_compiled_t *compiled);
};

// Replaces each gpu.module right inside a region of `op` by a gpu.binary with an object for each of its targets, all of
// them made from the module as it is. `handler` is the offloading handler of the binaries; NULL: what the module names, or
// #gpu.select_object. False after an error at the first that cannot be compiled (upstream: transformGpuModulesToBinaries).
bool tern_gpu_modules_to_binaries(tern_op_t *op, const tern_attr_t *handler, const tern_gpu_serialization_t *how);

// Defined in src/target/gpu.
extern const tern_gpu_serializer_t tern_gpu_serializers[];
extern const size_t tern_gpu_serializer_count;

#endif  // TERN_TRANSFORM_GPU_SERIALIZE_H_
