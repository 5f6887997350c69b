#include "reports/facts/kernels.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "reports/writers/listing.h"
#include "reports/writers/table.h"

/* ---- comments ------------------------------------------------------------------------------- */

enum { LINE_CHARS = 80, TEXT_CHARS = 512 };

/* Writes a comment after `prefix`; continued lines are indented below. */
static void put_text(FILE *out, const char *prefix, const char *mark, const char *words)
{
    const int indent = (int)strlen(prefix);
    int column = fprintf(out, "%s%s", prefix, mark);
    for (const char *word = words; *word; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        if (column + 1 + length > LINE_CHARS)
            column = fprintf(out, "\n%*s%s", indent, "", mark) - 1;
        column += fprintf(out, " %.*s", length, word);
        word += length;
    }
    fputc('\n', out);
}

static void put_comment(FILE *out, const char *prefix, const char *mark, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put_comment(FILE *out, const char *prefix, const char *mark, const char *format, ...)
{
    char words[TEXT_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    put_text(out, prefix, mark, words);
}

/* Writes a figure of the workload, and its counts as a comment. */
static void put_figure(FILE *out, const char *name, double value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put_figure(FILE *out, const char *name, double value, const char *format, ...)
{
    char prefix[LINE_CHARS], words[TEXT_CHARS];
    va_list arguments;
    snprintf(prefix, sizeof prefix, "  %s = %.6g;  ", name, value);
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    put_text(out, prefix, "//", words);
}

/* ---- the workload --------------------------------------------------------------------------- */

static uint64_t count_requests(const noc_kernel_counts *counts)
{
    return counts->tally.reads + counts->tally.writes;
}

/* Writes the numbers of instructions that make no requests, and of unknown ones. */
static void put_skipped(const noc_kernel_counts *counts, FILE *out)
{
    const uint64_t *uses = counts->tally.uses;
    if (uses[NOC_OPCODE_SHARED] + uses[NOC_OPCODE_LOCAL] + uses[NOC_OPCODE_CONSTANT] +
        uses[NOC_OPCODE_TEXTURE])
        put_comment(out, "", "#",
                    "Not requests here: %" PRIu64 " instructions for shared, %" PRIu64
                    " for local, %" PRIu64 " for constant memory, %" PRIu64 " for textures.",
                    uses[NOC_OPCODE_SHARED], uses[NOC_OPCODE_LOCAL], uses[NOC_OPCODE_CONSTANT],
                    uses[NOC_OPCODE_TEXTURE]);
    if (counts->unknown)
        put_comment(out, "", "#",
                    "Opcodes that are not known: %" PRIu64
                    " instructions (%s); they are counted as such without memory.",
                    counts->unknown, counts->unknown_names);
}

/* Writes the name of a kernel, if the trace has one. */
static void put_name(const noc_kernel_counts *kernel, FILE *out)
{
    if (*kernel->name) fprintf(out, " (%s)", kernel->name);
}

static void put_header(const noc_kernel_run *run, FILE *out)
{
    const noc_kernel_counts *counts = &run->totals;
    const char *plural = counts->kernels == 1 ? "" : "s";
    fprintf(out, "# From %s: %" PRIu64 " kernel%s", run->name, counts->kernels, plural);
    if (counts->kernels == 1) put_name(&run->kernels[0], out);
    fprintf(out, ", %" PRIu64 " thread blocks of %" PRIu64 " in the grid%s, %" PRIu64 " warps.\n",
            counts->blocks, counts->grid_blocks, plural, counts->warps);
    if (run->list.copies)
        put_comment(out, "", "#",
                    "The host copies %" PRIu64 " bytes to the GPU (%" PRIu64
                    " times), which is left out.",
                    run->list.copied_bytes, run->list.copies);
    put_skipped(counts, out);
    for (size_t i = 0; run->list.count > 1 && i < run->list.count; i++) {
        const noc_kernel_tally *tally = &run->kernels[i].tally;
        fprintf(out, "# %s", run->list.paths[i]);
        put_name(&run->kernels[i], out);
        fprintf(out, ": %" PRIu64 " instructions, %" PRIu64 " reads, %" PRIu64 " writes\n",
                tally->instructions, tally->reads, tally->writes);
    }
}

static void put_instructions(const noc_kernel_run *run, FILE *out)
{
    const noc_workload *workload = &run->workload;
    const noc_kernel_tally *tally = &run->totals.tally;
    const uint64_t requests = count_requests(&run->totals), accesses = tally->loads + tally->stores;
    const bool is_raised = (double)tally->instructions / (double)requests < workload->instructions;
    put_figure(out, "instructions", workload->instructions,
               "%" PRIu64 " of warps, %" PRIu64 " requests of %d bytes%s", tally->instructions,
               requests, run->chip.line_bytes, is_raised ? "; 1 / burst at least" : "");
    put_figure(out, "warps", workload->warps, "as many run on each of %d cores at a time",
               run->chip.cores);
    put_figure(out, "active_threads", workload->active_threads,
               "%" PRIu64 " active threads; %" PRIu64 " instructions have none", tally->threads,
               tally->idle_instructions);
    put_figure(out, "read_fraction", workload->read_fraction,
               "%" PRIu64 " reads, %" PRIu64 " writes", tally->reads, tally->writes);
    put_figure(out, "burst", workload->burst,
               "%" PRIu64 " loads and %" PRIu64
               " stores ask for %.4g lines each; %.3g of the lines follow the one before",
               tally->loads, tally->stores, (double)requests / (double)accesses,
               (double)tally->consecutive_lines / (double)requests);
}

static void put_memory(const noc_kernel_run *run, FILE *out)
{
    const noc_workload *workload = &run->workload;
    const noc_kernel_counts *counts = &run->totals;
    const noc_issue_chip *chip = &run->chip;
    if (chip->has_first_level)
        put_figure(out, "l2_hit_rate", workload->l2_hit_rate,
                   "%.0f different lines of %.0f of blocks, which first-level caches keep",
                   counts->touched.lines, counts->touched.footprint);
    else
        put_figure(out, "l2_hit_rate", workload->l2_hit_rate,
                   "%.0f different lines: a cache that keeps all of them", counts->touched.lines);
    if (counts->issue.visits == 0)
        put_figure(out, "row_locality", workload->row_locality,
                   "assumed: no memory node is asked twice");
    else
        put_figure(out, "row_locality", workload->row_locality,
                   "%" PRIu64 " of %" PRIu64
                   " blocks of %d bytes, as %d cores ask %d nodes with rows of %d",
                   counts->issue.row_hits, counts->issue.visits, chip->interleave_bytes,
                   chip->cores, chip->memory_nodes, chip->row_bytes);
}

/* Writes the group `sharing`, if blocks share lines. */
static void put_sharing(const noc_kernel_run *run, FILE *out)
{
    const noc_touched_counts *touched = &run->totals.touched;
    const noc_sharing *sharing = &run->workload.sharing;
    const int stride = sharing->stride > 1 ? sharing->stride : 1;
    if (run->totals.blocks < 2) {
        fputs("  // sharing: there is one thread block\n", out);
        return;
    }
    if (sharing->shared_fraction <= 0.0) {
        put_comment(out, "  ", "//",
                    "sharing: none of %.0f lines of blocks is another block's, too, up to %d "
                    "blocks further on",
                    touched->footprint, NOC_TOUCHED_DISTANCES - 1);
        return;
    }
    const bool has_one_distance =
        2 * stride >= NOC_TOUCHED_DISTANCES || touched->paired_lines[2 * stride] <= 0.0;
    put_comment(out, "  ", "//",
                "%.0f of %.0f lines of a block are those of the block %d further on, too; %.0f of "
                "%.0f requests come back to a line of their block%s",
                touched->shared_lines[stride], touched->paired_lines[stride], stride,
                touched->reuses, touched->requests,
                has_one_distance ? "; the distance is assumed, as blocks of one distance were seen"
                                 : "");
    fprintf(out, "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g;",
            sharing->shared_fraction, sharing->decay_distance, sharing->window_cycles,
            sharing->reuse_lines);
    if (sharing->stride > 1) fprintf(out, "  stride = %d;", sharing->stride);
    fputs(" };\n", out);
}

void noc_report_kernel_workload(const noc_kernel_run *run, FILE *out)
{
    put_header(run, out);
    fputs("workload = {\n", out);
    put_instructions(run, out);
    put_memory(run, out);
    put_sharing(run, out);
    fputs("};\n", out);
    if (run->totals.touched.sampling_ratio > 1)
        put_comment(out, "", "#",
                    "Of lines, one of %d was followed: l2_hit_rate and sharing are of these.",
                    run->totals.touched.sampling_ratio);
}

/* ---- for machines --------------------------------------------------------------------------- */

static void add_counts(noc_table *table, const uint64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) noc_table_add_cell(table, "%" PRIu64, numbers[i]);
}

static void add_row(noc_table *table, const char *name, const noc_kernel_counts *counts,
                    const noc_workload *workload)
{
    const noc_kernel_tally *tally = &counts->tally;
    const uint64_t numbers[] = {counts->blocks,
                                counts->block_warps,
                                tally->instructions,
                                tally->threads,
                                tally->idle_instructions,
                                counts->unknown,
                                tally->loads,
                                tally->stores,
                                tally->reads,
                                tally->writes};
    const double reals[] = {workload->active_threads, workload->read_fraction};
    const double cache_reals[] = {workload->l2_hit_rate,
                                  workload->row_locality,
                                  workload->sharing.shared_fraction,
                                  workload->sharing.decay_distance,
                                  workload->sharing.window_cycles,
                                  workload->sharing.reuse_lines};
    noc_table_add_cell(table, "%s", name);
    add_counts(table, numbers, sizeof numbers / sizeof numbers[0]);
    noc_table_add_cell(table, "%.0f", counts->touched.lines);
    noc_table_add_cell(table, "%.0f", counts->touched.reuses);
    noc_table_add_cell(table, "%.0f", counts->touched.shared_lines[1]);
    noc_table_add_cell(table, "%" PRIu64, counts->issue.cycles);
    noc_table_add_cell(table, "%.6g", workload->instructions);
    noc_table_add_cell(table, "%d", workload->warps);
    for (size_t i = 0; i < 2; i++) noc_table_add_cell(table, "%.6g", reals[i]);
    noc_table_add_cell(table, "%d", workload->burst);
    for (size_t i = 0; i < sizeof cache_reals / sizeof cache_reals[0]; i++)
        noc_table_add_cell(table, "%.6g", cache_reals[i]);
    noc_table_add_cell(table, "%d", workload->sharing.stride > 1 ? workload->sharing.stride : 1);
}

noc_status noc_report_kernels(const noc_sheet *sheet, const noc_kernel_run *run, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(
        &table, "trace|>blocks|>block_warps|>issued|>threads|>idle|>unknown|>loads|>stores|>reads|"
                ">writes|>lines|>reuses|>shared|>cycles|>instructions|>warps|>active_threads|"
                ">read_fraction|>burst|>l2_hit_rate|>row_locality|>sharing.same|>sharing.distance|"
                ">sharing.window|>sharing.reuse|>sharing.stride");
    for (size_t i = 0; i < run->list.count; i++) {
        noc_workload workload = {.burst = 1};
        const noc_kernel_counts *counts = &run->kernels[i];
        if (count_requests(counts) &&
            noc_kernel_workload(counts, &run->chip, run->list.paths[i], &workload, diag) == NOC_OK)
            add_row(&table, run->list.paths[i], counts, &workload);
    }
    if (run->list.count > 1) add_row(&table, "all", &run->totals, &run->workload);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}
