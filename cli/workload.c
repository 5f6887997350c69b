#include "reports/workload.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/page.h"
#include "cli/request.h"
#include "network/workload_fit.h"

/* te13 2.2: a warp of 32 threads takes the eight lanes of a core for four cycles. */
static const double issue_cycles = 4.0;

static const int line_bytes_default = 64; /* as memory.line_bytes has it */

typedef struct request {
    uint64_t line_bytes;
} request;

static const noc_option own_options[] = {
    {"line-bytes", 0, "N", "bytes of a cache line, where requests have addresses (64)",
     NOC_OPTION_COUNT, .offset = offsetof(request, line_bytes), .least = 1, .most = 4096},
    {0},
};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {{&own_group, 0}, {0}};

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    const int line_bytes = own->line_bytes ? (int)own->line_bytes : line_bytes_default;
    noc_workload_fit fit;
    noc_page page;
    if (strcmp(r->operands[0], "fit") != 0)
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                    "workload: '%s' is nothing it can do (nocsight workload fit "
                                    "TRACE; nocsight list workloads)",
                                    r->operands[0]));
    noc_status status =
        noc_workload_fit_trace(r->operands[1], issue_cycles, line_bytes, &fit, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    status = noc_report_workload(&page.sheet, &fit, r->operands[1], diag);
    return noc_exit_of(noc_page_finish(r, &page, status, diag));
}

const noc_command noc_command_workload = {
    .name = "workload",
    .operands = "fit TRACE",
    .purpose = "Make a workload from a trace of packets, to paste into a design file.",
    .details =
        "TRACE is a CSV file, \"-\" standard input: a header "
        "cycle,source,destination,class,bytes, or one with ,address behind it, then a line a "
        "packet in the order of core cycles; "
        "class is read, write, request or reply. Where requests have addresses they tell which "
        "lines "
        "sources share (workload.sharing), each taken for a CTA, in the order of their numbers. "
        "What "
        "a trace cannot tell is marked as assumed.",
    .examples = "  nocsight workload fit trace.csv\n"
                "  nocsight workload fit trace.csv --line-bytes 128\n",
    .operand = NOC_OPERAND_NAME,
    .least = 2,
    .most = 2,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
