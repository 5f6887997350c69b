/* tests/support/users/command_lines.h: the program as its users meet it: what it prints where,
 * and how it exits. */
#ifndef TESTS_COMMAND_LINES_H
#define TESTS_COMMAND_LINES_H

#include "tests/support/helpers.h"

/* One command line for the shell: $N is the program, $D a folder with a wrong and a hostile design
 * file, $C the list of commands. `out` and `err` are parts of what must be written there; NULL:
 * nothing may be. */
typedef struct cli_case {
    const char *name, *command;
    int status;
    const char *out, *err;
} cli_case;

/* Overrides of te13-baseline that leave so few tiles that all limits are sampled in two seconds. */
#define CLI_FEW_TILES                                                                          \
    "--set network.columns=2 --set network.rows=2 --set nodes.compute=3 --set nodes.memory=1 " \
    "--set nodes.placement=explicit --set 'nodes.memory_at=((0,0))'"

/* Writes a table of two measured figures, own.csv (studies/suites/silicon_rows.h). */
#define OWN_ROWS                                                                            \
    "printf '%s\\n' "                                                                       \
    "id,gpu,quantity,unit,value,spread,conditions,kind,source,read_how,determined_by,asks," \
    "expression,over,why 's,G,q,,28,,,structure,s,r,,a: te13-baseline,a.nodes.compute,,' "  \
    "'b,G,q,GB/s,50,,,check,s,r,s,a: te13-baseline,a.saturation_data_gb_per_s,,' "          \
    ">\"$D\"/own.csv; "

/* Runs the cases in order, in one folder; those with "# gnuplot" or "# pandas" in the command where
 * that is. Returns main's status. */
int test_command_lines(const char *group, const cli_case *cases, size_t count);

#endif
