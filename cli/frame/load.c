#include "cli/frame/load.h"

#include <stdlib.h>

#include "reports/designs/starter_ends.h"

static void read_load(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    if (!noc_offered_load_read(text, stored))
        noc_option_refuse(option, text, NOC_LOAD_EXPECTED, diag);
}

const noc_option_group noc_load_options = NOC_ONE_OPTION(
    "load", 0, "L",
    "offered load in flits per cycle that each injecting node sends; 0.02tx: its transactions per "
    "cycle; 500GB/s, 64B/cycle: data of the whole network; 60%: of saturation. Of traffic.rates it "
    "is the mean of the nodes that send; without it these are as they are",
    NOC_OPTION_CUSTOM, .read = read_load);

const noc_option_group noc_channels_options = NOC_ONE_OPTION(
    "channels", 0, NULL, "show how busy each channel is at --load, or in a trace, by class",
    NOC_OPTION_FLAG, .offset = 0);

const noc_option_group noc_by_node_options =
    NOC_ONE_OPTION("by-node", 0, NULL,
                   "show bytes a cycle and round trip of each source and destination; -o FILE.svg, "
                   "FILE.html draws maps",
                   NOC_OPTION_FLAG, .offset = 0);

const noc_option_group noc_loop_options = NOC_ONE_OPTION(
    "loop", 0, NULL,
    "run the design's workload in closed loop, or, if it has none, " NOC_STARTER_PROGRAM
    " (nocsight describe workloads)",
    NOC_OPTION_FLAG, .offset = 0);

noc_status noc_loop_check(const noc_request *r, bool loop, const noc_offered_load *load,
                          noc_diag *diag)
{
    if (!loop || load->form == NOC_LOAD_NONE) return NOC_OK;
    return NOC_REFUSE(diag, "%s: give one of --load and --loop: the closed loop makes its own load",
                      r->command->name);
}

static bool are_closed_loops(const noc_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (!cases->designs[i]->closed_loop) return false;
    return true;
}

/* Reads the designs again, with a program. */
static noc_status read_with_program(const noc_request *r, const noc_texts *sets,
                                    const noc_texts *varies, noc_cases *cases, noc_diag *diag)
{
    NOC_AUTO_FREE const char **list = malloc((sets->count + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    list[0] = "workload=" NOC_STARTER_PROGRAM;
    for (size_t i = 0; i < sets->count; i++) list[i + 1] = sets->list[i];
    noc_cases_clear(cases);
    const noc_texts new_sets = {list, sets->count + 1};
    return noc_cases_read(r->operands, r->operand_count, &new_sets, varies, cases, diag);
}

noc_status noc_loop_read(const noc_request *r, bool loop, const noc_texts *sets,
                         const noc_texts *varies, noc_cases *cases, noc_diag *diag)
{
    noc_status status = noc_cases_read(r->operands, r->operand_count, sets, varies, cases, diag);
    if (status != NOC_OK || !loop || are_closed_loops(cases)) return status;
    status = read_with_program(r, sets, varies, cases, diag);
    if (status != NOC_OK || are_closed_loops(cases)) return status;
    return NOC_REFUSE(diag,
                      "%s: --loop: nodes send as fast as the network accepts it, which is no "
                      "closed loop of cores (--set traffic.batch=0 --set traffic.outstanding=0)",
                      r->command->name);
}

noc_status noc_channels_check(const noc_request *r, bool channels, const noc_offered_load *load,
                              noc_diag *diag)
{
    if (!channels || load->form != NOC_LOAD_NONE) return NOC_OK;
    return NOC_REFUSE(diag, "%s: --channels needs --load L: how busy channels are depends on it",
                      r->command->name);
}
