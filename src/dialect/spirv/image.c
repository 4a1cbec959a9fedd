// spirv: rules and syntax of the ops on images.

#include "dialect/spirv/grammar.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// Properties of image types, as tern_spirv_image_property counts them.
enum { DIM, DEPTH, ARRAYED, MULTISAMPLED, SAMPLER_USE };
enum { SAMPLER_UNKNOWN = 0, NEED_SAMPLER = 1, NO_SAMPLER = 2 };

static const tern_type_t *image_of(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return tern_type_is_spirv(type, TERN_SPIRV_TYPE_SAMPLED_IMAGE) ? tern_spirv_sampled_image_image(type) : type;
}

// What an access asks of the image. Bits of `dims` are allowed dimensions.
typedef struct image_rule {
  const tern_op_row_t *row;
  uint32_t dims;
  const char *dim_text;
  bool is_single_sampled;
  uint32_t sampler_uses;  // bits of allowed uses; 0: any
  int texel;              // operand with the texel's type; -1: the result; -2: none
  bool is_one_component;  // the texel's type is the sampled type itself
} image_rule_t;

#define ALL_DIMS UINT32_MAX
#define DIM_BIT(NAME) (UINT32_C(1) << TERN_SPIRV_DIM_##NAME)

static const image_rule_t rules[] = {
    {TERN_SPIRV(IMAGEDREFGATHER), DIM_BIT(DIM2D) | DIM_BIT(CUBE) | DIM_BIT(RECT), "must be Dim2D or Cube or Rect", true,
     0, -1, false},
    {TERN_SPIRV(IMAGEFETCH), ALL_DIMS & ~DIM_BIT(CUBE), "must not be Cube", false, 1u << NEED_SAMPLER, -1, false},
    {TERN_SPIRV(IMAGEREAD), ALL_DIMS, "", false, 1u << SAMPLER_UNKNOWN | 1u << NO_SAMPLER, -1, false},
    {TERN_SPIRV(IMAGESAMPLEEXPLICITLOD), ALL_DIMS & ~DIM_BIT(BUFFER), "must not be Buffer", true, 0, -1, false},
    {TERN_SPIRV(IMAGESAMPLEIMPLICITLOD), ALL_DIMS & ~DIM_BIT(BUFFER), "must not be Buffer", true, 0, -1, false},
    {TERN_SPIRV(IMAGESAMPLEPROJDREFIMPLICITLOD), ALL_DIMS & ~DIM_BIT(BUFFER), "must not be Buffer", true, 0, -1, true},
    {TERN_SPIRV(IMAGEWRITE), ALL_DIMS & ~DIM_BIT(SUBPASSDATA), "must not be SubpassData", false,
     1u << SAMPLER_UNKNOWN | 1u << NO_SAMPLER, 2, false},
};

static bool verify_image_type(const tern_op_t *op, const image_rule_t *rule) {
  const tern_type_t *image = image_of(op);
  uint32_t dim = tern_spirv_image_property(image, DIM);
  if (dim < 32 && !(rule->dims >> dim & 1)) {
    return tern_op_error(op, "failed to verify that the Dim operand of the underlying image %s", rule->dim_text);
  }
  if (rule->is_single_sampled && tern_spirv_image_property(image, MULTISAMPLED)) {
    return tern_op_error(op, "failed to verify that the MS operand of the underlying image type must be SingleSampled");
  }
  if (rule->sampler_uses && !(rule->sampler_uses >> tern_spirv_image_property(image, SAMPLER_USE) & 1)) {
    return tern_op_error(op, "failed to verify that the sampled operand of the underlying image must be %s",
                         rule->sampler_uses >> NEED_SAMPLER & 1 ? "NeedSampler" : "SamplerUnknown or NoSampler");
  }
  const tern_type_t *texel = rule->texel < 0 ? op->results[0].type : tern_op_operand(op, (size_t)rule->texel)->type;
  const tern_type_t *sampled = tern_spirv_element_type(image);
  const tern_type_t *component = texel->kind == TERN_TYPE_VECTOR ? tern_type_element(texel) : texel;
  if (rule->is_one_component) {
    return texel == sampled || tern_op_error(op,
                                             "failed to verify that type of 'result' matches image type of "
                                             "'sampled_image'");
  }
  if (sampled->kind == TERN_TYPE_NONE || component == sampled) return true;
  return tern_op_error(op, "failed to verify that the %s component type must match the image sampled type",
                       rule->texel < 0 ? "result" : "texel");
}

// --- image operands ---

// Arguments of image operands, while they are checked one operand after the other, lowest bit first.
typedef struct image_arguments {
  const tern_op_t *op;
  const tern_type_t *image;
  size_t next;  // the op's operand that is the next argument
} image_arguments_t;

static bool has_argument(const image_arguments_t *args, size_t count) {
  return args->next + count <= args->op->operand_count;
}

static const tern_type_t *argument_type(const image_arguments_t *args, size_t index) {
  return tern_op_operand(args->op, args->next + index)->type;
}

