/* How results are shown: tables, figures, JSON, CSV, design files. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "network/kinds.h"
#include "reports/catalog.h"
#include "reports/comparison.h"
#include "reports/design_text.h"
#include "reports/estimates.h"
#include "reports/figure.h"
#include "reports/label.h"
#include "reports/validation.h"
#include "reports/writers/output.h"
#include "reports/writers/pen.h"
#include "reports/writers/plot.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"
#include "tests/helpers.h"

/* ---- pages ---------------------------------------------------------------------------------- */

typedef struct page {
    noc_sheet sheet;
    char *text;
    size_t size;
} page;

static char *words[] = {"nocsight", "query", "caf\xe9.cfg"};

static void open_page(page *p, noc_format format)
{
    *p = (page){.text = NULL};
    p->sheet = (noc_sheet){
        .out = open_memstream(&p->text, &p->size),
        .format = format,
        .width = 80,
        .run = {"1.2.3", "abc", TEST_COUNT(words), words, NULL},
    };
    assert_non_null(p->sheet.out);
}

static char *close_page(page *p)
{
    assert_int_equal(fclose(p->sheet.out), 0);
    return p->text;
}

/* ---- tables --------------------------------------------------------------------------------- */

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
     "a name longer than this page\n"
     "              12\n"
     "b              3\n"},
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
    page p;
    open_page(&p, NOC_FORMAT_TABLE);
    for (size_t i = 0; c->aligns[i]; i++)
        noc_table_column(&table, align_of(c->aligns[i]), c->headers[i]);
    for (size_t i = 0; i < TEST_COUNT(c->cells) && c->cells[i]; i++)
        noc_table_cell(&table, "%s", c->cells[i]);
    assert_int_equal(noc_table_print(&table, p.sheet.out, c->width, &diag), NOC_OK);
    char *text = close_page(&p);
    assert_string_equal(text, c->text);
    free(text);
    noc_table_clear(&table);
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
    assert_int_equal(noc_text_fit(c->text, c->width, &rest), c->bytes);
    assert_string_equal(rest, c->rest);
}

/* ---- figures -------------------------------------------------------------------------------- */

typedef struct figure_case {
    const char *name;
    double value;
    int digits;
    const char *text;
} figure_case;

static const figure_case figure_cases[] = {
    {"digits of its kind", 31.416, 2, "31.42"},
    {"small ones keep two digits that count", 0.00234, 3, "0.0023"},
    {"zero", 0.0, 3, "0.000"},
    {"negative", -12.5, 1, "-12.5"},
    {"missing", NAN, 2, "-"},
    {"infinite", INFINITY, 2, "-"},
    {"tiny ones do not grow without end", 1e-30, 2, "0.000000"},
};

static void check_figure(void **state)
{
    const figure_case *c = *state;
    assert_string_equal(noc_figure_of(c->value, c->digits).text, c->text);
}

typedef struct change_case {
    const char *name;
    double value, base;
    const char *text;
} change_case;

static const change_case change_cases[] = {
    {"more", 1.042, 1.0, "+4.2%"},   {"less", 61.70, 67.33, "-8.4%"},
    {"the same", 5.0, 5.0, "0.0%"},  {"less than is shown is no change", 0.9998, 1.0, "0.0%"},
    {"a lot", 2.571, 1.0, "+157%"},  {"just a lot", 1.9996, 1.0, "+100%"},
    {"missing", NAN, 1.0, "-"},      {"missing base", 1.0, NAN, "-"},
    {"base of zero", 1.0, 0.0, "-"},
};

static void check_change(void **state)
{
    const change_case *c = *state;
    assert_string_equal(noc_percent(noc_change_of(c->value, c->base)).text, c->text);
}

