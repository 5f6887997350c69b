#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/put_workload.h"
#include "cli/commands/parts/translation.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "design/design.h"
#include "import/accelsim/chip.h"
#include "import/accelsim/files.h"
#include "import/accelsim/measure.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/facts/kernels.h"
#include "reports/writers/output.h"

/* ---- options -------------------------------------------------------------------------------- */

typedef struct option_values {
    uint64_t sms, clusters, slots_per_core, memory_nodes, line_bytes, interleave_bytes, row_bytes;
    const char *scheduler, *design, *trace_path;
    bool waits_for_reads, wants_addresses;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_TEXT("into", "DESIGN", "write this design with the new workload", design),
    NOC_TAKE_TEXT("write-trace", "FILE", "write the requests as a trace with addresses (CSV)",
                  trace_path),
    NOC_TAKE_FLAG("waits",
                  "requests of that trace wait for their warp's last load, without addresses",
                  waits_for_reads),
    NOC_TAKE_FLAG("addresses", "with --waits: with addresses, too, so that MSHRs merge requests",
                  wants_addresses),
    NOC_TAKE_COUNT("line-bytes", "N",
                   "bytes of a request: 128 (lines), 32 (sectors); of DESIGN, else 128", line_bytes,
                   16, 4096),
    NOC_TAKE_COUNT("sms", "N", "cores that thread blocks run on; of DESIGN, else 80", sms, 1,
                   65536),
    NOC_TAKE_COUNT("clusters", "N",
                   "clusters of them, which schedulers count; of DESIGN, else none", clusters, 1,
                   65536),
    NOC_TAKE_COUNT("slots", "N", "thread blocks of a core at a time; else as many as 64 warps are",
                   slots_per_core, 1, 64),
    NOC_TAKE_TEXT("scheduler", "NAME",
                  "which block starts where (describe cta-schedulers); of DESIGN, else round-robin",
                  scheduler),
    NOC_TAKE_COUNT("memory-nodes", "N", "memory nodes; of DESIGN, else 32", memory_nodes, 1, 65536),
    NOC_TAKE_COUNT("interleave-bytes", "N",
                   "block of addresses in one of them; of DESIGN, else 256", interleave_bytes, 1,
                   65536),
    NOC_TAKE_COUNT("row-bytes", "N", "DRAM row of a memory node (2048)", row_bytes, 1, 1 << 20),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

/* ---- the chip ------------------------------------------------------------------------------- */

static const noc_issue_chip chip_default = {.cores = 80,
                                            .memory_nodes = 32,
                                            .interleave_bytes = 256,
                                            .row_bytes = 2048,
                                            .line_bytes = 128,
                                            .header_bytes = 8};

/* Reads the chip's settings from a design. */
static noc_status read_chip(const char *word, noc_issue_chip *chip, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_status status = noc_shipped_source(word, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &design, diag);
    if (status != NOC_OK) return status;
    chip->cores = design->nodes.compute;
    if (design->nodes.memory > 0) chip->memory_nodes = design->nodes.memory;
    if (design->cluster.cores > 1) chip->ports = chip->clusters = noc_compute_terminals(design);
    if (design->cta.scheduler) chip->scheduler = design->cta.scheduler;
    chip->interleave_bytes = design->memory.interleave_bytes;
    chip->line_bytes = design->memory.line_bytes;
    chip->has_first_level = design->nodes.l1_lines > 0;
    return NOC_OK;
}

static noc_status find_scheduler(const char *name, const noc_cta_scheduler_kind **scheduler,
                                 noc_diag *diag)
{
    for (size_t i = 0; (*scheduler = noc_cta_scheduler_at(i)); i++)
        if (strcmp((*scheduler)->name, name) == 0) return NOC_OK;
    return NOC_REFUSE_AT(diag, "--scheduler",
                         "'%s': expected one of 'nocsight describe cta-schedulers'", name);
}

static noc_status check_chip(const noc_issue_chip *c, noc_diag *diag)
{
    if (c->line_bytes < 16 || (c->line_bytes & (c->line_bytes - 1)) != 0)
        return NOC_REFUSE_AT(diag, "--line-bytes", "%d: expected a power of two, 16 or more",
                             c->line_bytes);
    if (c->clusters > 0 && c->cores % c->clusters != 0)
        return NOC_REFUSE_AT(diag, "--clusters", "%d: expected a divisor of the %d cores",
                             c->clusters, c->cores);
    if (c->scheduler->needs_clusters && c->clusters == 0)
        return NOC_REFUSE_AT(diag, "--scheduler",
                             "'%s' needs clusters: --clusters N, or --into a DESIGN that has some",
                             c->scheduler->name);
    return NOC_OK;
}

/* Makes the chip: options override the design, and the design overrides defaults. */
static noc_status make_chip(const option_values *values, noc_issue_chip *chip, noc_diag *diag)
{
    const struct {
        uint64_t given;
        int *value;
    } numbers[] = {
        {values->sms, &chip->cores},
        {values->clusters, &chip->clusters},
        {values->slots_per_core, &chip->slots},
        {values->memory_nodes, &chip->memory_nodes},
        {values->line_bytes, &chip->line_bytes},
        {values->interleave_bytes, &chip->interleave_bytes},
        {values->row_bytes, &chip->row_bytes},
    };
    *chip = chip_default;
    noc_status status = find_scheduler("round-robin", &chip->scheduler, diag);
    if (status == NOC_OK && values->design) status = read_chip(values->design, chip, diag);
    if (status == NOC_OK && values->scheduler)
        status = find_scheduler(values->scheduler, &chip->scheduler, diag);
    if (values->sms) chip->ports = 0;
    if (values->sms && !values->clusters) chip->clusters = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].given) *numbers[i].value = (int)numbers[i].given;
    return status == NOC_OK ? check_chip(chip, diag) : status;
}

