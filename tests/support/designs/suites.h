/* tests/support/designs/suites.h: the shipped suites, for tests. */
#ifndef NOC_TESTS_SUITES_H
#define NOC_TESTS_SUITES_H

#include "hybrid/training/suites/suite_read.h"
#include "hybrid/training/suites/suite_record.h"

/* With its measurements. The caller clears it. */
noc_suite test_shipped_suite(const char *name);

/* Reads a suite from a file of its own in /tmp, whose path it gives. The caller clears it and
 * unlinks the file. */
noc_status test_read_suite(const char *text, noc_suite *suite, noc_diag *diag, char path[40]);

/* The text of a suite of so many meshes. */
#define TEST_DRAWN(count)                                                                          \
    "name = \"t\"; families = ( { name = \"m\"; count = " count "; seed = 3;"                      \
    " set = { network = { topology = \"mesh\"; }; traffic = { pattern = \"many-to-few\"; }; };"    \
    " random_memory = 0.5; vary = ("                                                               \
    "  { choices = ( { network = { columns = 4; rows = 4; }; nodes = { compute = 12; memory = 4; " \
    "};"                                                                                           \
    " },  { network = { columns = 5; rows = 5; }; nodes = { compute = 21; memory = 4; }; } ); },"  \
    "  { key = \"network.routing\"; values = (\"xy\", \"o1turn\"); },"                             \
    "  { key = \"network.virtual_channels\"; values = (2, 4, 8); },"                               \
    "  { key = \"network.buffer_flits\"; values = (4, 8); } ); } );"

#endif
