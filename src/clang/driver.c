// From options to steps: what each input is, and what is made of it.

#include <string.h>

#include "clang/plan.h"

#define ENDINGS_THAT_ARE_KNOWN ".cu, .c, .cc, .cpp, .cxx, .o, .a, .so"

// --- inputs ---

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *ending_of(const char *path) {
  const char *dot = strrchr(base_name(path), '.');
  return dot ? dot : "";
}

static const struct {
  const char *ending;
  tern_language_t language;
} endings[] = {
    {".cu", TERN_LANGUAGE_CUDA},      {".c", TERN_LANGUAGE_C},         {".cc", TERN_LANGUAGE_CPP},
    {".cpp", TERN_LANGUAGE_CPP},      {".cxx", TERN_LANGUAGE_CPP},     {".C", TERN_LANGUAGE_CPP},
    {".c++", TERN_LANGUAGE_CPP},      {".o", TERN_LANGUAGE_OF_LINKER}, {".a", TERN_LANGUAGE_OF_LINKER},
    {".so", TERN_LANGUAGE_OF_LINKER},
};

static const char *const language_names[] = {
    [TERN_LANGUAGE_C] = "c", [TERN_LANGUAGE_CPP] = "c++", [TERN_LANGUAGE_CUDA] = "cuda"};

static tern_status_t read_language(const tern_cc_options_t *options, const char *input, tern_language_t *out_language) {
  *out_language = TERN_LANGUAGE_OF_LINKER;
  const char *ending = ending_of(input);
  if (*input == '-' || strstr(base_name(input), ".so.")) return tern_ok();
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
    if (strcmp(ending, endings[i].ending) != 0) continue;
    *out_language = endings[i].language;
    if (*out_language == TERN_LANGUAGE_OF_LINKER) return tern_ok();
    break;
  }
  for (size_t i = TERN_LANGUAGE_C; options->language && i <= TERN_LANGUAGE_CUDA; ++i) {
    if (strcmp(options->language, language_names[i]) == 0) *out_language = (tern_language_t)i;
  }
  if (*out_language != TERN_LANGUAGE_OF_LINKER) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "cannot tell what '%s' is by its ending; known are " ENDINGS_THAT_ARE_KNOWN
                          ", and -x cu, c++ or c "
                          "says what sources are",
                          input);
}

// The name without folder and ending; a number makes it differ from those before it.
static const char *make_stem(tern_plan_t *plan, const char *path) {
  const char *name = base_name(path), *ending = ending_of(path);
  const char *stem = tern_steps_format(&plan->steps, "%.*s", (int)(strlen(name) - strlen(ending)), name), *next = stem;
  for (unsigned number = 2;; ++number) {
    bool is_taken = false;
    for (size_t i = 0; i < plan->sources.count; ++i) is_taken |= strcmp(plan->sources.values[i].stem, next) == 0;
    if (!is_taken) return next;
    next = tern_steps_format(&plan->steps, "%s-%u", stem, number);
  }
}

static tern_status_t read_inputs(tern_plan_t *plan) {
  const tern_cc_options_t *options = plan->options;
  for (size_t i = 0; i < options->inputs.count; ++i) {
    tern_source_t source = {.path = options->inputs.values[i]};
    TERN_RETURN_IF_ERROR(read_language(options, source.path, &source.language));
    source.stem = make_stem(plan, source.path);
    source.object = source.path;
    tern_vec_push(&plan->sources, source);
  }
  return tern_ok();
}

// --- outputs ---

static const char *const goal_endings[] = {
    [TERN_CC_OBJECTS] = ".o", [TERN_CC_PTX] = ".ptx", [TERN_CC_CUBIN] = ".cubin", [TERN_CC_FATBINARY] = ".fatbin"};

// Where what is made of a source goes: to the output, or to a file that is called after the source.
static const char *output_of(tern_plan_t *plan, const tern_source_t *source) {
  const tern_cc_options_t *options = plan->options;
  if (options->goal == TERN_CC_PROGRAM) return tern_steps_file(&plan->steps, source->stem, ".o");
  if (options->output) return options->output;
  const char *name = base_name(source->path);
  return tern_steps_format(&plan->steps, "%.*s%s", (int)(strlen(name) - strlen(ending_of(name))), name,
                           goal_endings[options->goal]);
}