static void metric_labels_have_no_units(void **state)
{
    (void)state;
    assert_string_equal(noc_metric_label(NOC_METRIC_round_trip_cycles).text, "round trip");
    assert_string_equal(noc_metric_label(NOC_METRIC_hops_mean).text, "hops mean");
    assert_string_equal(noc_metric_label(NOC_METRIC_saturation_flits_per_cycle).text,
                        "saturation load");
    assert_string_equal(noc_metric_short_name(NOC_METRIC_saturation_flits_per_cycle).text,
                        "saturation");
    assert_string_equal(noc_metric_label(NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2).text,
                        "throughput per area");
}

/* ---- labels --------------------------------------------------------------------------------- */

static const char base_text[] = "name = \"base, \\\"quoted\\\"\";\n"
                                "nodes = { compute = 28; memory = 8; };\n"
                                "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n";

typedef struct label_case {
    const char *name;
    const char *overrides[3][4]; /* of three designs */
    const char *labels[3];
    size_t axes;
} label_case;

static const label_case label_cases[] = {
    {"what all share is left out",
     {{"network.slices=2", NULL},
      {"network.slices=2", "network.flit_bytes=32", NULL},
      {"network.slices=2", "network.flit_bytes=64", NULL}},
     {"base", "flit_bytes=32", "flit_bytes=64"},
     1},
    {"two settings",
     {{NULL},
      {"network.flit_bytes=32", "network.routing=xy", NULL},
      {"network.flit_bytes=32", "network.routing=yx", NULL}},
     {"base", "flit_bytes=32 routing=xy", "flit_bytes=32 routing=yx"},
     2},
    {"different settings",
     {{NULL}, {"network.flit_bytes=32", NULL}, {"network.routing=yx", NULL}},
     {"base", "flit_bytes=32", "routing=yx"},
     0},
    {"one of several networks keeps its path",
     {{NULL}, {"networks[0].flit_bytes=32", NULL}, {"networks[0].flit_bytes=8", NULL}},
     {"base", "networks[0].flit_bytes=32", "networks[0].flit_bytes=8"},
     1},
};

static void check_labels(void **state)
{
    const label_case *c = *state;
    noc_design *designs[3];
    noc_labels labels = {0};
    for (int i = 0; i < 3; i++) {
        designs[i] = test_design(base_text, c->overrides[i]);
        noc_labels_see(&labels, designs[i]);
    }
    for (int i = 0; i < 3; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label(&labels, designs[i], label);
        assert_string_equal(label, c->labels[i]);
    }
    assert_int_equal(noc_label_axes(&labels), c->axes);
    for (int i = 0; i < 3; i++) noc_design_free(designs[i]);
}

/* ---- estimates ------------------------------------------------------------------------------ */

static noc_estimate made_estimate(const noc_design *design, noc_method method)
{
    noc_estimate e = {.design = design, .method = method, .load = 0.03, .seed = 7};
    for (int i = 0; i < NOC_METRICS; i++) e.metrics[i] = (noc_metric){1.5 + i, NAN, NAN, NAN, NULL};
    snprintf(e.bottleneck.kind, sizeof e.bottleneck.kind, "link");
    snprintf(e.bottleneck.where, sizeof e.bottleneck.where, "(0,0) to (1,0)");
    e.bottleneck.utilization = 0.9;
    return e;
}

static void set_metric(noc_estimate *e, noc_metric_id id, double value)
{
    e->metrics[id].value = value;
}

static noc_estimate hostile_estimate(const noc_design *design)
{
    noc_estimate e = made_estimate(design, NOC_METHOD_SAMPLE);
    e.metrics[NOC_METRIC_hops_mean] = (noc_metric){NAN, NAN, NAN, NAN, "it is \"secret\""};
    e.metrics[NOC_METRIC_round_trip_cycles] = (noc_metric){NAN, 1.0, NAN, NAN, NULL};
    e.metrics[NOC_METRIC_packet_latency_cycles] =
        (noc_metric){INFINITY, -INFINITY, NAN, 0.95, NULL};
    e.metrics[NOC_METRIC_chip_area_mm2] = (noc_metric){0.1, 0.05, 0.15, 0.9, NULL};
    e.load = NAN;
    e.wall_s = NAN;
    e.bottleneck.utilization = NAN;
    e.answer = NOC_ANSWER_SATURATED;
    snprintf(e.warnings[0], NOC_WARNING_CHARS, "caf\xe9, \"two\"\nlines");
    e.warning_count = 1;
    return e;
}

