#include "reports/facts/kernels.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "reports/writers/listing.h"
#include "reports/writers/table.h"

/* ---- comments ------------------------------------------------------------------------------- */

enum { LINE_CHARS = 80, TEXT_CHARS = 512 };

/* Writes a comment after `prefix`; continued lines are indented below. */
static void put_words(FILE *out, const char *head, const char *mark, const char *words)
{
    const int indent = (int)strlen(head);
    int column = fprintf(out, "%s%s", head, mark);
    for (const char *at = words; *at; at += strspn(at, " ")) {
        const int length = (int)strcspn(at, " ");
        if (column + 1 + length > LINE_CHARS)
            column = fprintf(out, "\n%*s%s", indent, "", mark) - 1;
        column += fprintf(out, " %.*s", length, at);
        at += length;
    }
    fputc('\n', out);
}

static void put_comment(FILE *out, const char *head, const char *mark, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put_comment(FILE *out, const char *head, const char *mark, const char *format, ...)
{
    char words[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    put_words(out, head, mark, words);
}

/* Writes a figure of the workload, and its counts as a comment. */
static void put_figure(FILE *out, const char *name, double value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put_figure(FILE *out, const char *name, double value, const char *format, ...)
{
    char head[LINE_CHARS], words[TEXT_CHARS];
    va_list arguments;
    snprintf(head, sizeof head, "  %s = %.6g;  ", name, value);
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    put_words(out, head, "//", words);
}

/* ---- the workload --------------------------------------------------------------------------- */

static uint64_t requests_of(const noc_kernel_counts *c)
{
    return c->tally.reads + c->tally.writes;
}

static void put_skipped(const noc_kernel_counts *c, FILE *out)
{
    const uint64_t *uses = c->tally.uses;
    if (uses[NOC_OPCODE_SHARED] + uses[NOC_OPCODE_LOCAL] + uses[NOC_OPCODE_CONSTANT] +
        uses[NOC_OPCODE_TEXTURE])
        put_comment(out, "", "#",
                    "Not requests here: %" PRIu64 " instructions for shared, %" PRIu64
                    " for local, %" PRIu64 " for constant memory, %" PRIu64 " for textures.",
                    uses[NOC_OPCODE_SHARED], uses[NOC_OPCODE_LOCAL], uses[NOC_OPCODE_CONSTANT],
                    uses[NOC_OPCODE_TEXTURE]);
    if (c->unknown)
        put_comment(out, "", "#",
                    "Opcodes that are not known: %" PRIu64
                    " instructions (%s); they are counted as such without memory.",
                    c->unknown, c->unknown_names);
}

/* Writes the name of a kernel, if the trace has one. */
static void put_name(const noc_kernel_counts *kernel, FILE *out)
{
    if (*kernel->name) fprintf(out, " (%s)", kernel->name);
}

static void put_head(const noc_kernel_run *run, FILE *out)
{
    const noc_kernel_counts *c = &run->all;
    const char *plural = c->kernels == 1 ? "" : "s";
    fprintf(out, "# From %s: %" PRIu64 " kernel%s", run->name, c->kernels, plural);
    if (c->kernels == 1) put_name(&run->kernels[0], out);
    fprintf(out, ", %" PRIu64 " thread blocks of %" PRIu64 " in the grid%s, %" PRIu64 " warps.\n",
            c->blocks, c->grid_blocks, plural, c->warps);
    if (run->list.copies)
        put_comment(out, "", "#",
                    "The host copies %" PRIu64 " bytes to the GPU (%" PRIu64
                    " times), which is left out.",
                    run->list.copied_bytes, run->list.copies);
    put_skipped(c, out);
    for (size_t i = 0; run->list.count > 1 && i < run->list.count; i++) {
        const noc_kernel_tally *t = &run->kernels[i].tally;
        fprintf(out, "# %s", run->list.paths[i]);
        put_name(&run->kernels[i], out);
        fprintf(out, ": %" PRIu64 " instructions, %" PRIu64 " reads, %" PRIu64 " writes\n",
                t->instructions, t->reads, t->writes);
    }
}

static void put_instructions(const noc_kernel_run *run, FILE *out)
{
    const noc_workload *w = &run->workload;
    const noc_kernel_tally *t = &run->all.tally;
    const uint64_t requests = requests_of(&run->all), accesses = t->loads + t->stores;
    const bool raised = (double)t->instructions / (double)requests < w->instructions;
    put_figure(out, "instructions", w->instructions,
               "%" PRIu64 " of warps, %" PRIu64 " requests of %d bytes%s", t->instructions,
               requests, run->chip.line_bytes, raised ? "; 1 / burst at least" : "");
    put_figure(out, "warps", w->warps, "as many run on each of %d cores at a time",
               run->chip.cores);
    put_figure(out, "active_threads", w->active_threads,
               "%" PRIu64 " active threads; %" PRIu64 " instructions have none", t->threads,
               t->idle);
    put_figure(out, "read_fraction", w->read_fraction, "%" PRIu64 " reads, %" PRIu64 " writes",
               t->reads, t->writes);
    put_figure(out, "burst", w->burst,
               "%" PRIu64 " loads and %" PRIu64
               " stores ask for %.4g lines each; %.3g of the lines follow the one before",
               t->loads, t->stores, (double)requests / (double)accesses,
               (double)t->follows / (double)requests);
}

static void put_memory(const noc_kernel_run *run, FILE *out)
{
    const noc_workload *w = &run->workload;
    const noc_kernel_counts *c = &run->all;
    const noc_issue_chip *chip = &run->chip;
    if (chip->first_level)
        put_figure(out, "l2_hit_rate", w->l2_hit_rate,
                   "%.0f different lines of %.0f of blocks, which first-level caches keep",
                   c->touched.lines, c->touched.footprint);
    else
        put_figure(out, "l2_hit_rate", w->l2_hit_rate,
                   "%.0f different lines: a cache that keeps all of them", c->touched.lines);
    if (c->issue.visits == 0)
        put_figure(out, "row_locality", w->row_locality, "assumed: no memory node is asked twice");
    else
        put_figure(out, "row_locality", w->row_locality,
                   "%" PRIu64 " of %" PRIu64
                   " blocks of %d bytes, as %d cores ask %d nodes with rows of %d",
                   c->issue.row_hits, c->issue.visits, chip->interleave_bytes, chip->cores,
                   chip->memory, chip->row_bytes);
}

/* Writes the group `sharing`, if blocks share lines. */
static void put_sharing(const noc_kernel_run *run, FILE *out)
{
    const noc_touched_counts *t = &run->all.touched;
    const noc_sharing *s = &run->workload.sharing;
    const int stride = s->stride > 1 ? s->stride : 1;
    if (run->all.blocks < 2) {
        fputs("  // sharing: there is one thread block\n", out);
        return;
    }
    if (s->same <= 0.0) {
        put_comment(out, "  ", "//",
                    "sharing: none of %.0f lines of blocks is another block's, too, up to %d "
                    "blocks further on",
                    t->footprint, NOC_TOUCHED_FAR - 1);
        return;
    }
    const bool one_distance = 2 * stride >= NOC_TOUCHED_FAR || t->all[2 * stride] <= 0.0;
    put_comment(out, "  ", "//",
                "%.0f of %.0f lines of a block are those of the block %d further on, too; %.0f of "
                "%.0f requests come back to a line of their block%s",
                t->both[stride], t->all[stride], stride, t->reuses, t->requests,
                one_distance ? "; the distance is assumed, as blocks of one distance were seen"
                             : "");
    fprintf(out, "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g;",
            s->same, s->distance, s->window, s->reuse);
    if (s->stride > 1) fprintf(out, "  stride = %d;", s->stride);
    fputs(" };\n", out);
}

void noc_report_kernel_workload(const noc_kernel_run *run, FILE *out)
{
    put_head(run, out);
    fputs("workload = {\n", out);
    put_instructions(run, out);
    put_memory(run, out);
    put_sharing(run, out);
    fputs("};\n", out);
    if (run->all.touched.every > 1)
        put_comment(out, "", "#",
                    "Of lines, one of %d was followed: l2_hit_rate and sharing are of these.",
                    run->all.touched.every);
}

/* ---- for machines --------------------------------------------------------------------------- */

static const noc_table_head heads[] = {
    {NOC_ALIGN_LEFT, "trace"},           {NOC_ALIGN_RIGHT, "blocks"},
    {NOC_ALIGN_RIGHT, "block_warps"},    {NOC_ALIGN_RIGHT, "issued"},
    {NOC_ALIGN_RIGHT, "threads"},        {NOC_ALIGN_RIGHT, "idle"},
    {NOC_ALIGN_RIGHT, "unknown"},        {NOC_ALIGN_RIGHT, "loads"},
    {NOC_ALIGN_RIGHT, "stores"},         {NOC_ALIGN_RIGHT, "reads"},
    {NOC_ALIGN_RIGHT, "writes"},         {NOC_ALIGN_RIGHT, "lines"},
    {NOC_ALIGN_RIGHT, "reuses"},         {NOC_ALIGN_RIGHT, "shared"},
    {NOC_ALIGN_RIGHT, "cycles"},         {NOC_ALIGN_RIGHT, "instructions"},
    {NOC_ALIGN_RIGHT, "warps"},          {NOC_ALIGN_RIGHT, "active_threads"},
    {NOC_ALIGN_RIGHT, "read_fraction"},  {NOC_ALIGN_RIGHT, "burst"},
    {NOC_ALIGN_RIGHT, "l2_hit_rate"},    {NOC_ALIGN_RIGHT, "row_locality"},
    {NOC_ALIGN_RIGHT, "sharing.same"},   {NOC_ALIGN_RIGHT, "sharing.distance"},
    {NOC_ALIGN_RIGHT, "sharing.window"}, {NOC_ALIGN_RIGHT, "sharing.reuse"},
    {NOC_ALIGN_RIGHT, "sharing.stride"},
};

static void count_cells(noc_table *table, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) noc_table_cell(table, "%" PRIu64, numbers[i]);
}

static void add_row(noc_table *table, const char *name, const noc_kernel_counts *c,
                    const noc_workload *w)
{
    const noc_kernel_tally *t = &c->tally;
    const uint64_t numbers[] = {c->blocks,  c->block_warps, t->instructions, t->threads, t->idle,
                                c->unknown, t->loads,       t->stores,       t->reads,   t->writes};
    const double reals[] = {w->active_threads, w->read_fraction};
    const double last[] = {w->l2_hit_rate,      w->row_locality,   w->sharing.same,
                           w->sharing.distance, w->sharing.window, w->sharing.reuse};
    noc_table_cell(table, "%s", name);
    count_cells(table, numbers, sizeof numbers / sizeof numbers[0]);
    noc_table_cell(table, "%.0f", c->touched.lines);
    noc_table_cell(table, "%.0f", c->touched.reuses);
    noc_table_cell(table, "%.0f", c->touched.both[1]);
    noc_table_cell(table, "%" PRIu64, c->issue.cycles);
    noc_table_cell(table, "%.6g", w->instructions);
    noc_table_cell(table, "%d", w->warps);
    for (size_t i = 0; i < 2; i++) noc_table_cell(table, "%.6g", reals[i]);
    noc_table_cell(table, "%d", w->burst);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        noc_table_cell(table, "%.6g", last[i]);
    noc_table_cell(table, "%d", w->sharing.stride > 1 ? w->sharing.stride : 1);
}

noc_status noc_report_kernels(const noc_sheet *sheet, const noc_kernel_run *run, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < run->list.count; i++) {
        noc_workload w = {.burst = 1};
        const noc_kernel_counts *k = &run->kernels[i];
        if (requests_of(k) &&
            noc_kernel_workload(k, &run->chip, run->list.paths[i], &w, diag) == NOC_OK)
            add_row(&table, run->list.paths[i], k, &w);
    }
    if (run->list.count > 1) add_row(&table, "all", &run->all, &run->workload);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}
