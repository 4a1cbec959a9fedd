// Options as tables. A tool's options are rows: their names, where their values go, and what is to be said of them. The command
// line is read, and help, completion and the man page are made, from the same rows.
//
//   static const option_row_t rows[] = {
//       {.name = "device", .kind = OPTION_TEXT, .offset = offsetof(arguments_t, device), .value = "URI", .help = "device to run on"},
//       {.name = "time", .kind = OPTION_SWITCH, .offset = offsetof(arguments_t, show_time), .help = "print times"},
//       OPTION_ROWS_OF_ALL_TOOLS,
//   };
//
// An option begins with one or two dashes. Its value stands behind a '=', or, where the row allows it, is the next argument.

#ifndef TERN_TOOLS_COMMON_OPTIONS_H_
#define TERN_TOOLS_COMMON_OPTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPTION_MAX_NAME = 128 };  // characters of a name

// What an option that may be repeated was given, in order.
typedef struct option_list {
  const char **values;  // owned; the texts are the command line's
  size_t count, capacity;
} option_list_t;

typedef enum option_kind {
  OPTION_SWITCH,      // bool: true; takes no value
  OPTION_BOOL,        // bool: --x, --x=true, --x=1; --x=false, --x=0
  OPTION_TEXT,        // const char *
  OPTION_LIST,        // option_list_t; may be repeated
  OPTION_INT,         // int64_t, from `least` to `most`
  OPTION_REAL,        // double of at least 0
  OPTION_EITHER,      // bool: whether the value is the second of two choices
  OPTION_CUSTOM,      // `read` takes the value
  OPTION_IGNORED,     // accepted, and says nothing here
  OPTION_HELP,        // prints the help
  OPTION_VERSION,     // prints the version
  OPTION_COMPLETION,  // prints what makes a shell complete the options
  OPTION_MAN_PAGE,    // prints the man page
} option_kind_t;

typedef enum option_outcome {
  OPTIONS_READ,
  OPTIONS_ANSWERED,  // help or the like was printed, and the tool has nothing else to do
  OPTIONS_WRONG,     // an error was told
} option_outcome_t;

typedef struct option_row option_row_t;
typedef struct option_set option_set_t;

struct option_row {
  const char *name;  // without dashes
  option_kind_t kind;
  size_t offset;            // of the value in the tool's struct
  const char *value;        // what help calls the value; NULL: the choices, or that there is none
  const char *help;         // NULL: an alias or a relic, which help leaves out
  const char *choices;      // "tree|list": all values that there are, or NULL
  bool has_optional_value;  // without one, a text is `implied`
  bool takes_next;          // the value may be the next argument
  bool is_joined;           // the value may follow the name with nothing between: -O2
  const char *implied;
  int64_t least, most;  // of an int; both 0: any. Of a list, `most` is how many values there may be; 0: any number
  // Of a custom one. `value` may be NULL only if it is optional. OPTIONS_WRONG after an error was told, or for a value that
  // `wrong` tells of.
  option_outcome_t (*read)(void *target, const option_row_t *row, const char *value);
  const char *word;  // for `read`: what it makes of the option
  // Messages in place of the set's; see option_style_t.
  const char *wrong, *missing;
};

// What is said. In a message are replaced {name}, {argument}: as it was given, {option}: before the '=', {bare}: without dashes,
// {value}, {choices}: 'a', 'b' or 'c', {list}: a,b,c, {near}: the nearest name, {file}: the first file, and {tool}.
typedef struct option_style {
  const char *unknown, *near;    // an option that there is not, and the one that may be meant
  const char *missing;           // a value is missing
  const char *unexpected;        // there is a value
  const char *boolean, *number;  // the value is none
  const char *choice;            // nor one of these
  const char *repeated;          // an option is given twice
  const char *second_file;       // more than one argument is no option
} option_style_t;

#define OPTION_STYLE_PLAIN_BUT_UNKNOWN                                                                              \
  .near = "note: did you mean '--{near}'?", .missing = "error: the option needs a value; see --help: {argument}",   \
  .unexpected = "error: the option takes no value: {argument}",                                                     \
  .boolean = "error: expected true or false: {argument}", .number = "error: expected a number: {argument}",         \
  .choice = "error: {argument}: expected one of {list}", .repeated = "error: an option is given twice: {argument}", \
  .second_file = "error: more than one file: {argument}"

