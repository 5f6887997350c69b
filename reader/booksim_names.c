#include "reader/booksim_names.h"

#include <string.h>

#define WHOLE    NOC_BOOKSIM_WHOLE
#define REAL     NOC_BOOKSIM_REAL
#define TEXT     NOC_BOOKSIM_TEXT
#define WHOLES   NOC_BOOKSIM_WHOLES
#define REALS    NOC_BOOKSIM_REALS
#define CARRIED  NOC_BOOKSIM_CARRIED
#define LEFT_OUT NOC_BOOKSIM_LEFT_OUT
#define RUN      NOC_BOOKSIM_RUN
#define UNREAD   NOC_BOOKSIM_UNREAD

static const char stages[] = "network.router_stages";
static const char vcs[] = "network.virtual_channels and network.request_virtual_channels";
static const char subnets[] = "networks = ( { ... }, { ... } )";
static const char packet_sizes[] = "traffic.read_request_bytes and its like";
static const char grid_sides[] = "network.columns and network.rows";
static const char no_priorities[] = "virtual channels are chosen alike here, whatever they hold";
static const char no_sharing[] = "virtual channels share no buffers here";
static const char no_bursts[] = "packets come by chance, not in bursts, here";
static const char no_failures[] = "links do not fail here";
static const char no_node_buffers[] =
    "nodes accept all arrivals; of closed loops memory.* has queues";

/* Settings of BookSim 2.0's booksim_config.cpp, in the order of that file, with its defaults
 * (user manual, chapter 4); then the settings that GPGPU-Sim adds
 * (intersim2/intersim_config.cpp). */
