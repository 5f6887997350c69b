/* Whether a front that measurements decided is the true one, of a space that can be sampled
 * whole. */
#include "tests/support/users/command_lines.h"

/* For printf. */
#define SPACE                                                                                   \
    "base = \"te13-baseline\";\\n"                                                              \
    "axes = ( { name = \"grid\"; choices = ( { nodes = { compute = 3; memory = 1; placement = " \
    "\"explicit\"; memory_at = ((0,0)); }; network = { columns = 2; rows = 2; }; } ); }, "      \
    "{ key = \"network.virtual_channels\"; values = (2, 4); }, "                                \
    "{ key = \"network.buffer_flits\"; values = (2, 4, 8); }, "                                 \
    "{ key = \"network.flit_bytes\"; values = (8, 16); }, "                                     \
    "{ key = \"network.memory_ports\"; values = (1, 2); } );\\n"

static const cli_case cases[] = {
    /* The whole space is sampled in full as the truth: no design of it may beat the measured ones
     * of the decided front by more than 1 %, and no member by value may be beaten by more than that
     * and what ties may differ by (1 % each, the precision of a brief sample). */
    {"a decided front is the truth's",
     "cd \"$D\" && printf '" SPACE "' >tiny.space && \"$N\" sweep tiny.space --store tiny.db -q "
     ">/dev/null && \"$N\" pareto --store "
     "tiny.db --measure --format csv -q >all.csv && sqlite3 -csv :memory: -cmd '.import all.csv d' "
     "'select hash, on_front, by_value, method from d' >decided.csv && sqlite3 tiny.db 'select "
     "distinct hash from results_wide' "
     "| while read h; do \"$N\" store show tiny.db $h >t.cfg; \"$N\" sample t.cfg --saturation "
     "--format csv -q | awk -F, -v h=$h 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "
     "\"throughput_per_area_bytes_per_cycle_mm2\") t = i; if ($i == \"network_area_mm2\") a = i } "
     "} NR == 2 { print h, $t, $a }'; done >truth.txt; wc -l <truth.txt; awk -F'[, ]' 'FILENAME == "
     "\"truth.txt\" { t[$1] = $2; a[$1] = $3; next } $4 == \"sample\" { f[$1] = 1 } $3 == "
     "\"true\" { if ($4 != \"sample\") print \"not measured\", $1; v[$1] = 1; n++ } END { if (n < "
     "3) print \"few\"; for (h in t) { covered = 0; for (m in f) if (t[m] * 1.01 >= t[h] && a[m] "
     "<= a[h] * 1.01) covered = 1; if (!covered) print \"missing\", h } for (m in v) for (h in t) "
     "if (t[h] > t[m] * 1.03 && a[h] <= a[m]) print \"beaten\", m }' truth.txt decided.csv; "
     "sqlite3 tiny.db \"select count(*) < 24 from results_wide where method = 'sample' and engine "
     "like "
     "'%brief'\"",
     0, "24\n1\n", NULL},
};

int main(void)
{
    return test_command_lines("fronts", cases, sizeof cases / sizeof cases[0]);
}
