// Help, and man pages in roff.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "tern/version.h"

enum { MAX_LEFT = 160 };

// --- roff ---

// Text as it is: a backslash and a dash mean something else, and so do a dot and a quote at the start of a line.
static void print_roff(const char *text) {
  if (*text == '.' || *text == '\'') fputs("\\&", stdout);
  for (const char *c = text; *c; ++c) {
    if (*c == '\\' || *c == '-') putchar('\\');
    putchar(*c == '\\' ? 'e' : *c);
    if (*c == '\n' && (c[1] == '.' || c[1] == '\'')) fputs("\\&", stdout);
  }
}

// Lines that are indented stay lines.
static void print_roff_paragraphs(const char *text) {
  bool is_literal = false;
  while (*text) {
    size_t size = strcspn(text, "\n");
    char line[1024];
    snprintf(line, sizeof line, "%.*s", (int)size, text);
    bool is_indented = line[0] == ' ';
    if (is_indented != is_literal) puts(is_indented ? ".nf" : ".fi");
    is_literal = is_indented;
    if (size == 0) {
      puts(".PP");
    } else {
      print_roff(line);
      putchar('\n');
    }
    text += size + (text[size] == '\n');
  }
  if (is_literal) puts(".fi");
}

// --- parts of both ---

void option_page_heading(const option_page_t *page, const char *title) {
  if (!page->is_man_page) {
    printf("\n%s%s:\n", page->set->separator ? "  " : "", title);
    return;
  }
  fputs(".SH ", stdout);
  for (const char *c = title; *c; ++c) putchar(toupper((unsigned char)*c));
  putchar('\n');
}

void option_page_text(const option_page_t *page, const char *text) {
  if (page->is_man_page) {
    print_roff_paragraphs(text);
  } else {
    fputs(text, stdout);
  }
}

// Breaks text into lines of `width` columns, those behind the first one indented; width 0: one line.
static void print_wrapped(const char *text, int column, int width) {
  int at = column;
  while (*text) {
    size_t size = strcspn(text, " ");
    if (width && at > column && at + 1 + (int)size > width) {
      printf("\n%*s", column, "");
      at = column;
    } else if (at > column) {
      putchar(' ');
      ++at;
    }
    printf("%.*s", (int)size, text);
    at += (int)size;
    text += size;
    // What is set apart by more than one space stays so.
    while (*text == ' ') {
      ++text;
      if (*text == ' ') {
        putchar(' ');
        ++at;
      }
    }
  }
  putchar('\n');
}

void option_page_entry(const option_page_t *page, int depth, const char *name, const char *help) {
  const option_set_t *set = page->set;
  if (page->is_man_page) {
    for (int i = 0; i < depth; ++i) puts(".RS");
    fputs(".TP\n\\fB", stdout);
    print_roff(name);
    fputs("\\fR\n", stdout);
    if (help) print_roff(help);
    putchar('\n');
    for (int i = 0; i < depth; ++i) puts(".RE");
    return;
  }
  char left[MAX_LEFT];
  int size = snprintf(left, sizeof left, "%*s%s", 2 + 2 * depth, "", name);
  bool is_wide = size >= page->column;
  if (is_wide && page->width) {
    printf("%s\n%*s", left, page->column, "");
  } else {
    printf("%-*s%s%s", page->column, left, is_wide ? " " : "", set->separator ? set->separator : "");
  }
  print_wrapped(help ? help : "", page->column, page->width);
}

void option_page_line(const option_page_t *page, int depth, const char *text) {
  if (!page->is_man_page) {
    printf("%*s%s\n", 2 + 2 * depth, "", text);
    return;
  }
  for (int i = 0; i < depth; ++i) puts(".RS");
  print_roff(text);
  putchar('\n');
  for (int i = 0; i < depth; ++i) puts(".RE");
}

// `--name=VALUE`, or `-o FILE` where that is how it is written.
static void format_name(const option_set_t *set, const option_row_t *row, char out_left[MAX_LEFT]) {
  const char *value = row->value ? row->value : row->choices;
  bool is_word = row->takes_next && row->name[1] == 0 && !set->has_brackets;
  const char *open = "=", *close = "";
  if (set->has_brackets) {
    open = "=<";
    close = ">";
  } else if (is_word) {
    open = " ";
  } else if (row->has_optional_value) {
    open = "[=";
    close = "]";
  }
  snprintf(out_left, MAX_LEFT, "%s%s%s%s%s", is_word ? "-" : "--", row->name, value ? open : "", value ? value : "",
           value ? close : "");
}

static void print_rows(const option_page_t *page) {
  const option_set_t *set = page->set;
  for (size_t i = 0; i < set->row_count; ++i) {
    if (!set->rows[i].help) continue;
    char left[MAX_LEFT];
    format_name(set, &set->rows[i], left);
    option_page_entry(page, 0, left, set->rows[i].help);
  }
}

// --- the pages ---

option_page_t option_page_of_help(const option_set_t *set) {
  return (option_page_t){.set = set, .column = set->help_column, .width = set->help_width};
}

void options_print_help(const option_set_t *set) {
  const option_page_t page = option_page_of_help(set);
  if (set->print_overview) {
    set->print_overview();
  } else {
    printf("usage: %s %s\n\n%s\n", set->tool, set->synopsis, set->description);
  }
  print_rows(&page);
  if (set->describe_other) set->describe_other(&page);
  if (set->ending) printf("\n%s", set->ending);
}

void options_print_man_page(const option_set_t *set) {
  const option_page_t page = {.set = set, .is_man_page = true};
  printf(".TH \"%s\" 1 \"\" \"tern %s\" \"tern\"\n.SH NAME\n", set->tool, tern_version());
  print_roff(set->tool);
  fputs(" \\- ", stdout);
  print_roff(set->summary);
  fputs("\n.SH SYNOPSIS\n\\fB", stdout);
  print_roff(set->tool);
  fputs("\\fR ", stdout);
  print_roff(set->synopsis);
  puts("\n.SH DESCRIPTION");
  print_roff_paragraphs(set->description ? set->description : set->summary);
  if (!set->description) putchar('\n');
  puts(".SH OPTIONS");
  print_rows(&page);
  if (set->describe_other) set->describe_other(&page);
  if (!set->ending) return;
  puts(".SH NOTES");
  print_roff_paragraphs(set->ending);
}
