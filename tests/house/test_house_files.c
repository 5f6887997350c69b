/* Rules for files, functions and structs: the tree's own, and made ones that break them. */
#include <stdlib.h>
#include <string.h>

#include "tests/helpers.h"
#include "tests/house/files.h"
#include "tests/house/functions.h"
#include "tests/house/made.h"
#include "tests/house/structs.h"

/* ---- the tree ------------------------------------------------------------------------------- */

static void count_struct(void *context, const house_struct *found)
{
    size_t *const fields = context;
    *fields += found->fields;
}

/* The other tests say nothing if there is nothing to read. */
static void functions_and_structs_are_seen(void **state)
{
    (void)state;
    size_t fields = 0, defined = 0;
    house_functions f = house_functions_read(house_real_sources());
    for (size_t i = 0; i < f.count; i++) defined += f.list[i].defined;
    assert_true(defined > 700);
    assert_true(f.count > 2 * defined - 100); /* nearly all are declared, too */
    house_functions_free(&f);
    house_structs(house_real_sources(), count_struct, &fields);
    assert_true(fields > 2000);
}

static void no_file_is_long_without_a_reason(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_lengths(house_real_sources(), &found);
    house_assert_known(&found, "long");
}

static void no_comment_is_wide(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_widths(house_real_sources(), &found);
    house_assert_known(&found, "wide");
}

static void functions_are_declared_in_their_own_header(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_headers(house_real_sources(), &found);
    house_assert_known(&found, "header");
}

static void no_struct_is_wide(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_structs(house_real_sources(), &found);
    house_assert_known(&found, "struct");
}

static void only_processes_set_the_error_handler(void **state)
{
    (void)state;
    house_breaches found = {0};
    house_check_gsl(house_real_sources(), &found);
    house_assert_known(&found, "gsl");
}

/* ---- made trees ----------------------------------------------------------------------------- */

typedef struct made_tree {
    const char *name;
    void (*check)(const house_sources *sources, house_breaches *found);
    made_file files[4];
    size_t breaches;
    const char *key, *text; /* NULL: nothing is wrong */
} made_tree;

#define LINES10  "\n\n\n\n\n\n\n\n\n\n"
#define LINES100 LINES10 LINES10 LINES10 LINES10 LINES10 LINES10 LINES10 LINES10 LINES10 LINES10
#define LINES500 LINES100 LINES100 LINES100 LINES100 LINES100

#define THIRTY "123456789 123456789 123456789 "
#define NINETY THIRTY THIRTY THIRTY

#define TEN(name)                                                                         \
    "int " #name "0, " #name "1, " #name "2, " #name "3, " #name "4, *" #name "5, " #name \
    "6, " #name "7[2][3];\n"                                                              \
    "    int (*" #name "8)(int, int); struct { int " #name "9; };\n"