static tern_compilation_fn_t compilation_fn(const tern_plan_t *plan) {
  return plan->options->is_split ? tern_plan_split_compilation : tern_plan_merged_compilation;
}

// The one image of a kind that is asked for, of which -ptx and -cubin write the code.
static tern_status_t find_only(const tern_plan_t *plan, bool is_ptx, const tern_cuda_image_request_t **out_request) {
  *out_request = NULL;
  for (size_t i = 0; i < plan->requests.images.count; ++i) {
    const tern_cuda_image_request_t *request = &plan->requests.images.values[i];
    if (!is_ptx && request->is_ptx) continue;
    bool is_another =
        *out_request && (!is_ptx || !tern_cuda_architecture_equal((*out_request)->virtual, request->virtual));
    if (is_another) {
      return tern_status_make(TERN_INVALID_ARGUMENT,
                              "%s writes code for one architecture, but several are asked for; -fatbin writes all",
                              is_ptx ? "-ptx" : "-cubin");
    }
    *out_request = request;
  }
  if (*out_request) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "-cubin needs a real architecture, such as -arch=sm_90");
}

static tern_status_t add_code(tern_plan_t *plan, const tern_source_t *source) {
  bool is_ptx = plan->options->goal == TERN_CC_PTX;
  const tern_cuda_image_request_t *request;
  TERN_RETURN_IF_ERROR(find_only(plan, is_ptx, &request));
  tern_device_compilation_t compilation = compilation_fn(plan)(plan, source, request->virtual);
  const char *output = output_of(plan, source);
  const char *ptx = tern_plan_add_ptx(plan, &compilation, request->virtual, is_ptx ? output : NULL);
  if (!is_ptx) tern_plan_add_cubin(plan, source, ptx, request->real, output);
  return tern_ok();
}

static void add_text(tern_plan_t *plan, const tern_source_t *source) {
  const tern_cc_options_t *options = plan->options;
  tern_device_compilation_t compilation = {source, source->path, false};
  tern_step_t *step;
  if (source->language == TERN_LANGUAGE_CUDA) {
    step = tern_plan_add_clang(plan, TERN_STAGE_HOST, &compilation, plan->requests.images.values[0].virtual, false);
  } else {
    step = tern_plan_add_plain(plan, source);
  }
  if (options->goal == TERN_CC_PREPROCESSED) tern_step_say(step, "-E", NULL);
  tern_step_say_all(step, options->rule_options);
  tern_step_say(step, source->path, NULL);
  if (options->output) tern_step_say(step, "-o", options->output, NULL);
}

tern_step_t *tern_plan_add_plain(tern_plan_t *plan, const tern_source_t *source) {
  const tern_cc_options_t *options = plan->options;
  tern_step_t *step = tern_steps_add(&plan->steps, TERN_STAGE_HOST, plan->clang);
  tern_step_say(step, "-x", language_names[source->language], "-isystem", plan->headers, NULL);
  if (options->level) tern_step_say(step, options->level, NULL);
  if (options->debugs_host) tern_step_say(step, "-g", NULL);
  for (size_t i = 0; i < options->both_options.count; ++i) {
    // nvcc tells a C++ standard to C++ only.
    bool is_standard = strncmp(options->both_options.values[i], "-std=c++", sizeof "-std=c++" - 1) == 0;
    if (!is_standard || source->language != TERN_LANGUAGE_C) tern_step_say(step, options->both_options.values[i], NULL);
  }
  tern_step_say_all(step, options->host_options);
  step->subject = tern_steps_format(&plan->steps, "'%s'", source->path);
  return step;
}

static void add_object(tern_plan_t *plan, tern_source_t *source) {
  source->object = output_of(plan, source);
  if (source->language == TERN_LANGUAGE_CUDA) {
    if (plan->options->is_split) return tern_plan_add_split_object(plan, source);
    return tern_plan_add_merged_object(plan, source);
  }
  tern_step_t *step = tern_plan_add_plain(plan, source);
  tern_step_say_all(step, plan->options->rule_options);
  tern_step_say(step, "-c", source->path, "-o", source->object, NULL);
}

