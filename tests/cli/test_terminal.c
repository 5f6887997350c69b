/* What users meet on a terminal, of various widths and abilities, and what elsewhere. */
#include "tests/support/users/command_lines.h"

/* On a terminal of so many columns; what it shows, without carriage returns. */
#define ON(columns, command) \
    "script -qc \"stty cols " columns "; " command "\" /dev/null | tr -d '\\r'"

/* The terminal's sequences as <>, for they are looked for. */
#define SHOWN " | sed 's/\x1b\\[[0-9;]*m/<>/g'"

/* How many lines are wider than that, their sequences left out. */
#define WIDER_THAN(columns) \
    " | sed 's/\x1b\\[[0-9;]*m//g' | awk 'length($0) > " columns " { n++ } END { print n + 0 }'"

#define QUERY "\\\"$N\\\" query te13-baseline --load 0.03"
#define VARY  QUERY " --vary network.flit_bytes=8,16 --vary network.routing=xy,yx"

/* Leaves out lines of one word, which cannot be folded. */
#define ONE_WORD " | grep -v '^ *[^ ]*$'"

/* A design whose name has a word of 150 letters. */
#define LONG_NAME                                                                                 \
    "printf 'name = \"%0150d\"; nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; " \
    "};"                                                                                          \
    " network = { topology = \"mesh\"; columns = 4; rows = 4; };' 0 >\"$D\"/long.cfg; "

static const cli_case cases[] = {
    {"heads are bold on a terminal", "export TERM=xterm; unset NO_COLOR; " ON("80", QUERY) SHOWN, 0,
     "<>te13-baseline, model at load", NULL},
    {"intervals are dim", "export TERM=xterm; unset NO_COLOR; " ON("80", QUERY) SHOWN, 0, "<>+-",
     NULL},
    {"warnings are coloured",
     "export TERM=xterm; unset NO_COLOR; " ON("80", QUERY " --set network.buffer_flits=2") SHOWN, 0,
     "\n<>Warning:<> outside", NULL},
    {"faults are coloured",
     "export TERM=xterm; unset NO_COLOR; " ON("80", "\\\"$N\\\" query nothing || true") SHOWN, 0,
     "<>nocsight:<> nothing", NULL},
    {"NO_COLOR", "export TERM=xterm NO_COLOR=1; " ON("80", QUERY) SHOWN, 0,
     "\ndelivers    23.1 GB/s", NULL},
    {"an empty NO_COLOR is none", "export TERM=xterm NO_COLOR=; " ON("80", QUERY) SHOWN, 0,
     "<>delivers    <>23.1 GB/s", NULL},
    {"a dumb terminal", "export TERM=dumb; unset NO_COLOR; " ON("80", QUERY) SHOWN, 0,
     "\ndelivers    23.1 GB/s", NULL},
    {"never", "export TERM=xterm; unset NO_COLOR; " ON("80", QUERY " --color never") SHOWN, 0,
     "\ndelivers    23.1 GB/s", NULL},
    {"none in a pipe", "\"$N\" query te13-baseline --load 0.03" SHOWN, 0, "\ndelivers    23.1 GB/s",
     NULL},
    {"always", "\"$N\" query te13-baseline --load 0.03 --color=always" SHOWN, 0,
     "<>delivers    <>23.1 GB/s", NULL},
    {"sometimes", "\"$N\" query te13-baseline --color sometimes", 2, NULL,
     "--color sometimes: expected auto, always or never"},
    {"data have none", "\"$N\" query te13-baseline --color always --format csv | grep -c '\x1b'", 1,
     "0\n", NULL},
    {"a narrow terminal", ON("40", QUERY) WIDER_THAN("40"), 0, "0\n", NULL},
    {"variants on a narrow one", ON("40", VARY) WIDER_THAN("40"), 0, "0\n", NULL},
    {"lists on a narrow one", ON("40", "\\\"$N\\\" list metrics") WIDER_THAN("40"), 0, "0\n", NULL},
    {"explanations on a narrow one",
     ON("40", "\\\"$N\\\" explain te13-baseline saturation") WIDER_THAN("40"), 0, "0\n", NULL},
    {"comparisons on a narrow one",
     ON("40", "\\\"$N\\\" compare te13-baseline te13-2xbw") WIDER_THAN("40"), 0, "0\n", NULL},
    {"messages on a narrow one",
     ON("40", "\\\"$N\\\" query te13-baseline -o x.yaml") WIDER_THAN("40"), 0, "0\n", NULL},
    {"a very narrow one", ON("16", VARY) WIDER_THAN("16"), 0, "0\n", NULL},
    {"comparisons of a long name on a very narrow one",
     LONG_NAME ON("16", "\\\"$N\\\" compare te13-baseline \\\"$D\\\"/long.cfg")
         ONE_WORD WIDER_THAN("16"),
     0, "0\n", NULL},
    {"comparisons of a long name elsewhere",
     LONG_NAME "\"$N\" compare te13-baseline \"$D\"/long.cfg" ONE_WORD WIDER_THAN("80"), 0, "0\n",
     NULL},
    {"the front's next steps elsewhere",
     "printf '%s' 'base = \"te13-baseline\"; axes = ( { key = \"network.virtual_channels\"; values "
     "= (2, 4); }, { key = \"network.flit_bytes\"; values = (8, 16); } );' >\"$D\"/f.space; \"$N\" "
     "sweep \"$D\"/f.space --store \"$D\"/f.db -q >/dev/null; cd \"$D\"; \"$N\" pareto --store "
     "f.db | grep -v '^  nocsight query'" WIDER_THAN("80"),
     0, "0\n", NULL},
    {"a usual one", ON("80", "\\\"$N\\\" compare te13-baseline te13-2xbw") WIDER_THAN("80"), 0,
     "0\n", NULL},
    {"a wide one is used", ON("160", "\\\"$N\\\" list keys") WIDER_THAN("140") " | grep -vc '^0'",
     0, "1\n", NULL},
    {"and not left", ON("160", "\\\"$N\\\" list keys") WIDER_THAN("160"), 0, "0\n", NULL},
    {"elsewhere it is 80", "\"$N\" describe keys" WIDER_THAN("80"), 0, "0\n", NULL},
    {"no blank lines at the end",
     "\"$N\" query te13-ideal --vary nodes.mshrs=8,16 | tail -1 | grep -c .", 0, "1\n", NULL},
    {"kinds of files that are not written", "\"$N\" query te13-baseline -o \"$D\"/x.yaml", 2, NULL,
     "x.yaml: 'query' writes no .yaml files"},
    {"but a text of any name",
     "\"$N\" query te13-baseline -o \"$D\"/x.yaml --format table && grep -c delivers "
     "\"$D\"/x.yaml && rm \"$D\"/x.yaml",
     0, "1\n", NULL},
    {"random suffixes of temporary files",
     "F=$(mktemp \"$D\"/t.XXXXXX) && \"$N\" query te13-baseline -o $F && grep -c delivers $F", 0,
     "1\n", NULL},
    {"--all has every figure", "\"$N\" query te13-baseline --load 0.03 --all", 0,
     "round trip, loaded (ns)", NULL},
    {"--all has every reason", "\"$N\" query te13-baseline --load 0.03 --all | tr -s ' \\n' ' '", 0,
     "Not given: metal routing tracks: the table for this technology does not separate wires "
     "from silicon.",
     NULL},
};

int main(void)
{
    return test_command_lines("terminal", cases, TEST_COUNT(cases));
}