static const made_tree trees[] = {
    {"500 lines", house_check_lengths, {{"a/a.c", LINES500}}, 0, NULL, NULL},
    {"501 lines",
     house_check_lengths,
     {{"a/a.c", LINES500 "\n"}},
     1,
     "long a/a.c",
     "a/a.c has 501 lines (at most 500): split it by ideas, or say in its head"},
    {"501 lines with a reason",
     house_check_lengths,
     {{"a/a.c", "/* Long because it is made. */\n" LINES500}},
     0,
     NULL,
     NULL},
    {"501 lines with a reason at their end",
     house_check_lengths,
     {{"a/a.c", LINES500 "/* Long because it is made. */\n"}},
     1,
     "long a/a.c",
     "501 lines"},
    {"tests, too",
     house_check_lengths,
     {{"tests/a.c", LINES500 "\n"}},
     1,
     "long tests/a.c",
     "501 lines"},

    {"a comment of 100 columns",
     house_check_widths,
     {{"a/a.c", "/* " NINETY "4567 */\nint a; /* " NINETY NINETY " */\n"}},
     0,
     NULL,
     NULL},
    {"a comment of 101 columns",
     house_check_widths,
     {{"a/a.c", "\n    /* 4\n     * " NINETY "4 */\n"}},
     1,
     "wide a/a.c",
     "a/a.c:3: a comment of 101 columns (at most 100)"},
    {"a quote of 101 columns",
     house_check_widths,
     {{"a/a.c", "\"/* " NINETY "4567\n"}},
     0,
     NULL,
     NULL},

    {"in its own header",
     house_check_headers,
     {{"a/a.c", "static int inner(void)\n{\n    return 1;\n}\n\nint noc_a(int (*f)(void))\n{\n    "
                "return inner();\n}\n"},
      {"a/a.h", "/* int noc_b(void); */\nint noc_a(int (*f)(void));\nstatic inline int "
                "noc_i(void)\n{\n    return 1;\n}\n"}},
     0,
     NULL,
     NULL},
    {"in another's header",
     house_check_headers,
     {{"a/a.c", "noc_status noc_a(const char *text,\n                 int b)\n{\n}\n"},
      {"a/b.h",
       "noc_status noc_a(const char *text, int b)\n    __attribute__((format(printf, 1, 2)));\n"}},
     1,
     "header noc_a",
     "noc_a is defined in a/a.c and declared in a/b.h: declare it in a/a.h, or define it in a/b.c"},
    {"in a header of its name elsewhere",
     house_check_headers,
     {{"a/a.c", "double *noc_a(void)\n{\n}\n"}, {"b/a.h", "double *noc_a(void);\n"}},
     1,
     "header noc_a",
     "declared in b/a.h"},
    {"in no header",
     house_check_headers,
     {{"a/a.c", "#define X(a) \\\n    int a(void);\nNOC_INLINE int inner(void)\n{\n}\nint "
                "main(void)\n{\n}\n"}},
     0,
     NULL,
     NULL},
    {"defined nowhere",
     house_check_headers,
     {{"a/a.h", "int noc_a(void);\ntypedef int (*noc_f)(void);\nextern const int noc_c[];\n"}},
     1,
     "header noc_a",
     "noc_a is declared in a/a.h and defined nowhere: take it out"},
    {"macros between functions",
     house_check_headers,
     {{"a/a.c", "NOC_NAMES(key, \"a\", \"b\")\n\nint noc_a(void)\n{\n    if (x) {\n    }\n}\n"},
      {"a/a.h", "int noc_a(void);\n"}},
     0,
     NULL,
     NULL},

    {"60 fields",
     house_check_structs,
     {{"a/a.h", "typedef struct noc_a {\n" TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f) "} noc_a;\n"}},
     0,
     NULL,
     NULL},
    {"61 fields",
     house_check_structs,
     {{"a/a.c",
       "static struct {\n" TEN(a) TEN(b) TEN(c) TEN(d) TEN(e) TEN(f) "    int g;\n} wide;\n"}},
     1,
     "struct wide",
     "a/a.c: struct wide has 61 fields (at most 60)"},
    {"fields of a list and of a macro",
     house_check_structs,
     {{"a/a.h", "#define LIST(X) X(p) X(q) \\\n    X(r)\ntypedef struct noc_a {\n" TEN(a) TEN(b)
                    TEN(c) TEN(d) TEN(e) "    LIST(MEMBER)\n#define ROW(name, meaning) double "
                                         "name;\n#include \"a/a.def\"\n#undef ROW\n} noc_a;\n"},
      {"a/a.def", "/* ROW(x, \"no\") */\nROW(k, \"a\")\nROW(l, \"a\")\nROW(m, \"a\")\nROW(n, "
                  "\"a\")\nROW(o, \"a\")\n"
                  "ROW(s, \"a\")\nROW(t, \"a\")\nROW(u, \"a\")\nROW(v, \"a\")\nROW(w, \"a\")\n"}},
     1,
     "struct noc_a",
     "has 63 fields"},

    {"the handler in a main",
     house_check_gsl,
     {{"a/a.c", "int main(void)\n{\n    gsl_set_error_handler_off();\n}\n"}},
     0,
     NULL,
     NULL},
    {"the handler elsewhere",
     house_check_gsl,
     {{"a/a.c", "int noc_a(void)\n{\n    gsl_set_error_handler(old);\n}\n"}},
     1,
     "gsl a/a.c",
     "a/a.c sets GSL's error handler, which is one for all threads"},
    {"the handler in a comment",
     house_check_gsl,
     {{"a/a.c", "/* gsl_set_error_handler_off() */\n"}},
     0,
     NULL,
     NULL},
};

static void breach_is_found(void **state)
{
    const made_tree *made = *state;
    house_sources sources = made_sources(made->files);
    house_breaches found = {0};
    made->check(&sources, &found);
    house_sources_free(&sources);
    made_assert(&found, made->breaches, made->key, made->text);
}

int main(void)
{
    static test_list list;
    test_add(&list, "functions and structs are seen", functions_and_structs_are_seen);
    test_add(&list, "no file is long without a reason", no_file_is_long_without_a_reason);
    test_add(&list, "no comment is wide", no_comment_is_wide);
    test_add(&list, "functions are declared in their own header",
             functions_are_declared_in_their_own_header);
    test_add(&list, "no struct is wide", no_struct_is_wide);
    test_add(&list, "only processes set the error handler", only_processes_set_the_error_handler);
    TEST_TABLE_PREFIXED(&list, "made", trees, breach_is_found);
    return test_run("house: files", &list);
}
