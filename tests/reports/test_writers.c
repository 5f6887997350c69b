/* How anything is written: tables, plots, files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/writers/glyph.h"
#include "reports/writers/output.h"
#include "reports/writers/pen.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"
#include "tests/support/folder.h"
#include "tests/support/users/pages.h"

/* ---- tables ---------------------------------------------------------------------------------- */

typedef struct table_case {
    const char *name;
    const char *aligns; /* l, r or p a column */
    const char *headers[4], *cells[12];
    int width;
    const char *text;
} table_case;

static const table_case table_cases[] = {
    {"decimal points are below each other",
     "lp",
     {"what", "value\nmm2"},
     {"a", "1.5", "b", "-120.25", "c", "-", "d", "7"},
     80,
     "        value\n"
     "what      mm2\n"
     "-------------\n"
     "a        1.5\n"
     "b     -120.25\n"
     "c           -\n"
     "d        7\n"},
    {"a tail stands right of its number",
     "lp",
     {"x", "latency"},
     {"a", "64.1\t+-0.7", "b", "100.25\t+-12.0", "c", "9"},
     80,
     "x        latency\n"
     "----------------\n"
     "a   64.1   +-0.7\n"
     "b  100.25 +-12.0\n"
     "c    9\n"},
    {"right means right", "r", {"n"}, {"1", "100"}, 80, "  n\n---\n  1\n100\n"},
    {"words are folded where the page is narrow",
     "ll",
     {"name", "meaning"},
     {"k", "some words that are too many for the page", "m", "few"},
     36,
     "name  meaning\n"
     "------------------------------------\n"
     "k     some words that are too many\n"
     "      for the page\n"
     "m     few\n"},
    {"two columns of words share what there is",
     "lll",
     {"name", "meaning", "source"},
     {"a key", "some words that are too many for half a page", "and more words, for the other half",
      "m", "few", "none"},
     60,
     "name   meaning                    source\n"
     "------------------------------------------------------------\n"
     "a key  some words that are too    and more words, for the\n"
     "       many for half a page       other half\n"
     "m      few                        none\n"},
    {"a long name stands above its row",
     "lr",
     {"name", "n"},
     {"a name longer than this page", "12", "b", "3"},
     16,
     "name           n\n"
     "----------------\n"
     "a name longer\n"
     "than this page\n"
     "              12\n"
     "b              3\n"},
    {"a table that is too wide even so has a line a cell",
     "lpl",
     {"", "round trip\nns", "te13-\nbaseline"},
     {"a", "1.5\t+2%", "words that are a few too many", "b", "-2", "-"},
     24,
     "a\n"
     "  round trip ns  1.5 +2%\n"
     "  te13-baseline\n"
     "    words that are a few\n"
     "    too many\n"
     "\n"
     "b\n"
     "  round trip ns  -2\n"
     "  te13-baseline  -\n"},
    {"headers of a line a cell are folded",
     "lll",
     {"", "the words of\nthis header are too many", "te13-\nbaseline"},
     {"a", "few", "1.25\t+-0.5"},
     20,
     "a\n"
     "  the words of this\n"
     "  header are too\n"
     "  many\n"
     "    few\n"
     "  te13-baseline\n"
     "    1.25 +-0.5\n"},
    {"a number stands below its header where they are too wide",
     "lp",
     {"a name of 19 blanks", "b"},
     {"12", "3"},
     20,
     "a name of 19 blanks\n"
     "12\n"
     "  b  3\n"},
    {"a number stands beside its header",
     "ppp",
     {"flit\nbytes", "first", "second"},
     {"16", "1000.25", "1000.25"},
     17,
     "flit bytes 16\n"
     "  first   1000.25\n"
     "  second  1000.25\n"},
    {"nothing that a terminal obeys", "l", {"x"}, {"a\033[31mb\a"}, 80, "x\n--------\na?[31mb?\n"},
    {"no rows", "lr", {"a", "b"}, {NULL}, 80, "a  b\n----\n"},
};

static noc_align align_of(char letter)
{
    return letter == 'l' ? NOC_ALIGN_LEFT : letter == 'r' ? NOC_ALIGN_RIGHT : NOC_ALIGN_POINT;
}

static void check_table(void **state)
{
    const table_case *c = *state;
    noc_table table = {0};
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    for (size_t i = 0; c->aligns[i]; i++)
        noc_table_add_column(&table, align_of(c->aligns[i]), c->headers[i]);
    for (size_t i = 0; i < TEST_COUNT(c->cells) && c->cells[i]; i++)
        noc_table_add_cell(&table, "%s", c->cells[i]);
    p.sheet.width = c->width;
    assert_int_equal(noc_table_print(&p.sheet, &table, &diag), NOC_OK);
    char *text = test_page_close(&p);
    assert_string_equal(text, c->text);
    free(text);
    noc_table_clear(&table);
}

