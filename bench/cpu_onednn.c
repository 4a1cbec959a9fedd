// The worker of bench/cpu.py that runs oneDNN 2: cpu_onednn.
//
//   load [packed] matmul f32|bf16|bf16f32|s8 M N K A B          row-major; bf16f32 has bf16 factors and an f32 product
//   load [packed] dense f32 M N K A B BIAS                      with the bias and a relu as post-ops
//   load [packed] conv SIZE CHANNELS FEATURES WINDOW X W        one image, channels last, zeros around it, HWIO weights;
//   load [packed] depthwise SIZE CHANNELS WINDOW X W            each channel with a window of its own
//   load softmax ROWS COLUMNS X
//   load layer_norm ROWS COLUMNS X SCALE SHIFT
//   load attention HEADS SEQUENCE SIZE Q K V
//   load add COUNT A B
//
// Primitives are made once. Weights are given in their plain order in each call, as a program's arguments are: the faster is
// taken of a primitive that reads them so and of one in the library's favourite order with a reorder before it. `packed`
// leaves that reorder out of the times, as it is where weights never change. For s8, u8 * s8 is taken where it is faster; the
// answer then says "u8".

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dnnl.h>

#include "cpu_worker.h"

#if DNNL_VERSION_MAJOR != 2
#error "cpu_onednn.c is written for oneDNN 2"
#endif

enum { MAX_STEPS = 4, MAX_MEMORIES = 24, MAX_ARGUMENTS = 8, MAX_WAYS = 4 };

// One way to compute the case: primitives that run one after another, or the library's plain sgemm.
typedef struct way_t {
  const char *name;
  bool is_sgemm;
  int step_count;
  struct {
    dnnl_primitive_t primitive;
    int argument_count;
    dnnl_exec_arg_t arguments[MAX_ARGUMENTS];
  } steps[MAX_STEPS];
} way_t;

static dnnl_engine_t engine;
static dnnl_stream_t stream;

static struct {
  long numbers[8];
  worker_array_t inputs[4], out;
  int input_count, memory_count, way_count;
  dnnl_memory_t memories[MAX_MEMORIES];
  way_t ways[MAX_WAYS], *way;  // the one that is timed
} state;

