/* Rows of named cells: the same puts as JSON, as CSV and as a table for people. JSON is read back
 * by jansson, CSV by libcsv (base/csv_rows.h), and both must say the same. */
#include <jansson.h>
#include <math.h>

#include "base/csv_rows.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "tests/support/users/pages.h"

typedef struct fact {
    const char *name;
    double value;
    uint64_t count;
    bool flag;
} fact;

/* Quotes, separators, line ends, a missing number, and a count above 2^53. */
static const fact facts[] = {
    {"plain", 1.5, 3, true},
    {"a \"quoted\", with comma", -0.25, 0, false},
    {"two\nlines", NAN, UINT64_C(9007199254740993), true},
    {"=SUM(A1)", INFINITY, 1, false},
    {"", 1e-300, UINT64_MAX, true},
};

static const char declared[] = "csv:only_csv name json:only_json value count flag never";

static void put_fact(noc_rows *rows, const fact *f)
{
    noc_rows_add(rows);
    noc_put_flag(rows, "flag", f->flag);
    noc_put_text(rows, "name", f->name);
    noc_put_real(rows, "value", f->value);
    noc_put_text(rows, "only_csv", "c");
    noc_put_text(rows, "only_json", "j");
    noc_put_count(rows, "count", f->count);
    noc_put_text(rows, "undeclared", "x");
    noc_put_shown(rows, "%s|", f->name);
}

static char *write_facts(noc_format format, const char *columns, size_t count)
{
    test_page p;
    test_page_open(&p, format);
    noc_rows rows = noc_rows_begin(&p.sheet, columns);
    noc_rows_show(&rows, "name");
    for (size_t i = 0; i < count; i++) put_fact(&rows, &facts[i]);
    assert_int_equal(noc_rows_write(&rows, NULL), NOC_OK);
    return test_page_close(&p);
}

static void check_number(const json_t *value, const char *cell)
{
    if (json_is_null(value))
        assert_string_equal(cell, "");
    else
        assert_true(fabs(json_number_value(value) - strtod(cell, NULL)) <=
                    1e-11 * fabs(json_number_value(value)));
}

static void check_formats(void **state)
{
    (void)state;
    char *json = write_facts(NOC_FORMAT_JSON, declared, TEST_COUNT(facts)),
         *csv = write_facts(NOC_FORMAT_CSV, declared, TEST_COUNT(facts));
    static const char *const columns[] = {"only_csv", "name", "value", "count", "flag", "never"};
    noc_csv_rows cells;
    json_t *objects = json_loads(json, 0, NULL);
    assert_int_equal(noc_csv_read_rows(csv, "csv", columns, 6, &cells, NULL), NOC_OK);
    assert_int_equal(cells.count, TEST_COUNT(facts));
    assert_int_equal(json_array_size(objects), TEST_COUNT(facts));
    for (size_t i = 0; i < cells.count; i++) {
        const json_t *object = json_array_get(objects, i);
        char *const *row = cells.list[i].cells;
        assert_int_equal(json_object_size(object), 5);
        assert_string_equal(json_string_value(json_object_get(object, "name")), facts[i].name);
        assert_string_equal(row[1], facts[i].name);
        assert_string_equal(row[0], "c");
        assert_string_equal(json_string_value(json_object_get(object, "only_json")), "j");
        check_number(json_object_get(object, "value"), row[2]);
        check_number(json_object_get(object, "count"), row[3]);
        assert_string_equal(row[4], facts[i].flag ? "true" : "false");
        assert_int_equal(json_is_true(json_object_get(object, "flag")), facts[i].flag);
        assert_string_equal(row[5], "");
    }
    json_decref(objects);
    noc_csv_rows_clear(&cells);
    free(json);
    free(csv);
}

/* Without rows, CSV has its header, JSON an empty array, and a table its header. */
static void check_empty(void **state)
{
    (void)state;
    static const struct {
        noc_format format;
        const char *text;
    } cases[] = {{NOC_FORMAT_CSV, "only_csv,name,value,count,flag,never\n"},
                 {NOC_FORMAT_JSON, "[]\n"},
                 {NOC_FORMAT_TABLE, "name\n----\n"}};
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        char *text = write_facts(cases[i].format, declared, 0);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

/* Without a declaration CSV has the columns of its first row, and all later rows their order. */
static void check_open_columns(void **state)
{
    (void)state;
    test_page p;
    test_page_open(&p, NOC_FORMAT_CSV);
    noc_rows rows = noc_rows_begin(&p.sheet, NULL);
    for (unsigned k = 0; k < 2; k++) {
        noc_rows_add(&rows);
        for (unsigned c = 0; c < 100; c++) {
            noc_rows_prefix(&rows, "class_%u_", k ? 99 - c : c);
            noc_put_count(&rows, "n", k ? 99 - c : c);
        }
        noc_rows_end_prefix(&rows);
        noc_put_interval(&rows, "x", 1.0, 0.5, NAN);
        noc_put_texts(&rows, "list", (const char *const[]){"a", "b;c", "d"}, k ? 0 : 3);
        if (k) noc_put_text(&rows, "late", "not in the first row");
    }
    assert_int_equal(noc_rows_write(&rows, NULL), NOC_OK);
    char *text = test_page_close(&p), *cursor = text;
    const char *header = strsep(&cursor, "\n"), *first = strsep(&cursor, "\n"),
               *second = strsep(&cursor, "\n");
    assert_non_null(strstr(header, "class_0_n,class_1_n,"));
    assert_non_null(strstr(header, ",class_99_n,x,x_lo,x_hi,list"));
    assert_null(strstr(header, "late"));
    assert_non_null(strstr(first, ",98,99,1,0.5,,a; b;c; d"));
    assert_non_null(strstr(second, ",98,99,1,0.5,,"));
    assert_int_equal(strncmp(second, "0,1,2,", 6), 0);
    assert_string_equal(cursor, "");
    free(text);
}

/* Two columns of one name, such as a setting "name" beside a design's name, keep their own
 * cells. */
static void check_equal_names(void **state)
{
    (void)state;
    test_page p;
    test_page_open(&p, NOC_FORMAT_CSV);
    noc_rows rows = noc_rows_begin(&p.sheet, NULL);
    for (unsigned k = 0; k < 2; k++) {
        noc_rows_add(&rows);
        noc_put_count(&rows, "name", k);
        noc_put_real(&rows, "value", 0.5);
        noc_put_json(&rows, "name", json_null());
        noc_put_real(&rows, "last", 0.25);
    }
    assert_int_equal(noc_rows_write(&rows, NULL), NOC_OK);
    char *text = test_page_close(&p);
    assert_string_equal(text, "name,value,name,last\n0,0.5,,0.25\n1,0.5,,0.25\n");
    free(text);
}

int main(void)
{
    test_list list = {0};
    test_add(&list, "formats", check_formats);
    test_add(&list, "empty", check_empty);
    test_add(&list, "open columns", check_open_columns);
    test_add(&list, "equal names", check_equal_names);
    return test_run("rows", &list);
}