/* ---- kernels ---------------------------------------------------------------------------- */

/* Writes the workload of a noc_kernel_run. */
static void write_workload(FILE *out, void *run)
{
    noc_report_kernel_workload(run, out);
}

static noc_status report(const noc_request *r, noc_kernel_run *run, const noc_sheet *sheet,
                         noc_diag *diag)
{
    const option_values *values = r->values;
    if (values->design)
        return noc_workload_replace(values->design, write_workload, run, sheet->out, diag);
    if (sheet->format != NOC_FORMAT_TABLE) return noc_report_kernels(sheet, run, diag);
    noc_report_kernel_workload(run, sheet->out);
    fputs("# --into DESIGN writes a design with this workload.\n", sheet->out);
    return NOC_OK;
}

/* Measures with progress, until done or stopped by the user. */
static noc_status measure_with_progress(const noc_request *r, noc_kernel_run *run, FILE *trace,
                                        noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_progress_end) noc_progress progress = noc_progress_begin(run->name, r->is_quiet);
    const noc_kernel_run_options options = {
        .output = {trace, values->wants_addresses || !values->waits_for_reads,
                   values->waits_for_reads},
        .progress = noc_progress_tick,
        .context = &progress};
    return noc_kernel_run_measure(run, &options, diag);
}

/* Measures, and writes the trace, whole or not at all. */
static noc_status measure_to_file(const noc_request *r, noc_kernel_run *run, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_output_stream *stream = NULL;
    FILE *trace = NULL;
    noc_status status = NOC_OK;
    noc_interrupt_catch();
    if (values->trace_path) status = noc_output_open(values->trace_path, &stream, &trace, diag);
    if (status == NOC_OK) status = measure_with_progress(r, run, trace, diag);
    if (status == NOC_OK && stream) return noc_output_finish(stream, diag);
    noc_output_drop(stream);
    return status;
}

/* ---- a folder ------------------------------------------------------------------------------- */

/* True if -o names a folder: a file name without a suffix. */
static bool is_folder_output(const noc_request *r)
{
    return r->output && strcmp(r->output, "-") != 0 &&
           !strchr(noc_import_base_name(r->output), '.');
}

typedef struct fill_context {
    const noc_request *request;
    noc_kernel_run *run;
    noc_import *import;
} fill_context;

