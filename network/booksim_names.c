#include "network/booksim_names.h"

#include <stddef.h>
#include <string.h>

/* BookSim 2.0's user manual, chapter 4, and its booksim_config.cpp. */
static const struct {
    const char *theirs, *ours;
} names[] = {
    {"k", "network.columns and network.rows"},
    {"n", "network.columns and network.rows"},
    {"c", "network.concentration"},
    {"num_vcs", "network.virtual_channels"},
    {"vc_buf_size", "network.buffer_flits"},
    {"routing_function", "network.routing"},
    {"routing_delay", "network.router_stages"},
    {"vc_alloc_delay", "network.router_stages"},
    {"sw_alloc_delay", "network.router_stages"},
    {"st_prepare_delay", "network.router_stages"},
    {"st_final_delay", "network.router_stages"},
    {"speculative", "network.router_stages"},
    {"credit_delay", "network.credit_cycles"},
    {"wait_for_tail_credit", "network.vc_reallocation"},
    {"vc_allocator", "network.allocator"},
    {"sw_allocator", "network.allocator"},
    {"alloc_iters", "network.allocator_iterations"},
    {"subnets", "networks = ( { ... }, { ... } )"},
    {"packet_size", "traffic.packet_flits"},
    {"packet_size_rate", "traffic.packet_mix"},
    {"injection_rate", "the option --load"},
    {"sim_type", NULL},
    {"sim_count", NULL},
    {"sample_period", NULL},
    {"max_samples", NULL},
    {"warmup_periods", NULL},
    {"latency_thres", NULL},
    {"injection_process", NULL},
    {"hold_switch_for_packet", NULL},
    {"internal_speedup", NULL},
    {"output_speedup", NULL},
    {"network_file", NULL},
    {"use_noc_latency", NULL},
    {"priority", NULL},
};

enum { NAMES = sizeof names / sizeof names[0], LIKE = 2 };

bool noc_booksim_name(const char *word, const char **ours)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (strcmp(names[i].theirs, word) != 0) continue;
        *ours = names[i].ours;
        return true;
    }
    return false;
}

/* Whether a line sets this name. */
static bool sets(const char *line, const char *name)
{
    const size_t length = strlen(name);
    line += strspn(line, " \t");
    return strncmp(line, name, length) == 0 && line[length + strspn(line + length, " \t")] == '=';
}

bool noc_booksim_is_like(const char *text)
{
    int found = 0;
    for (const char *line = text; line && found < LIKE; line = strchr(line, '\n')) {
        line += *line == '\n';
        for (size_t i = 0; i < NAMES; i++) found += sets(line, names[i].theirs);
    }
    return found >= LIKE;
}
