/* A GPU with a network for requests and one for replies, with every command that takes a design or
 * a store: both networks are told where they differ. Filters are counted against SQL. */
#include "tests/support/users/command_lines.h"

#define IN  "cd \"$D\"; "
#define SQL "sqlite3 t.db "

/* g.cfg: a crossbar of four slices each way; s.cfg: a small one, for samples. 36 designs of 16, 32,
 * 64 bytes a network and two numbers of ports for requests, less those with requests wider than
 * replies. */
#define FILES                                                                                      \
    "cp \"${C%/cli/*}/tests/reference/gpu-crossbars.cfg\" g.cfg; sed 's/= 132;/= 4;/; s/= 80;/= "  \
    "2;/; "                                                                                        \
    "s/= 66;/= 2;/' g.cfg >s.cfg; cat >t.space <<'E'\n"                                            \
    "name = \"t\"; base = \"g.cfg\";\naxes = ( { key = \"networks[0].flit_bytes\"; values = (16, " \
    "32, 64); }, { key = \"networks[1].flit_bytes\"; values = (16, 32, 64); }, { key = "           \
    "\"networks[0].ports\"; values = (33, 66); }, { key = \"network.virtual_channels\"; values = " \
    "(2, 4); } );\nconstraints = (\"networks[0].flit_bytes <= networks[1].flit_bytes\");\n"        \
    "objectives = (\"max:saturation_data_gb_per_s\", \"min:network_area_mm2\");\nE\n"

/* Designs of a condition, by pareto and by SQL, and how many: the same, or a difference. */
#define COUNTED(where, sql)                                                                       \
    IN "\"$N\" report --store t.db --allow-overclock -q --where '" where                          \
       "' -o w.csv && sqlite3 -csv :memory: -cmd '.import w.csv w' 'select hash from w order by " \
       "1' >w.txt; " SQL "\"select hash from results_wide where " sql                             \
       " order by 1\" | cmp - w.txt && wc -l <w.txt"