// Bias and Lod choose among the levels of images that have some.
static bool check_image_has_levels(const image_arguments_t *args, const char *what) {
  static const uint32_t dims = DIM_BIT(DIM1D) | DIM_BIT(DIM2D) | DIM_BIT(DIM3D) | DIM_BIT(CUBE);
  uint32_t dim = tern_spirv_image_property(args->image, DIM);
  if (dim >= 32 || !(dims >> dim & 1)) {
    return tern_emit_error(
        args->op->loc, "%s must only be used with an image type that has a dim operand of 1D, 2D, 3D, or Cube", what);
  }
  return !tern_spirv_image_property(args->image, MULTISAMPLED) ||
         tern_emit_error(args->op->loc, "%s must only be used with an image type that has a MS operand of 0", what);
}

static bool is_implicit(const tern_op_t *op) {
  return tern_op_is(op, TERN_SPIRV(IMAGESAMPLEIMPLICITLOD)) ||
         tern_op_is(op, TERN_SPIRV(IMAGESAMPLEPROJDREFIMPLICITLOD));
}
static bool is_explicit(const tern_op_t *op) { return tern_op_is(op, TERN_SPIRV(IMAGESAMPLEEXPLICITLOD)); }

static bool check_bias(image_arguments_t *args) {
  const tern_attr_t *loc = args->op->loc;
  if (!is_implicit(args->op)) return tern_emit_error(loc, "Bias is only valid with implicit-lod instructions");
  if (!has_argument(args, 1)) return tern_emit_error(loc, "Bias operand requires 1 argument");
  if (!tern_type_is_float(argument_type(args, 0))) {
    return tern_emit_error(loc, "Bias must be a floating-point type scalar");
  }
  args->next += 1;
  return check_image_has_levels(args, "Bias");
}

static bool check_lod(image_arguments_t *args) {
  const tern_attr_t *loc = args->op->loc;
  bool is_fetch = tern_op_is(args->op, TERN_SPIRV(IMAGEFETCH));
  if (!is_explicit(args->op) && !is_fetch) {
    return tern_emit_error(loc, "Lod is only valid with explicit-lod and fetch instructions");
  }
  if (!has_argument(args, 1)) return tern_emit_error(loc, "Lod operand requires 1 argument");
  const tern_type_t *type = argument_type(args, 0);
  if (is_fetch ? !tern_type_is_integer(type) : !tern_type_is_float(type)) {
    return tern_emit_error(loc, is_fetch ? "for fetch operations, Lod must be an integer type scalar"
                                         : "for sampling operations, Lod must be a floating-point type scalar");
  }
  args->next += 1;
  return check_image_has_levels(args, "Lod");
}

// The derivatives by x and by y, each of as many components as the coordinate.
static bool check_grad(image_arguments_t *args) {
  const tern_attr_t *loc = args->op->loc;
  if (!is_explicit(args->op)) return tern_emit_error(loc, "Grad is only valid with explicit-lod instructions");
  if (!has_argument(args, 2)) {
    return tern_emit_error(loc, "Grad operand requires 2 arguments (scalars or vectors)");
  }
  if (tern_spirv_image_property(args->image, MULTISAMPLED)) {
    return tern_emit_error(loc, "Grad must only be used with an image type that has a MS operand of 0");
  }
  const tern_type_t *coordinate = tern_op_operand(args->op, 1)->type;
  const tern_type_t *x = argument_type(args, 0), *y = argument_type(args, 1);
  int64_t count = 1;
  if (coordinate->kind == TERN_TYPE_VECTOR) {
    count = tern_type_dim(coordinate, 0) - (tern_spirv_image_property(args->image, ARRAYED) ? 1 : 0);
  }
  bool are_vectors = x->kind == TERN_TYPE_VECTOR && y->kind == TERN_TYPE_VECTOR;
  bool are_scalars = tern_type_is_float(x) && tern_type_is_float(y);
  if (!are_vectors && !are_scalars) {
    return tern_emit_error(loc, "Grad arguments must be a scalar or vector of floating-point type");
  }
  if (are_vectors ? tern_type_dim(x, 0) != count || tern_type_dim(y, 0) != count : count != 1) {
    return tern_emit_error(loc,
                           "number of components of each Grad argument must equal the number of components in "
                           "coordinate, minus the array layer component, if present");
  }
  if (are_vectors && !(tern_type_is_float(tern_type_element(x)) && tern_type_is_float(tern_type_element(y)))) {
    return tern_emit_error(loc, "Grad arguments must be a vector of floating-point type");
  }
  args->next += 2;
  return true;
}

static uint32_t parameter_count(int64_t operands) {
  uint32_t count = 0;
  for (uint32_t bit = 0; bit < 31; ++bit) {
    if (!(operands >> bit & 1)) continue;
    const tern_spirv_enumerant_t *enumerant =
        tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_IMAGEOPERANDS, UINT32_C(1) << bit);
    if (enumerant) count += enumerant->parameter_count;
  }
  return count;
}

