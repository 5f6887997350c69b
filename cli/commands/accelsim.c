#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/put_workload.h"
#include "cli/commands/translated.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "design/design.h"
#include "import/accelsim/chip.h"
#include "import/accelsim/files.h"
#include "import/accelsim/measure.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/writers/listing.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* ---- options -------------------------------------------------------------------------------- */

typedef struct request {
    uint64_t sms, clusters, slots, memory, line_bytes, interleave_bytes, row_bytes;
    const char *scheduler, *design, *trace;
    bool waits;
} request;

static const noc_option own_options[] = {
    {"into", 0, "DESIGN", "write this design with the workload in place of its own",
     NOC_OPTION_TEXT, .offset = offsetof(request, design)},
    {"write-trace", 0, "FILE", "write the requests as a trace with addresses (CSV)",
     NOC_OPTION_TEXT, .offset = offsetof(request, trace)},
    {"waits", 0, NULL, "its requests wait for the last load of their warp; without addresses",
     NOC_OPTION_FLAG, .offset = offsetof(request, waits)},
    {"line-bytes", 0, "N", "bytes of a request: 128 (lines), 32 (sectors); of DESIGN, else 128",
     NOC_OPTION_COUNT, .offset = offsetof(request, line_bytes), .least = 16, .most = 4096},
    {"sms", 0, "N", "cores that thread blocks run on; of DESIGN, else 80", NOC_OPTION_COUNT,
     .offset = offsetof(request, sms), .least = 1, .most = 65536},
    {"clusters", 0, "N", "clusters of them, which schedulers count; of DESIGN, else none",
     NOC_OPTION_COUNT, .offset = offsetof(request, clusters), .least = 1, .most = 65536},
    {"slots", 0, "N", "thread blocks of a core at a time; else as many as 64 warps are",
     NOC_OPTION_COUNT, .offset = offsetof(request, slots), .least = 1, .most = 64},
    {"scheduler", 0, "NAME",
     "which block starts where (describe cta-schedulers); of DESIGN, else round-robin",
     NOC_OPTION_TEXT, .offset = offsetof(request, scheduler)},
    {"memory-nodes", 0, "N", "memory nodes; of DESIGN, else 32", NOC_OPTION_COUNT,
     .offset = offsetof(request, memory), .least = 1, .most = 65536},
    {"interleave-bytes", 0, "N", "block of addresses in one of them; of DESIGN, else 256",
     NOC_OPTION_COUNT, .offset = offsetof(request, interleave_bytes), .least = 1, .most = 65536},
    {"row-bytes", 0, "N", "DRAM row of a memory node (2048)", NOC_OPTION_COUNT,
     .offset = offsetof(request, row_bytes), .least = 1, .most = 1 << 20},
    {0},
};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {{&own_group, 0}, {0}};

/* ---- the chip ------------------------------------------------------------------------------- */

static const noc_play_chip chip_default = {.cores = 80,
                                           .memory = 32,
                                           .interleave_bytes = 256,
                                           .row_bytes = 2048,
                                           .line_bytes = 128,
                                           .header_bytes = 8};

/* What a design says of it. */
static noc_status chip_of_design(const char *word, noc_play_chip *chip, noc_diag *diag)
{
    char *file = NULL;
    noc_source source = {0};
    noc_design *design = NULL;
    noc_status status = noc_shipped_resolve(word, &file, diag);
    if (status == NOC_OK) status = noc_source_read(file, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &design, diag);
    if (status == NOC_OK) {
        chip->cores = design->nodes.compute;
        if (design->nodes.memory > 0) chip->memory = design->nodes.memory;
        if (design->cluster.cores > 1) chip->ports = chip->clusters = noc_compute_terminals(design);
        if (design->cta.scheduler) chip->scheduler = design->cta.scheduler;
        chip->interleave_bytes = design->memory.interleave_bytes;
        chip->line_bytes = design->memory.line_bytes;
        chip->first_level = design->nodes.l1_lines > 0;
    }
    noc_design_free(design);
    noc_source_clear(&source);
    free(file);
    return status;
}

static noc_status find_scheduler(const char *name, const noc_cta_scheduler_kind **scheduler,
                                 noc_diag *diag)
{
    for (size_t i = 0; noc_cta_scheduler_at(i); i++)
        if (strcmp(noc_cta_scheduler_at(i)->name, name) == 0) *scheduler = noc_cta_scheduler_at(i);
    if (*scheduler && strcmp((*scheduler)->name, name) == 0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){"--scheduler", 0},
                    "'%s': expected one of 'nocsight describe cta-schedulers'", name);
}

