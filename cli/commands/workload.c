#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/put_workload.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "design/workload/workload_fit.h"
#include "reports/writers/listing.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Cycles to issue an instruction (te13 2.2): a warp of 32 threads occupies the eight lanes of a
 * core for four cycles. */
static const double issue_cycles = 4.0;

/* ---- workload of a trace --------------------------------------------------------------------- */

/* Prints the group `sharing`; nothing if no two sources are neighbours. */
static void print_sharing(const noc_workload_fit *fit, FILE *out)
{
    const noc_sharing *s = &fit->workload.sharing;
    if (!fit->addressed) return;
    fprintf(
        out,
        "  // %zu lines of %d bytes, sources for CTAs; %.3g of the requests come back to a line\n",
        (size_t)fit->sharing.lines, fit->line_bytes, fit->sharing.reuses);
    fprintf(out,
            "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g; };%s\n",
            s->same, s->distance, s->window, s->reuse,
            !fit->sharing.neighbours ? "  // assumed: no two sources are neighbours"
            : s->same == 0.0         ? "  // neighbours share none"
                                     : "");
}

/* Prints the group `workload = { ... };` of a design file; figures that a trace does not have are
 * marked as assumed. */
static void print_workload(const noc_workload_fit *fit, const char *path, FILE *out)
{
    const noc_workload *w = &fit->workload;
    const bool told = isfinite(fit->outstanding);
    fprintf(out,
            "# From %s: %" PRIu64 " requests of %u nodes and %" PRIu64 " replies in %" PRIu64
            " cycles.\n",
            path, fit->requests, fit->sources, fit->replies, fit->cycles);
    if (*fit->unread) fprintf(out, "# Not read: %s (a workload has none).\n", fit->unread);
    fprintf(out, "workload = {\n");
    fprintf(out,
            "  instructions = %.6g;  // %.4g cycles from a node's request to its next; one in %g "
            "cycles (assumed)\n",
            w->instructions, (double)fit->cycles * fit->sources / (double)fit->requests,
            issue_cycles);
    fprintf(out, "  warps = %d;  // ", w->warps);
    if (told)
        fprintf(out, "%.6g requests of a node on the way at most, by burst\n", fit->outstanding);
    else
        fprintf(out, "assumed: there are no replies\n");
    fprintf(out, "  active_threads = %.6g;  // assumed\n", w->active_threads);
    fprintf(out, "  read_fraction = %.6g;  // %.0f of %" PRIu64 " requests\n", w->read_fraction,
            w->read_fraction * (double)fit->requests, fit->requests);
    fprintf(out,
            "  burst = %d;  // mean %.3g: requests of a node to one destination, at most %d cycles "
            "apart\n",
            w->burst, fit->mean_burst, NOC_FIT_NEAR_CYCLES);
    fprintf(out, "  l2_hit_rate = %.6g;  // assumed: not in a trace\n", w->l2_hit_rate);
    fprintf(out, "  row_locality = %.6g;  // assumed: not in a trace\n", w->row_locality);
    print_sharing(fit, out);
    fprintf(out, "};\n");
}

static void name_sharing(noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_LEFT, "sharing.same");
    noc_table_column(table, NOC_ALIGN_LEFT, "sharing.distance");
    noc_table_column(table, NOC_ALIGN_LEFT, "sharing.window");
    noc_table_column(table, NOC_ALIGN_LEFT, "sharing.reuse");
}

static void list_sharing(const noc_sharing *s, noc_table *table)
{
    noc_table_cell(table, "%.6g", s->same);
    noc_table_cell(table, "%.6g", s->distance);
    noc_table_cell(table, "%.6g", s->window);
    noc_table_cell(table, "%.6g", s->reuse);
}

