/* The numbered equations of docs/model.md and the places of the code that compute them name each
 * other. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/helpers.h"
#include "tests/house/made.h"

enum { EQUATIONS_MOST = 200 };
static const char page[] = "docs/model.md";

/* The number of a line "    (12)  a = b", 0 of others. */
static unsigned equation_of(const char *line)
{
    const size_t indent = strspn(line, " ");
    char *end = NULL;
    if (indent < 4 || line[indent] != '(' || !isdigit((unsigned char)line[indent + 1])) return 0;
    const unsigned long number = strtoul(line + indent + 1, &end, 10);
    return strncmp(end, ")  ", 3) == 0 ? (unsigned)number : 0;
}

/* The last number, after all before it have come in turn. */
static unsigned last_equation(const char *text)
{
    unsigned last = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const unsigned number = equation_of(line);
        if (number == 0) continue;
        if (number != last + 1) print_message("(%u) comes after (%u)\n", number, last);
        assert_int_equal(number, last + 1);
        last = number;
    }
    return last;
}

/* The number that is cited behind the page's name, over the end of a comment's line if need be. */
static unsigned cited_at(const char *at)
{
    at += strspn(at, " \n*");
    return *at == '(' ? (unsigned)strtoul(at + 1, NULL, 10) : 0;
}

static void count_citations(const house_file *file, unsigned equations, size_t *times)
{
    for (const char *at = file->text; (at = strstr(at, page)); at += strlen(page)) {
        const unsigned number = cited_at(at + strlen(page));
        if (number > equations)
            print_message("%s cites %s (%u), of %u\n", file->path, page, number, equations);
        assert_true(number <= equations);
        times[number]++;
    }
}

static void equations_and_code_name_each_other(void **state)
{
    (void)state;
    char *text = test_read_text(page);
    size_t times[EQUATIONS_MOST] = {0}, missing = 0;
    const unsigned equations = last_equation(text);
    assert_in_range(equations, 20, EQUATIONS_MOST - 1);
    const house_sources *sources = house_real_sources();
    for (size_t i = 0; i < sources->count; i++)
        if (house_is_product(sources->files[i].path))
            count_citations(&sources->files[i], equations, times);
    for (unsigned e = 1; e <= equations; e++) {
        if (times[e] > 0) continue;
        print_message("nothing cites %s (%u)\n", page, e);
        missing++;
    }
    assert_int_equal(missing, 0);
    free(text);
}

int main(void)
{
    static test_list list;
    test_add(&list, "equations and code name each other", equations_and_code_name_each_other);
    return test_run("house: equations", &list);
}
