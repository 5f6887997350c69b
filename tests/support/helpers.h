/* tests/support/helpers.h: what the test files share: cmocka, tables of cases, designs to test
 * with. */
#ifndef NOC_TESTS_HELPERS_H
#define NOC_TESTS_HELPERS_H

/* cmocka.h needs the others before it. */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdbool.h>

#include "base/embedded.h"
#include "network/graph/system.h"

#define TEST_COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- tests from tables ---------------------------------------------------------------------- */

enum { TEST_LIST_MOST = 2048 };

typedef struct test_list {
    struct CMUnitTest tests[TEST_LIST_MOST];
    size_t count;
} test_list;

/* Adds one test a row: `check` gets the row as *state. The first member of a row is its name. With
 * a prefix the test is called "prefix: name", so that several checks can share a table. */
#define TEST_TABLE(list, table, check) TEST_TABLE_PREFIXED((list), NULL, (table), (check))
#define TEST_TABLE_PREFIXED(list, prefix, table, check) \
    test_add_rows((list), (prefix), (table), TEST_COUNT(table), sizeof(table)[0], (check))
void test_add_rows(test_list *list, const char *prefix, const void *rows, size_t count, size_t size,
                   CMUnitTestFunction check);

/* Whether the environment has NOC_TESTS_WHOLE, as it is for the tests NAME_whole of ctest (label
 * slow): rows that are left out in a quick test are then checked, too. */
bool test_is_whole(void);

/* Adds the first of every `step` rows; all rows of a whole test. A prefix of NULL: none. */
#define TEST_TABLE_SOME(list, prefix, table, check, step) \
    test_add_some((list), (prefix), (table), TEST_COUNT(table), sizeof(table)[0], (check), (step))
void test_add_some(test_list *list, const char *prefix, const void *rows, size_t count, size_t size,
                   CMUnitTestFunction check, size_t step);
void test_add(test_list *list, const char *name, CMUnitTestFunction check);

/* Runs the tests of the list; main's exit status. */
int test_run(const char *group, const test_list *list);

/* The NULL-ended list of overrides that the rows of tables hold. */
size_t test_count_texts(const char *const *texts);

/* ---- designs -------------------------------------------------------------------------------- */

/* Text of a file below the root of the source tree. The caller frees it. */
char *test_read_text(const char *path);

/* Text of any file, one that a test has written. The caller frees it. */
char *test_slurp(const char *path);

/* A design file as if it had been read from `path`. Free with noc_source_clear. */
noc_source test_source(const char *path, const char *text);

/* A design and its system. `text` is a design file's text; `overrides` (NULL: none) ends with NULL.
 * Fails the test with the messages if the design is refused. */
typedef struct test_system {
    noc_design *design;
    noc_system *system;
} test_system;
noc_design *test_design(const char *text, const char *const *overrides);
/* A text means the same design. `files`: texts in place of those that it names; NULL: it names
 * none. */
void test_expect_same_design(const noc_design *design, const char *text,
                             const noc_embedded_file *files);
test_system test_compile(const char *text, const char *const *overrides);
test_system test_compile_file(const char *path, const char *const *overrides);

/* The shipped designs, sorted: rows for test_add_rows. Returns how many. */
typedef struct test_shipped {
    const char *name;
    char path[80]; /* below the root of the source tree */
} test_shipped;
size_t test_shipped_designs(const test_shipped **designs);
void test_system_free(test_system *tested);

/* The position of a name in a list of choices; fails the test if it has none. */
int test_position(noc_name_list names, const char *name);

/* ---- checks --------------------------------------------------------------------------------- */

void test_print_messages(const noc_diag *diag);

/* |got - want| <= tolerance; cmocka 1.1.5 compares floats only. */
#define assert_near(got, want, tolerance) \
    test_assert_near((got), (want), (tolerance), #got, __FILE__, __LINE__)
void test_assert_near(double got, double want, double tolerance, const char *what, const char *file,
                      int line);

/* `text` contains `part`. */
#define assert_contains(text, part) test_assert_contains((text), (part), __FILE__, __LINE__)
void test_assert_contains(const char *text, const char *part, const char *file, int line);

/* ---- random numbers: a fixed sequence for each seed ----------------------------------------- */

uint64_t test_random(uint64_t *state);
/* In 0 .. end-1. */
size_t test_random_below(uint64_t *state, size_t end);

#endif