#define TRY(call)                                                                                   \
  do {                                                                                              \
    dnnl_status_t status_ = (call);                                                                 \
    if (status_ != dnnl_success) return worker_problem("oneDNN: %s gives %d", #call, (int)status_); \
  } while (0)
#define PASS_ON(call)            \
  do {                           \
    const char *wrong_ = (call); \
    if (wrong_) return wrong_;   \
  } while (0)

typedef dnnl_memory_desc_t layout_t;

static layout_t layout(dnnl_data_type_t type, dnnl_format_tag_t tag, int rank, long a, long b, long c, long d, long e) {
  layout_t result;
  dnnl_dims_t dims = {a, b, c, d, e};
  dnnl_memory_desc_init_by_tag(&result, rank, dims, type, tag);
  return result;
}

// The memory of `data`, or, if that is NULL, of its own.
static const char *make_memory(const layout_t *desc, void *data, dnnl_memory_t *out_memory) {
  if (state.memory_count == MAX_MEMORIES) return worker_problem("too many memories");
  TRY(dnnl_memory_create(out_memory, desc, engine, data ? data : DNNL_MEMORY_ALLOCATE));
  state.memories[state.memory_count++] = *out_memory;
  return NULL;
}

static way_t *open_way(const char *name) {
  way_t *way = &state.ways[state.way_count++];
  *way = (way_t){.name = name};
  return way;
}

// Adds the primitive, which is consumed, with its arguments.
static const char *add_step(way_t *way, dnnl_primitive_desc_t desc, int count, const dnnl_exec_arg_t *arguments) {
  dnnl_primitive_t primitive;
  dnnl_status_t status = dnnl_primitive_create(&primitive, desc);
  dnnl_primitive_desc_destroy(desc);
  TRY(status);
  way->steps[way->step_count].primitive = primitive;
  way->steps[way->step_count].argument_count = count;
  memcpy(way->steps[way->step_count].arguments, arguments, (size_t)count * sizeof *arguments);
  ++way->step_count;
  return NULL;
}

static const char *run(const way_t *way) {
  if (way->is_sgemm) {
    dnnl_dim_t m = state.numbers[0], n = state.numbers[1], k = state.numbers[2];
    TRY(dnnl_sgemm('N', 'N', m, n, k, 1, state.inputs[0].data, k, state.inputs[1].data, n, 0, state.out.data, n));
    return NULL;
  }
  for (int i = 0; i < way->step_count; ++i)
    TRY(dnnl_primitive_execute(way->steps[i].primitive, stream, way->steps[i].argument_count, way->steps[i].arguments));
  TRY(dnnl_stream_wait(stream));
  return NULL;
}

static const char *call(void) { return run(state.way); }

//---- Weights: the two orders ----

// What differs between a product and a convolution: how its primitive is described for an order of the weights.
typedef dnnl_status_t (*describe_fn_t)(const layout_t *weights, dnnl_data_type_t source,
                                       dnnl_primitive_desc_t *out_desc);

typedef struct weighted_t {
  describe_fn_t describe;
  layout_t source, plain, favourite, bias, out;
  bool has_bias;
} weighted_t;

static const char *add_weighted_step(const weighted_t *this, way_t *way, dnnl_primitive_desc_t desc,
                                     dnnl_memory_t weights) {
  dnnl_memory_t source, out, bias = NULL;
  PASS_ON(make_memory(&this->source, state.inputs[0].data, &source));
  PASS_ON(make_memory(&this->out, state.out.data, &out));
  if (this->has_bias) PASS_ON(make_memory(&this->bias, state.inputs[2].data, &bias));
  dnnl_exec_arg_t arguments[] = {
      {DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, out}, {DNNL_ARG_BIAS, bias}};
  return add_step(way, desc, this->has_bias ? 4 : 3, arguments);
}

static const char *add_plain_way(const weighted_t *this, const char *name, dnnl_data_type_t source) {
  dnnl_primitive_desc_t desc;
  dnnl_memory_t weights;
  if (this->describe(&this->plain, source, &desc) != dnnl_success) return NULL;  // there need not be such a primitive
  PASS_ON(make_memory(&this->plain, state.inputs[1].data, &weights));
  return add_weighted_step(this, open_way(name), desc, weights);
}

static const char *add_packed_way(const weighted_t *this, bool is_reordered_once) {
  dnnl_primitive_desc_t desc, reorder;
  dnnl_memory_t plain, packed;
  TRY(this->describe(&this->favourite, this->source.data_type, &desc));
  layout_t chosen = *dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0);
  PASS_ON(make_memory(&this->plain, state.inputs[1].data, &plain));
  PASS_ON(make_memory(&chosen, NULL, &packed));
  TRY(dnnl_reorder_primitive_desc_create(&reorder, &this->plain, engine, &chosen, engine, NULL));
  way_t *way = open_way("packed");
  PASS_ON(add_step(way, reorder, 2, (dnnl_exec_arg_t[]){{DNNL_ARG_FROM, plain}, {DNNL_ARG_TO, packed}}));
  if (is_reordered_once) {
    PASS_ON(run(way));
    dnnl_primitive_destroy(way->steps[0].primitive);
    way->step_count = 0;
  }
  return add_weighted_step(this, way, desc, packed);
}

static weighted_t weighted;  // of the case that is loaded: describe functions look at it

static dnnl_status_t describe_matmul(const layout_t *weights, dnnl_data_type_t source,
                                     dnnl_primitive_desc_t *out_desc) {
  dnnl_matmul_desc_t desc;
  dnnl_primitive_attr_t attributes;
  dnnl_post_ops_t post_ops;
  layout_t left = weighted.source;
  left.data_type = source;
  dnnl_primitive_attr_create(&attributes);
  dnnl_post_ops_create(&post_ops);
  if (weighted.has_bias) dnnl_post_ops_append_eltwise(post_ops, 1, dnnl_eltwise_relu, 0, 0);
  dnnl_primitive_attr_set_post_ops(attributes, post_ops);
  dnnl_status_t status =
      dnnl_matmul_desc_init(&desc, &left, weights, weighted.has_bias ? &weighted.bias : NULL, &weighted.out);
  if (status == dnnl_success) status = dnnl_primitive_desc_create(out_desc, &desc, attributes, engine, NULL);
  dnnl_post_ops_destroy(post_ops);
  dnnl_primitive_attr_destroy(attributes);
  return status;
}