static const noc_booksim_setting settings[] = {
    {"channel_file", TEXT, "", UNREAD, NULL, NULL},
    {"subnets", WHOLE, "1", CARRIED, subnets, NULL},
    {"topology", TEXT, "torus", CARRIED, "network.topology", NULL},
    {"k", WHOLE, "8", CARRIED, grid_sides, NULL},
    {"n", WHOLE, "2", CARRIED, grid_sides, NULL},
    {"c", WHOLE, "1", CARRIED, "network.concentration", NULL},
    {"routing_function", TEXT, "none", CARRIED, "network.routing", NULL},
    {"use_noc_latency", WHOLE, "1", CARRIED, "network.channel_cycles", NULL},
    {"x", WHOLE, "8", CARRIED, grid_sides, NULL},
    {"y", WHOLE, "8", CARRIED, grid_sides, NULL},
    {"xr", WHOLE, "1", CARRIED, "network.concentration", NULL},
    {"yr", WHOLE, "1", CARRIED, "network.concentration", NULL},
    {"link_failures", WHOLE, "0", LEFT_OUT, NULL, no_failures},
    {"fail_seed", WHOLES, "0", LEFT_OUT, NULL, no_failures},
    {"in_ports", WHOLE, "5", UNREAD, NULL, NULL},
    {"out_ports", WHOLE, "5", UNREAD, NULL, NULL},
    {"router", TEXT, "iq", LEFT_OUT, NULL, "routers are input-queued here"},
    {"output_delay", WHOLE, "0", UNREAD, NULL, NULL},
    {"credit_delay", WHOLE, "0", CARRIED, "network.credit_cycles", NULL},
    {"internal_speedup", REAL, "1.0", CARRIED, "network.internal_speedup", NULL},
    {"output_buffer_size", WHOLE, "-1", LEFT_OUT, NULL, "output buffers have no limit here"},
    {"noq", WHOLE, "0", LEFT_OUT, NULL,
     "virtual channels are not kept for the next router's ports"},
    {"speculative", WHOLE, "0", CARRIED, stages, NULL},
    {"spec_check_elig", WHOLE, "1", LEFT_OUT, NULL, "heads speculate where a channel is free"},
    {"spec_check_cred", WHOLE, "1", LEFT_OUT, NULL, "heads speculate where a channel has credit"},
    {"spec_mask_by_reqs", WHOLE, "0", LEFT_OUT, NULL, "speculation has one allocator here"},
    {"spec_sw_allocator", TEXT, "prio", LEFT_OUT, NULL, "speculation has one allocator here"},
    {"num_vcs", WHOLE, "16", CARRIED, "network.virtual_channels", NULL},
    {"vc_buf_size", WHOLE, "8", CARRIED, "network.buffer_flits", NULL},
    {"buf_size", WHOLE, "-1", CARRIED, "network.buffer_flits", NULL},
    {"buffer_policy", TEXT, "private", LEFT_OUT, NULL, no_sharing},
    {"private_bufs", WHOLE, "-1", LEFT_OUT, NULL, no_sharing},
    {"private_buf_size", WHOLES, "1", LEFT_OUT, NULL, no_sharing},
    {"private_buf_start_vc", WHOLES, "-1", LEFT_OUT, NULL, no_sharing},
    {"private_buf_end_vc", WHOLES, "-1", LEFT_OUT, NULL, no_sharing},
    {"max_held_slots", WHOLE, "-1", LEFT_OUT, NULL, no_sharing},
    {"feedback_aging_scale", WHOLE, "1", LEFT_OUT, NULL, no_sharing},
    {"feedback_offset", WHOLE, "0", LEFT_OUT, NULL, no_sharing},
    {"wait_for_tail_credit", WHOLE, "0", CARRIED, "network.vc_reallocation", NULL},
    {"vc_busy_when_full", WHOLE, "0", LEFT_OUT, NULL,
     "a virtual channel without credit may be given away here"},
    {"vc_prioritize_empty", WHOLE, "0", LEFT_OUT, NULL, no_priorities},
    {"vc_priority_donation", WHOLE, "0", LEFT_OUT, NULL, no_priorities},
    {"vc_shuffle_requests", WHOLE, "0", LEFT_OUT, NULL, "requests keep their order here"},
    {"hold_switch_for_packet", WHOLE, "0", LEFT_OUT, NULL,
     "the switch is allocated flit by flit here"},
    {"input_speedup", WHOLE, "1", CARRIED, "network.input_speedup", NULL},
    {"output_speedup", WHOLE, "1", LEFT_OUT, NULL, "an output port has one crossbar output here"},
    {"routing_delay", WHOLE, "1", CARRIED, stages, NULL},
    {"vc_alloc_delay", WHOLE, "1", CARRIED, stages, NULL},
    {"sw_alloc_delay", WHOLE, "1", CARRIED, stages, NULL},
    {"st_prepare_delay", WHOLE, "0", CARRIED, stages, NULL},
    {"st_final_delay", WHOLE, "1", CARRIED, stages, NULL},
    {"vct", WHOLE, "0", UNREAD, NULL, NULL},
    {"vc_allocator", TEXT, "islip", CARRIED, "network.allocator", NULL},
    {"sw_allocator", TEXT, "islip", CARRIED, "network.allocator", NULL},
    {"arb_type", TEXT, "round_robin", LEFT_OUT, NULL, "arbiters are round-robin here"},
    {"alloc_iters", WHOLE, "1", CARRIED, "network.allocator_iterations", NULL},
    {"classes", WHOLE, "1", CARRIED, "traffic.classes", NULL},
    {"traffic", TEXT, "uniform", CARRIED, "traffic.pattern", NULL},
    {"class_priority", WHOLES, "0", CARRIED, "traffic.classes[0].priority", NULL},
    {"perm_seed", WHOLES, "0", LEFT_OUT, NULL, "no pattern is drawn by chance here"},
    {"injection_rate", REALS, "0.1", CARRIED, "the option --load", NULL},
    {"injection_rate_uses_flits", WHOLE, "0", CARRIED, "the option --load", NULL},
    {"packet_size", WHOLES, "1", CARRIED, "traffic.packet_flits", NULL},
    {"packet_size_rate", WHOLES, "1", CARRIED, "traffic.packet_mix", NULL},
    {"injection_process", TEXT, "bernoulli", LEFT_OUT, NULL, no_bursts},
    {"burst_alpha", REAL, "0.5", LEFT_OUT, NULL, no_bursts},
    {"burst_beta", REAL, "0.5", LEFT_OUT, NULL, no_bursts},
    {"burst_r1", REAL, "-1.0", LEFT_OUT, NULL, no_bursts},
    {"priority", TEXT, "none", CARRIED, "traffic.priority", NULL},
    {"batch_size", WHOLE, "1000", CARRIED, "traffic.batch", NULL},
    {"batch_count", WHOLE, "1", LEFT_OUT, NULL, "a run has one batch here"},
    {"max_outstanding_requests", WHOLE, "0", CARRIED, "traffic.outstanding", NULL},
    {"use_read_write", WHOLES, "0", CARRIED, "traffic.replies", NULL},
    {"write_fraction", REALS, "0.5", CARRIED, "traffic.read_fraction", NULL},
    {"read_request_begin_vc", WHOLE, "0", CARRIED, vcs, NULL},
    {"read_request_end_vc", WHOLE, "5", CARRIED, vcs, NULL},
    {"write_request_begin_vc", WHOLE, "2", CARRIED, vcs, NULL},
    {"write_request_end_vc", WHOLE, "7", CARRIED, vcs, NULL},
    {"read_reply_begin_vc", WHOLE, "8", CARRIED, vcs, NULL},
    {"read_reply_end_vc", WHOLE, "13", CARRIED, vcs, NULL},
    {"write_reply_begin_vc", WHOLE, "10", CARRIED, vcs, NULL},
    {"write_reply_end_vc", WHOLE, "15", CARRIED, vcs, NULL},
    {"read_request_subnet", WHOLE, "0", CARRIED, subnets, NULL},
    {"read_reply_subnet", WHOLE, "0", CARRIED, subnets, NULL},
    {"write_request_subnet", WHOLE, "0", CARRIED, subnets, NULL},
    {"write_reply_subnet", WHOLE, "0", CARRIED, subnets, NULL},
    {"read_request_size", WHOLES, "1", CARRIED, packet_sizes, NULL},
    {"write_request_size", WHOLES, "1", CARRIED, packet_sizes, NULL},
    {"read_reply_size", WHOLES, "1", CARRIED, packet_sizes, NULL},
    {"write_reply_size", WHOLES, "1", CARRIED, packet_sizes, NULL},
    {"sim_type", TEXT, "latency", CARRIED, NULL, NULL},
    {"warmup_periods", WHOLE, "3", RUN, NULL, NULL},
    {"sample_period", WHOLE, "1000", RUN, NULL, NULL},
    {"max_samples", WHOLE, "10", RUN, NULL, NULL},
    {"measure_stats", WHOLES, "1", RUN, NULL, NULL},
    {"pair_stats", WHOLE, "0", RUN, NULL, NULL},
    {"latency_thres", REALS, "500.0", RUN, NULL, NULL},
    {"warmup_thres", REALS, "0.05", RUN, NULL, NULL},
    {"acc_warmup_thres", REALS, "0.05", RUN, NULL, NULL},
    {"stopping_thres", REALS, "0.05", RUN, NULL, NULL},
    {"acc_stopping_thres", REALS, "0.05", RUN, NULL, NULL},
    {"sim_count", WHOLE, "1", RUN, NULL, NULL},
    {"include_queuing", WHOLE, "1", RUN, NULL, NULL},
    {"seed", WHOLES, "0", RUN, "the option --seed", NULL},
    {"print_activity", WHOLE, "0", RUN, NULL, NULL},
    {"print_csv_results", WHOLE, "0", RUN, NULL, NULL},
    {"deadlock_warn_timeout", WHOLE, "256", RUN, NULL, NULL},
    {"viewer_trace", WHOLE, "0", RUN, NULL, NULL},
    {"watch_file", TEXT, "", RUN, NULL, NULL},
    {"watch_flits", TEXT, "", RUN, NULL, NULL},
    {"watch_packets", TEXT, "", RUN, NULL, NULL},
    {"watch_transactions", TEXT, "", RUN, NULL, NULL},
    {"watch_out", TEXT, "", RUN, NULL, NULL},
    {"stats_out", TEXT, "", RUN, NULL, NULL},
    {"injected_flits_out", TEXT, "", RUN, NULL, NULL},
    {"received_flits_out", TEXT, "", RUN, NULL, NULL},
    {"stored_flits_out", TEXT, "", RUN, NULL, NULL},
    {"sent_flits_out", TEXT, "", RUN, NULL, NULL},
    {"outstanding_credits_out", TEXT, "", RUN, NULL, NULL},
    {"ejected_flits_out", TEXT, "", RUN, NULL, NULL},
    {"active_packets_out", TEXT, "", RUN, NULL, NULL},
    {"used_credits_out", TEXT, "", RUN, NULL, NULL},
    {"free_credits_out", TEXT, "", RUN, NULL, NULL},
    {"max_credits_out", TEXT, "", RUN, NULL, NULL},
    {"sent_packets_out", TEXT, "", RUN, NULL, NULL},
    {"sim_power", WHOLE, "0", RUN, NULL, NULL},
    {"power_output_file", TEXT, "pwr_tmp", RUN, NULL, NULL},
    {"tech_file", TEXT, "", LEFT_OUT, NULL, "tables of technologies are this program's own"},
    {"channel_width", WHOLE, "128", CARRIED, "network.flit_bytes", NULL},
    {"channel_sweep", WHOLE, "0", RUN, NULL, NULL},
    {"network_file", TEXT, "", CARRIED, "network.links and network.attach", NULL},

    {"perfect_icnt", WHOLE, "0", UNREAD, NULL, NULL},
    {"fixed_lat_per_hop", WHOLE, "0", UNREAD, NULL, NULL},
    {"use_map", WHOLE, "1", CARRIED, "nodes.memory_at", NULL},
    {"memory_node_map", TEXT, "", CARRIED, "nodes.memory_at", NULL},
    {"flit_size", WHOLE, "32", CARRIED, "network.flit_bytes", NULL},
    {"input_buffer_size", WHOLE, "0", LEFT_OUT, NULL, no_node_buffers},
    {"ejection_buffer_size", WHOLE, "0", LEFT_OUT, NULL, no_node_buffers},
    {"boundary_buffer_size", WHOLE, "16", LEFT_OUT, NULL, no_node_buffers},
    {"output_extra_latency", WHOLE, "0", UNREAD, NULL, NULL},
    {"network_count", WHOLE, "2", UNREAD, NULL, NULL},
    {"enable_link_stats", WHOLE, "0", RUN, NULL, NULL},
    {"MATLAB_OUTPUT", WHOLE, "0", RUN, NULL, NULL},
    {"DISPLAY_LAT_DIST", WHOLE, "0", RUN, NULL, NULL},
    {"DISPLAY_HOP_DIST", WHOLE, "0", RUN, NULL, NULL},
    {"DISPLAY_PAIR_LATENCY", WHOLE, "0", RUN, NULL, NULL},
};

