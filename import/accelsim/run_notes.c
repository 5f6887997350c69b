#include "import/accelsim/run_notes.h"

#include <stdio.h>

static void tell_counts(const noc_kernel_counts *c, noc_import *import)
{
    const noc_import_fate carried = NOC_IMPORT_CARRIED;
    noc_import_tell_count(import, carried, "kernels", c->kernels, "", "");
    noc_import_tell_count(import, carried, "thread blocks", c->blocks, "", "");
    noc_import_tell_count(import, carried, "instructions", c->tally.instructions,
                          "workload.instructions", "");
    noc_import_tell_count(import, carried, "reads", c->tally.reads, "workload.read_fraction", "");
    noc_import_tell_count(import, carried, "writes", c->tally.writes, "workload.read_fraction", "");
}

/* Instructions of other memories take a core's time, and send nothing. */
static void tell_left_out(const noc_kernel_run *run, noc_import *import)
{
    static const struct {
        noc_opcode_use use;
        const char *name;
    } memories[] = {
        {NOC_OPCODE_SHARED, "instructions for shared memory"},
        {NOC_OPCODE_LOCAL, "instructions for local memory"},
        {NOC_OPCODE_CONSTANT, "instructions for constant memory"},
        {NOC_OPCODE_TEXTURE, "instructions for textures"},
    };
    const noc_kernel_counts *c = &run->all;
    for (size_t i = 0; i < sizeof memories / sizeof memories[0]; i++)
        if (c->tally.uses[memories[i].use])
            noc_import_tell_count(import, NOC_IMPORT_LEFT_OUT, memories[i].name,
                                  c->tally.uses[memories[i].use], "",
                                  "they are counted as instructions, and send no requests");
    if (c->unknown)
        noc_import_tell(import, NOC_IMPORT_LEFT_OUT, "opcodes that are not known", c->unknown_names,
                        0, "", "%llu instructions, counted as without memory",
                        (unsigned long long)c->unknown);
    if (c->grid_blocks > c->blocks)
        noc_import_tell_count(import, NOC_IMPORT_LEFT_OUT, "thread blocks not traced",
                              c->grid_blocks - c->blocks, "", "the trace has no more of the grid");
    if (run->list.copies)
        noc_import_tell_count(import, NOC_IMPORT_LEFT_OUT, "bytes that the host copies",
                              run->list.copied_bytes, "", "only kernels are read");
    noc_import_tell(import, NOC_IMPORT_LEFT_OUT, "registers, shared memory of a block", "", 0, "",
                    "they limit no thread blocks: --slots does");
}

static void tell_chip(const noc_issue_chip *chip, noc_import *import)
{
    char text[40];
    const noc_import_fate assumed = NOC_IMPORT_ASSUMED;
    snprintf(text, sizeof text, "%d", chip->cores);
    noc_import_tell(import, assumed, "cores", text, 0, "", "--sms, or those of --into DESIGN");
    snprintf(text, sizeof text, "%d", chip->memory);
    noc_import_tell(import, assumed, "memory nodes", text, 0, "",
                    "--memory-nodes, or those of --into DESIGN; blocks of %d bytes in turn",
                    chip->interleave_bytes);
    noc_import_tell(import, assumed, "CTA scheduler", chip->scheduler->name, 0, "",
                    "--scheduler, or that of --into DESIGN");
    snprintf(text, sizeof text, "%d", chip->line_bytes);
    noc_import_tell(import, assumed, "bytes of a request", text, 0, "", "--line-bytes");
}

void noc_kernel_run_notes(const noc_kernel_run *run, noc_import *import)
{
    tell_counts(&run->all, import);
    tell_left_out(run, import);
    tell_chip(&run->chip, import);
}