static dnnl_status_t describe_convolution(const layout_t *weights, dnnl_data_type_t source,
                                          dnnl_primitive_desc_t *out_desc) {
  (void)source;
  dnnl_convolution_desc_t desc;
  long pad = state.numbers[3] / 2;
  dnnl_dims_t strides = {1, 1}, padding = {pad, pad};
  dnnl_status_t status =
      dnnl_convolution_forward_desc_init(&desc, dnnl_forward_inference, dnnl_convolution_direct, &weighted.source,
                                         weights, NULL, &weighted.out, strides, padding, padding);
  return status == dnnl_success ? dnnl_primitive_desc_create(out_desc, &desc, NULL, engine, NULL) : status;
}

static const char *load_weighted(bool is_packed, size_t out_size) {
  PASS_ON(worker_allocate(out_size, &state.out));
  if (is_packed) return add_packed_way(&weighted, true);
  PASS_ON(add_plain_way(&weighted, "plain", weighted.source.data_type));
  PASS_ON(add_packed_way(&weighted, false));
  if (weighted.describe != describe_matmul || weighted.has_bias) return NULL;
  if (weighted.source.data_type == dnnl_f32) open_way("sgemm")->is_sgemm = true;
  return weighted.source.data_type == dnnl_s8 ? add_plain_way(&weighted, "u8", dnnl_u8) : NULL;
}

static const char *load_matmul(bool is_packed, const char *type, bool has_bias) {
  long m = state.numbers[0], n = state.numbers[1], k = state.numbers[2];
  dnnl_data_type_t in = type[0] == 'f' ? dnnl_f32 : type[0] == 'b' ? dnnl_bf16 : dnnl_s8;
  dnnl_data_type_t out = in == dnnl_s8 ? dnnl_s32 : strcmp(type, "bf16") ? dnnl_f32 : dnnl_bf16;
  weighted = (weighted_t){.describe = describe_matmul,
                          .source = layout(in, dnnl_ab, 2, m, k, 0, 0, 0),
                          .plain = layout(in, dnnl_ab, 2, k, n, 0, 0, 0),
                          .favourite = layout(in, dnnl_format_tag_any, 2, k, n, 0, 0, 0),
                          .bias = layout(dnnl_f32, dnnl_ab, 2, 1, n, 0, 0, 0),
                          .out = layout(out, dnnl_ab, 2, m, n, 0, 0, 0),
                          .has_bias = has_bias};
  return load_weighted(is_packed, (size_t)(m * n) * (out == dnnl_bf16 ? 2 : 4));
}

static const char *load_convolution(bool is_packed, bool is_depthwise) {
  long size = state.numbers[0], channels = state.numbers[1], window;
  if (is_depthwise) {
    state.numbers[3] = state.numbers[2];
    state.numbers[2] = channels;
  }
  long features = state.numbers[2];
  window = state.numbers[3];
  weighted = (weighted_t){.describe = describe_convolution,
                          .source = layout(dnnl_f32, dnnl_nhwc, 4, 1, channels, size, size, 0),
                          .plain = layout(dnnl_f32, dnnl_hwio, 4, features, channels, window, window, 0),
                          .favourite = layout(dnnl_f32, dnnl_format_tag_any, 4, features, channels, window, window, 0),
                          .out = layout(dnnl_f32, dnnl_nhwc, 4, 1, features, size, size, 0)};
  if (is_depthwise) {
    weighted.plain = layout(dnnl_f32, dnnl_hwigo, 5, channels, 1, 1, window, window);
    weighted.favourite = layout(dnnl_f32, dnnl_format_tag_any, 5, channels, 1, 1, window, window);
  }
  return load_weighted(is_packed, (size_t)(features * size * size) * sizeof(float));
}

//---- What has no weights ----

