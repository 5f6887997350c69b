#include "tests/support/rows/ends_tables.h"

#include <glob.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------- */

static char *read_table(const char *name)
{
    const char *folder = getenv("NOC_ENDS_CASES");
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*_%s.csv",
             folder ? folder : NOC_SOURCE_DIR "/tests/reference/ends", name);
    if (glob(pattern, 0, NULL, &found)) fail_msg("there is no %s", pattern);
    char *text = test_slurp(found.gl_pathv[0]);
    globfree(&found);
    return text;
}

static void cut(char *line, char *cells[ENDS_COLUMNS])
{
    size_t count = 0;
    line[strcspn(line, "\r")] = '\0';
    for (char *cell; (cell = strsep(&line, ","));) {
        assert_true(count < ENDS_COLUMNS - 1);
        cells[count++] = cell;
    }
    cells[count] = NULL;
}

/* Tables last as long as the process, whose end frees them. */
static void keep(ends_row *list)
{
    enum { TABLES_MOST = 64 };
    static ends_row *kept[TABLES_MOST];
    size_t i = 0;
    while (kept[i]) i++;
    assert_true(i < TABLES_MOST - 1);
    kept[i] = list;
}

size_t ends_rows(const char *name, const ends_row **rows)
{
    char *rest = read_table(name), *line;
    char **columns = calloc(ENDS_COLUMNS, sizeof *columns);
    ends_row *list = NULL;
    size_t count = 0;
    cut(strsep(&rest, "\n"), columns);
    while ((line = strsep(&rest, "\n")) && *line) {
        if ((count & (count - 1)) == 0)
            list = realloc(list, (count ? 2 * count : 1) * sizeof *list);
        ends_row *row = &list[count++];
        cut(line, row->cells);
        row->columns = columns;
        row->name = row->cells[0];
    }
    keep(list);
    *rows = list;
    return count;
}

void ends_add(test_list *list, const char *name, CMUnitTestFunction check)
{
    const ends_row *rows;
    const size_t count = ends_rows(name, &rows);
    test_add_rows(list, NULL, rows, count, sizeof *rows, check);
}

/* ---- cells ---------------------------------------------------------------------------------- */

const char *ends_text(const ends_row *row, const char *column)
{
    for (size_t i = 0; row->columns[i]; i++)
        if (!strcmp(row->columns[i], column)) return row->cells[i];
    fail_msg("there is no column %s", column);
    return "";
}

double ends_real(const ends_row *row, const char *column)
{
    const char *text = ends_text(row, column);
    char *end;
    const double value = strtod(text, &end);
    return end == text ? NAN : value;
}

int ends_integer(const ends_row *row, const char *column, int otherwise)
{
    const double value = ends_real(row, column);
    return isnan(value) ? otherwise : (int)value;
}

size_t ends_numbers(const ends_row *row, const char *column, uint64_t *numbers, size_t most)
{
    const char *text = ends_text(row, column);
    size_t count = 0;
    for (char *end; count < most; text = end) {
        numbers[count] = strtoull(text, &end, 10);
        if (end == text) break;
        count++;
    }
    return count;
}

void ends_assert_numbers(const ends_row *row, const char *column, const uint64_t *numbers,
                         size_t count)
{
    uint64_t *wanted = calloc(count + 1, sizeof *wanted);
    assert_int_equal(ends_numbers(row, column, wanted, count + 1), count);
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != wanted[i])
            fail_msg("%s: entry %zu is %llu, not %llu", column, i, (unsigned long long)numbers[i],
                     (unsigned long long)wanted[i]);
    free(wanted);
}

/* ---- means ---------------------------------------------------------------------------------- */

void ends_count(ends_figure *figure, double value)
{
    assert_true(figure->count < ENDS_SEEDS);
    figure->seeds[figure->count++] = value;
}

/* What three standard errors are where these come of so few seeds (Student's t): exceeded once in
 * 370 cases. */
static double three_sigma(double degrees)
{
    return gsl_cdf_tdist_Qinv(gsl_cdf_ugaussian_Q(3.0), degrees);
}

void ends_assert_mean(const ends_row *row, const char *column, const char *error_column,
                      const ends_figure *figure, double relative, double absolute)
{
    const double wanted = ends_real(row, column), n = (double)figure->count;
    const double error = error_column ? ends_real(row, error_column) : 0.0;
    if (isnan(wanted)) return;
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < figure->count; i++) mean += figure->seeds[i] / n;
    for (size_t i = 0; i < figure->count; i++)
        squares += (figure->seeds[i] - mean) * (figure->seeds[i] - mean);
    const double own = sqrt(squares / (n - 1.0) / n), given = error_column ? error : own;
    const double joint = three_sigma(2.0 * n - 2.0) * sqrt(own * own + given * given);
    test_assert_near(mean, wanted, fmax(joint, fmax(relative * fabs(wanted), absolute)), column,
                     __FILE__, __LINE__);
}