static json_t *parsed(char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("line %d: %s", error.line, error.text);
    return json;
}

static json_t *metric_of(json_t *answer, const char *name)
{
    json_t *metric = json_object_get(json_object_get(answer, "metrics"), name);
    assert_non_null(metric);
    return metric;
}

static void missing_figures_are_null_in_json(void **state)
{
    (void)state;
    noc_design *design = test_design(base_text, NULL);
    const noc_estimate e = hostile_estimate(design);
    noc_diag diag = {0};
    page p;
    open_page(&p, NOC_FORMAT_JSON);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, 1, false, &diag), NOC_OK);
    char *text = close_page(&p);
    assert_null(strcasestr(text, "nan"));
    assert_null(strcasestr(text, "infinity"));
    json_t *answer = parsed(text);
    assert_true(json_is_object(answer));
    json_t *hops = metric_of(answer, "hops_mean");
    assert_true(json_is_null(json_object_get(hops, "value")));
    assert_string_equal(json_string_value(json_object_get(hops, "why")), "it is \"secret\"");
    assert_true(json_is_string(json_object_get(metric_of(answer, "round_trip_cycles"), "why")));
    assert_true(json_is_null(json_object_get(metric_of(answer, "packet_latency_cycles"), "lo")));
    assert_true(json_is_null(json_object_get(answer, "load_flits_per_cycle")));
    assert_string_equal(json_string_value(json_object_get(answer, "status")), "saturated");
    assert_int_equal(json_array_size(json_object_get(answer, "warnings")), 1);
    assert_contains(text, "\"value\": 0.1,");
    json_decref(answer);
    free(text);
    noc_design_free(design);
}

static void json_has_all_members_in_order(void **state)
{
    (void)state;
    static const char *const members[] = {"\"schema\": \"nocsight.estimate/1\"",
                                          "\"tool\"",
                                          "\"version\": \"1.2.3\"",
                                          "\"calibration\": null",
                                          "\"design\"",
                                          "\"hash\"",
                                          "\"overrides\"",
                                          "\"network.slices=2\"",
                                          "\"method\": \"sample\"",
                                          "\"load_flits_per_cycle\": 0.03",
                                          "\"status\": \"ok\"",
                                          "\"metrics\"",
                                          "\"zero_load_latency_cycles\"",
                                          "\"bottleneck\"",
                                          "\"kind\": \"link\"",
                                          "\"warnings\": []",
                                          "\"cycles_simulated\"",
                                          "\"warmup_cycles\"",
                                          "\"windows\"",
                                          "\"flit_hops\"",
                                          "\"run\"",
                                          "\"command\"",
                                          "\"seed\": 7",
                                          "\"wall_s\""};
    noc_design *design = test_design(base_text, (const char *[]){"network.slices=2", NULL});
    const noc_estimate e = made_estimate(design, NOC_METHOD_SAMPLE);
    noc_diag diag = {0};
    page p;
    open_page(&p, NOC_FORMAT_JSON);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, 1, false, &diag), NOC_OK);
    char *text = close_page(&p);
    const char *at = text;
    for (size_t i = 0; i < TEST_COUNT(members); i++) {
        const char *found = strstr(at, members[i]);
        if (!found) fail_msg("%s is missing or out of order", members[i]);
        at = found;
    }
    free(text);
    noc_design_free(design);
}

