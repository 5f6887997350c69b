/* Pictures as users ask for them: by the suffix of -o, of several designs, without gnuplot. */
#include <stdlib.h>

#include "tests/command_lines.h"

/* A folder for a picture and what is written beside it, empty. */
#define EMPTY  "rm -rf \"$D\"/p; mkdir \"$D\"/p; "
#define FILES  "; ls \"$D\"/p | tr '\\n' ' ' "
#define CURVES "\"$N\" curve te13-baseline te13-2xbw --points 3 -q "

static const cli_case cases[] = {
    {"several curves in one table", CURVES, 0, "te13-2xbw: round trip; idle", NULL},
    {"latencies in cycles", CURVES "--y cycles", 0, "cycles  channel", NULL},
    {"curves of variants as CSV, a row a point",
     "\"$N\" curve te13-baseline --vary network.router_stages=2,4 --points 3 --format csv | wc -l",
     0, "7\n", NULL},
    {"an axis that is none", CURVES "--x gb", 2, NULL, "GB/s, bytes, flits or share"},
    {"a unit that is none", CURVES "--y s", 2, NULL, "ns or cycles"},
    {"a format for files", CURVES "--format svg", 2, NULL, ".svg .pdf .png .html"},
    {"a picture of another kind", CURVES "-o \"$D\"/c.eps", 2, NULL, "'curve' draws .svg .pdf"},
    {"curves without gnuplot: the script is there",
     EMPTY "PATH=/nowhere " CURVES "-o \"$D\"/p/c.svg; e=$?" FILES "; exit $e", 6,
     "c-data.csv c.gp ", "apt install gnuplot-nox"},
    {"a page without gnuplot: nothing is there",
     EMPTY "PATH=/nowhere " CURVES "-o \"$D\"/p/c.html; e=$?" FILES "; exit $e", 6, NULL,
     "apt install gnuplot-nox"},
    {"a page needs no other file", EMPTY CURVES "-o \"$D\"/p/c.html" FILES "# gnuplot", 0,
     "c.html ", NULL},
    {"and has one picture", "grep -c '<svg' \"$D\"/p/c.html # gnuplot", 0, "1\n", NULL},
    {"a picture of pixels",
     EMPTY CURVES "-o \"$D\"/p/c.png; head -c 4 \"$D\"/p/c.png | tail -c 3 # gnuplot", 0, "PNG",
     NULL},
    {"a picture in a folder that is not", CURVES "-o \"$D\"/none/c.svg", 1, NULL, "none/c.svg"},
};

int main(void)
{
    return test_command_lines("cli_pictures", cases, TEST_COUNT(cases));
}