enum { SETTINGS = sizeof settings / sizeof settings[0], CONFIG_SETTINGS_MIN = 2 };

const noc_booksim_setting *noc_booksim_find_setting(const char *name)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (strcmp(settings[i].name, name) == 0) return &settings[i];
    return NULL;
}

const char *noc_booksim_setting_name(size_t i)
{
    return i < SETTINGS ? settings[i].name : NULL;
}

/* True if a setting has the same name in nocsight ("topology", "network.topology"), or the name
 * of a group of nocsight. */
static bool has_same_name(const noc_booksim_setting *s)
{
    const char *dot = s->nocsight_name ? strchr(s->nocsight_name, '.') : NULL;
    return (dot && strcmp(dot + 1, s->name) == 0) || strcmp(s->name, "traffic") == 0;
}

bool noc_booksim_is_name(const char *word, const char **nocsight_name)
{
    const noc_booksim_setting *s = noc_booksim_find_setting(word);
    if (!s || has_same_name(s)) return false;
    *nocsight_name = s->nocsight_name;
    return true;
}

/* True if a line assigns a value to a name. */
static bool sets_name(const char *line, const char *name)
{
    const size_t length = strlen(name);
    line += strspn(line, " \t");
    return strncmp(line, name, length) == 0 && line[length + strspn(line + length, " \t")] == '=';
}

bool noc_booksim_is_config(const char *text)
{
    int found = 0;
    for (const char *line = text; line && found < CONFIG_SETTINGS_MIN; line = strchr(line, '\n')) {
        line += *line == '\n';
        for (size_t i = 0; i < SETTINGS; i++)
            found += !has_same_name(&settings[i]) && sets_name(line, settings[i].name);
    }
    return found >= CONFIG_SETTINGS_MIN;
}