static void several_answers_are_an_array(void **state)
{
    (void)state;
    noc_design *design = test_design(base_text, NULL);
    const noc_estimate two[] = {made_estimate(design, NOC_METHOD_MODEL),
                                made_estimate(design, NOC_METHOD_MODEL)};
    noc_diag diag = {0};
    for (size_t count = 1; count <= 2; count++) {
        page p;
        open_page(&p, NOC_FORMAT_JSON);
        assert_int_equal(noc_report_estimates(&p.sheet, two, NULL, count, true, &diag), NOC_OK);
        char *text = close_page(&p);
        json_t *answer = parsed(text);
        assert_int_equal(json_array_size(answer), count);
        assert_true(json_is_null(
            json_object_get(json_object_get(json_array_get(answer, 0), "run"), "seed")));
        json_decref(answer);
        free(text);
    }
    noc_design_free(design);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

enum { CELLS_MOST = 256 };

/* Takes one record of RFC 4180 off the text, in place. Returns its number of cells. */
static size_t take_record(char **text, char *cells[CELLS_MOST])
{
    size_t count = 0;
    char *read = *text, *write = *text;
    for (bool more = true; more;) {
        assert_true(count < CELLS_MOST);
        cells[count++] = write;
        const bool quoted = *read == '"';
        if (quoted) read++;
        while (*read && (quoted || (*read != ',' && *read != '\n'))) {
            if (quoted && *read == '"' && *++read != '"') break;
            *write++ = *read++;
        }
        more = *read == ',';
        assert_true(more || *read == '\n');
        read++;
        *write++ = '\0';
    }
    *text = read;
    return count;
}

static const char *cell_of(char *const header[], char *const cells[], size_t count,
                           const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(header[i], name) == 0) return cells[i];
    fail_msg("there is no column %s", name);
    return NULL;
}

static void csv_survives_hostile_texts(void **state)
{
    (void)state;
    noc_design *design =
        test_design(base_text, (const char *[]){"nodes.placement=explicit",
                                                "nodes.memory_at=((0,0),(1,0),(2,0),(3,0),(4,0),(5,"
                                                "0),(0,1),(1,1))",
                                                NULL});
    const noc_estimate e = hostile_estimate(design);
    noc_diag diag = {0};
    page p;
    open_page(&p, NOC_FORMAT_CSV);
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, 1, false, &diag), NOC_OK);
    char *text = close_page(&p), *rest = text;
    char *header[CELLS_MOST], *cells[CELLS_MOST];
    const size_t count = take_record(&rest, header);
    assert_int_equal(take_record(&rest, cells), count);
    assert_string_equal(rest, "");
    assert_string_equal(cell_of(header, cells, count, "name"), "base, \"quoted\"");
    assert_contains(cell_of(header, cells, count, "overrides"), "; nodes.memory_at=((0,0),(1,0)");
    assert_string_equal(cell_of(header, cells, count, "load_flits_per_cycle"), "");
    assert_string_equal(cell_of(header, cells, count, "packet_latency_cycles"), "");
    assert_string_equal(cell_of(header, cells, count, "hops_mean"), "");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2"), "0.1");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2_lo"), "0.05");
    assert_string_equal(cell_of(header, cells, count, "chip_area_mm2_hi"), "0.15");
    assert_string_equal(cell_of(header, cells, count, "seed"), "7");
    assert_string_equal(cell_of(header, cells, count, "bottleneck_utilization"), "");
    assert_string_equal(cell_of(header, cells, count, "warnings"), e.warnings[0]);
    free(text);
    noc_design_free(design);
}

/* ---- comparisons ---------------------------------------------------------------------------- */

static char *whatif_of(const noc_estimate *estimates, size_t count)
{
    noc_diag diag = {0};
    page p;
    open_page(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_report_estimates(&p.sheet, estimates, NULL, count, true, &diag), NOC_OK);
    return close_page(&p);
}

static void no_line_is_wider_than_the_page(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80) fail_msg("too wide: %.*s", (int)strcspn(line, "\n"), line);
}

