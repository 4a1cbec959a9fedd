// --gpu-module-to-binary: each gpu.module becomes a gpu.binary with an object for each of its targets (upstream:
// ModuleToBinary.cpp).
//
// Upstream takes a module that was lowered for the one kind of target that it has. Here a module that holds gpu.funcs is
// lowered for each of its targets, in a copy, so that one module may have code for GPUs of several makers and for the CPU.

#include "asm/parser.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "pass/pass_manager.h"
#include "rewrite/builder.h"
#include "transform/gpu/targets/attach_target.h"
#include "transform/gpu/targets/serialize.h"

static const struct {
  const char *name;
  tern_gpu_object_format_t format;
} formats[] = {
    {"offloading", TERN_GPU_OBJECT_OFFLOAD}, {"llvm", TERN_GPU_OBJECT_OFFLOAD},  {"assembly", TERN_GPU_OBJECT_ASSEMBLY},
    {"isa", TERN_GPU_OBJECT_ASSEMBLY},       {"binary", TERN_GPU_OBJECT_BINARY}, {"bin", TERN_GPU_OBJECT_BINARY},
    {"fatbinary", TERN_GPU_OBJECT_FATBIN},   {"fatbin", TERN_GPU_OBJECT_FATBIN},
};

static bool find_format(const tern_op_t *op, tern_str_t name, tern_gpu_object_format_t *out_format) {
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    if (!tern_str_equal_cstr(name, formats[i].name)) continue;
    *out_format = formats[i].format;
    return true;
  }
  return tern_emit_error(op->loc, "Invalid format specified.");
}

// --- the symbols around ---

typedef struct lazy_symbols {
  tern_op_t *op;
  tern_symbol_table_t table;
  bool is_made;
} lazy_symbols_t;

static tern_symbol_table_t *make_symbols(void *user) {
  lazy_symbols_t *symbols = user;
  if (!symbols->is_made) {
    tern_op_t *around = symbols->op;
    while (around && !tern_op_has_trait(around, TERN_TRAIT_SYMBOL_TABLE)) around = tern_op_parent(around);
    if (!around) return NULL;
    tern_symbol_table_initialize(&symbols->table, around);
    symbols->is_made = true;
  }
  return &symbols->table;
}

// --- one module ---

static const tern_gpu_serializer_t *find_serializer(const tern_attr_t *target, const tern_gpu_serialization_t *how) {
  const char *name = target->kind == TERN_ATTR_DIALECT ? ((const tern_attr_row_t *)target->row)->name : "";
  for (size_t i = 0; i < how->serializer_count; ++i) {
    if (strcmp(how->serializers[i].target, name) == 0) return &how->serializers[i];
  }
  return NULL;
}

static tern_op_t *find_op(tern_op_t *module, const tern_op_row_t *row) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, row)) return op;
  }
  return NULL;
}

// A builtin.module with a copy of the gpu.module that is lowered for this target alone. NULL after an error.
static tern_op_t *lower_copy(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serializer_t *serializer,
                             const tern_gpu_serialization_t *how) {
  tern_context_t *context = tern_op_context(module);
  tern_op_t *holder = tern_parse_module(context, TERN_STR("<copy>"), TERN_STR(""));
  tern_builder_t b = tern_builder_at_end(tern_op_body(holder, 0), module->loc);
  tern_op_t *copy = tern_builder_clone(&b, module, NULL);
  tern_op_set_attr(copy, "targets", tern_array_attr_get(context, &target, 1));
  tern_string_builder_t text = {0};
  serializer->lower(target, &text);
  tern_pass_manager_t *manager = tern_pass_manager_create(context, how->passes, "builtin.module");
  bool is_lowered = tern_pass_manager_parse(manager, tern_string_builder_view(&text)) &&
                    tern_pass_manager_run(manager, holder, &(tern_pass_options_t){.verify_each = true});
  if (!is_lowered) {
    tern_emit_error(module->loc, "the module cannot be lowered for the target '%s'", tern_attr_text(target));
    tern_emit_note(module->loc, "this is what it was to be lowered with: %.*s", (int)text.size, text.data);
    tern_op_destroy(holder);
    holder = NULL;
  }
  tern_pass_manager_destroy(manager);
  tern_string_builder_deinitialize(&text);
  return holder;
}

// NULL after an error.
static const tern_attr_t *serialize(tern_op_t *module, const tern_attr_t *target,
                                    const tern_gpu_serializer_t *serializer, const tern_gpu_serialization_t *how) {
  tern_gpu_compiled_t compiled = {0};
  const tern_attr_t *object = NULL;
  if (!serializer->serialize(module, target, how, &compiled)) {
    tern_emit_error(module->loc, "An error happened while serializing the module.");
  } else {
    object = serializer->create_object
                 ? serializer->create_object(module, target, how, &compiled)
                 : tern_gpu_object_get(target, how->format, tern_string_builder_view(&compiled.bytes),
                                       compiled.properties, NULL);
    if (!object) tern_emit_error(module->loc, "An error happened while creating the object.");
  }
  tern_string_builder_deinitialize(&compiled.bytes);
  return object;
}