static const char *add_softmax(way_t *way, const layout_t *desc, dnnl_memory_t from, dnnl_memory_t to) {
  dnnl_softmax_desc_t softmax;
  dnnl_primitive_desc_t primitive;
  TRY(dnnl_softmax_forward_desc_init(&softmax, dnnl_forward_inference, desc, desc->ndims - 1));
  TRY(dnnl_primitive_desc_create(&primitive, &softmax, NULL, engine, NULL));
  return add_step(way, primitive, 2, (dnnl_exec_arg_t[]){{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}});
}

static const char *load_rows(bool is_norm) {
  layout_t desc = layout(dnnl_f32, dnnl_ab, 2, state.numbers[0], state.numbers[1], 0, 0, 0);
  layout_t row = layout(dnnl_f32, dnnl_a, 1, state.numbers[1], 0, 0, 0, 0);
  dnnl_memory_t from, to, scale, shift;
  PASS_ON(worker_allocate(state.inputs[0].size, &state.out));
  PASS_ON(make_memory(&desc, state.inputs[0].data, &from));
  PASS_ON(make_memory(&desc, state.out.data, &to));
  way_t *way = open_way("primitive");
  if (!is_norm) return add_softmax(way, &desc, from, to);
  PASS_ON(make_memory(&row, state.inputs[1].data, &scale));
  PASS_ON(make_memory(&row, state.inputs[2].data, &shift));
  dnnl_layer_normalization_desc_t norm;
  dnnl_primitive_desc_t primitive;
  TRY(dnnl_layer_normalization_forward_desc_init(&norm, dnnl_forward_inference, &desc, NULL, 1e-5f,
                                                 dnnl_use_scale | dnnl_use_shift));
  TRY(dnnl_primitive_desc_create(&primitive, &norm, NULL, engine, NULL));
  return add_step(
      way, primitive, 4,
      (dnnl_exec_arg_t[]){{DNNL_ARG_SRC, from}, {DNNL_ARG_DST, to}, {DNNL_ARG_SCALE, scale}, {DNNL_ARG_SHIFT, shift}});
}

static const char *add_product(way_t *way, dnnl_memory_t a, dnnl_memory_t b, dnnl_memory_t out, float scale) {
  const layout_t *left, *right, *result;
  dnnl_matmul_desc_t desc;
  dnnl_primitive_desc_t primitive;
  dnnl_primitive_attr_t attributes;
  dnnl_memory_get_memory_desc(a, &left);
  dnnl_memory_get_memory_desc(b, &right);
  dnnl_memory_get_memory_desc(out, &result);
  TRY(dnnl_matmul_desc_init(&desc, left, right, NULL, result));
  TRY(dnnl_primitive_attr_create(&attributes));
  TRY(dnnl_primitive_attr_set_output_scales(attributes, 1, 0, &scale));
  dnnl_status_t status = dnnl_primitive_desc_create(&primitive, &desc, attributes, engine, NULL);
  dnnl_primitive_attr_destroy(attributes);
  TRY(status);
  return add_step(way, primitive, 3,
                  (dnnl_exec_arg_t[]){{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, out}});
}

// Two products with a softmax between them: this version of the library has no attention of one piece.
static const char *load_attention(void) {
  long heads = state.numbers[0], length = state.numbers[1], size = state.numbers[2];
  layout_t plain = layout(dnnl_f32, dnnl_abc, 3, heads, length, size, 0, 0);
  layout_t turned = layout(dnnl_f32, dnnl_acb, 3, heads, size, length, 0, 0);
  layout_t square = layout(dnnl_f32, dnnl_abc, 3, heads, length, length, 0, 0);
  dnnl_memory_t q, k, v, scores, out;
  PASS_ON(worker_allocate(state.inputs[0].size, &state.out));
  PASS_ON(make_memory(&plain, state.inputs[0].data, &q));
  PASS_ON(make_memory(&turned, state.inputs[1].data, &k));
  PASS_ON(make_memory(&plain, state.inputs[2].data, &v));
  PASS_ON(make_memory(&square, NULL, &scores));
  PASS_ON(make_memory(&plain, state.out.data, &out));
  way_t *way = open_way("primitives");
  PASS_ON(add_product(way, q, k, scores, 1 / sqrtf((float)size)));
  PASS_ON(add_softmax(way, &square, scores, scores));
  return add_product(way, scores, v, out, 1);
}