static void a_whatif_table_tells_changes_against_the_first_row(void **state)
{
    (void)state;
    noc_design *base = test_design(base_text, NULL);
    noc_design *wide = test_design(base_text, (const char *[]){"network.flit_bytes=32", NULL});
    noc_design *full = test_design(base_text, (const char *[]){"network.flit_bytes=4", NULL});
    noc_estimate e[] = {made_estimate(base, NOC_METHOD_MODEL),
                        made_estimate(wide, NOC_METHOD_MODEL),
                        made_estimate(full, NOC_METHOD_MODEL)};
    set_metric(&e[0], NOC_METRIC_round_trip_cycles, 100.0);
    set_metric(&e[1], NOC_METRIC_round_trip_cycles, 91.5);
    set_metric(&e[0], NOC_METRIC_saturation_delivered_bytes_per_cycle, 40.0);
    set_metric(&e[1], NOC_METRIC_saturation_delivered_bytes_per_cycle, 100.0);
    set_metric(&e[2], NOC_METRIC_round_trip_cycles, NAN);
    e[2].answer = NOC_ANSWER_SATURATED;
    char *text = whatif_of(e, TEST_COUNT(e));
    no_line_is_wider_than_the_page(text);
    const char *first = strstr(text, "\nbase "), *second = strstr(text, "\nflit_bytes=32 ");
    assert_non_null(first);
    assert_non_null(second);
    assert_true(first < second);
    assert_null(memchr(first, '%', (size_t)(second - first)));
    assert_contains(second, "91.50 -8.5%");
    assert_contains(second, "+150%");
    assert_contains(second, "saturated");
    free(text);
    noc_design_free(base);
    noc_design_free(wide);
    noc_design_free(full);
}

static noc_comparison made_comparison(const noc_design *design, double model, double sample)
{
    noc_comparison row = {.model = made_estimate(design, NOC_METHOD_MODEL),
                          .sample = made_estimate(design, NOC_METHOD_SAMPLE),
                          .sampled = true};
    set_metric(&row.model, NOC_METRIC_round_trip_cycles, model);
    row.sample.metrics[NOC_METRIC_round_trip_cycles] =
        (noc_metric){sample, sample - 1.0, sample + 1.0, 0.95, NULL};
    return row;
}

static void errors_are_the_models_against_the_samples(void **state)
{
    (void)state;
    noc_design *design = test_design(base_text, NULL);
    noc_comparison rows[] = {made_comparison(design, 101.0, 100.0),
                             made_comparison(design, 47.0, 50.0),
                             made_comparison(design, 10.0, 100.0)};
    rows[2].sample.answer = NOC_ANSWER_SATURATED;
    const noc_errors errors = noc_latency_errors(rows, TEST_COUNT(rows));
    assert_int_equal(errors.count, 2);
    assert_near(errors.mean, 0.035, 1e-12);
    assert_near(errors.worst, 0.06, 1e-12);
    assert_int_equal(errors.worst_row, 1);
    assert_int_equal(errors.inside, 1);
    assert_int_equal(errors.intervals, 2);
    assert_true(isnan(noc_latency_errors(&rows[2], 1).mean));
    noc_design_free(design);
}

static void a_search_adds_what_a_sample_lacks(void **state)
{
    (void)state;
    noc_design *design = test_design(base_text, NULL);
    noc_comparison row = made_comparison(design, 1.0, 2.0);
    noc_estimate search = made_estimate(design, NOC_METHOD_SAMPLE);
    set_metric(&row.sample, NOC_METRIC_saturation_flits_per_cycle, NAN);
    set_metric(&search, NOC_METRIC_saturation_flits_per_cycle, 0.25);
    set_metric(&search, NOC_METRIC_round_trip_cycles, 99.0);
    noc_comparison_add(&row, &search);
    assert_near(row.sample.metrics[NOC_METRIC_saturation_flits_per_cycle].value, 0.25, 0.0);
    assert_near(row.sample.metrics[NOC_METRIC_round_trip_cycles].value, 2.0, 0.0);
    noc_design_free(design);
}