/* Measures, and writes the trace into the folder at the same time. */
static noc_status fill_trace(const fill_context *f, noc_folder *folder, noc_diag *diag)
{
    FILE *trace = NULL;
    char *file = noc_import_file_name(f->import->name, ".csv");
    noc_status status =
        file ? noc_folder_open_file(folder, file, &trace, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) {
        status = measure_with_progress(f->request, f->run, trace, diag);
        const noc_status closed =
            noc_folder_close_file(folder, trace, status == NOC_OK ? diag : NULL);
        if (status == NOC_OK) status = closed;
    }
    if (((const option_values *)f->request->values)->design)
        f->import->trace = file;
    else
        free(file);
    return status;
}

/* Writes the trace, then the workload, in its design if one is given, and the fates of all
 * settings. */
static noc_status fill_folder(noc_folder *folder, void *context, noc_diag *diag)
{
    const fill_context *f = context;
    const option_values *values = f->request->values;
    f->import->name = noc_import_stem(f->run->name, "kernels");
    noc_status status = f->import->name ? fill_trace(f, folder, diag) : noc_fail_memory(diag);
    FILE *out = status == NOC_OK ? noc_import_begin_named(f->import, ".cfg") : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(diag);
    if (status == NOC_OK && values->design)
        status = noc_workload_replace(values->design, write_workload, f->run, out, diag);
    else if (status == NOC_OK)
        write_workload(out, f->run);
    noc_kernel_run_notes(f->run, f->import);
    const noc_status ended = noc_import_end(f->import, diag);
    return status == NOC_OK ? ended : status;
}

/* Writes trace, workload and the list of settings that were left out. */
static noc_status write_folder(const noc_request *r, noc_kernel_run *run, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_import_clear) noc_import import = {0};
    fill_context f = {r, run, &import};
    const noc_translation translation = {
        .import = &import,
        .source_name = run->name,
        .next_command = values->design ? "nocsight sample --trace-nodes compute-memory" : "cat",
        .fill = fill_folder,
        .context = &f};
    noc_interrupt_catch();
    if (values->trace_path)
        return NOC_REFUSE_AT(diag, "--write-trace",
                             "the folder of -o %s has the trace (or -o FILE.cfg)", r->output);
    return noc_translation_write(r, &translation, diag);
}

/* ---- checks --------------------------------------------------------------------------------- */

static noc_status check_trace(const noc_request *r, const noc_kernel_run *run, noc_diag *diag)
{
    const option_values *values = r->values;
    if (values->trace_path && strcmp(values->trace_path, "-") == 0)
        return NOC_REFUSE_AT(diag, "--write-trace",
                             "expected a file: standard output has the workload");
    if (values->waits_for_reads && !values->trace_path && !is_folder_output(r))
        return NOC_REFUSE_AT(diag, "--waits",
                             "is about the trace of --write-trace FILE, or of -o DIR");
    if (values->wants_addresses && !values->waits_for_reads)
        return NOC_REFUSE_AT(diag, "--addresses",
                             "is about --waits: without that requests have addresses anyway");
    if (values->waits_for_reads && run->list.count > 1)
        return NOC_REFUSE_AT(diag, "--waits",
                             "expected one kernel, not %zu: warps wait within theirs",
                             run->list.count);
    return NOC_OK;
}

/* ---- a configuration ----------------------------------------------------------------------- */

/* True if an option was given. */
static bool is_given(const noc_option *o, const option_values *values)
{
    const char *value = (const char *)values + o->offset;
    uint64_t count;
    const char *text;
    bool flag;
    if (o->kind == NOC_OPTION_COUNT) return memcpy(&count, value, sizeof count), count > 0;
    if (o->kind == NOC_OPTION_TEXT) return memcpy(&text, value, sizeof text), text != NULL;
    return memcpy(&flag, value, sizeof flag), flag;
}

/* Refuses options for a configuration, since all options are about kernels. */
static noc_status check_options(const noc_request *r, noc_diag *diag)
{
    char name[40];
    for (const noc_option *o = own_options; o->name; o++) {
        if (!is_given(o, r->values)) continue;
        snprintf(name, sizeof name, "--%s", o->name);
        return NOC_REFUSE_AT(diag, name, "is about kernel traces, and %s is a configuration",
                             r->operands[0]);
    }
    return NOC_OK;
}

