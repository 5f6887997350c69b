#include "reports/facts/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/workload_into.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "design/design.h"
#include "design/workload/workload_fit.h"
#include "reports/writers/memory_text.h"

/* te13 2.2: a warp of 32 threads takes the eight lanes of a core for four cycles. */
static const double issue_cycles = 4.0;

static const int line_bytes_default = 64; /* as memory.line_bytes has it */

typedef struct request {
    uint64_t line_bytes;
    const char *design;
} request;

static const noc_option own_options[] = {
    {"line-bytes", 0, "N", "bytes of a cache line, where requests have addresses (64)",
     NOC_OPTION_COUNT, .offset = offsetof(request, line_bytes), .least = 1, .most = 4096},
    {"into", 0, "DESIGN", "write this design with the workload in place of its own",
     NOC_OPTION_TEXT, .offset = offsetof(request, design)},
    {0},
};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {{&own_group, 0}, {0}};

/* The workload as it is pasted. NULL when out of memory. */
static char *text_of(const noc_workload_fit *fit, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    noc_workload_print(fit, path, out);
    return noc_memory_text(out, &text);
}

static noc_status write_design(const request *own, const noc_workload_fit *fit, const char *path,
                               FILE *out, noc_diag *diag)
{
    noc_source source = {0};
    char *file = NULL, *text = NULL, *workload = text_of(fit, path);
    noc_status status =
        workload ? noc_shipped_resolve(own->design, &file, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_source_read(file, &source, diag);
    if (status == NOC_OK) status = noc_workload_into(&source, workload, &text, diag);
    if (status == NOC_OK) fputs(text, out);
    noc_source_clear(&source);
    free(text);
    free(file);
    free(workload);
    return status;
}

static noc_status fit(const noc_request *r, noc_workload_fit *fitted, noc_diag *diag)
{
    const request *own = r->own;
    const int line_bytes = own->line_bytes ? (int)own->line_bytes : line_bytes_default;
    char *path = NULL;
    noc_status status = noc_shipped_trace(r->operands[1], &path, diag);
    if (status == NOC_OK)
        status = noc_workload_fit_trace(path, issue_cycles, line_bytes, fitted, diag);
    free(path);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_workload_fit fitted;
    noc_page page;
    if (strcmp(r->operands[0], "fit") != 0)
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                    "workload: '%s' is nothing it can do (nocsight workload fit "
                                    "TRACE; nocsight list workloads)",
                                    r->operands[0]));
    noc_status status = fit(r, &fitted, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    status = own->design ? write_design(own, &fitted, r->operands[1], page.sheet.out, diag)
                         : noc_report_workload(&page.sheet, &fitted, r->operands[1], diag);
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
        "a trace cannot tell is marked as assumed. The workload goes into a design in place of its "
        "own: --into DESIGN writes that design.",
    .examples = "  nocsight workload fit example-trace\n"
                "  nocsight workload fit example-trace --into te13-baseline -o my.cfg\n"
                "  nocsight workload fit trace.csv --line-bytes 128\n",
    .least = 2,
    .most = 2,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
