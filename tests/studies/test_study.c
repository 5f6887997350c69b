/* Published figures beside ours: text, data for the picture, and that gnuplot draws it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/writers/sheet.h"
#include "reports/writers/table.h"
#include "studies/study.h"
#include "studies/study_picture.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"

enum { PUBLISHED, MODEL, SAMPLE };

static noc_study new_study(noc_study_form form)
{
    noc_study s = {
        .form = form,
        .title = "A study's title",
        .note_text = "A note.",
        .x_title = "x title",
        .x_marks = "'0.5' 0.5, '1' 1",
        .note_title = "ours",
        .y_titles = {"y title"},
    };
    noc_study_add_series(&s, "published", NOC_STUDY_PUBLISHED, 0);
    noc_study_add_series(&s, "model", NOC_STUDY_MODEL, 0);
    noc_study_add_series(&s, "sample", NOC_STUDY_SAMPLE, 0);
    noc_table_add_column(&s.table, NOC_ALIGN_LEFT, "change");
    noc_table_add_cell(&s.table, "%s", "a row");
    return s;
}

/* The interval of the value or point that was added last, +- `half`. */
static void set_interval(noc_study *s, double half)
{
    noc_study_point *p = &s->points[s->point_count - 1];
    const bool upward = s->form == NOC_STUDY_CURVES || s->form == NOC_STUDY_SCATTER;
    const double middle = upward ? p->y : p->x;
    p->lo = middle - half;
    p->hi = middle + half;
}

static void add_bar(noc_study *s, const char *name, const char *published, double model)
{
    noc_study_add_row(s, name);
    noc_study_add_published(s, PUBLISHED, published, false);
    noc_study_add_value(s, MODEL, model, 1);
    set_interval(s, 0.5);
}

/* ---- what a paper prints -------------------------------------------------------------------- */

typedef struct published_case {
    const char *text;
    bool is_change;
    double x;
    char bound;
    const char *shown;
} published_case;

static const published_case published_cases[] = {
    {"19.6", false, 19.6, 0, "19.6"},
    {"-32", false, -32.0, 0, "-32"},
    {"+26.9", true, 1.269, 0, "+26.9 %"},
    {"-52.5", true, 0.475, 0, "-52.5 %"},
    {"< 30", false, 30.0, '<', "< 30"},
    {"> 4", false, 4.0, '>', "> 4"},
    {"< -80", true, 0.2, '<', "< -80 %"},
    {"> 0", true, 1.0, '>', "> 0 %"},
    {"about 600", false, 600.0, 0, "about 600"},
    {"lost", false, NAN, 0, "lost"},
};

static void check_published(void **state)
{
    const published_case *c = *state;
    noc_study s = new_study(NOC_STUDY_BARS);
    noc_study_add_row(&s, "row");
    noc_study_add_published(&s, PUBLISHED, c->text, c->is_change);
    const noc_study_point *p = &s.points[0];
    assert_int_equal(s.point_count, 1);
    if (isnan(c->x))
        assert_true(isnan(p->x));
    else
        assert_near(p->x, c->x, 1e-12);
    assert_int_equal(p->bound_sign, c->bound);
    assert_string_equal(p->text, c->shown);
    noc_study_clear(&s);
}

/* ---- text ----------------------------------------------------------------------------------- */