/* A text of `length` letters, with a blank behind every `word` of them. */
static void fill_words(char *text, size_t length, size_t word, char letter)
{
    for (size_t i = 0; i < length; i++) text[i] = i % (word + 1) == word ? ' ' : letter;
    text[length] = '\0';
}

static size_t count_letter(const char *text, char letter)
{
    size_t count = 0;
    for (; *text; text++) count += *text == letter;
    return count;
}

/* Whether each line of a text is no wider than a page, but for a word that is alone on its line. */
static bool fits_page(const char *text, size_t page)
{
    for (size_t bytes; *text; text += bytes + (text[bytes] == '\n')) {
        bytes = strcspn(text, "\n");
        const size_t indent = strspn(text, " ");
        if (bytes > page && indent + strcspn(text + indent, " \n") < bytes) return false;
    }
    return true;
}

/* A table without rows has its headers. */
static void empty_tables_fit_any_width(void **state)
{
    (void)state;
    for (int width = 10; width <= 300; width += 17) {
        noc_table table = {0};
        test_page p;
        test_page_open(&p, NOC_FORMAT_TABLE);
        for (int i = 0; i < 12; i++)
            noc_table_add_column(&table, NOC_ALIGN_POINT, "hh hhhhhhhh\nhhh h");
        p.sheet.width = width;
        assert_int_equal(noc_table_print(&p.sheet, &table, NULL), NOC_OK);
        char *text = test_page_close(&p);
        assert_int_equal(count_letter(text, 'h'), 12 * 14);
        assert_true(fits_page(text, (size_t)width));
        free(text);
        noc_table_clear(&table);
    }
}

/* Pages of 10 to 300 columns and words of 1 to 200 letters, in headers and in cells, in columns of
 * words and of numbers: a table ends, is no wider than its page, and has each letter of each cell
 * once. */
static void tables_fit_any_width_and_lose_nothing(void **state)
{
    (void)state;
    static const size_t lengths[] = {1, 17, 23, 32, 62, 100, 200};
    enum { LENGTHS = TEST_COUNT(lengths) };
    char header[201], cell[201];
    for (int width = 10; width <= 300; width += 29) {
        for (size_t h = 0; h < LENGTHS; h++)
            for (size_t c = 0; c < LENGTHS; c++) {
                noc_table table = {0};
                test_page p;
                test_page_open(&p, NOC_FORMAT_TABLE);
                fill_words(header, lengths[h], 9 + 200 * (c % 2), 'h');
                fill_words(cell, lengths[c], 9 + 200 * (h % 2), 'c');
                noc_table_add_column(&table, NOC_ALIGN_LEFT, "first");
                noc_table_add_column(&table, NOC_ALIGN_LEFT, header);
                noc_table_add_columns(&table, ".number|last");
                noc_table_add_span(&table, "%s", cell);
                for (int row = 0; row < 2; row++)
                    for (int i = 0; i < 4; i++)
                        noc_table_add_cell(&table, "%s", i == 2 ? "1.25\t+-0.5" : cell);
                p.sheet.width = width;
                assert_int_equal(noc_table_print(&p.sheet, &table, NULL), NOC_OK);
                char *text = test_page_close(&p);
                assert_int_equal(count_letter(text, 'c'), 7 * count_letter(cell, 'c'));
                assert_true(count_letter(text, 'h') >= count_letter(header, 'h'));
                assert_true(fits_page(text, (size_t)width));
                free(text);
                noc_table_clear(&table);
            }
    }
}

/* Which columns are left out of a page of so many. */
typedef struct spare_case {
    const char *name;
    int width;
    const char *head;
} spare_case;

static const spare_case spare_cases[] = {
    {"room for all", 19, "name  n  one  two  m"},
    {"the last one first", 18, "name  n  one  m"},
    {"then the others", 13, "name  n  m"},
};

static void check_spare(void **state)
{
    const spare_case *c = *state;
    noc_table table = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    noc_table_add_columns(&table, "name|>n");
    noc_table_add_optional(&table, NOC_ALIGN_RIGHT, "one");
    noc_table_dim_column(&table);
    noc_table_add_optional(&table, NOC_ALIGN_RIGHT, "two");
    noc_table_add_column(&table, NOC_ALIGN_RIGHT, "m");
    for (const char *cell = "abcde"; *cell; cell++) noc_table_add_cell(&table, "%c", *cell);
    p.sheet.width = c->width + 1;
    assert_int_equal(noc_table_print(&p.sheet, &table, NULL), NOC_OK);
    char *text = test_page_close(&p);
    assert_int_equal(strcspn(text, "\n"), strlen(c->head));
    assert_memory_equal(text, c->head, strlen(c->head));
    free(text);
    noc_table_clear(&table);
}