/* Converts a configuration into a design in a folder. */
static noc_status import_chip(const noc_request *r, noc_diag *diag)
{
    const noc_import_request request = {.path = r->operands[0]};
    NOC_AUTO(noc_import_clear) noc_import import = {0};
    noc_status status = check_options(r, diag);
    if (status == NOC_OK) status = noc_translation_check_path(r, "the design and its files", diag);
    if (status == NOC_OK && r->operand_count > 1)
        status = NOC_REFUSE_AT(diag, r->operands[1],
                               "a configuration becomes a design alone; 'import accelsim TRACE "
                               "--into DESIGN' puts a kernel's workload into it");
    if (status == NOC_OK) status = noc_accelsim_import(&request, &import, diag);
    const noc_translation translation = {.import = &import,
                                         .source_name = r->operands[0],
                                         .next_command = "nocsight query",
                                         .check = noc_translation_try_design};
    return status == NOC_OK ? noc_translation_write(r, &translation, diag) : status;
}

/* Writes the workload, or a design with it, to a file or to standard output. */
static noc_status write_file(const noc_request *r, noc_kernel_run *run, noc_diag *diag)
{
    noc_page page;
    noc_status status = measure_to_file(r, run, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    return status == NOC_OK ? noc_page_finish(r, &page, report(r, run, &page.sheet, diag), diag)
                            : status;
}

static noc_status import_kernels(const noc_request *r, noc_diag *diag)
{
    NOC_AUTO(noc_kernel_run_clear) noc_kernel_run run = {.name = r->operands[0]};
    noc_status status = make_chip(r->values, &run.chip, diag);
    for (size_t i = 0; i < r->operand_count && status == NOC_OK; i++)
        status = noc_kernel_list_add_file(&run.list, r->operands[i], diag);
    if (status == NOC_OK) status = check_trace(r, &run, diag);
    if (status != NOC_OK) return status;
    return is_folder_output(r) ? write_folder(r, &run, diag) : write_file(r, &run, diag);
}

/* ---- the command ---------------------------------------------------------------------------- */

static int run(const noc_request *r, noc_diag *diag)
{
    noc_accelsim_kind kind;
    noc_status status = noc_accelsim_find_kind(r->operands[0], &kind, diag);
    if (status == NOC_OK)
        status = kind == NOC_ACCELSIM_CONFIG ? import_chip(r, diag) : import_kernels(r, diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_accelsim = {
    .name = "import accelsim",
    .operands = "FILE...",
    .purpose = "Make a workload of kernel traces of Accel-Sim, a design of a GPU's configuration.",
    .details =
        "FILE is a kernel trace (.traceg, of tracer versions 3 to 5), plain or packed by gzip, "
        "bzip2 or xz, or a kernelslist.g with the kernels of a run; files are recognised by their "
        "contents, not by name. Addresses of a warp's threads are coalesced to lines or sectors; "
        "the sharing of lines by thread blocks, and the runs of lines at a memory node, are "
        "counted as the blocks run on --sms cores, an instruction of a warp in a cycle. "
        "--write-trace writes that run as a trace with addresses, compute nodes first ('nocsight "
        "sample DESIGN --trace FILE --trace-nodes compute-memory'). -o DIR, a name without a dot, "
        "is a new folder with both, and lists all that was left out. A gpgpusim.config becomes a "
        "design in the new folder of -o DIR: cores, memory and networks, from its .icnt, or the "
        "built-in crossbar; settings left out are listed (docs/import-traces.md).",
    .examples = "  nocsight import accelsim SM7_QV100/gpgpusim.config -o volta\n"
                "  nocsight import accelsim kernel-1.traceg.xz\n"
                "  nocsight import accelsim kernel-1.traceg --into cdx19-mesh-80 -o kernel-1\n"
                "  nocsight import accelsim kernelslist.g --into cdx19-mesh-80 -o my.cfg\n"
                "  nocsight import accelsim kernel-1.traceg --sms 46 --write-trace run.csv\n",
    .min_operands = 1,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .run = run,
};
