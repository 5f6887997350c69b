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
    if (!fit->has_addresses) return;
    fprintf(
        out,
        "  // %zu lines of %d bytes, sources for CTAs; %.3g of the requests come back to a line\n",
        (size_t)fit->sharing.line_count, fit->line_bytes, fit->sharing.reuse_share);
    fprintf(out,
            "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g; };%s\n",
            s->shared_fraction, s->decay_distance, s->window_cycles, s->reuse_lines,
            !fit->sharing.has_neighbours ? "  // assumed: no two sources are neighbours"
            : s->shared_fraction == 0.0  ? "  // neighbours share none"
                                         : "");
}

/* Prints the group `workload = { ... };` of a design file; figures that a trace does not have are
 * marked as assumed. */
static void print_workload(const noc_workload_fit *fit, const char *path, FILE *out)
{
    const noc_workload *w = &fit->workload;
    const bool is_given = isfinite(fit->max_outstanding);
    fprintf(out,
            "# From %s: %" PRIu64 " requests of %u nodes and %" PRIu64 " replies in %" PRIu64
            " cycles.\n",
            path, fit->requests, fit->source_count, fit->replies, fit->cycles);
    if (*fit->unread_columns)
        fprintf(out, "# Not read: %s (a workload has none).\n", fit->unread_columns);
    fprintf(out, "workload = {\n");
    fprintf(out,
            "  instructions = %.6g;  // %.4g cycles from a node's request to its next; one in %g "
            "cycles (assumed)\n",
            w->instructions, (double)fit->cycles * fit->source_count / (double)fit->requests,
            issue_cycles);
    fprintf(out, "  warps = %d;  // ", w->warps);
    if (is_given)
        fprintf(out, "%.6g requests of a node on the way at most, by burst\n",
                fit->max_outstanding);
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

static void add_sharing_columns(noc_table *table)
{
    noc_table_add_columns(table, "sharing.same|sharing.distance|sharing.window|sharing.reuse");
}

static void add_sharing_cells(const noc_sharing *s, noc_table *table)
{
    noc_table_add_cell(table, "%.6g", s->shared_fraction);
    noc_table_add_cell(table, "%.6g", s->decay_distance);
    noc_table_add_cell(table, "%.6g", s->window_cycles);
    noc_table_add_cell(table, "%.6g", s->reuse_lines);
}

/* Writes one row of keys and values, for programs. */
static noc_status write_row(const noc_sheet *sheet, const noc_workload_fit *fit, noc_diag *diag)
{
    const noc_workload *w = &fit->workload;
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    noc_table_add_columns(
        &table, "instructions|warps|active_threads|read_fraction|burst|l2_hit_rate|row_locality");
    if (fit->has_addresses) add_sharing_columns(&table);
    noc_table_add_cell(&table, "%.6g", w->instructions);
    noc_table_add_cell(&table, "%d", w->warps);
    noc_table_add_cell(&table, "%.6g", w->active_threads);
    noc_table_add_cell(&table, "%.6g", w->read_fraction);
    noc_table_add_cell(&table, "%d", w->burst);
    noc_table_add_cell(&table, "%.6g", w->l2_hit_rate);
    noc_table_add_cell(&table, "%.6g", w->row_locality);
    if (fit->has_addresses) add_sharing_cells(&w->sharing, &table);
    return noc_report_listing(sheet, &table, diag);
}

/* Prints the group `workload`, and a comment on its use in a design; in JSON and CSV, a row of its
 * figures. `path`: file of the trace. */
static noc_status report_workload(const noc_sheet *sheet, const noc_workload_fit *fit,
                                  const char *path, noc_diag *diag)
{
    if (sheet->format != NOC_FORMAT_TABLE) return write_row(sheet, fit, diag);
    print_workload(fit, path, sheet->out);
    fprintf(sheet->out,
            "# Pasted behind a design this replaces its workload, as in the file that\n"
            "#   nocsight import trace %s --into te13-baseline -o my.cfg\n"
            "# writes.\n",
            path);
    return NOC_OK;
}

/* ---- the command ---------------------------------------------------------------------------- */

static const int line_bytes_default = 64; /* default of memory.line_bytes */

typedef struct option_values {
    uint64_t line_bytes;
    const char *design;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("line-bytes", "N", "bytes of a cache line, where requests have addresses (64)",
                   line_bytes, 1, 4096),
    NOC_TAKE_TEXT("into", "DESIGN", "write this design with the new workload", design),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

/* Trace, and the workload fitted to it. */
typedef struct fitted_workload {
    const char *path;
    noc_workload_fit fit;
} fitted_workload;

static void write_workload(FILE *out, void *context)
{
    const fitted_workload *f = context;
    print_workload(&f->fit, f->path, out);
}

static noc_status fit_trace(const noc_request *r, noc_workload_fit *result, noc_diag *diag)
{
    const option_values *values = r->values;
    const int line_bytes = values->line_bytes ? (int)values->line_bytes : line_bytes_default;
    NOC_AUTO_FREE char *path = NULL;
    noc_status status = noc_shipped_trace(r->operands[0], &path, diag);
    return status == NOC_OK ? noc_workload_fit_trace(path, issue_cycles, line_bytes, result, diag)
                            : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    fitted_workload f = {.path = r->operands[0]};
    noc_page page;
    noc_status status = fit_trace(r, &f.fit, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    status = values->design
                 ? noc_workload_replace(values->design, write_workload, &f, page.sheet.out, diag)
                 : report_workload(&page.sheet, &f.fit, f.path, diag);
    return noc_exit_from_status(noc_page_finish(r, &page, status, diag));
}

const noc_command noc_command_workload = {
    .name = "import trace",
    .operands = "TRACE",
    .purpose = "Make a workload from a trace of packets, to paste into a design file.",
    .details =
        "TRACE is a CSV file, plain or packed by gzip, bzip2 or xz, \"-\" standard input: a header "
        "cycle,source,destination,class,bytes, or one with ,address behind it, then a line a "
        "packet in the order of core cycles; class is read, write, request or reply. Addresses of "
        "requests decide which lines sources share (workload.sharing), each taken for a CTA, in "
        "the order of their numbers. What a trace cannot tell is marked as assumed. The workload "
        "goes into a design and replaces its own: --into DESIGN writes that design.",
    .examples = "  nocsight import trace example-trace\n"
                "  nocsight import trace example-trace --into te13-baseline -o my.cfg\n"
                "  nocsight import trace trace.csv --line-bytes 128\n",
    .min_operands = 1,
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .run = run,
};