static void a_validation_has_both_methods_in_every_format(void **state)
{
    (void)state;
    static const char *const expected[] = {"+1.0%", "\"round_trip_cycles\": 0.01",
                                           "round_trip_cycles_error_frac"};
    noc_design *design = test_design(base_text, NULL);
    const noc_comparison rows[] = {made_comparison(design, 101.0, 100.0),
                                   made_comparison(design, 50.0, 50.0)};
    noc_diag diag = {0};
    for (size_t f = 0; f < NOC_FORMAT_SVG; f++) {
        page p;
        open_page(&p, (noc_format)f);
        assert_int_equal(noc_report_validation(&p.sheet, rows, TEST_COUNT(rows), &diag), NOC_OK);
        char *text = close_page(&p);
        assert_contains(text, "model");
        assert_contains(text, "sample");
        assert_contains(text, expected[f]);
        if (f == NOC_FORMAT_TABLE) no_line_is_wider_than_the_page(text);
        free(text);
    }
    noc_design_free(design);
}

/* ---- plots ---------------------------------------------------------------------------------- */

static void a_plot_marks_points_and_what_is_above(void **state)
{
    (void)state;
    const double x[] = {0.0, 0.5, 1.0, NAN}, y[] = {0.0, 50.0, 1000.0, 1.0};
    const noc_series series = {.mark = '*', .name = "s", .x = x, .y = y, .count = 4};
    const noc_plot plot = {
        .x_title = "x", .y_title = "y", .y_limit = 100.0, .series = &series, .series_count = 1};
    noc_diag diag = {0};
    page p;
    open_page(&p, NOC_FORMAT_TABLE);
    assert_int_equal(noc_plot_print(&plot, p.sheet.out, &diag), NOC_OK);
    char *text = close_page(&p);
    no_line_is_wider_than_the_page(text);
    assert_contains(text, "^\n");
    assert_contains(text, "0 +*\n");
    size_t marks = 0;
    for (const char *c = strchr(text, '\n'); *c; c++) marks += *c == '*';
    assert_int_equal(marks, 2);
    free(text);
}

/* ---- catalogues ----------------------------------------------------------------------------- */

static void every_catalogue_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; noc_catalog_at(i); i++) {
        noc_table table = {0};
        noc_catalog_at(i)->fill(&table);
        assert_false(table.failed);
        assert_true(table.row_count > 0);
        assert_int_equal(table.cell_count, table.row_count * table.column_count);
        for (size_t r = 0; r < table.row_count; r++) {
            assert_true(*noc_table_at(&table, r, 0));
            assert_true(
                noc_catalog_answers(noc_table_at(&table, r, 1), noc_table_at(&table, r, 1)));
        }
        noc_table_clear(&table);
    }
}

static void a_key_answers_with_and_without_its_group(void **state)
{
    (void)state;
    assert_true(noc_catalog_answers("network.flit_bytes", "flit_bytes"));
    assert_true(noc_catalog_answers("network.flit_bytes", "network.flit_bytes"));
    assert_false(noc_catalog_answers("network.flit_bytes", "network"));
    assert_false(noc_catalog_answers("network.flit_bytes", "bytes"));
}

/* ---- design files --------------------------------------------------------------------------- */

static char *printed(const noc_design *design, void (*print)(const noc_design *, FILE *))
{
    page p;
    open_page(&p, NOC_FORMAT_TABLE);
    print(design, p.sheet.out);
    return close_page(&p);
}

static void expect_same_design(const noc_design *design, void (*print)(const noc_design *, FILE *))
{
    char *text = printed(design, print);
    noc_design *again = test_design(text, NULL);
    assert_string_equal(again->hash, design->hash);
    assert_string_equal(again->name, design->name);
    noc_design_free(again);
    free(text);
}

