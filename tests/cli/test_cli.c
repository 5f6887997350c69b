/* The command line as its users meet it: words, options, what is wrong with them, where output
 * goes. */
#include "tests/command_lines.h"

static const cli_case cases[] = {
    {"no arguments", "\"$N\"", 2, NULL, "nocsight query te13-baseline"},
    {"help", "\"$N\" --help", 0, "Commands:", NULL},
    {"help, short", "\"$N\" -h", 0, "Exit status:", NULL},
    {"help of a command", "\"$N\" sample --help", 0, "--saturation", NULL},
    {"help needs no design", "\"$N\" query -h", 0, "Usage: nocsight query", NULL},
    {"help of every command fits 80 columns",
     "for c in $(sed -n 's/^NOC_COMMAND(\\(.*\\))$/\\1/p' \"$C\"); do \"$N\" $c --help || exit 1; "
     "done "
     "| awk 'length($0) > 80 { print; bad = 1 } END { if (!bad) print NR \" lines fit\" }'",
     0, "lines fit", NULL},
    {"version", "\"$N\" --version", 0, "nocsight ", NULL},
    {"unknown command", "\"$N\" qeury", 2, NULL, "did you mean 'query'?"},
    {"no such option -?", "\"$N\" query -?", 2, NULL, "unknown option '-?'"},
    {"unknown option", "\"$N\" query te13-baseline --lod 1", 2, NULL, "did you mean '--load'?"},
    {"unknown option in a cluster", "\"$N\" query -qz te13-baseline", 2, NULL,
     "unknown option '-z'"},
    {"option of another command", "\"$N\" query te13-baseline --saturation", 2, NULL,
     "'--saturation'"},
    {"option without its value", "\"$N\" query te13-baseline --load", 2, NULL,
     "--load needs a value"},
    {"short option without its value", "\"$N\" query te13-baseline -o", 2, NULL,
     "-o needs a value"},
    {"an option without its value, each of every command",
     "for c in $(sed -n 's/^NOC_COMMAND(\\(.*\\))$/\\1/p' \"$C\"); do \"$N\" $c --help | "
     "sed -n \"s/^  ....--\\([a-z-]*\\) [A-Z].*/$c \\1/p\"; done >\"$D\"/options; "
     "while read c o; do \"$N\" $c --$o 2>&1 | grep -q -e \"--$o needs a value\" || echo $c $o; "
     "done <\"$D\"/options | grep . && exit 1; test $(wc -l <\"$D\"/options) -gt 100 && echo each",
     0, "each\n", NULL},
    {"value for a flag", "\"$N\" query te13-baseline --quiet=1", 2, NULL, "--quiet takes no value"},
    {"no design", "\"$N\" query", 2, NULL, "DESIGN is missing"},
    {"one word too many", "\"$N\" query te13-baseline more", 2, NULL,
     "'more' is one word too many"},
    {"unknown format", "\"$N\" query te13-baseline --format xml", 2, NULL, "table, json or csv"},
    {"load nan", "\"$N\" query te13-baseline --load nan", 2, NULL, "--load nan: expected"},
    {"load inf", "\"$N\" query te13-baseline --load inf", 2, NULL, "--load inf: expected"},
    {"load too large for a double", "\"$N\" query te13-baseline --load 1e999", 2, NULL, "expected"},
    {"more load than a port takes", "\"$N\" query te13-baseline --load 1.5", 2, NULL, "at most 1"},
    {"load 0", "\"$N\" query te13-baseline --load 0", 2, NULL, "above 0"},
    {"negative load", "\"$N\" query te13-baseline --load -0.1", 2, NULL, "--load -0.1: expected"},
    {"load in hexadecimal", "\"$N\" query te13-baseline --load 0x1", 2, NULL, "expected"},
    {"load with words behind", "\"$N\" query te13-baseline --load '0.1 flits'", 2, NULL,
     "expected"},
    {"empty load", "\"$N\" query te13-baseline --load ''", 2, NULL, "expected"},
    {"precision 1", "\"$N\" sample -q te13-baseline --load 0.01 --precision 1", 2, NULL,
     "--precision 1"},
    {"precision 0", "\"$N\" sample -q te13-baseline --load 0.01 --precision 0", 2, NULL,
     "--precision 0"},
    {"negative seed", "\"$N\" sample -q te13-baseline --load 0.01 --seed -1", 2, NULL, "--seed -1"},
    {"seed that does not fit",
     "\"$N\" sample -q te13-baseline --load 0.01 --seed 99999999999999999999", 2, NULL,
     "expected an integer"},
    {"one point", "\"$N\" curve -q te13-baseline --points 1", 2, NULL, "2..1000"},
    {"sample without a task", "\"$N\" sample -q synthetic-mesh", 2, NULL, "--load L"},
    {"no outputs were asked for", "\"$N\" cost router --technology 22 --inputs 0 2>&1 | wc -l", 0,
     "1", NULL},
    {"several faults at once", "\"$N\" query te13-baseline --load x --format y", 2, NULL,
     "--format y: expected"},
    {"options before the design", "\"$N\" query --load 0.02 te13-baseline", 0, "round trip", NULL},
    {"options in between, whatever the environment says",
     "POSIXLY_CORRECT=1 \"$N\" query te13-baseline --load 0.02", 0, "round trip", NULL},
    {"design after --", "\"$N\" query -- te13-baseline", 0, "saturation", NULL},
    {"numbers do not depend on the locale",
     "LC_ALL=de_DE.UTF-8 \"$N\" query te13-baseline --format csv", 0, ",5.28571428571,", NULL},
    {"samples repeat, whatever the threads",
     "for j in 1 2 2; do \"$N\" sample te13-baseline --load 0.01 --precision 0.1 --format csv "
     "--jobs "
     "$j; "
     "done | sort | uniq -c | awk '{print $1}' | tr '\\n' ' '",
     0, "3 3 ", NULL},
    {"no picture of a table",
     "\"$N\" bound te13-baseline -o \"$D\"/c.svg; e=$?; test ! -e \"$D\"/c.svg && exit "
     "$e",
     2, NULL, "'bound' has no pictures"},
    {"no picture of an answer", "\"$N\" query te13-baseline -o \"$D\"/c.svg", 2, NULL,
     "needs --breakdown"},
    {"the name of a file is its format",
     "\"$N\" query te13-baseline -o \"$D\"/c.json && \"$N\" query te13-baseline -o \"$D\"/c.csv && "
     "head -c 1 \"$D\"/c.json && head -c 5 \"$D\"/c.csv",
     0, "{name,", NULL},
    {"unless --format tells another",
     "\"$N\" query te13-baseline --format json -o \"$D\"/c.csv && head -c 1 \"$D\"/c.csv", 0, "{",
     NULL},
    {"a typo of --version", "\"$N\" --vresion", 2, NULL, "did you mean '--version'"},
    {"completion is a script",
     "\"$N\" completion bash >\"$D\"/c.sh && bash -n \"$D\"/c.sh && echo good", 0, "good", NULL},
    {"completion for another shell", "\"$N\" completion csh", 2, NULL, "'csh'"},
    {"output to a file", "\"$N\" query te13-baseline -o \"$D\"/out && cat \"$D\"/out", 0,
     "saturation", NULL},
    {"output to a folder that is not", "\"$N\" query te13-baseline -o \"$D\"/no/out", 1, NULL,
     "cannot be written"},
    {"output to a folder", "\"$N\" sample -q te13-baseline --load 0.01 -o \"$D\"", 1, NULL,
     "Is a directory"},
    {"devices are not replaced", "\"$N\" query te13-baseline -o /dev/null && test -c /dev/null", 0,
     NULL, NULL},
    {"no file after a fault",
     "\"$N\" query te13-baseline --set network.rows=7 -o \"$D\"/fault; test $? = 2 && test ! -e "
     "\"$D\"/fault",
     0, NULL, "does not fit"},
    {"full disk", "\"$N\" query te13-baseline >/dev/full", 1, NULL, "No space left"},
    {"full disk for help", "\"$N\" --help >/dev/full", 1, NULL, "No space left"},
    {"closed standard output", "\"$N\" query te13-baseline >&-", 1, NULL, "cannot be written"},
    {"a reader that leaves", "{ sleep 0.2; \"$N\" list keys; echo $? >&2; } | true", 0, NULL,
     "141"},
    {"Ctrl-C",
     "timeout --foreground --preserve-status -s INT 2 \"$N\" validate te13-baseline --precision "
     "0.001 "
     "--vary network.flit_bytes=4,8,16,32,64 --quiet >/dev/null",
     130, NULL, "interrupted: "},
    {"a background job stays deaf to Ctrl-C",
     "\"$N\" sample -q te13-baseline --load 0.03 & sleep 0.02; kill -INT $!; wait $!", 0,
     "round trip", NULL},
};

int main(void)
{
    return test_command_lines("cli", cases, TEST_COUNT(cases));
}
