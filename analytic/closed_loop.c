#include "analytic/closed_loop.h"

#include <math.h>

const char *noc_binding_name(noc_binding binding)
{
    static const char *const names[] = {"cores", "request network", "controller",
                                        "dram",  "reply network",   "latency"};
    return binding < NOC_BINDINGS ? names[binding] : "";
}