extern const option_style_t option_style_plain;  // error: unknown option; see --help: fast
extern const option_style_t option_style_llvm;   // Unknown command line argument '--fast'.  Try: 'tern-opt --help'

typedef struct option_page option_page_t;

struct option_set {
  const char *tool;                  // the page's name
  const char *summary;               // what the tool does, in a line
  const char *synopsis;              // "FILE [options]"
  void (*print_overview)(void);      // what help says before the options; NULL: usage, synopsis and description
  const char *description, *ending;  // before and behind the options; paragraphs end with a line end; or NULL
  const option_row_t *rows;
  size_t row_count;
  const option_style_t *style;
  size_t file_offset;  // const char *: the argument that is no option
  // Takes each argument that is no option, where there may be several; NULL: there is one, at `file_offset`.
  void (*take_file)(void *target, const char *argument);
  // Of help: the column of explanations, that at which they are broken (0: never), and whether values are in brackets.
  int help_column, help_width;
  const char *separator;  // before explanations; NULL: none
  bool has_brackets;
  bool refuses_repeats;     // texts may be given once
  bool refuses_empty;       // values may not be empty
  bool dash_is_underscore;  // in names
  // Told of each option that a row has, before its value is read. NULL: nobody is.
  void (*note)(void *target, const option_row_t *row);
  // Takes an option that no row has; false if it is unknown. `*out_outcome` is OPTIONS_READ before. NULL: there are none.
  bool (*other)(void *target, char *argument, option_outcome_t *out_outcome);
  // Other options that there are, for completion and the nearest name: the name of each; false behind the last.
  bool (*other_at)(size_t index, char *out_name, size_t size);
  void (*print_other_cases)(void);                    // their values, with option_print_case()
  void (*describe_other)(const option_page_t *page);  // sections of help and man page behind the options
};

// Every tool has these.
#define OPTION_ROWS_OF_ALL_TOOLS                                                                   \
  {.name = "h", .kind = OPTION_HELP}, {.name = "help", .kind = OPTION_HELP, .help = "print this"}, \
      {.name = "print-completion",                                                                 \
       .kind = OPTION_COMPLETION,                                                                  \
       .choices = "bash|zsh",                                                                      \
       .takes_next = true,                                                                         \
       .help = "print what makes the shell complete options"},                                     \
      {.name = "print-man-page", .kind = OPTION_MAN_PAGE, .help = "print the man page"},           \
      {.name = "version", .kind = OPTION_VERSION, .help = "print the version"}

// Reads the command line into `target`, the tool's struct.
option_outcome_t options_read(const option_set_t *set, int argc, char **argv, void *target);
// Frees the lists of `target`.
void options_free(const option_set_t *set, void *target);
// Appends a value to a list.
void option_list_push(option_list_t *list, const char *value);
// The whole number that `text` is, if it lies between `least` and `most` (both 0: any).
bool option_parse_int(const char *text, int64_t least, int64_t most, int64_t *out_value);
// Index of the choice `a|b|c` that `value` is; SIZE_MAX if it is none.
size_t option_choice_index(const char *choices, const char *value);

// --- pages.c ---
// Help or man page being printed.
struct option_page {
  const option_set_t *set;
  bool is_man_page;
  int column, width;  // of help, as in the set; a section may have others
};
// The set's help, to print a part of it.
option_page_t option_page_of_help(const option_set_t *set);
void options_print_help(const option_set_t *set);
void options_print_man_page(const option_set_t *set);
void option_page_heading(const option_page_t *page, const char *title);
// A paragraph, or several that end with a line end.
void option_page_text(const option_page_t *page, const char *text);
// `name`, such as "--flag=<int>", and what it is, `depth` levels inside of a section.
void option_page_entry(const option_page_t *page, int depth, const char *name, const char *help);
// A line of its own, such as "(default: 4)", below an entry of depth `depth` - 1.
void option_page_line(const option_page_t *page, int depth, const char *text);

// --- completion.c ---
// False after an error was told: another shell than bash and zsh.
bool options_print_completion(const option_set_t *set, const char *shell);
// The values that can follow `--name=`: words, each with a space behind it.
void option_print_case(const char *name, const char *words);

#endif  // TERN_TOOLS_COMMON_OPTIONS_H_