static const cli_case cases[] = {
    /* Whoever adds a command that takes a design or a store adds a case. */
    {"every command has a case, or takes neither",
     IN "sed -n 's/^NOC_COMMAND(\\([a-z]*\\),.*/\\1/p' \"$C\" | grep -vxE "
        "'new|check|describe|query|compare|explain|curve|place|sweep|pareto|report|sample|validate|"
        "serve|store|import|export|cost|reproduce|calibrate|completion|help|man' | wc -l",
     0, "0\n", NULL},
    {"new", IN FILES "grep -c carries g.cfg; \"$N\" new space g.cfg | grep -c 'networks.[01]'", 0,
     "2\n2\n", NULL},
    {"check",
     IN "\"$N\" check g.cfg t.space && \"$N\" check --resolved g.cfg | grep -c 'carries = '", 0,
     "12 designs excluded: networks[0].flit_bytes <= networks[1].flit_bytes", NULL},
    {"describe", IN "\"$N\" describe g.cfg && \"$N\" describe 'networks[1].flit_bytes'", 0,
     "width of a channel", NULL},
    {"export",
     IN FILES "\"$N\" export booksim g.cfg -o x >told; grep -c 'subnets = 2' told x/*.booksim", 0,
     ".booksim:1\n", NULL},
    {"describe draws", IN "\"$N\" describe g.cfg -o g.svg; grep -c 'network [01]: ' g.svg", 0,
     "2\n", NULL},
    {"query", IN "\"$N\" query g.cfg --load 60%", 0, " network, slice ", NULL},
    {"serve",
     IN "mkfifo served; \"$N\" serve --no-browser -q g.cfg 2>served.log >served & read -r address "
        "<served; curl -s "
        "$address/answer --data-binary \"{\\\"text\\\": $(jq -Rs . g.cfg), \\\"settings\\\": "
        "{\\\"networks[1].flit_bytes\\\": \\\"64\\\"}}\" | jq -c '[.network_count, "
        ".values[\"networks[1].flit_bytes\"]]'; kill $!",
     0, "[2,\"64\"]", NULL},
    {"query --vary",
     IN "\"$N\" query g.cfg --vary 'networks[0].flit_bytes=16,32' --vary "
        "'networks[1].flit_bytes=32,64' | grep -c '^requests  replies \\|^flit      flit '",
     0, "2\n", NULL},
    {"query --vary of all networks, as columns",
     IN
     "\"$N\" query g.cfg --vary network.flit_bytes=16 --format csv >v.csv; sqlite3 -csv :memory: "
     "-cmd '.import v.csv v' 'select network_flit_bytes from v'",
     0, "\"32, 64\"\n16\n", NULL},
    {"query --channels",
     IN "\"$N\" query g.cfg --load 60% --channels --format csv | grep -c 'compute 0 to 1 of the "
        "re[a-z]* network, slice [0-3]'",
     0, "8\n", NULL},
    {"query --breakdown",
     IN "\"$N\" query g.cfg --breakdown | grep -c '^network [01] (re[a-z]*, slice [0-3])'", 0,
     "8\n", NULL},
    {"query --require of what differs", IN "\"$N\" query g.cfg --require 'flit_bytes >= 32'", 2,
     NULL, "networks[0].flit_bytes = 32, networks[1].flit_bytes = 64"},
    {"query --require of a network that is not there",
     IN "\"$N\" query g.cfg --require 'networks[2].flit_bytes >= 32'", 2, NULL,
     "there is no networks[2] (the design has 2 networks)"},
    {"and of one network", IN "\"$N\" query te13-baseline --require 'networks[1].flit_bytes >= 3'",
     2, NULL, "there is no networks[1] (the design has 1 network)"},
    {"which is also its first",
     IN "\"$N\" query te13-baseline -q --require 'networks[0].flit_bytes == 16'", 0, "te13", NULL},
    {"query --require of each", IN "\"$N\" query g.cfg --require 'all(flit_bytes) >= 64'", 4,
     "my-gpu", "does not hold (32, 64)"},
    {"query --require of one", IN "\"$N\" query g.cfg -q --require 'any(flit_bytes) >= 64'", 0,
     "my-gpu", NULL},
    {"compare", IN "\"$N\" compare g.cfg --vary 'networks[1].flit_bytes=64,128' --load 30%", 0,
     "replies 128 B is limited by", NULL},
    {"compare --require", IN "\"$N\" compare g.cfg g.cfg --require 'network.flit_bytes >= 32'", 2,
     NULL, "networks[1].flit_bytes = 64"},
    {"compare draws", IN "\"$N\" compare s.cfg --vary 'networks[1].flit_bytes=64,128' -q -o c.html",
     0, NULL, NULL},
    {"query --tiles",
     IN "\"$N\" query s.cfg --load 20% --tiles | grep -c '^(0,0)  *[01], slice [0-3] '", 0, "8\n",
     NULL},
    {"explain", IN "\"$N\" explain g.cfg saturation_data_gb_per_s", 0, " network,", NULL},
    {"explain --bound", IN "\"$N\" explain --bound g.cfg", 0, " network, slice", NULL},
    {"curve", IN "\"$N\" curve g.cfg --vary 'networks[1].flit_bytes=32,64' --points 3", 0,
     "replies 64 B: ", NULL},
    {"place", IN "\"$N\" place g.cfg", 3, NULL, "topology \"crossbar\" has not"},
    {"place on a mesh with empty tiles, as the README's has",
     IN "\"$N\" new gpu --sms 5 --slices 2 >e.cfg; \"$N\" new mesh --like e.cfg >m.cfg; grep -c "
        "empty_at m.cfg; \"$N\" place m.cfg -q --format json | jq '.designs | length > 1'",
     0, "1\ntrue\n", NULL},
    {"sample",
     IN "\"$N\" sample s.cfg --load 20% --precision 0.3 -q --set 'networks[0].flit_bytes=16'", 0,
     "networks[0].flit_bytes=16", NULL},
    {"validate", IN "\"$N\" validate s.cfg --load 0.1 --precision 0.5 -q --set network.slices=1", 0,
     "Latency error", NULL},
    {"sweep",
     IN "\"$N\" sweep t.space -q --store t.db >o; " SQL
        "'select count(*), count(networks_0_flit_bytes), count(networks_1_flit_bytes), "
        "count(network_virtual_channels) from results_wide'",
     0, "24|24|24|24\n", NULL},
    {"names tell networks apart",
     IN SQL "\"select count(distinct name), sum(name like '%networks[0].flit_bytes=16 "
            "networks[1].flit_bytes=64%') from results_wide\"",
     0, "24|4\n", NULL},
    {"--where of one network",
     COUNTED("networks[1].flit_bytes == 64 && networks[0].ports < 66",
             "networks_1_flit_bytes = 64 and networks_0_ports < 66"),
     0, "6\n", NULL},
    {"--where of each network",
     COUNTED("all(network.flit_bytes) >= 32", "networks_0_flit_bytes >= 32 and "
                                              "networks_1_flit_bytes >= 32"),
     0, "12\n", NULL},
    {"--where of any network",
     COUNTED("any(network.flit_bytes) == 64 && !(any(flit_bytes) == 16)",
             "(networks_0_flit_bytes = 64 or networks_1_flit_bytes = 64) and not "
             "(networks_0_flit_bytes = 16 or networks_1_flit_bytes = 16)"),
     0, "8\n", NULL},
    {"--where of settings of the same network",
     COUNTED("all(flit_bytes * virtual_channels) <= 64 && networks[0].flit_bytes * 2 <= "
             "networks[1].flit_bytes",
             "networks_0_flit_bytes * network_virtual_channels <= 64 and networks_1_flit_bytes * "
             "network_virtual_channels <= 64 and networks_0_flit_bytes * 2 <= "
             "networks_1_flit_bytes"),
     0, "2\n", NULL},
    {"--where of both, where they agree",
     COUNTED("virtual_channels == 4", "network_virtual_channels = 4"), 0, "12\n", NULL},
    {"--where of what differs", IN "\"$N\" pareto --store t.db --where 'flit_bytes == 16'", 2, NULL,
     "networks[0].flit_bytes = "},
    {"--where of a network that is not there",
     IN "\"$N\" report --store t.db --where 'networks[2].flit_bytes == 16' -o w.csv", 2, NULL,
     "names a network that is not there (the designs have 2)"},
    {"pareto", IN "\"$N\" pareto --store t.db --allow-overclock | grep -c 'requests  replies'", 0,
     "1\n", NULL},
    {"pareto --sort",
     IN
     "\"$N\" pareto --store t.db --allow-overclock --sort min:networks[0].flit_bytes --format csv "
     ">s.csv; sqlite3 -csv :memory: -cmd '.import s.csv s' 'select networks_0_flit_bytes + 0 "
     "from s order by rowid' >s.txt; sort -nc s.txt && wc -l <s.txt | grep -vx 0 | wc -l",
     0, "1\n", NULL},
    {"pareto --sort of what differs", IN "\"$N\" pareto --store t.db --sort network.flit_bytes", 2,
     NULL, "networks[1].flit_bytes = "},
    {"pareto --require",
     IN
     "\"$N\" pareto --store t.db --require 'networks[1].flit_bytes > 16' --require 'flit_bytes > "
     "1' >p.txt; echo $?; wc -c <p.txt",
     0, "2\n0\n", "networks[0].flit_bytes = "},
    /* 3 widths each, 2 ports, 2 numbers of VCs: a column, an axis, a filter, a phrase each */
    {"report: the page has each network",
     IN "\"$N\" report --store t.db -q -o t.html; "
        "/usr/bin/python3 -c 'import json, re\n"
        "text = open(\"t.html\").read()\n"
        "at = text.index(\"{\\\"schema\\\":\\\"nocsight.page/1\\\"\")\n"
        "data = json.JSONDecoder().raw_decode(text[at:])[0]\n"
        "print([(s[\"name\"], s[\"label\"], len(s[\"values\"])) for s in data[\"settings\"] if "
        "\"flit_bytes\" in s[\"name\"]])\n"
        "print(sorted(set(p for p in data[\"phrases\"] if p.endswith(\" B\"))))\n'",
     0,
     "[('networks[0].flit_bytes', 'requests flit bytes', 3), ('networks[1].flit_bytes', 'replies "
     "flit bytes', 3)]\n['replies 16 B', 'replies 32 B', 'replies 64 B', 'requests 16 B', "
     "'requests 32 B', 'requests 64 B']\n",
     NULL},
    {"report: the picture, too",
     IN "\"$N\" report --store t.db -q -o t.svg && grep -c 'requests [0-9]* B, replies [0-9]* B' "
        "t.svg | grep -vx 0 | wc -l",
     0, "1\n", NULL},
    {"store",
     IN "\"$N\" store verify t.db && \"$N\" store merge -q u.db t.db && sqlite3 u.db 'select "
        "count(networks_1_flit_bytes) from results_wide' && \"$N\" store show t.db $(" SQL
        "'select hash from results_wide limit 1') | grep -c 'networks.[01]..flit_bytes'",
     0, "24\n", NULL},
    {"a space whose condition has no one answer",
     IN
     "sed 's/constraints = .*/constraints = (\"network_area_mm2 < 99\", \"flit_bytes >= 32\");/' "
     "t.space >f.space; for c in check 'sweep --store f.db' 'sweep --dry-run'; do \"$N\" $c -q "
     "f.space; echo $?; done",
     0, "3\n3\n3\n", "f.space:3: 'flit_bytes >= 32': networks[0].flit_bytes = "},
    {"a space that names a network that is not there",
     IN "sed 's/constraints = .*/constraints = (\"networks[2].ports >= 32\");/' t.space >f.space; "
        "\"$N\" check f.space",
     3, NULL, "f.space:3: 'networks[2].ports >= 32' names a network that is not there"},
    {"choices of one network and of two",
     IN
     "cat >k.space <<'E'\nname = \"k\"; base = \"te13-baseline\"; axes = ( { name = \"n\"; choices "
     "= ( { network = { flit_bytes = 16; }; }, { networks = ( { carries = \"request\"; flit_bytes "
     "= 8; }, { carries = \"reply\"; flit_bytes = 16; } ); axes = ( { key = "
     "\"networks[1].virtual_channels\"; values = (2, 4); } ); } ); } );\nE\n"
     "\"$N\" sweep -q k.space --store k.db >o; sqlite3 k.db 'select networks, "
     "networks_1_virtual_channels, count(*) from results_wide group by 1, 2'; \"$N\" report "
     "--store k.db -q --where 'networks[1].virtual_channels == 4' -o k.csv; wc -l <k.csv",
     0, "1||1\n2|2|1\n2|4|1\n3\n", NULL},
    {"--set of all networks and of one",
     IN "\"$N\" check --resolved --set network.flit_bytes=16 --set 'networks[1].flit_bytes=48' "
        "g.cfg | "
        "grep -o 'flit_bytes = [0-9]*'",
     0, "flit_bytes = 16\nflit_bytes = 48\n", NULL},
};

int main(void)
{
    return test_command_lines("cli_two_networks", cases, TEST_COUNT(cases));
}