// NULL after an error.
static const tern_attr_t *make_object(tern_op_t *module, const tern_attr_t *target,
                                      const tern_gpu_serialization_t *how) {
  const tern_gpu_serializer_t *serializer = find_serializer(target, how);
  if (!serializer) {
    tern_emit_error(module->loc, "no code can be made for the target '%s'", tern_attr_text(target));
    return NULL;
  }
  bool needs_lowering = serializer->lower && how->passes && find_op(module, TERN_GPU(FUNC));
  if (!needs_lowering) return serialize(module, target, serializer, how);
  tern_op_t *holder = lower_copy(module, target, serializer, how);
  if (!holder) return NULL;
  const tern_attr_t *object = serialize(find_op(holder, TERN_GPU(MODULE)), target, serializer, how);
  tern_op_destroy(holder);
  return object;
}

static void replace_by_binary(tern_op_t *module, const tern_attr_t *handler, const tern_attr_t *const *objects,
                              size_t count) {
  tern_context_t *context = tern_op_context(module);
  tern_builder_t b = tern_builder_before(module);
  tern_op_t *binary = tern_build(&b, TERN_GPU(BINARY), .types = {0},
                                 .attrs = TERN_ATTRS({"sym_name", tern_op_attr(module, "sym_name")},
                                                     {"objects", tern_array_attr_get(context, objects, count)}));
  if (!handler) handler = tern_op_attr(module, "offloadingHandler");
  if (!handler) handler = tern_gpu_select_object_get(context, NULL);
  tern_op_set_attr(binary, "offloadingHandler", handler);
  tern_op_destroy(module);
}

static bool serialize_module(tern_op_t *module, const tern_attr_t *handler, const tern_gpu_serialization_t *how) {
  const tern_attr_t *targets = tern_op_attr(module, "targets");
  if (!targets) return tern_emit_error(module->loc, "the module has no target attributes");
  TERN_VEC(const tern_attr_t *) objects = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_array_attr_count(targets); ++i) {
    const tern_attr_t *object = make_object(module, tern_array_attr_at(targets, i), how);
    is_right = object != NULL;
    if (object) tern_vec_push(&objects, object);
  }
  if (is_right) replace_by_binary(module, handler, objects.values, objects.count);
  tern_vec_deinitialize(&objects);
  return is_right;
}

bool tern_gpu_modules_to_binaries(tern_op_t *op, const tern_attr_t *handler, const tern_gpu_serialization_t *how) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op_safe(block, module) {
        if (tern_op_is(module, TERN_GPU(MODULE)) && !serialize_module(module, handler, how)) return false;
      }
    }
  }
  return true;
}

// --- the pass ---

// The option's handler; `*out_handler` is NULL if there is none, or none that could be translated to calls of a runtime.
static bool read_handler(tern_op_t *op, tern_pass_t *pass, const tern_attr_t **out_handler) {
  tern_str_t text = tern_pass_string(pass, "handler");
  *out_handler = NULL;
  if (text.size == 0) return true;
  const tern_attr_t *handler = tern_parse_attr_text(tern_op_context(op), text);
  if (!handler) {
    tern_emit_note(op->loc, "in the option handler of gpu-module-to-binary");
    return false;
  }
  if (tern_attr_is_gpu(handler, TERN_GPU_ATTR_SELECT_OBJECT)) {
    *out_handler = handler;
  } else {
    tern_emit_warning(op->loc, "%s is no offloading handler that can be translated, so it is not used",
                      tern_attr_text(handler));
    tern_emit_note(op->loc, "#gpu.select_object is one");
  }
  return true;
}

static bool modules_to_binaries(tern_op_t *op, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(op);
  lazy_symbols_t symbols = {.op = op};
  tern_gpu_serialization_t how = {
      .toolkit = tern_pass_string(pass, "toolkit"),
      .section = tern_pass_string(pass, "section"),
      .libraries = tern_gpu_list_option(context, pass, "l"),
      .words = tern_gpu_command_words(context, tern_pass_string(pass, "opts")),
      .symbols = make_symbols,
      .symbols_user = &symbols,
      .serializers = tern_gpu_serializers,
      .serializer_count = tern_gpu_serializer_count,
      .passes = tern_pass_known_passes(pass),
  };
  const tern_attr_t *handler;
  if (!find_format(op, tern_pass_string(pass, "format"), &how.format) || !read_handler(op, pass, &handler))
    return false;
  bool is_right = tern_gpu_modules_to_binaries(op, handler, &how);
  if (symbols.is_made) tern_symbol_table_deinitialize(&symbols.table);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"toolkit", TERN_OPTION_STRING, NULL, "Where the vendor's toolkit is", NULL},
    {"l", TERN_OPTION_STRING_LIST, NULL, "Files of bitcode to link", NULL},
    {"opts", TERN_OPTION_STRING, NULL, "Options for the vendor's tools", NULL},
    {"format", TERN_OPTION_STRING, "fatbin",
     "What objects hold: `offloading` or `llvm` (bitcode, SPIR-V), `assembly` or `isa`, `binary` or `bin`, `fatbinary` "
     "or `fatbin`",
     NULL},
    {"handler", TERN_OPTION_STRING, NULL, "Offloading handler of the binaries, such as #gpu.select_object<0>", NULL},
    {"section", TERN_OPTION_STRING, NULL, "Section of the host's object that binaries are to be in", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_gpu_dialect, NULL};

const tern_pass_def_t tern_gpu_module_to_binary_pass = {
    .flag = "gpu-module-to-binary",
    .name = "GpuModuleToBinaryPass",
    .summary = "Compile gpu.modules to objects for the targets that they name",
    .description =
        "Every gpu.module right inside the op is compiled for each of its targets and replaced by a gpu.binary of the "
        "same name. A module that holds gpu.funcs is lowered for each target in a copy of its own. The first that "
        "cannot be compiled ends the pass.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = modules_to_binaries,
};