static noc_status check_chip(const noc_play_chip *c, noc_diag *diag)
{
    if (c->line_bytes < 16 || (c->line_bytes & (c->line_bytes - 1)) != 0)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--line-bytes", 0},
                        "%d: expected a power of two, 16 or more", c->line_bytes);
    if (c->clusters > 0 && c->cores % c->clusters != 0)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--clusters", 0},
                        "%d: expected a divisor of the %d cores", c->clusters, c->cores);
    return NOC_OK;
}

/* Options go before the design, which goes before what is usual. */
static noc_status make_chip(const request *own, noc_play_chip *chip, noc_diag *diag)
{
    const struct {
        uint64_t given;
        int *value;
    } numbers[] = {
        {own->sms, &chip->cores},
        {own->clusters, &chip->clusters},
        {own->slots, &chip->slots},
        {own->memory, &chip->memory},
        {own->line_bytes, &chip->line_bytes},
        {own->interleave_bytes, &chip->interleave_bytes},
        {own->row_bytes, &chip->row_bytes},
    };
    *chip = chip_default;
    noc_status status = find_scheduler("round-robin", &chip->scheduler, diag);
    if (status == NOC_OK && own->design) status = chip_of_design(own->design, chip, diag);
    if (status == NOC_OK && own->scheduler)
        status = find_scheduler(own->scheduler, &chip->scheduler, diag);
    if (own->sms) chip->ports = 0;
    if (own->sms && !own->clusters) chip->clusters = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given) *numbers[i].value = (int)numbers[i].given;
    return status == NOC_OK ? check_chip(chip, diag) : status;
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* All that was read: kernels, one by one and together. */
typedef struct reading {
    noc_play_chip chip;
    noc_kernel_list list;
    noc_kernel_counts *kernels; /* of the list */
    noc_kernel_counts all;
    noc_workload workload; /* of all */
    const char *named;     /* what to call the traces */
} reading;

static noc_status list_kernels(const noc_request *r, reading *read, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < r->operand_count && status == NOC_OK; i++) {
        noc_accelsim_kind kind;
        status = noc_accelsim_kind_of(r->operands[i], &kind, diag);
        if (status != NOC_OK) break;
        if (kind == NOC_ACCELSIM_KERNEL)
            status = noc_kernel_list_add(&read->list, r->operands[i], diag);
        else if (kind == NOC_ACCELSIM_LIST)
            status = noc_kernel_list_read(r->operands[i], &read->list, diag);
        else
            status = noc_fail(diag, NOC_EUSAGE, (noc_place){r->operands[i], 0},
                              "is a configuration, which becomes a design alone");
    }
    return status;
}

/* Measures all kernels, one after the other. */
static noc_status measure(reading *read, const noc_play_output *output, noc_diag *diag)
{
    uint64_t cycle = 0;
    noc_status status = NOC_OK;
    read->kernels = calloc(read->list.count, sizeof *read->kernels);
    if (!read->kernels) return noc_fail_memory(diag);
    if (output->out) noc_play_header(output);
    read->all.touched.every = 1;
    for (size_t i = 0; i < read->list.count && status == NOC_OK; i++) {
        status = noc_kernel_measure(read->list.paths[i], &read->chip, output, &cycle,
                                    &read->kernels[i], diag);
        if (status == NOC_OK) noc_kernel_counts_add(&read->all, &read->kernels[i]);
    }
    if (status == NOC_OK)
        status = noc_kernel_workload(&read->all, &read->chip, read->named, &read->workload, diag);
    return status;
}

/* Measures, and writes the trace, which is there whole or not at all. */
static noc_status measure_and_write(reading *read, const request *own, noc_diag *diag)
{
    const char *path = own->trace;
    char *part = NULL;
    noc_play_output output = {.waits = own->waits};
    if (own->waits && (!path || read->list.count > 1))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--waits", 0},
                        "is about --write-trace FILE, the trace of one kernel");
    if (!path) return measure(read, &output, diag);
    if (asprintf(&part, "%s.nocsight-part", path) < 0) return noc_fail_memory(diag);
    const noc_place place = {path, 0};
    FILE *out = output.out = fopen(part, "w");
    noc_status status = out ? measure(read, &output, diag)
                            : noc_fail(diag, NOC_EFAILED, place, "cannot be written");
    if (out && fclose(out) != 0 && status == NOC_OK)
        status = noc_fail(diag, NOC_EFAILED, place, "cannot be written");
    if (status == NOC_OK && rename(part, path) != 0)
        status = noc_fail(diag, NOC_EFAILED, place, "cannot be written");
    if (status != NOC_OK && out) remove(part);
    free(part);
    return status;
}

