#include "reports/facts/workload.h"

#include <inttypes.h>
#include <math.h>

#include "reports/writers/listing.h"
#include "reports/writers/table.h"

/* How lines are shared; of sources none of which is another's neighbour nobody knows. */
static void print_sharing(const noc_workload_fit *fit, FILE *out)
{
    const noc_sharing *s = &fit->workload.sharing;
    if (!fit->addressed) return;
    fprintf(out,
            "  // lines of %d bytes, sources for CTAs; %.3g of the requests come back to a line\n",
            fit->line_bytes, fit->sharing.returns);
    fprintf(out,
            "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g; };%s\n",
            s->same, s->distance, s->window, s->reuse,
            !fit->sharing.neighbours ? "  // assumed: no two sources are neighbours"
            : s->same == 0.0         ? "  // neighbours share none"
                                     : "");
}

void noc_workload_print(const noc_workload_fit *fit, const char *path, FILE *out)
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

/* One row of key, value, for machines. */
static noc_status list_row(const noc_sheet *sheet, const noc_workload_fit *fit, noc_diag *diag)
{
    const noc_workload *w = &fit->workload;
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "instructions");
    noc_table_column(&table, NOC_ALIGN_LEFT, "warps");
    noc_table_column(&table, NOC_ALIGN_LEFT, "active_threads");
    noc_table_column(&table, NOC_ALIGN_LEFT, "read_fraction");
    noc_table_column(&table, NOC_ALIGN_LEFT, "burst");
    noc_table_column(&table, NOC_ALIGN_LEFT, "l2_hit_rate");
    noc_table_column(&table, NOC_ALIGN_LEFT, "row_locality");
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

noc_status noc_report_workload(const noc_sheet *sheet, const noc_workload_fit *fit,
                               const char *path, noc_diag *diag)
{
    if (sheet->format != NOC_FORMAT_TABLE) return list_row(sheet, fit, diag);
    noc_workload_print(fit, path, sheet->out);
    fprintf(sheet->out,
            "# This goes in place of a design's own workload, as in what\n"
            "#   nocsight workload fit %s --into te13-baseline -o my.cfg\n"
            "# writes.\n",
            path);
    return NOC_OK;
}
