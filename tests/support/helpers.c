#include "tests/support/helpers.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "network/graph/wire_timing.h"
#include "power_area/link.h"
#include "reader/config_memory.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* libconfig 1.5 loses the text that it was reading when it meets a syntax error; LeakSanitizer asks
 * this function what to overlook, in the shared library and in its archive. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libconfig\nleak:strbuf_append\n";
}

bool test_is_whole(void)
{
    return getenv("NOC_TESTS_WHOLE") != NULL;
}

void test_add_rows(test_list *list, const char *prefix, const void *rows, size_t count, size_t size,
                   CMUnitTestFunction check)
{
    for (size_t i = 0; i < count; i++) {
        const char *row = (const char *)rows + i * size;
        const char *name = *(const char *const *)row;
        char *full = NULL; /* kept to the end of the program */
        if (prefix && asprintf(&full, "%s: %s", prefix, name) < 0) abort();
        test_add(list, full ? full : name, check);
        list->tests[list->count - 1].initial_state = (void *)row;
    }
}

void test_add_some(test_list *list, const char *prefix, const void *rows, size_t count, size_t size,
                   CMUnitTestFunction check, size_t step)
{
    if (test_is_whole()) step = 1;
    for (size_t i = 0; i < count; i += step)
        test_add_rows(list, prefix, (const char *)rows + i * size, 1, size, check);
}

void test_add(test_list *list, const char *name, CMUnitTestFunction check)
{
    if (list->count == TEST_LIST_MOST) {
        fprintf(stderr, "too many tests: raise TEST_LIST_MOST\n");
        abort();
    }
    list->tests[list->count++] = (struct CMUnitTest){.name = name, .test_func = check};
}

int test_run(const char *group, const test_list *list)
{
    gsl_set_error_handler_off(); /* as in cli/main.c */
    noc_wire_delay_set(noc_wire_ps);
    noc_supply_set_finder(noc_process_supply_range);
    return _cmocka_run_group_tests(group, list->tests, list->count, NULL, NULL);
}

char *test_read_text(const char *path)
{
    char full[4096];
    snprintf(full, sizeof full, "%s/%s", NOC_SOURCE_DIR, path);
    noc_source source = {0};
    noc_diag diag = {0};
    const noc_status status = noc_source_read(full, &source, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    free(source.path);
    return source.text;
}

char *test_slurp(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    assert_non_null(in);
    assert_non_null(out);
    for (int c; (c = fgetc(in)) != EOF;) fputc(c, out);
    fclose(in);
    fclose(out);
    return text;
}

noc_source test_source(const char *path, const char *text)
{
    const noc_source source = {.path = strdup(path), .text = strdup(text)};
    assert_non_null(source.path);
    assert_non_null(source.text);
    return source;
}

size_t test_count_texts(const char *const *texts)
{
    size_t count = 0;
    while (texts && texts[count]) count++;
    return count;
}

noc_design *test_design(const char *text, const char *const *overrides)
{
    noc_source source = test_source("test.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    const noc_status status =
        noc_design_read(&source, overrides, test_count_texts(overrides), &design, &diag);
    noc_source_clear(&source);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    assert_non_null(design);
    return design;
}

void test_expect_same_design(const noc_design *design, const char *text,
                             const noc_embedded_file *files)
{
    noc_source source = test_source("again.cfg", text);
    noc_config_memory texts = {.wirings.given_files = files};
    noc_design *again = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_design_read_next(&source, NULL, 0, &texts, &again, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_string_equal(again->hash, design->hash);
    assert_string_equal(again->name, design->name);
    noc_design_free(again);
    noc_config_memory_clear(&texts);
    noc_source_clear(&source);
}

test_system test_compile(const char *text, const char *const *overrides)
{
    test_system tested = {test_design(text, overrides), NULL};
    noc_diag diag = {0};
    const noc_status status = noc_system_compile(tested.design, &tested.system, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    assert_non_null(tested.system);
    return tested;
}

test_system test_compile_file(const char *path, const char *const *overrides)
{
    char *text = test_read_text(path);
    const test_system tested = test_compile(text, overrides);
    free(text);
    return tested;
}

void test_system_free(test_system *tested)
{
    noc_system_free(tested->system);
    noc_design_free(tested->design);
    *tested = (test_system){NULL, NULL};
}

void test_print_messages(const noc_diag *diag)
{
    for (size_t i = 0; i < diag->count; i++) {
        const noc_message *m = &diag->messages[i];
        print_message("%s:%d: %s\n", m->file ? m->file : "-", m->line, m->text);
    }
}

void test_assert_near(double got, double want, double tolerance, const char *what, const char *file,
                      int line)
{
    if (fabs(got - want) <= tolerance) return;
    print_error("%s = %.12g, expected %.12g within %g\n", what, got, want, tolerance);
    _fail(file, line);
}

void test_assert_contains(const char *text, const char *part, const char *file, int line)
{
    if (text && strstr(text, part)) return;
    print_error("\"%s\" does not contain \"%s\"\n", text ? text : "(no text)", part);
    _fail(file, line);
}

int test_position(noc_name_list names, const char *name)
{
    for (int i = 0; names((size_t)i); i++)
        if (strcmp(names((size_t)i), name) == 0) return i;
    fail_msg("there is no '%s'", name);
    return -1;
}

uint64_t test_random(uint64_t *state)
{
    /* splitmix64 (Steele, Lea and Flood 2014) */
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t test_random_below(uint64_t *state, size_t end)
{
    return (size_t)(test_random(state) % end);
}

/* ---- shipped designs ------------------------------------------------------------------------ */

static int by_path(const void *a, const void *b)
{
    return strcmp(((const test_shipped *)a)->path, ((const test_shipped *)b)->path);
}

size_t test_shipped_designs(const test_shipped **designs)
{
    enum { MOST = 256 };
    static test_shipped list[MOST];
    size_t count = 0;
    DIR *folder = opendir(NOC_SOURCE_DIR "/configs");
    for (const struct dirent *entry; folder && count < MOST && (entry = readdir(folder));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && strcmp(dot, ".cfg") == 0)
            snprintf(list[count++].path, sizeof list->path, "configs/%.60s", entry->d_name);
    }
    if (folder) closedir(folder);
    qsort(list, count, sizeof list[0], by_path);
    for (size_t i = 0; i < count; i++) list[i].name = list[i].path;
    *designs = list;
    return count;
}
