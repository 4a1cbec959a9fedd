// Completion in shells.

#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "options.h"

// The values of an option, as words.
static void print_choices(const char *choices) {
  for (const char *c = choices; *c; ++c) putchar(*c == '|' ? ' ' : *c);
}

void option_print_case(const char *name, const char *words) { printf("    --%s) words='%s' ;;\n", name, words); }

static void print_names(const option_set_t *set) {
  char name[OPTION_MAX_NAME];
  for (size_t i = 0; i < set->row_count; ++i) printf("--%s ", set->rows[i].name);
  for (size_t i = 0; set->other_at && set->other_at(i, name, sizeof name); ++i) printf("--%s ", name);
}

// One line for each option with values to choose from.
static void print_cases(const option_set_t *set) {
  for (size_t i = 0; i < set->row_count; ++i) {
    if (!set->rows[i].choices) continue;
    printf("    --%s) words='", set->rows[i].name);
    print_choices(set->rows[i].choices);
    puts("' ;;");
  }
  if (set->print_other_cases) set->print_other_cases();
}

// The shell's function is called as the tool, but for dashes.
static void print_function_name(void) {
  putchar('_');
  for (const char *c = tool_name; *c; ++c) putchar(*c == '-' ? '_' : *c);
}

// Bash cuts words at `=`, zsh does not, so the function knows both.
bool options_print_completion(const option_set_t *set, const char *shell) {
  if (strcmp(shell, "zsh") == 0) puts("autoload -U +X bashcompinit && bashcompinit");
  print_function_name();
  puts(
      "() {\n"
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" flag='' prefix='' words=''\n"
      "  if [[ $word == --*=* ]]; then\n"
      "    flag=\"${word%%=*}\" prefix=\"${word%%=*}=\" word=\"${word#*=}\"\n"
      "  elif [[ $word == '=' ]]; then\n"
      "    flag=\"${COMP_WORDS[COMP_CWORD-1]}\" word=''\n"
      "  elif (( COMP_CWORD > 1 )) && [[ ${COMP_WORDS[COMP_CWORD-1]} == '=' ]]; then\n"
      "    flag=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
      "  fi\n"
      "  COMPREPLY=()\n"
      "  case \"$flag\" in\n"
      "    '')");
  printf("      [[ $word == -* ]] || return\n      words='");
  print_names(set);
  puts("' ;;");
  print_cases(set);
  printf(
      "    *) return ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -P \"$prefix\" -- \"$word\"))\n"
      "}\n"
      "complete -o default -o nospace -F ");
  print_function_name();
  printf(" %s\n", tool_name);
  return true;
}