/* ---- the workload --------------------------------------------------------------------------- */

static uint64_t requests_of(const noc_kernel_counts *c)
{
    return c->tally.reads + c->tally.writes;
}

static void print_head(const reading *read, FILE *out)
{
    const noc_kernel_counts *c = &read->all;
    fprintf(out,
            "# From %s: %" PRIu64 " kernel%s, %" PRIu64 " thread blocks of %" PRIu64
            " in the grid%s, %" PRIu64 " warps.\n",
            read->named, c->kernels, c->kernels == 1 ? "" : "s", c->blocks, c->grid_blocks,
            c->kernels == 1 ? "" : "s", c->warps);
    if (read->list.copies)
        fprintf(out,
                "# The host copies %" PRIu64 " bytes to the GPU (%" PRIu64
                " times), which is left out.\n",
                read->list.copied_bytes, read->list.copies);
    const uint64_t *uses_of = c->tally.uses;
    if (uses_of[NOC_OPCODE_SHARED] + uses_of[NOC_OPCODE_LOCAL] + uses_of[NOC_OPCODE_CONSTANT] +
        uses_of[NOC_OPCODE_TEXTURE])
        fprintf(out,
                "# Not requests here: %" PRIu64 " instructions for shared, %" PRIu64
                " for local, %" PRIu64 " for constant memory, %" PRIu64 " for textures.\n",
                uses_of[NOC_OPCODE_SHARED], uses_of[NOC_OPCODE_LOCAL], uses_of[NOC_OPCODE_CONSTANT],
                uses_of[NOC_OPCODE_TEXTURE]);
    if (c->unknown)
        fprintf(out,
                "# Opcodes that are not known: %" PRIu64 " instructions (%s); they are "
                "counted as such without memory.\n",
                c->unknown, c->unknown_names);
}

static void print_kernels(const reading *read, FILE *out)
{
    for (size_t i = 0; read->list.count > 1 && i < read->list.count; i++) {
        const noc_kernel_counts *k = &read->kernels[i];
        fprintf(out, "# %s: %" PRIu64 " instructions, %" PRIu64 " reads, %" PRIu64 " writes\n",
                read->list.paths[i], k->tally.instructions, k->tally.reads, k->tally.writes);
    }
}

/* The group `sharing`, where blocks share lines. */
static void print_sharing(const reading *read, FILE *out)
{
    const noc_touched_counts *t = &read->all.touched;
    const noc_sharing *s = &read->workload.sharing;
    const int stride = s->stride > 1 ? s->stride : 1;
    if (read->all.blocks < 2) {
        fputs("  // sharing: there is one thread block\n", out);
        return;
    }
    if (s->same <= 0.0) {
        fprintf(out,
                "  // sharing: none of %.0f lines of blocks is another block's, too, up to %d "
                "blocks further on\n",
                t->claims, NOC_TOUCHED_FAR - 1);
        return;
    }
    fprintf(out,
            "  // %.0f of %.0f lines of a block are those of the block %d further on, too; "
            "%.0f of %.0f requests\n  // come back to a line of their block\n",
            t->both[stride], t->all[stride], stride, t->returns, t->requests);
    fprintf(out, "  sharing = { same = %.4g;  distance = %.4g;  window = %.6g;  reuse = %.4g;",
            s->same, s->distance, s->window, s->reuse);
    if (s->stride > 1) fprintf(out, "  stride = %d;", s->stride);
    fprintf(out, " };%s\n",
            2 * stride >= NOC_TOUCHED_FAR || t->all[2 * stride] <= 0.0
                ? "  // distance is assumed: one was seen"
                : "");
}

