/* Figures measured on GPUs beside ours: the table has all that was published, wrong rows are
 * refused with their line, and what other rows determine comes out. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/csv_rows.h"
#include "reports/writers/csv.h"
#include "studies/suites/silicon_data.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"

static noc_status resolve(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) < 0 ? NOC_EFAILED : NOC_OK;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Published rows are here with value, unit, kind and source, as they were collected. */
static void all_published_rows_are_there(void **state)
{
    static const char *const columns[] = {"id",     "gpu",      "quantity",   "unit",
                                          "value",  "spread",   "conditions", "kind",
                                          "source", "read_how", "licence"};
    noc_diag diag = {0};
    noc_csv_rows published;
    noc_silicon_table table;
    char *text = test_read_text("tests/reference/silicon/gpus.csv");
    (void)state;
    assert_int_equal(
        noc_csv_read_rows(text, "gpus.csv", columns, TEST_COUNT(columns), &published, &diag),
        NOC_OK);
    assert_int_equal(
        noc_silicon_read(noc_silicon_files[0].text, noc_silicon_files[0].path, &table, &diag),
        NOC_OK);
    test_print_messages(&diag);
    assert_true(published.count >= 119);
    assert_int_equal(table.count, published.count);
    for (size_t i = 0; i < table.count; i++) {
        const noc_silicon_row *r = &table.rows[i];
        const char *const ours[] = {r->id,     r->gpu,        r->quantity, r->unit,   r->value,
                                    r->spread, r->conditions, r->kind,     r->source, r->read_how};
        for (size_t c = 0; c < TEST_COUNT(ours); c++)
            assert_string_equal(ours[c], published.list[i].cells[c]);
    }
    noc_silicon_clear(&table);
    noc_csv_rows_clear(&published);
    free(text);
}

typedef struct row_case {
    const char *name;
    const char *row; /* row of line 3 */
    const char *message;
} row_case;

/* "id,gpu,quantity,unit,value,spread,conditions,kind,source,read_how,determined_by,asks,expression,
 * over,why" */
static const row_case row_cases[] = {
    {"no id", ",G,q,x,1,,,check,s,r,nothing,,,,no", "a row needs an id and a value"},
    {"no value", "b,G,q,x,,,,check,s,r,nothing,,,,no", "a row needs an id and a value"},
    {"an id twice", "a,G,q,x,1,,,check,s,r,nothing,,,,no", "there is a row 'a' above"},
    {"another kind", "b,G,q,x,1,,,guess,s,r,,,,,no", "'guess' is no kind"},
    {"neither expression nor reason", "b,G,q,x,1,,,check,s,r,nothing,,,,", "says why"},
    {"a check that is not determined", "b,G,q,x,1,,,check,s,r,,,,,no", "'design' or 'nothing'"},
    {"determined by no row", "b,G,q,x,1,,,check,s,r,a c,,,,no",
     "determined_by 'c', which is no row"},
    {"determined by itself", "b,G,q,x,1,,,check,s,r,b,,,,no",
     "determined_by 'b', which is a check itself"},
    {"an input that is determined", "b,G,q,x,1,,,input,s,r,a,,,,no", "expected an empty cell"},
    {"a range of what is determined",
     "b,G,q,x,1,,,check,s,r,a,a: v100,a.nodes.compute,nodes.mshrs=4,", "'over' is for checks"},
    {"a question without a letter", "b,G,q,x,1,,,check,s,r,a,v100,a.nodes.compute,,",
     "a question must be 'a: DESIGN key=value ...'"},
    {"no such metric", "b,G,q,x,1,,,check,s,r,a,a: v100,a.speed,,", "'a.speed' is no metric"},
    {"a condition", "b,G,q,x,1,,,check,s,r,a,a: v100,a.nodes.compute > 3,,",
     "the expression is a condition"},
    {"too few cells", "b,G,q", ""},
};