static char *print(const noc_study *s)
{
    char *text = NULL;
    size_t size = 0;
    noc_diag diag = {0};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const noc_sheet sheet = {.out = out, .format = NOC_FORMAT_TABLE, .width = 80};
    assert_int_equal(noc_study_print(s, &sheet, &diag), NOC_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static size_t count(const char *text, char wanted)
{
    size_t found = 0;
    for (; *text; text++) found += *text == wanted;
    return found;
}

/* Bars of 48 characters at most, as long as the values; bounds and what is lost have none. */
static void bars_of_text(void **state)
{
    (void)state;
    noc_study s = new_study(NOC_STUDY_BARS);
    add_bar(&s, "one", "100", -25.0);
    add_bar(&s, "two", "< 400", 50.0);
    add_bar(&s, "three", "lost", 0.0);
    char *text = print(&s), *bars = strstr(text, "\none\n");
    assert_non_null(bars);
    assert_int_equal(count(bars, '='), 48);
    assert_contains(bars, "  model     -mmmmmmmmmmmm -25.0\n");
    assert_contains(bars, "\ntwo\n  model      mmmmmmmmmmmmmmmmmmmmmmmm 50.0\n");
    assert_contains(bars, "\nthree\n  model       0.0\n");
    assert_contains(bars, "A note.");
    free(text);
    noc_study_clear(&s);
}

static noc_study new_curves(void)
{
    noc_study s = new_study(NOC_STUDY_CURVES);
    s.y_titles[1] = "second y";
    const size_t other = noc_study_add_series(&s, "other", NOC_STUDY_OTHER, 1);
    for (int i = 0; i <= 10; i++) {
        noc_study_add_point(&s, MODEL, 0.1 * i, 10.0 * i);
        noc_study_add_point(&s, SAMPLE, 0.1 * i, 100.0);
        noc_study_add_point(&s, other, 0.1 * i, 1.0 + i);
    }
    noc_study_add_point(&s, PUBLISHED, 0.5, 20.0);
    set_interval(&s, 4.0);
    noc_study_add_band(&s, 1, 0.2, 0.3, "published\\nbest");
    snprintf(s.remark, sizeof s.remark, "What came out.");
    return s;
}

/* Both panels; the point that is published lies half way, a fifth up. */
static void curves_of_text(void **state)
{
    (void)state;
    noc_study s = new_curves();
    char *text = print(&s);
    assert_contains(text, "y title   P published   m model   o sample\n");
    assert_contains(text, "second y   * other\n");
    assert_contains(text, "          |            m                 P\n");
    assert_contains(text, "A note. What came out.");
    free(text);
    noc_study_clear(&s);
}

/* ---- pictures ------------------------------------------------------------------------------- */

/* Draws it; returns whether gnuplot is there. */
static bool draw(noc_study *s, const char *name)
{
    noc_diag diag = {0};
    bool missing = false;
    char *path = test_path_of(name);
    const noc_status status = noc_study_draw(s, path, &missing, &diag);
    if (!missing && status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, missing ? NOC_EFAILED : NOC_OK);
    noc_diag_clear(&diag);
    noc_study_clear(s);
    free(path);
    return !missing;
}

static void assert_file(const char *name, const char *const *parts)
{
    char *text = test_read_back(name);
    for (size_t i = 0; parts[i]; i++) assert_contains(text, parts[i]);
    free(text);
}

static noc_study new_bars(void)
{
    noc_study s = new_study(NOC_STUDY_BARS);
    add_bar(&s, "it's one, or 50 %", "100", -25.0);
    add_bar(&s, "two", "< 400", 50.0);
    add_bar(&s, "three", "lost", 0.0);
    return s;
}

static noc_study new_dots(void)
{
    noc_study s = new_study(NOC_STUDY_DOTS);
    noc_study_add_row(&s, "dots");
    noc_study_add_published(&s, PUBLISHED, "> 0", true);
    noc_study_add_value(&s, SAMPLE, 0.5, 3);
    noc_study_add_note(&s, "%+.1f %%", -50.0);
    return s;
}

/* Only what is further than 10 % from the diagonal has its name. */
static noc_study new_scatter(void)
{
    noc_study s = new_study(NOC_STUDY_SCATTER);
    noc_study_add_row(&s, "near");
    noc_study_add_point(&s, MODEL, 100.0, 105.0);
    noc_study_add_row(&s, "far below");
    noc_study_add_point(&s, MODEL, 20.0, 10.0);
    noc_study_add_row(&s, "far above");
    noc_study_add_point(&s, MODEL, 2.0, 3.0);
    noc_study_add_row(&s, "range");
    noc_study_add_point(&s, SAMPLE, 5.0, 6.0);
    set_interval(&s, 2.0);
    return s;
}

typedef struct picture_case {
    const char *name;
    noc_study (*make)(void);
    const char *data[8], *drawn[8];
} picture_case;

static const picture_case picture_cases[] = {
    {"bars",
     new_bars,
     {"0,\"published\",0,\"it's one, or 50 %\",100,,,100,,\n",
      "0,\"published\",1,\"two\",400,,<,< 400,,\n", "0,\"published\",2,\"three\",,,,lost,,\n",
      "1,\"model\",0,\"it's one, or 50 %\",-25,,,-25.0,-25.5,-24.5\n"},
     {"it's one, or 50 %", "-25.0", ">lost<", "400", "A study's title", ">published<", ">model<"}},
    {"dots",
     new_dots,
     {"0,\"published\",0,\"dots\",1,,>,> 0 %,,\n", "2,\"sample\",0,\"dots\",0.5,,,0.500,,\n"},
     {">dots<", "-50.0 %", ">ours<"}},
    {"curves",
     new_curves,
     {"0,\"published\",0,\"\",0.5,20,,20,16,24\n", "3,\"other\",0,\"\",1,11,,11,,\n"},
     {"y title", "second y", ">best<", ">20<", ">published<", ">model<", ">other<"}},
    {"scatter",
     new_scatter,
     {"1,\"model\",0,\"near\",100,105,,105,,\n", "2,\"sample\",3,\"range\",5,6,,6,4,8\n"},
     {"y title", ">far below<", ">far above<", ">10 %<", ">model<", ">100<"}},
};

static void check_picture(void **state)
{
    const picture_case *c = *state;
    char name[40];
    noc_study s = c->make();
    snprintf(name, sizeof name, "%s.svg", c->name);
    const bool drawn = draw(&s, name);
    snprintf(name, sizeof name, "%s-data.csv", c->name);
    assert_file(name, c->data);
    if (!drawn) skip();
    snprintf(name, sizeof name, "%s.svg", c->name);
    assert_file(name, c->drawn);
}

static void only_what_is_far_is_named(void **state)
{
    (void)state;
    noc_study s = new_scatter();
    if (!draw(&s, "named.svg")) skip();
    char *text = test_read_back("named.svg");
    assert_null(strstr(text, ">near<"));
    free(text);
}

/* A line across all columns is a heading. */
static void page_with_headings(void **state)
{
    (void)state;
    static const char *const parts[] = {"<tr><th colspan=\"1\">below it</th></tr>", NULL};
    noc_study s = new_scatter();
    noc_table_add_span(&s.table, "below it");
    if (!draw(&s, "headed.html")) skip();
    assert_file("headed.html", parts);
}

/* The picture is inside, and what a browser would obey is not. */
static void page(void **state)
{
    (void)state;
    static const char *const parts[] = {"<svg", "<td>a row</td>", "<th>change</th>",
                                        "<p>&#60;b&#62; caf\xc3\xa9?", NULL};
    noc_study s = new_bars();
    s.note_text = "<b> caf\xc3\xa9\t";
    if (!draw(&s, "page.html")) skip();
    assert_file("page.html", parts);
    s = new_bars();
    s.note_text = "caf\xe9"; /* no UTF-8 */
    assert_true(draw(&s, "other.html"));
    assert_file("other.html", (const char *const[]){"<p>caf?", NULL});
    char *text = test_read_back("page.html");
    assert_null(strstr(text, "<?xml"));
    free(text);
}

/* gnuplot reads the script; a name must not end its strings. */
static void script_of_odd_names(void **state)
{
    (void)state;
    noc_study s = new_bars();
    s.title = "x'; system('touch /tmp/noc_study_obeyed'); '\nsystem('touch /tmp/noc_study_obeyed')";
    unlink("/tmp/noc_study_obeyed");
    if (!draw(&s, "odd.svg")) skip();
    assert_int_not_equal(access("/tmp/noc_study_obeyed", F_OK), 0);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    TEST_TABLE_PREFIXED(&list, "published", published_cases, check_published);
    test_add(&list, "bars of characters", bars_of_text);
    test_add(&list, "curves of characters", curves_of_text);
    TEST_TABLE_PREFIXED(&list, "picture", picture_cases, check_picture);
    test_add(&list, "only what is far is named", only_what_is_far_is_named);
    test_add(&list, "a page", page);
    test_add(&list, "a page with headings", page_with_headings);
    test_add(&list, "a title is no command", script_of_odd_names);
    const int status = test_run("study", &list);
    test_remove_folder();
    return status;
}