static void print_memory(const reading *read, FILE *out)
{
    const noc_workload *w = &read->workload;
    const noc_kernel_counts *c = &read->all;
    const noc_play_chip *chip = &read->chip;
    if (chip->first_level)
        fprintf(
            out,
            "  l2_hit_rate = %.6g;  // %.0f different lines of %.0f of blocks, which first-level "
            "caches keep\n",
            w->l2_hit_rate, c->touched.lines, c->touched.claims);
    else
        fprintf(out,
                "  l2_hit_rate = %.6g;  // %.0f different lines: a cache that keeps all of them\n",
                w->l2_hit_rate, c->touched.lines);
    if (c->play.visits == 0)
        fprintf(out, "  row_locality = %.6g;  // assumed: no memory node is asked twice\n",
                w->row_locality);
    else
        fprintf(out,
                "  row_locality = %.6g;  // %" PRIu64 " of %" PRIu64 " blocks of %d bytes, as %d "
                "cores ask %d nodes with rows of %d\n",
                w->row_locality, c->play.row_hits, c->play.visits, chip->interleave_bytes,
                chip->cores, chip->memory, chip->row_bytes);
}

static void print_workload(const reading *read, FILE *out)
{
    const noc_workload *w = &read->workload;
    const noc_kernel_counts *c = &read->all;
    const noc_kernel_tally *t = &c->tally;
    const uint64_t accesses = t->loads + t->stores;
    print_head(read, out);
    print_kernels(read, out);
    fputs("workload = {\n", out);
    const double each = (double)t->instructions / (double)requests_of(c);
    fprintf(out,
            "  instructions = %.6g;  // %" PRIu64 " of warps, %" PRIu64
            " requests for %d bytes%s\n",
            w->instructions, t->instructions, requests_of(c), read->chip.line_bytes,
            each < w->instructions ? "; 1 / burst at least" : "");
    fprintf(out, "  warps = %d;  // as many run on each of %d cores at a time\n", w->warps,
            read->chip.cores);
    fprintf(out,
            "  active_threads = %.6g;  // %" PRIu64 " threads; %" PRIu64
            " instructions have none\n",
            w->active_threads, t->threads, t->idle);
    fprintf(out, "  read_fraction = %.6g;  // %" PRIu64 " reads, %" PRIu64 " writes\n",
            w->read_fraction, t->reads, t->writes);
    fprintf(out,
            "  burst = %d;  // %" PRIu64 " loads and %" PRIu64 " stores ask for %.4g lines each, "
            "%.3g of them behind the last\n",
            w->burst, t->loads, t->stores, (double)requests_of(c) / (double)accesses,
            (double)t->follows / (double)requests_of(c));
    print_memory(read, out);
    print_sharing(read, out);
    fputs("};\n", out);
    if (c->touched.every > 1)
        fprintf(out, "# Of lines, one of %d was followed: l2_hit_rate and sharing are of these.\n",
                c->touched.every);
}

/* ---- for machines --------------------------------------------------------------------------- */

static const noc_table_head heads[] = {
    {NOC_ALIGN_LEFT, "trace"},           {NOC_ALIGN_RIGHT, "blocks"},
    {NOC_ALIGN_RIGHT, "block_warps"},    {NOC_ALIGN_RIGHT, "issued"},
    {NOC_ALIGN_RIGHT, "threads"},        {NOC_ALIGN_RIGHT, "idle"},
    {NOC_ALIGN_RIGHT, "unknown"},        {NOC_ALIGN_RIGHT, "loads"},
    {NOC_ALIGN_RIGHT, "stores"},         {NOC_ALIGN_RIGHT, "reads"},
    {NOC_ALIGN_RIGHT, "writes"},         {NOC_ALIGN_RIGHT, "lines"},
    {NOC_ALIGN_RIGHT, "returns"},        {NOC_ALIGN_RIGHT, "shared"},
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
    noc_table_cell(table, "%.0f", c->touched.returns);
    noc_table_cell(table, "%.0f", c->touched.both[1]);
    noc_table_cell(table, "%" PRIu64, c->play.cycles);
    noc_table_cell(table, "%.6g", w->instructions);
    noc_table_cell(table, "%d", w->warps);
    for (size_t i = 0; i < 2; i++) noc_table_cell(table, "%.6g", reals[i]);
    noc_table_cell(table, "%d", w->burst);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
        noc_table_cell(table, "%.6g", last[i]);
    noc_table_cell(table, "%d", w->sharing.stride > 1 ? w->sharing.stride : 1);
}