/* ---- styles --------------------------------------------------------------------------------- */

/* Marks take no column, and become sequences or nothing; what looks like one and is none stays. */
static void marks_take_no_column(void **state)
{
    (void)state;
    char text[] = NOC_BOLD "head" NOC_PLAIN " \xff"
                           "q " NOC_CAUTION "w" NOC_PLAIN;
    size_t grown;
    assert_int_equal(noc_text_width(text, strlen(text)), strlen("head ?q w"));
    char *coloured = noc_style_replace_marks(text, strlen(text), &grown);
    assert_string_equal(coloured, "\033[1mhead\033[0m \xff"
                                  "q \033[33mw\033[0m");
    assert_int_equal(grown, strlen(coloured));
    free(coloured);
    text[noc_style_remove_marks(text, strlen(text))] = '\0';
    assert_string_equal(text, "head \xff"
                              "q w");
}

/* Names are cleaned of marks; those of the page itself stay until it is sent. */
static void only_pages_have_marks(void **state)
{
    (void)state;
    char name[] = "a" NOC_ALERT "b\033", page[] = "a" NOC_ALERT "b\033\n";
    name[noc_text_clean(name, strlen(name), false)] = '\0';
    page[noc_text_clean_page(page, strlen(page))] = '\0';
    assert_string_equal(name, "a?rb?");
    assert_string_equal(page, "a" NOC_ALERT "b?\n");
}

typedef struct fit_case {
    const char *name, *text;
    size_t width, bytes;
    const char *rest;
} fit_case;

static const fit_case fit_cases[] = {
    {"all of it", "two words", 9, 9, ""},
    {"cut between words", "two words", 8, 3, "words"},
    {"a word that is too long is cut", "abcdefgh", 3, 3, "defgh"},
    {"blanks at the cut belong to no line", "a   b", 3, 1, "b"},
    {"at least one character", "abc", 0, 1, "bc"},
    {"nothing", "", 5, 0, ""},
};

static void check_fit(void **state)
{
    const fit_case *c = *state;
    const char *rest;
    assert_int_equal(noc_text_fit_line(c->text, c->width, &rest), c->bytes);
    assert_string_equal(rest, c->rest);
}

typedef struct cut_case {
    const char *name, *text;
    size_t columns;
    const char *cut;
} cut_case;

static const cut_case cut_cases[] = {
    {"what fits stays", "abcdef", 6, "abcdef"},
    {"dots take the place of the rest", "abcdefg", 6, "abc..."},
    {"letters of two bytes are whole", "\u00e9\u00e9\u00e9\u00e9\u00e9", 4, "\u00e9..."},
    {"so many columns, whatever the bytes", "\u00e9\u00e9\u00e9\u00e9", 4,
     "\u00e9\u00e9\u00e9\u00e9"},
    {"bytes that are no UTF-8", "\x9b\xff\xff\xff\xff", 4, "\x9b..."},
    {"nothing", "", 3, ""},
};

static void check_cut(void **state)
{
    const cut_case *c = *state;
    char text[40];
    snprintf(text, sizeof text, "%s", c->text);
    noc_text_cut(text, c->columns);
    assert_string_equal(text, c->cut);
}

/* ---- plots ----------------------------------------------------------------------------------- */

static void a_plot_marks_points_and_what_is_above(void **state)
{
    (void)state;
    const double x[] = {0.0, 0.5, 1.0, NAN}, y[] = {0.0, 50.0, 1000.0, 1.0};
    const noc_series series = {.mark = '*', .name = "s", .x = x, .y = y, .count = 4};
    const noc_plot plot = {
        .x_title = "x", .y_title = "y", .y_limit = 100.0, .series = &series, .series_count = 1};
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_plot_print(&plot, p.sheet.out, &diag), NOC_OK);
    char *text = test_page_close(&p);
    test_no_line_is_wider(text);
    assert_contains(text, "^\n");
    assert_contains(text, "0 +*\n");
    size_t marks = 0;
    for (const char *c = strchr(text, '\n'); *c; c++) marks += *c == '*';
    assert_int_equal(marks, 2);
    free(text);
}