static void printed_designs_mean_the_same(void **state)
{
    (void)state;
    static const char two_networks[] =
        "name = \"a \\\"b\\\\ c\";\n"
        "chip = { tile_mm = 0.1; other_area_mm2 = 1e5; };\n"
        "nodes = { compute = 14; memory = 2; placement = \"explicit\"; memory_at = ((0,0), (3,3)); "
        "};\n"
        "networks = ( { carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; },\n"
        "             { carries = \"reply\"; topology = \"mesh\"; columns = 4; rows = 4;\n"
        "               flit_bytes = 64; } );\n";
    static const char mixed[] =
        "nodes = { compute = 16; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
        "traffic = { pattern = \"hotspot\"; hotspot_nodes = (1, 2); packet_flits = (1, 2, 4);\n"
        "            packet_mix = (0.333333, 0.333333, 0.333334); };\n";
    const char *const texts[] = {base_text, two_networks, mixed};
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
        noc_design *design = test_design(texts[i], NULL);
        expect_same_design(design, noc_design_print);
        expect_same_design(design, noc_design_print_commented);
        noc_design_free(design);
    }
}

static void every_topology_has_a_starter(void **state)
{
    (void)state;
    noc_diag diag = {0};
    for (size_t i = 0; noc_topology_at(i); i++) {
        noc_design *design = NULL;
        const noc_status status = noc_design_starter(noc_topology_name(i), &design, &diag);
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        expect_same_design(design, noc_design_print_commented);
        noc_design_free(design);
    }
    noc_design *none = NULL;
    assert_int_equal(noc_design_starter("mehs", &none, &diag), NOC_EUSAGE);
    assert_contains(diag.messages[0].text, "'mesh'");
    noc_diag_clear(&diag);
}

/* ---- output --------------------------------------------------------------------------------- */

static char folder[] = "/tmp/nocsight-test-XXXXXX";

static char *file_in_folder(const char *name)
{
    char *path = NULL;
    assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

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
    char *path = file_in_folder("x"), *alias = file_in_folder("alias");
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

static void what_cannot_be_written_is_told(void **state)
{
    (void)state;
    noc_diag diag = {0};
    assert_int_equal(noc_output_write("/dev/full", "x", 1, &diag), NOC_EFAILED);
    assert_contains(diag.messages[0].text, "No space left");
    assert_int_equal(noc_output_check(folder, &diag), NOC_EFAILED);
    assert_int_equal(noc_output_check("/nowhere/at/all", &diag), NOC_EFAILED);
    assert_int_equal(noc_output_check("/dev/null", &diag), NOC_OK);
    assert_int_equal(noc_output_write("/dev/null", "x", 1, &diag), NOC_OK);
    noc_diag_clear(&diag);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"metric labels have no units", metric_labels_have_no_units},
    {"missing figures are null in JSON", missing_figures_are_null_in_json},
    {"JSON has all members, in order", json_has_all_members_in_order},
    {"several answers are an array", several_answers_are_an_array},
    {"CSV survives hostile texts", csv_survives_hostile_texts},
    {"a what-if table tells changes against the first row",
     a_whatif_table_tells_changes_against_the_first_row},
    {"errors are the model's against the sample's", errors_are_the_models_against_the_samples},
    {"a search adds what a sample lacks", a_search_adds_what_a_sample_lacks},
    {"a validation has both methods in every format",
     a_validation_has_both_methods_in_every_format},
    {"a plot marks points and what is above", a_plot_marks_points_and_what_is_above},
    {"every catalogue is complete", every_catalogue_is_complete},
    {"a key answers with and without its group", a_key_answers_with_and_without_its_group},
    {"printed designs mean the same", printed_designs_mean_the_same},
    {"every topology has a starter", every_topology_has_a_starter},
    {"files are replaced and keep their permissions",
     files_are_replaced_and_keep_their_permissions},
    {"what cannot be written is told", what_cannot_be_written_is_told},
};

int main(void)
{
    static test_list list;
    if (!mkdtemp(folder)) return 1;
    TEST_TABLE_PREFIXED(&list, "table", table_cases, check_table);
    TEST_TABLE_PREFIXED(&list, "fit", fit_cases, check_fit);
    TEST_TABLE_PREFIXED(&list, "figure", figure_cases, check_figure);
    TEST_TABLE_PREFIXED(&list, "change", change_cases, check_change);
    TEST_TABLE_PREFIXED(&list, "labels", label_cases, check_labels);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    const int status = test_run("reports", &list);
    rmdir(folder);
    return status;
}
