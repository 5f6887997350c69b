/* Tables and paragraphs as Markdown and LaTeX: escapes, marks of style, headers of two lines. */
#include <stdlib.h>

#include "reports/writers/style.h"
#include "reports/writers/table_print.h"
#include "tests/support/users/pages.h"

typedef struct paragraph_case {
    const char *name, *text, *markdown, *latex;
} paragraph_case;

static const paragraph_case paragraph_cases[] = {
    {"plain", "a mesh of 6x6", "a mesh of 6x6\n\n", "a mesh of 6x6\n\n"},
    {"keys stay readable", "network.flit_bytes = 32", "network.flit_bytes = 32\n\n",
     "network.flit\\_bytes = 32\n\n"},
    {"bold", NOC_BOLD "Cures" NOC_PLAIN " of it", "**Cures** of it\n\n",
     "\\textbf{Cures} of it\n\n"},
    {"dim is plain", NOC_DIM "All: --all." NOC_PLAIN, "All: --all.\n\n", "All: --all.\n\n"},
    {"a list's mark at the start", "- 5 % of #1", "\\- 5 % of #1\n\n", "- 5 \\% of \\#1\n\n"},
    {"HTML and links of names", "<b>[x](y)`z`|", "\\<b>[x\\](y)\\`z\\`\\|\n\n",
     "$<$b$>$[x](y)`z`$|$\n\n"},
    {"intervals and signs", "64.1\t+-0.7, -3 of {x^2}", "64.1 +-0.7, -3 of {x^2}\n\n",
     "64.1 $\\pm$0.7, $-$3 of \\{x\\textasciicircum{}2\\}\n\n"},
    {"no commands from names", "\\input{x} $a & \"b\" ~", "\\\\input{x} $a & \"b\" ~\n\n",
     "\\textbackslash{}input\\{x\\} \\$a \\& \\textquotedbl{}b\\textquotedbl{} "
     "\\textasciitilde{}\n\n"},
    {"controls", "a\033[1mb\xc2\x9b", "a?[1mb?\n\n", "a?[1mb?\n\n"},
};

static void check_paragraph(void **state)
{
    const paragraph_case *c = *state;
    for (int markup = NOC_MARKUP_MARKDOWN; markup <= NOC_MARKUP_LATEX; markup++) {
        test_page p;
        test_page_open(&p, NOC_FORMAT_TABLE);
        p.sheet.markup = (noc_markup)markup;
        noc_text_paragraph(&p.sheet, "%s", c->text);
        char *text = test_page_close(&p);
        assert_string_equal(text, markup == NOC_MARKUP_LATEX ? c->latex : c->markdown);
        free(text);
    }
}

static void check_table(void **state)
{
    (void)state;
    static const char *const texts[] = {
        [NOC_MARKUP_MARKDOWN] = "| design | load flits/cycle | off% |\n"
                                "|---|--:|--:|\n"
                                "| a\\|b | 0.5 +-0.1 | 3 |\n"
                                "| and 2 more | | |\n\n",
        [NOC_MARKUP_LATEX] = "\\begin{tabular}{lrr}\n\\toprule\n"
                             "design & load flits/cycle & off\\% \\\\\n\\midrule\n"
                             "a$|$b & 0.5 $\\pm$0.1 & 3 \\\\\n"
                             "\\multicolumn{3}{l}{and 2 more} \\\\\n"
                             "\\bottomrule\n\\end{tabular}\n\n",
    };
    for (int markup = NOC_MARKUP_MARKDOWN; markup <= NOC_MARKUP_LATEX; markup++) {
        test_page p;
        noc_table table = {0};
        test_page_open(&p, NOC_FORMAT_TABLE);
        p.sheet.markup = (noc_markup)markup;
        noc_table_add_columns(&table, "design|.load\nflits/cycle|>off%");
        noc_table_add_detail(&table, "for programs");
        noc_table_add_cell(&table, "a|b");
        noc_table_add_cell(&table, "0.5\t+-0.1");
        noc_table_add_cell(&table, "3");
        noc_table_add_cell(&table, "hidden");
        noc_table_add_span(&table, "and 2 more");
        assert_int_equal(noc_text_table(&p.sheet, &table, NULL), NOC_OK);
        char *text = test_page_close(&p);
        assert_string_equal(text, texts[markup]);
        free(text);
    }
}

int main(void)
{
    test_list list = {0};
    TEST_TABLE(&list, paragraph_cases, check_paragraph);
    test_add(&list, "table", check_table);
    return test_run("markup", &list);
}