/* Three steps of 10 hold 61 to 83; what grows without end is at its upper edge. */
static void a_near_plot_starts_below_its_lowest_point(void **state)
{
    (void)state;
    const double x[] = {0.0, 0.5, 1.0}, y[] = {61.0, 83.0, INFINITY};
    const noc_series series = {.mark = '*', .name = "s", .x = x, .y = y, .count = 3};
    const noc_plot plot = {.x_title = "x",
                           .y_title = "y",
                           .series = &series,
                           .series_count = 1,
                           .starts_at_lowest = true};
    noc_diag diag = {0};
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_plot_print(&plot, p.sheet.out, &diag), NOC_OK);
    char *text = test_page_close(&p);
    assert_contains(text, "       90 +");
    assert_contains(text, "       60 +");
    assert_contains(text, "^\n");
    free(text);
}

/* ---- output --------------------------------------------------------------------------------- */

static const char *folder;

static void expect_content(const char *path, const char *content)
{
    char text[100] = "";
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(text, content);
}

static void files_are_replaced_and_keep_their_permissions(void **state)
{
    (void)state;
    char *path = test_path_of("x"), *alias = test_path_of("alias");
    noc_diag diag = {0};
    struct stat info;
    assert_int_equal(noc_output_write(path, "one", 3, &diag), NOC_OK);
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(symlink("x", alias), 0);
    assert_int_equal(noc_output_write(alias, "three", 5, &diag), NOC_OK);
    expect_content(path, "three");
    assert_int_equal(lstat(alias, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    unlink(alias);
    unlink(path);
    free(alias);
    free(path);
}

static void a_file_written_piece_by_piece_is_there_once_it_is_finished(void **state)
{
    (void)state;
    char *path = test_path_of("long");
    noc_diag diag = {0};
    noc_output_stream *stream;
    FILE *file;
    assert_int_equal(noc_output_write(path, "old", 3, &diag), NOC_OK);
    assert_int_equal(noc_output_open(path, &stream, &file, &diag), NOC_OK);
    fputs("new", file);
    noc_output_drop(stream);
    expect_content(path, "old");
    assert_int_equal(noc_output_open(path, &stream, &file, &diag), NOC_OK);
    fputs("new ", file);
    fputs("and whole", file);
    expect_content(path, "old");
    assert_int_equal(noc_output_finish(stream, &diag), NOC_OK);
    expect_content(path, "new and whole");
    assert_int_equal(noc_output_open("/dev/full", &stream, &file, &diag), NOC_OK);
    fputs("x", file);
    assert_int_equal(noc_output_finish(stream, &diag), NOC_EFAILED);
    assert_int_equal(noc_output_open("/nowhere/at/all", &stream, &file, &diag), NOC_EFAILED);
    assert_null(stream);
    noc_diag_clear(&diag);
    unlink(path);
    free(path);
}

static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    noc_diag diag = {0};
    assert_int_equal(noc_output_write("/dev/full", "x", 1, &diag), NOC_EFAILED);
    assert_contains(diag.messages[0].text, "No space left");
    assert_int_equal(noc_output_check_path(folder, &diag), NOC_EFAILED);
    assert_int_equal(noc_output_check_path("/nowhere/at/all", &diag), NOC_EFAILED);
    assert_int_equal(noc_output_check_path("/dev/null", &diag), NOC_OK);
    assert_int_equal(noc_output_write("/dev/null", "x", 1, &diag), NOC_OK);
    noc_diag_clear(&diag);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"tables fit any width and lose nothing", tables_fit_any_width_and_lose_nothing},
    {"empty tables fit any width", empty_tables_fit_any_width},
    {"marks take no column", marks_take_no_column},
    {"only pages have marks", only_pages_have_marks},
    {"a plot marks points and what is above", a_plot_marks_points_and_what_is_above},
    {"a near plot starts below its lowest point", a_near_plot_starts_below_its_lowest_point},
    {"files are replaced and keep their permissions",
     files_are_replaced_and_keep_their_permissions},
    {"a file written piece by piece is there once it is finished",
     a_file_written_piece_by_piece_is_there_once_it_is_finished},
    {"what cannot be written is told", what_cannot_be_written_is_told},
};

int main(void)
{
    static test_list list;
    folder = test_make_folder();
    TEST_TABLE_PREFIXED(&list, "table", table_cases, check_table);
    TEST_TABLE_PREFIXED(&list, "spare", spare_cases, check_spare);
    TEST_TABLE_PREFIXED(&list, "fit", fit_cases, check_fit);
    TEST_TABLE_PREFIXED(&list, "cut", cut_cases, check_cut);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    const int status = test_run("writers", &list);
    test_remove_folder();
    return status;
}