static bool verify_image_operands(const tern_op_t *op, size_t fixed_count) {
  enum {
    BIAS = TERN_SPIRV_IMAGEOPERANDS_BIAS,
    LOD = TERN_SPIRV_IMAGEOPERANDS_LOD,
    GRAD = TERN_SPIRV_IMAGEOPERANDS_GRAD,
  };
  const tern_attr_t *attr = tern_op_attr(op, "image_operands");
  if (!attr) {
    return op->operand_count == fixed_count ||
           tern_emit_error(op->loc, "the Image Operands should encode what operands follow, as per Image Operands");
  }
  int64_t operands = tern_enum_attr_value(attr);
  if ((operands & LOD) && (operands & GRAD)) {
    return tern_emit_error(op->loc, "it is invalid to set both the Lod and Grad bits");
  }
  if (is_explicit(op) && !(operands & (LOD | GRAD))) {
    return tern_op_error(op, "failed to verify that either Lod or Grad image operands must be present");
  }
  image_arguments_t args = {op, image_of(op), fixed_count};
  if ((operands & BIAS) && !check_bias(&args)) return false;
  if ((operands & LOD) && !check_lod(&args)) return false;
  if ((operands & GRAD) && !check_grad(&args)) return false;
  uint32_t rest = parameter_count(operands & ~(int64_t)(BIAS | LOD | GRAD));
  if (!has_argument(&args, rest)) {
    return tern_op_error(op, "the Image Operands take %u operand(s), but %zu follow",
                         (unsigned)parameter_count(operands), op->operand_count - fixed_count);
  }
  return args.next + rest == op->operand_count ||
         tern_emit_error(op->loc, "too many image operand arguments have been provided");
}

bool tern_spirv_verify_image_access(const tern_op_t *op) {
  bool has_third = tern_op_is(op, TERN_SPIRV(IMAGEDREFGATHER)) || tern_op_is(op, TERN_SPIRV(IMAGEWRITE)) ||
                   tern_op_is(op, TERN_SPIRV(IMAGESAMPLEPROJDREFIMPLICITLOD));
  for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); ++i) {
    if (tern_op_is(op, rules[i].row) && !verify_image_type(op, &rules[i])) return false;
  }
  return verify_image_operands(op, has_third ? 3 : 2);
}

bool tern_spirv_verify_image_query_size(const tern_op_t *op) {
  const tern_type_t *image = tern_op_operand(op, 0)->type;
  uint32_t dim = tern_spirv_image_property(image, DIM);
  static const long long components[] = {[TERN_SPIRV_DIM_DIM1D] = 1, [TERN_SPIRV_DIM_DIM2D] = 2,
                                         [TERN_SPIRV_DIM_DIM3D] = 3, [TERN_SPIRV_DIM_CUBE] = 2,
                                         [TERN_SPIRV_DIM_RECT] = 2,  [TERN_SPIRV_DIM_BUFFER] = 1};
  if (dim >= sizeof(components) / sizeof(components[0])) {
    return tern_op_error(op, "the Dim operand of the image type must be 1D, 2D, 3D, Buffer, Cube, or Rect");
  }
  bool may_be_sampled = dim == TERN_SPIRV_DIM_BUFFER || dim == TERN_SPIRV_DIM_RECT;
  if (!may_be_sampled && !tern_spirv_image_property(image, MULTISAMPLED) &&
      tern_spirv_image_property(image, SAMPLER_USE) == NEED_SAMPLER) {
    return tern_op_error(op,
                         "if Dim is 1D, 2D, 3D, or Cube, it must also have either an MS of 1 or a Sampled of 0 or 2");
  }
  long long expected = components[dim] + (tern_spirv_image_property(image, ARRAYED) ? 1 : 0);
  const tern_type_t *result = op->results[0].type;
  long long count = result->kind == TERN_TYPE_VECTOR ? tern_type_dim(result, 0) : 1;
  return count == expected ||
         tern_op_error(op, "expected the result to have %lld component(s), but found %lld component(s)", expected,
                       count);
}

// --- custom<ImageOperands> ---

bool tern_spirv_parse_image_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  if (!tern_parse_optional_token(parser, "[")) return true;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t text;
  int64_t value;
  if (!tern_parse_string(parser, &text)) return false;
  if (!tern_enum_case_value(TERN_SPIRV_ENUM(IMAGE_OPERANDS), text, &value)) {
    return tern_parser_error_at(parser, pos, "invalid image_operands attribute specification: \"%.*s\"", (int)text.size,
                                text.data);
  }
  args[0].attr = tern_enum_attr_get(tern_parser_context(parser), TERN_SPIRV_ENUM(IMAGE_OPERANDS), value);
  return tern_parse_token(parser, "]");
}

void tern_spirv_print_image_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  if (!args[0].attr) return;
  tern_printer_text(printer, "[\"");
  tern_printer_enum(printer, TERN_SPIRV_ENUM(IMAGE_OPERANDS), tern_enum_attr_value(args[0].attr));
  tern_printer_text(printer, "\"]");
}
