#include "reader/other_names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *group; /* only group in which the words have this meaning; NULL: any group */
    const char *words; /* words with a blank on both sides of each */
    const char *setting;
} names[] = {
    {"nodes", " slices ", "nodes.memory"},
    {NULL, " sm sms cu cus core cores compute_nodes ", "nodes.compute"},
    {NULL, " llc_slices l2_slices memory_nodes controllers memory_controllers mcs partitions ",
     "nodes.memory"},
    {NULL, " clock clk freq freq_mhz frequency frequency_mhz clock_ghz ", "chip.clock_mhz"},
    {NULL, " tech technology process node node_nm tech_nm feature_nm ", "chip.technology_nm"},
    {NULL, " width link_width channel_width width_bits flit_bits flit_size bus_width ",
     "network.flit_bytes"},
    {NULL, " vc vcs num_vc ", "network.virtual_channels"},
    {NULL, " vc_depth buffer_depth depth buffers buffer_size ", "network.buffer_flits"},
    {NULL, " pipeline pipeline_stages stages router_cycles router_delay ", "network.router_stages"},
    {NULL, " speedup ", "network.internal_speedup"},
    {NULL, " reads read_share read_ratio ", "traffic.read_fraction"},
};

const char *noc_find_other_tool_name(const char *group, const char *word)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, " %.36s ", word);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].group && (!group || strcmp(names[i].group, group) != 0)) continue;
        if (strcasestr(names[i].words, wanted)) return names[i].setting;
    }
    return NULL;
}