/* A row for each kernel that asks for memory, and one for all of several. */
static noc_status list_rows(const noc_sheet *sheet, const reading *read, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < read->list.count; i++) {
        noc_workload w = {.burst = 1};
        const noc_kernel_counts *k = &read->kernels[i];
        if (requests_of(k) &&
            noc_kernel_workload(k, &read->chip, read->list.paths[i], &w, diag) == NOC_OK)
            add_row(&table, read->list.paths[i], k, &w);
    }
    if (read->list.count > 1) add_row(&table, "all", &read->all, &read->workload);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static noc_status write_design(const char *design, const reading *read, FILE *out, noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) print_workload(read, memory);
    char *workload = memory ? noc_memory_text(memory, &text) : NULL;
    const noc_status status =
        workload ? noc_put_workload(design, workload, out, diag) : noc_fail_memory(diag);
    free(workload);
    return status;
}

static noc_status report(const noc_request *r, const reading *read, const noc_sheet *sheet,
                         noc_diag *diag)
{
    const request *own = r->own;
    if (own->design) return write_design(own->design, read, sheet->out, diag);
    if (sheet->format != NOC_FORMAT_TABLE) return list_rows(sheet, read, diag);
    print_workload(read, sheet->out);
    fprintf(sheet->out,
            "# This goes in place of a design's own workload: --into DESIGN writes that design.\n");
    return NOC_OK;
}

/* A configuration becomes a design in a folder. */
static noc_status import_chip(const noc_request *r, noc_diag *diag)
{
    const noc_import_wish wish = {.path = r->operands[0]};
    noc_import import = {0};
    noc_status status = noc_translated_needs_folder(r, "the design and its files", diag);
    if (status == NOC_OK && r->operand_count > 1)
        status = noc_fail(diag, NOC_EUSAGE, (noc_place){r->operands[1], 0},
                          "a configuration becomes a design alone; 'import accelsim TRACE --into "
                          "DESIGN' puts a kernel's workload into it");
    if (status == NOC_OK) status = noc_accelsim_import(&wish, &import, diag);
    const noc_translated made = {.import = &import,
                                 .made_of = r->operands[0],
                                 .next = "nocsight query",
                                 .check = noc_translated_reads};
    if (status == NOC_OK) status = noc_translated_write(r, &made, diag);
    noc_import_clear(&import);
    return status;
}

static noc_status import_kernels(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    reading read = {.named = r->operands[0]};
    noc_page page;
    noc_status status = make_chip(own, &read.chip, diag);
    if (status == NOC_OK) status = list_kernels(r, &read, diag);
    if (status == NOC_OK) status = measure_and_write(&read, own, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK)
        status = noc_page_finish(r, &page, report(r, &read, &page.sheet, diag), diag);
    free(read.kernels);
    noc_kernel_list_clear(&read.list);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_accelsim_kind kind;
    noc_status status = noc_accelsim_kind_of(r->operands[0], &kind, diag);
    if (status == NOC_OK)
        status = kind == NOC_ACCELSIM_CONFIG ? import_chip(r, diag) : import_kernels(r, diag);
    return noc_exit_of(status);
}

const noc_command noc_command_accelsim = {
    .name = "import accelsim",
    .operands = "FILE...",
    .purpose = "Make a workload of kernel traces of Accel-Sim, a design of a GPU's configuration.",
    .details =
        "FILE is a kernel trace (.traceg, of tracer versions 3 to 5), plain or packed by gzip, "
        "bzip2 or xz, or a kernelslist.g with the kernels of a run; what it is stands in it, not "
        "in "
        "its name. Addresses of a warp's threads are coalesced to lines or sectors; how thread "
        "blocks share lines, and what a memory node is asked for in a row, are counted as the "
        "blocks run on --sms cores, an instruction of a warp in a cycle. --write-trace has that "
        "run "
        "as a trace with addresses, compute nodes first ('nocsight sample DESIGN --trace FILE "
        "--trace-nodes compute-memory'). A gpgpusim.config becomes a design in the new folder of "
        "-o "
        "DIR: cores, memory and networks, those of its .icnt, or the built-in crossbar; what is "
        "not "
        "carried over is listed (docs/import.md).",
    .examples = "  nocsight import accelsim SM7_QV100/gpgpusim.config -o volta\n"
                "  nocsight import accelsim kernel-1.traceg.xz\n"
                "  nocsight import accelsim kernelslist.g --into cdx19-mesh-80 -o my.cfg\n"
                "  nocsight import accelsim kernel-1.traceg --line-bytes 32 --sms 46 "
                "--write-trace requests.csv\n",
    .least = 1,
    .most = 1000,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