static const char *load_add(void) {
  layout_t desc = layout(dnnl_f32, dnnl_a, 1, state.numbers[0], 0, 0, 0, 0);
  dnnl_memory_t a, b, out;
  dnnl_binary_desc_t binary;
  dnnl_primitive_desc_t primitive;
  PASS_ON(worker_allocate(state.inputs[0].size, &state.out));
  PASS_ON(make_memory(&desc, state.inputs[0].data, &a));
  PASS_ON(make_memory(&desc, state.inputs[1].data, &b));
  PASS_ON(make_memory(&desc, state.out.data, &out));
  TRY(dnnl_binary_desc_init(&binary, dnnl_binary_add, &desc, &desc, &desc));
  TRY(dnnl_primitive_desc_create(&primitive, &binary, NULL, engine, NULL));
  return add_step(open_way("primitive"), primitive, 3,
                  (dnnl_exec_arg_t[]){{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b}, {DNNL_ARG_DST, out}});
}

//---- Commands ----

static void drop(void) {
  for (int i = 0; i < state.way_count; ++i)
    for (int j = 0; j < state.ways[i].step_count; ++j) dnnl_primitive_destroy(state.ways[i].steps[j].primitive);
  for (int i = 0; i < state.memory_count; ++i) dnnl_memory_destroy(state.memories[i]);
  for (int i = 0; i < state.input_count; ++i) worker_free(&state.inputs[i]);
  worker_free(&state.out);
  memset(&state, 0, sizeof state);
}

static const char *load_case(bool is_packed, const char *name, const char *type) {
  if (!strcmp(name, "matmul")) return load_matmul(is_packed, type, false);
  if (!strcmp(name, "dense")) return load_matmul(is_packed, type, true);
  if (!strcmp(name, "conv")) return load_convolution(is_packed, false);
  if (!strcmp(name, "depthwise")) return load_convolution(is_packed, true);
  if (!strcmp(name, "softmax")) return load_rows(false);
  if (!strcmp(name, "layer_norm")) return load_rows(true);
  if (!strcmp(name, "attention")) return load_attention();
  if (!strcmp(name, "add")) return load_add();
  return worker_problem("unknown case");
}

// Words that hold an `@` are inputs, others sizes.
static const char *load(int count, char **words) {
  bool is_packed = count > 0 && !strcmp(words[0], "packed");
  words += is_packed, count -= is_packed;
  const char *name = count > 0 ? words[0] : "", *type = "f32";
  int number_count = 0;
  for (int i = 1; i < count; ++i) {
    if (strchr(words[i], '@') && state.input_count < 4)
      PASS_ON(worker_read(words[i], &state.inputs[state.input_count++]));
    else if (words[i][0] >= '0' && words[i][0] <= '9' && number_count < 8)
      state.numbers[number_count++] = atol(words[i]);
    else
      type = words[i];
  }
  PASS_ON(load_case(is_packed, name, type));
  double best = 0;
  way_t *fastest = NULL;
  for (int i = 0; i < state.way_count; ++i) {
    state.way = &state.ways[i];
    double seconds = state.way_count > 1 ? worker_least(call) : 1;
    if (fastest && seconds >= best) continue;
    best = seconds;
    fastest = state.way;
  }
  state.way = fastest;
  if (!fastest) return worker_problem("oneDNN has nothing for this");
  worker_say("%s", fastest->name);
  return NULL;
}

// u8 * s8 computes something else of the same bits, and is checked by the other ways.
static const char *check(const char *folder) {
  const way_t *way = strcmp(state.way->name, "u8") ? state.way : &state.ways[0];
  worker_poison(&state.out);
  PASS_ON(run(way));
  return worker_write(folder, 0, state.out.data, state.out.size);
}

int main(void) {
  const dnnl_version_t *version = dnnl_version();
  char greeting[64];
  snprintf(greeting, sizeof greeting, "%d.%d.%d", version->major, version->minor, version->patch);
  if (dnnl_engine_create(&engine, dnnl_cpu, 0) != dnnl_success) return 1;
  if (dnnl_stream_create(&stream, engine, dnnl_stream_default_flags) != dnnl_success) return 1;
  return worker_serve(&(worker_t){.greeting = greeting, .load = load, .call = call, .check = check, .drop = drop});
}