static void check_wrong_row(void **state)
{
    const row_case *c = *state;
    noc_diag diag = {0};
    noc_silicon_table table;
    char *text = NULL;
    assert_true(asprintf(&text,
                         "id,gpu,quantity,unit,value,spread,conditions,kind,source,read_how,"
                         "determined_by,asks,expression,over,why\n"
                         "a,G,q,x,1,,,input,s,r,,,,,no\n%s\n",
                         c->row) > 0);
    assert_int_equal(noc_silicon_read(text, "own.csv", &table, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, "own.csv");
    assert_int_equal(diag.messages[0].line, 3);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_silicon_clear(&table);
    free(text);
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Rows that a quick test asks, by the beginning of their ids, and those of structure: all SMs of a
 * V100 are asked once for many rows. */
static const char *const quick[] = {"v100-l2-", "v100-lat-", "v100-wall", "te13-wall", "sim-"};

static bool is_asked(const noc_silicon_row *row)
{
    bool asked = test_is_whole() || strcmp(row->kind, "structure") == 0;
    for (size_t i = 0; i < TEST_COUNT(quick) && !asked; i++)
        asked = strncmp(row->id, quick[i], strlen(quick[i])) == 0;
    return asked;
}

/* Writes the shipped table, in which rows that are not asked have no question. */
static void write_asked(const noc_silicon_table *table, FILE *out)
{
    const noc_sheet sheet = {.out = out};
    noc_csv_line line = {.sheet = &sheet};
#define NOC_SILICON(name) noc_csv_text(&line, #name);
#include "studies/suites/silicon.def"
#undef NOC_SILICON
    noc_csv_end(&line);
    for (size_t i = 0; i < table->count; i++) {
        noc_silicon_row row = table->rows[i];
        if (!is_asked(&row)) {
            row.asks = row.expression = row.over = "";
            row.why = "not asked here";
        }
        line = (noc_csv_line){.sheet = &sheet};
#define NOC_SILICON(name) noc_csv_text(&line, row.name);
#include "studies/suites/silicon.def"
#undef NOC_SILICON
        noc_csv_end(&line);
    }
}

/* Prints it as a text; the caller frees it. */
static char *asked_table(noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    noc_silicon_table table;
    FILE *out = open_memstream(&text, &size);
    if (noc_silicon_read(noc_silicon_files[0].text, noc_silicon_files[0].path, &table, diag) ==
        NOC_OK)
        write_asked(&table, out);
    fclose(out);
    noc_silicon_clear(&table);
    return text;
}

static noc_bench bench;
static noc_diag bench_diag;
static noc_silicon_answers answers;
static char *asked;

static noc_status answer_asked(void)
{
    bench = (noc_bench){.resolve_path = resolve, .diag = &bench_diag};
    asked = asked_table(&bench_diag);
    noc_status status =
        noc_samples_read(noc_silicon_sample_files[0].text, noc_silicon_sample_files[0].path,
                         &bench.known_samples, &bench_diag);
    if (status == NOC_OK && bench.known_samples.count)
        bench.version = bench.known_samples.list[0]->version;
    if (status == NOC_OK)
        status = noc_silicon_answer_table(&bench, asked, noc_silicon_files[0].path, NULL, &answers);
    test_print_messages(&bench_diag);
    return status;
}

static const noc_silicon_compared *answer_of(const char *id)
{
    for (size_t i = 0; i < answers.count; i++)
        if (strcmp(answers.list[i].row->id, id) == 0) return &answers.list[i];
    fail_msg("no row %s", id);
    return NULL;
}

static bool is_prediction(const noc_silicon_row *row)
{
    return strcmp(row->kind, "check") == 0 && noc_silicon_is_determined(row);
}

/* Mean error of the predictions of a class; inputs and structure are not counted. */
static double mean_error(noc_silicon_class class, bool sampled)
{
    double sum = 0.0, count = 0.0;
    for (size_t i = 0; i < answers.count; i++) {
        const noc_silicon_compared *c = &answers.list[i];
        const double error = noc_silicon_error(c, sampled ? &c->sample : &c->model);
        if (!is_prediction(c->row) || noc_silicon_find_class(c->row) != class || isnan(error))
            continue;
        sum += fabs(error);
        count++;
    }
    assert_true(count >= 2.0);
    return sum / count;
}

static void what_is_determined_comes_out(void **state)
{
    (void)state;
    for (int sampled = 0; sampled < 2; sampled++) {
        assert_true(mean_error(NOC_SILICON_BANDWIDTH, sampled) <= 0.10);
        assert_true(mean_error(NOC_SILICON_RATIO, sampled) <= 0.15);
        assert_true(mean_error(NOC_SILICON_LATENCY, sampled) <= 0.10);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The numbers of a text, from the least on; returns how many. */
static size_t sorted_numbers(const char *text, int numbers[40])
{
    size_t count = 0;
    for (char *end; count < 40; text = end) {
        numbers[count] = (int)strtol(text, &end, 10);
        if (end == text) break;
        count++;
    }
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return count;
}

/* Sizes of groups, in whatever order: numbers of GPCs are a program's. */
static void assert_same_sizes(const char *ours, const char *published)
{
    int a[40], b[40];
    const size_t count = sorted_numbers(ours, a);
    assert_int_equal(count, sorted_numbers(published, b));
    assert_true(count > 0);
    assert_memory_equal(a, b, count * sizeof *a);
}

/* Structure is as published where the design has it. */
static void structure_is_as_published(void **state)
{
    size_t compared = 0;
    (void)state;
    for (size_t i = 0; i < answers.count; i++) {
        const noc_silicon_compared *c = &answers.list[i];
        if (strcmp(c->row->kind, "structure") != 0) continue;
        if (c->model.text) assert_same_sizes(c->model.text, c->row->value);
        compared += c->model.text || !isnan(c->model.value);
        const double error = noc_silicon_error(c, &c->model);
        if (fabs(error) > 0.02)
            fail_msg("%s is %g, ours %g", c->row->id, c->printed.lo, c->model.value);
    }
    assert_true(compared >= 8);
}

/* An independent way: arithmetic on inputs alone. An SM keeps 512 sectors of 32 bytes on the way
 * over 212 cycles; a GPC takes 3.58265 of it, six make the fabric; one memory partition gets of a
 * GPC what 62 % of loss leaves of eight slices. */
static void arithmetic_on_inputs_agrees(void **state)
{
    const double sm = 512.0 * 32.0 / 212.0, gpc = 3.58265 * sm;
    const double one_partition = 0.38 * 8.0 * 61.6 / 2.0;
    const struct {
        const char *id;
        double value;
    } rows[] = {
        {"v100-l2-984k", 6.0 * gpc * 1.38},
        {"v100-l2-per-sm", 6.0 * gpc / 80.0},
        {"v100-l2-per-gpc", gpc * 1.38},
        {"v100-14sm-4mp", 100.0 * (gpc / one_partition - 1.0)},
    };
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        const noc_silicon_compared *c = answer_of(rows[i].id);
        if (!is_asked(c->row)) continue;
        const double want = noc_silicon_to_factor(c->row, rows[i].value);
        assert_near(noc_silicon_to_factor(c->row, c->model.value) / want, 1.0, 0.03);
        assert_near(noc_silicon_to_factor(c->row, c->sample.value) / want, 1.0, 0.05);
    }
}

/* All SMs together get the sum by slice, by SM and by GPC. */
static void parts_add_up(void **state)
{
    const double all = answer_of("v100-l2-984k")->model.value;
    (void)state;
    assert_near(answer_of("v100-l2-per-gpc")->model.value * 6.0 / all, 1.0, 1e-6);
    assert_near(answer_of("v100-l2-per-sm")->model.value * 80.0 * 1.38 / all, 1.0, 1e-6);
    assert_near(answer_of("v100-l2-per-slice")->model.value * 32.0 * 1.38 / all, 1.0, 1e-6);
}

/* A range has our own figure inside, and both of its ends. */
static void ranges_hold_their_figure(void **state)
{
    size_t ranges = 0;
    (void)state;
    for (size_t i = 0; i < answers.count; i++) {
        const noc_silicon_compared *c = &answers.list[i];
        if (!*c->row->over) continue;
        ranges++;
        assert_false(noc_silicon_is_determined(c->row));
        assert_true(noc_silicon_has_range(c));
        assert_true(c->model.lo <= c->model.value && c->model.value <= c->model.hi);
        assert_true(c->model.lo < c->model.hi || c->sample.lo < c->sample.hi);
    }
    assert_true(ranges >= 4);
}

static void samples_are_of_these_designs(void **state)
{
    (void)state;
    for (size_t i = 0; i < answers.count; i++)
        if (answers.list[i].sample.is_stale)
            fail_msg("%s: its sample is of another design: nocsight validate --suite silicon "
                     "--measure --store data/silicon_samples.csv",
                     answers.list[i].row->id);
}

/* ---- the command ---------------------------------------------------------------------------- */

static bool is_number_or_null(const json_t *value)
{
    return json_is_null(value) || json_is_number(value);
}

/* Every row with its members, of the types that programs count on. */
static void json_has_all_rows(void **state)
{
    char path[] = "/tmp/nocsight-silicon-XXXXXX.csv";
    FILE *file = fdopen(mkstemps(path, (int)strlen(".csv")), "w");
    fputs(asked, file);
    fclose(file);
    char *text = test_output_of("'%s' validate --suite %s --format json -q", NOC_BINARY,
                                test_is_whole() ? "silicon" : path);
    unlink(path);
    json_t *rows = json_loads(text, 0, NULL), *row;
    size_t i;
    (void)state;
    assert_true(json_is_array(rows));
    assert_int_equal(json_array_size(rows), answers.count);
    json_array_foreach(rows, i, row)
    {
        const noc_silicon_row *r = answers.list[i].row;
        assert_string_equal(json_string_value(json_object_get(row, "id")), r->id);
        assert_string_equal(json_string_value(json_object_get(row, "kind")), r->kind);
        assert_string_equal(json_string_value(json_object_get(row, "schema")),
                            "nocsight.silicon/1");
        assert_int_equal(json_is_true(json_object_get(row, "determined")),
                         noc_silicon_is_determined(r));
        assert_true(is_number_or_null(json_object_get(row, "published")));
        assert_true(is_number_or_null(json_object_get(row, "model")));
        assert_true(is_number_or_null(json_object_get(row, "sample")));
        if (json_is_null(json_object_get(row, "model")) &&
            json_is_null(json_object_get(row, "model_text")))
            assert_true(json_is_string(json_object_get(row, "why")));
    }
    json_decref(rows);
    free(text);
}

int main(void)
{
    static test_list list;
    if (answer_asked() != NOC_OK) return 1;
    test_add(&list, "all published rows are there", all_published_rows_are_there);
    TEST_TABLE_PREFIXED(&list, "refused", row_cases, check_wrong_row);
    test_add(&list, "what is determined comes out", what_is_determined_comes_out);
    test_add(&list, "structure is as published", structure_is_as_published);
    test_add(&list, "arithmetic on inputs agrees", arithmetic_on_inputs_agrees);
    test_add(&list, "parts add up", parts_add_up);
    test_add(&list, "ranges hold their figure", ranges_hold_their_figure);
    test_add(&list, "samples are of these designs", samples_are_of_these_designs);
    test_add(&list, "JSON has all rows", json_has_all_rows);
    const int status = test_run("silicon", &list);
    noc_silicon_answers_clear(&answers);
    noc_bench_clear(&bench);
    free(asked);
    noc_diag_clear(&bench_diag);
    return status;
}
