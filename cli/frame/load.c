#include "cli/frame/load.h"

static void read_load(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    if (!noc_offered_load_read(text, stored))
        noc_option_refuse(option, text, NOC_LOAD_EXPECTED, diag);
}

static const noc_option load_options[] = {
    {"load", 0, "L",
     "offered load in flits per cycle of each injecting node, what it sends itself; 0.02tx: its "
     "transactions per cycle; 500GB/s, 64B/cycle: data of the whole network; 60%: of saturation",
     NOC_OPTION_OWN, .read = read_load},
    {0},
};

const noc_option_group noc_load_options = {NULL, load_options, NULL, sizeof(noc_offered_load)};

static const noc_option channels_options[] = {
    {"channels", 0, NULL, "tell how busy each channel is at --load, by class", NOC_OPTION_FLAG,
     .offset = 0},
    {0},
};

const noc_option_group noc_channels_options = {NULL, channels_options, NULL, sizeof(bool)};

noc_status noc_channels_check(const noc_request *r, bool channels, const noc_offered_load *load,
                              noc_diag *diag)
{
    if (!channels || load->form != NOC_LOAD_NONE) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "%s: --channels needs --load L: how busy channels are depends on it",
                    r->command->name);
}
