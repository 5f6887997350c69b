/* What scripts read: settings in JSON and CSV, names, files, limits; looked at with jq. */
#include "tests/support/users/command_lines.h"

/* A whole figure of JSON in one line. */
#define JQ(arguments, filter) "\"$N\" " arguments " --format json | jq -c '" filter "'"

static const cli_case cases[] = {
    {"the resolved settings are in every answer",
     JQ("query te13-baseline", ".design.config | [.network.flit_bytes, .chip.clock_mhz, "
                               ".nodes.placement, .network.topology, .workload]"),
     0, "[16,602,\"top-bottom\",\"mesh\",\"te13-all\"]\n", NULL},
    {"what is set is in them",
     JQ("query te13-baseline --set network.flit_bytes=32 --set nodes.placement=scattered",
        "[.design.config.network.flit_bytes, .design.config.nodes.placement, "
        "(.design.config.nodes.memory_at | length)]"),
     0, "[32,\"scattered\",8]\n", NULL},
    {"several networks are a list",
     JQ("query rapid18-rapid-64",
        "[.design.config.networks[].topology] + [.design.config.network]"),
     0, ",\"overlay\",null]\n", NULL},
    {"check tells the same",
     "\"$N\" query te13-dcie-2p --format json | jq -S .design.config >\"$D\"/q.json; \"$N\" check "
     "te13-dcie-2p --resolved --format json | jq -S .config | cmp - \"$D\"/q.json && echo same",
     0, "same\n", NULL},
    {"a sample and a bound have them",
     JQ("sample -q te13-baseline --load 0.01 --precision 0.2",
        ".design.config.network.rows") "; " JQ("explain --bound te13-baseline",
                                               ".design.config.network.rows"),
     0, "6\n6\n", NULL},
    {"a file is what was typed",
     "cd \"$D\"; \"$N\" new mesh >my.cfg; " JQ("query my.cfg", ".design.file") "; " JQ(
         "query te13-baseline", ".design.file"),
     0, "\"my.cfg\"\n\"te13-baseline\"\n", NULL},
    {"names tell variants apart",
     JQ("query te13-baseline --vary network.flit_bytes=8,16", "[.[].design.name]"), 0,
     "[\"te13-baseline flit_bytes=8\",\"te13-baseline flit_bytes=16\"]\n", NULL},
    {"a varied setting is a column",
     "\"$N\" query te13-baseline --vary network.flit_bytes=8,16 --vary "
     "nodes.placement=top-bottom,scattered --format csv | cut -d, -f1,8,9 | sort",
     0,
     "name,network_flit_bytes,nodes_placement\n"
     "te13-baseline flit_bytes=16 placement=scattered,16,scattered\n"
     "te13-baseline flit_bytes=16 placement=top-bottom,16,top-bottom\n"
     "te13-baseline flit_bytes=8 placement=scattered,8,scattered\n"
     "te13-baseline flit_bytes=8 placement=top-bottom,8,top-bottom\n",
     NULL},
    {"so is one of one network of several",
     "\"$N\" query rapid18-rapid-64 --vary 'networks[1].period_cycles=500,1000' --format csv | cut "
     "-d, -f8",
     0, "networks_1_period_cycles\n500\n1000\n", NULL},
    {"a workload is one, and a column of every command",
     "for c in query compare; do \"$N\" $c te13-baseline --set traffic.read_fraction=0.8 --vary "
     "workload=HH,LL --format csv | cut -d, -f8-9; done",
     0,
     "traffic_read_fraction,workload\n0.8,te13-all\n0.8,HH\n0.8,LL\n"
     "traffic_read_fraction,workload\n0.8,te13-all\n0.8,HH\n0.8,LL\n",
     NULL},
    {"an end of an interval can be required",
     "\"$N\" query -q te13-baseline --load 0.03 --require 'round_trip_cycles.hi > "
     "round_trip_cycles' --require 'round_trip_cycles.lo < round_trip_cycles' >/dev/null",
     0, NULL, NULL},
    {"an exact figure needs no interval",
     "\"$N\" query -q te13-baseline --require 'zero_load_latency_cycles.hi == "
     "zero_load_latency_cycles' >/dev/null",
     0, NULL, NULL},
    {"an interval that is missing is not known",
     "\"$N\" query -q te13-baseline --require 'network_area_mm2.hi > 0' >/dev/null", 4, NULL,
     "network_area_mm2.hi > 0: is not known"},
    {"there is no other part", "\"$N\" query -q te13-baseline --require 'round_trip_cycles.hu > 0'",
     2, NULL, "no setting or metric 'round_trip_cycles.hu'"},
};

int main(void)
{
    return test_command_lines("cli_scripts", cases, TEST_COUNT(cases));
}