static tern_status_t add_source(tern_plan_t *plan, tern_source_t *source) {
  if (source->language == TERN_LANGUAGE_OF_LINKER) return tern_ok();
  tern_cc_goal_t goal = plan->options->goal;
  bool is_of_device = goal == TERN_CC_PTX || goal == TERN_CC_CUBIN || goal == TERN_CC_FATBINARY;
  if (is_of_device && source->language != TERN_LANGUAGE_CUDA) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' has no code for a device; -x cu says that a source is CUDA",
                            source->path);
  }
  switch (goal) {
    case TERN_CC_PREPROCESSED:
    case TERN_CC_DEPENDENCIES: add_text(plan, source); break;
    case TERN_CC_PTX:
    case TERN_CC_CUBIN: return add_code(plan, source);
    case TERN_CC_FATBINARY: tern_plan_add_fatbinary(plan, source, compilation_fn(plan), output_of(plan, source)); break;
    default: add_object(plan, source); break;
  }
  return tern_ok();
}

// --- what does not go together ---

static tern_status_t check(const tern_plan_t *plan) {
  const tern_cc_options_t *options = plan->options;
  size_t sources = 0;
  for (size_t i = 0; i < plan->sources.count; ++i)
    sources += plan->sources.values[i].language != TERN_LANGUAGE_OF_LINKER;
  if (plan->sources.count == 0) return tern_status_make(TERN_INVALID_ARGUMENT, "no input files");
  bool is_of_one = options->goal != TERN_CC_PROGRAM && options->goal != TERN_CC_DEVICE_LINK;
  if (is_of_one && sources == 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "no sources: '%s' is for the linker", plan->sources.values[0].path);
  }
  if (is_of_one && options->output && sources > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "-o names one file, but there is one for each of %zu sources",
                            sources);
  }
  for (size_t i = 0; i < plan->requests.images.count && !plan->assembler; ++i) {
    const tern_cuda_image_request_t *request = &plan->requests.images.values[i];
    bool is_needed = !request->is_ptx && (!request->is_optional || options->goal == TERN_CC_CUBIN);
    if (!is_needed) continue;
    return tern_status_make(
        TERN_NOT_FOUND,
        "machine code for sm_%u takes ptxas of a CUDA toolkit, which was not found: set CUDA_PATH, or ask for PTX "
        "alone, with -code=compute_%u",
        request->real.number, request->virtual.number);
  }
  return tern_ok();
}

// Without an assembler there is no machine code that may be left out.
static void drop_optional(tern_plan_t *plan) {
  size_t count = 0;
  for (size_t i = 0; i < plan->requests.images.count && !plan->assembler; ++i) {
    tern_cuda_image_request_t request = plan->requests.images.values[i];
    if (!request.is_optional) plan->requests.images.values[count++] = request;
  }
  if (!plan->assembler) plan->requests.images.count = count;
}

static tern_status_t make_plan(tern_plan_t *plan) {
  TERN_RETURN_IF_ERROR(tern_cuda_read_architectures(plan->options, &plan->requests));
  TERN_RETURN_IF_ERROR(read_inputs(plan));
  TERN_RETURN_IF_ERROR(tern_plan_find_programs(plan));
  TERN_RETURN_IF_ERROR(check(plan));
  drop_optional(plan);
  for (size_t i = 0; i < plan->sources.count; ++i) TERN_RETURN_IF_ERROR(add_source(plan, &plan->sources.values[i]));
  if (plan->options->goal == TERN_CC_PROGRAM) tern_plan_add_link(plan);
  return tern_ok();
}

tern_status_t tern_cc_run(const tern_cc_options_t *options) {
  tern_plan_t plan = {.options = options};
  tern_status_t status = tern_steps_initialize(&plan.steps, options);
  if (tern_status_is_ok(status)) status = make_plan(&plan);
  if (tern_status_is_ok(status)) status = tern_steps_run(&plan.steps);
  tern_steps_deinitialize(&plan.steps);
  tern_vec_deinitialize(&plan.requests.images);
  tern_vec_deinitialize(&plan.sources);
  tern_vec_deinitialize(&plan.made);
  return status;
}