/* Writes one row of keys and values, for programs. */
static noc_status list_row(const noc_sheet *sheet, const noc_workload_fit *fit, noc_diag *diag)
{
    const noc_workload *w = &fit->workload;
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "instructions"},   {NOC_ALIGN_LEFT, "warps"},
        {NOC_ALIGN_LEFT, "active_threads"}, {NOC_ALIGN_LEFT, "read_fraction"},
        {NOC_ALIGN_LEFT, "burst"},          {NOC_ALIGN_LEFT, "l2_hit_rate"},
        {NOC_ALIGN_LEFT, "row_locality"},
    };
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    if (fit->addressed) name_sharing(&table);
    noc_table_cell(&table, "%.6g", w->instructions);
    noc_table_cell(&table, "%d", w->warps);
    noc_table_cell(&table, "%.6g", w->active_threads);
    noc_table_cell(&table, "%.6g", w->read_fraction);
    noc_table_cell(&table, "%d", w->burst);
    noc_table_cell(&table, "%.6g", w->l2_hit_rate);
    noc_table_cell(&table, "%.6g", w->row_locality);
    if (fit->addressed) list_sharing(&w->sharing, &table);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

/* Shows the group and how it gets into a design; programs get a row of its figures. `path`: file of
 * the trace. */
static noc_status report_workload(const noc_sheet *sheet, const noc_workload_fit *fit,
                                  const char *path, noc_diag *diag)
{
    if (sheet->format != NOC_FORMAT_TABLE) return list_row(sheet, fit, diag);
    print_workload(fit, path, sheet->out);
    fprintf(sheet->out,
            "# Pasted behind a design this holds in place of its own workload, as in what\n"
            "#   nocsight import trace %s --into te13-baseline -o my.cfg\n"
            "# writes.\n",
            path);
    return NOC_OK;
}

/* ---- the command ---------------------------------------------------------------------------- */

static const int line_bytes_default = 64; /* default of memory.line_bytes */

typedef struct request {
    uint64_t line_bytes;
    const char *design;
} request;

static const noc_option own_options[] = {
    {"line-bytes", 0, "N", "bytes of a cache line, where requests have addresses (64)",
     NOC_OPTION_COUNT, .offset = offsetof(request, line_bytes), .least = 1, .most = 4096},
    {"into", 0, "DESIGN", "write this design with the new workload", NOC_OPTION_TEXT,
     .offset = offsetof(request, design)},
    {0},
};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {{&own_group, 0}, {0}};

/* Trace, and the workload fitted to it. */
typedef struct fitted {
    const char *path;
    noc_workload_fit fit;
} fitted;

static void write_workload(FILE *out, void *context)
{
    const fitted *f = context;
    print_workload(&f->fit, f->path, out);
}

static noc_status fit(const noc_request *r, noc_workload_fit *found, noc_diag *diag)
{
    const request *own = r->own;
    const int line_bytes = own->line_bytes ? (int)own->line_bytes : line_bytes_default;
    char *path = NULL;
    noc_status status = noc_shipped_trace(r->operands[0], &path, diag);
    if (status == NOC_OK)
        status = noc_workload_fit_trace(path, issue_cycles, line_bytes, found, diag);
    free(path);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    fitted f = {.path = r->operands[0]};
    noc_page page;
    noc_status status = fit(r, &f.fit, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    status = own->design ? noc_put_workload(own->design, write_workload, &f, page.sheet.out, diag)
                         : report_workload(&page.sheet, &f.fit, f.path, diag);
    return noc_exit_of(noc_page_finish(r, &page, status, diag));
}

const noc_command noc_command_workload = {
    .name = "import trace",
    .operands = "TRACE",
    .purpose = "Make a workload from a trace of packets, to paste into a design file.",
    .details =
        "TRACE is a CSV file, plain or packed by gzip, bzip2 or xz, \"-\" standard input: a header "
        "cycle,source,destination,class,bytes, or one with ,address behind it, then a line a "
        "packet in the order of core cycles; "
        "class is read, write, request or reply. Addresses of requests decide which "
        "lines "
        "sources share (workload.sharing), each taken for a CTA, in the order of their numbers. "
        "What "
        "a trace cannot tell is marked as assumed. The workload goes into a design and replaces "
        "its "
        "own: --into DESIGN writes that design.",
    .examples = "  nocsight import trace example-trace\n"
                "  nocsight import trace example-trace --into te13-baseline -o my.cfg\n"
                "  nocsight import trace trace.csv --line-bytes 128\n",
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
