// Attaching targets to gpu.modules: which modules, and the option texts that targets are made of.

#include "transform/gpu/targets/attach_target.h"

#include <regex.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dialect/gpu/gpu.h"
#include "ir/symbol.h"

static void append_target(tern_op_t *module, const tern_attr_t *target) {
  const tern_attr_t *old = tern_op_attr(module, "targets");
  size_t count = old ? tern_array_attr_count(old) : 0;
  TERN_VEC(const tern_attr_t *) targets = {0};
  for (size_t i = 0; i <= count; ++i) {
    const tern_attr_t *next = i < count ? tern_array_attr_at(old, i) : target;
    if (targets.count && targets.values[targets.count - 1] == next) continue;
    tern_vec_push(&targets, next);
  }
  tern_op_set_attr(module, "targets", tern_array_attr_get(tern_op_context(module), targets.values, targets.count));
  tern_vec_deinitialize(&targets);
}

static bool is_name_matched(const regex_t *regex, const tern_op_t *module) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(module, "sym_name"));
  regmatch_t range = {.rm_so = 0, .rm_eo = (regoff_t)name.size};
  return regexec(regex, name.data, 1, &range, REG_STARTEND) == 0;
}

void tern_gpu_attach_target(tern_op_t *op, const tern_pass_t *pass, const tern_attr_t *target) {
  tern_str_t pattern = tern_pass_string(pass, "module");
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, pattern);
  regex_t regex;
  bool is_pattern = pattern.size > 0;
  // What is no regular expression is found in no name.
  bool is_right = !is_pattern || regcomp(&regex, text.data, REG_EXTENDED) == 0;
  tern_string_builder_deinitialize(&text);
  if (!is_right) return;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, module) {
        if (!tern_op_is(module, TERN_GPU(MODULE))) continue;
        if (!is_pattern || is_name_matched(&regex, module)) append_target(module, target);
      }
    }
  }
  if (is_pattern) regfree(&regex);
}

const tern_attr_t *tern_gpu_list_option(tern_context_t *context, const tern_pass_t *pass, const char *option) {
  const tern_str_t *texts;
  size_t count = tern_pass_string_list(pass, option, &texts);
  if (count == 0) return NULL;
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&attrs, tern_string_attr_get(context, texts[i]));
  const tern_attr_t *list = tern_array_attr_get(context, attrs.values, attrs.count);
  tern_vec_deinitialize(&attrs);
  return list;
}

// Appends the word at `*at`, which is no space, and moves behind it.
static void read_word(const char **at, const char *end, tern_string_builder_t *word) {
  char quote = 0;
  for (; *at < end; ++*at) {
    char c = **at;
    if (c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && *at + 1 < end) {
      tern_string_builder_append_char(word, *++*at);
    } else if (!quote && (c == '"' || c == '\'')) {
      quote = c;
    } else if (!quote && (c == ' ' || c == '\t' || c == '\n')) {
      return;
    } else {
      tern_string_builder_append_char(word, c);
    }
  }
}

const tern_attr_t *tern_gpu_command_words(tern_context_t *context, tern_str_t text) {
  TERN_VEC(const tern_attr_t *) words = {0};
  const char *at = text.data, *end = at + text.size;
  while (at < end) {
    if (*at == ' ' || *at == '\t' || *at == '\n') {
      ++at;
      continue;
    }
    tern_string_builder_t word = {0};
    read_word(&at, end, &word);
    tern_vec_push(&words, tern_string_attr_get(context, tern_string_builder_view(&word)));
    tern_string_builder_deinitialize(&word);
  }
  const tern_attr_t *list = words.count ? tern_array_attr_get(context, words.values, words.count) : NULL;
  tern_vec_deinitialize(&words);
  return list;
}

const tern_attr_t *tern_gpu_flags(tern_context_t *context, const tern_pass_t *pass, const tern_gpu_flag_t *flags,
                                  size_t count, const char *words_name, const tern_attr_t *words) {
  TERN_VEC(tern_named_attr_t) entries = {0};
  for (size_t i = 0; i < count; ++i) {
    if (tern_pass_bool(pass, flags[i].option) == flags[i].is_negated) continue;
    tern_vec_push(&entries, (tern_named_attr_t){flags[i].name, tern_unit_attr_get(context)});
  }
  if (words) {
    tern_vec_push(&entries, (tern_named_attr_t){words_name, words});
  }
  const tern_attr_t *dictionary =
      entries.count ? tern_dictionary_attr_get(context, entries.values, entries.count) : NULL;
  tern_vec_deinitialize(&entries);
  return dictionary;
}
