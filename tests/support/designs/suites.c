#include "tests/support/designs/suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/training/suites/suite_read.h"
#include "hybrid/training/suites/suite_record.h"
#include "tests/support/helpers.h"

/* A shipped design's file. */
static noc_status find_design(const char *word, char **path, noc_diag *diag)
{
    (void)diag;
    return asprintf(path, "%s/configs/%s.cfg", NOC_SOURCE_DIR, word) > 0 ? NOC_OK : NOC_EFAILED;
}

noc_suite test_shipped_suite(const char *name)
{
    char path[300];
    noc_suite s;
    noc_diag diag = {0};
    snprintf(path, sizeof path, "%s/configs/%s.suite", NOC_SOURCE_DIR, name);
    if (noc_suite_read(path, find_design, &s, &diag) != NOC_OK) test_print_messages(&diag);
    assert_int_equal(diag.count, 0);
    assert_int_equal(noc_suite_load(&s, s.records_file, &diag), NOC_OK);
    return s;
}

noc_status test_read_suite(const char *text, noc_suite *suite, noc_diag *diag, char path[40])
{
    snprintf(path, 40, "/tmp/nocsight-suite-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    return noc_suite_read(path, NULL, suite, diag);
}
