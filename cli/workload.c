#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/page.h"
#include "cli/request.h"
#include "network/workload_fit.h"
#include "reports/writers/listing.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* te13 2.2: a warp of 32 threads takes the eight lanes of a core for four cycles. */
static const double issue_cycles = 4.0;

static void print_row(const noc_workload_fit *fit, const char *path, FILE *out)
{
    const noc_workload *w = &fit->workload;
    const bool told = isfinite(fit->outstanding);
    fprintf(out,
            "# From %s: %" PRIu64 " requests of %u nodes and %" PRIu64 " replies in %" PRIu64
            " cycles.\n",
            path, fit->requests, fit->sources, fit->replies, fit->cycles);
    fprintf(out, "workload = {\n");
    fprintf(out, "  instructions = %.6g;  // at most: one in 4 cycles between requests (assumed)\n",
            w->instructions);
    fprintf(out, "  warps = %d;  // %s\n", w->warps,
            told ? "most outstanding requests of a node, by burst"
                 : "assumed: there are no replies");
    fprintf(out, "  active_threads = %.6g;  // assumed\n", w->active_threads);
    fprintf(out, "  read_fraction = %.6g;\n", w->read_fraction);
    fprintf(out, "  burst = %d;  // mean %.3g\n", w->burst, fit->mean_burst);
    fprintf(out, "  l2_hit_rate = %.6g;  // assumed: a trace does not tell\n", w->l2_hit_rate);
    fprintf(out, "  row_locality = %.6g;  // assumed: a trace does not tell\n", w->row_locality);
    fprintf(out, "};\n");
}

/* One row of key, value, for machines. */
static noc_status report_row(const noc_sheet *sheet, const noc_workload *w, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "instructions");
    noc_table_column(&table, NOC_ALIGN_LEFT, "warps");
    noc_table_column(&table, NOC_ALIGN_LEFT, "active_threads");
    noc_table_column(&table, NOC_ALIGN_LEFT, "read_fraction");
    noc_table_column(&table, NOC_ALIGN_LEFT, "burst");
    noc_table_column(&table, NOC_ALIGN_LEFT, "l2_hit_rate");
    noc_table_column(&table, NOC_ALIGN_LEFT, "row_locality");
    noc_table_cell(&table, "%.6g", w->instructions);
    noc_table_cell(&table, "%d", w->warps);
    noc_table_cell(&table, "%.6g", w->active_threads);
    noc_table_cell(&table, "%.6g", w->read_fraction);
    noc_table_cell(&table, "%d", w->burst);
    noc_table_cell(&table, "%.6g", w->l2_hit_rate);
    noc_table_cell(&table, "%.6g", w->row_locality);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_workload_fit fit;
    noc_page page;
    if (strcmp(r->operands[0], "fit") != 0)
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                    "workload: '%s' is nothing it can do (nocsight workload fit "
                                    "TRACE; nocsight list workloads)",
                                    r->operands[0]));
    noc_status status = noc_workload_fit_trace(r->operands[1], issue_cycles, &fit, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    if (r->format == NOC_FORMAT_TABLE)
        print_row(&fit, r->operands[1], page.sheet.out);
    else
        status = report_row(&page.sheet, &fit.workload, diag);
    return noc_exit_of(noc_page_finish(r, &page, status, diag));
}

const noc_command noc_command_workload = {
    .name = "workload",
    .operands = "fit TRACE",
    .purpose = "Make a workload from a trace of packets, to paste into a design file.",
    .details =
        "TRACE is a CSV file, \"-\" standard input: a header "
        "cycle,source,destination,class,bytes, then a line a packet in the order of core cycles; "
        "class is read, write, request or reply. What a trace cannot tell is marked as assumed.",
    .examples = "  nocsight workload fit trace.csv\n",
    .operand = NOC_OPERAND_NAME,
    .least = 2,
    .most = 2,
    .takes = 0,
    .run = run,
};
