/* tests/support/users/pages.h: pages that are looked at, and answers to show on them. */
#ifndef TESTS_PAGES_H
#define TESTS_PAGES_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"
#include "tests/support/helpers.h"

typedef struct test_page {
    noc_sheet sheet;
    char *text;
    size_t size;
} test_page;

/* Of 80 columns; what the run was has a word that is no UTF-8. */
void test_page_open(test_page *page, noc_format format);

/* Returns its text; the caller frees it. */
char *test_page_close(test_page *page);

/* A design whose name has quotes and a comma. */
extern const char test_report_text[];

/* An answer that has every metric. */
noc_estimate test_made_estimate(const noc_design *design, noc_method method);
void test_set_metric(noc_estimate *estimate, noc_metric_id id, double value);

void test_no_line_is_wider(const char *text); /* than 80 columns */

#endif
