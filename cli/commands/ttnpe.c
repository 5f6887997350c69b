#include <string.h>

#include "cli/commands/parts/translation.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "import/ttnpe/import.h"

static noc_status read_ttnpe_request(const noc_request *r, noc_ttnpe_request *ttnpe_request,
                                     noc_diag *diag)
{
    *ttnpe_request = (noc_ttnpe_request){.path = r->operands[0]};
    for (size_t i = 1; i < r->operand_count; i++) {
        ttnpe_request->waits_at_barriers = strcmp(r->operands[i], "commands=wait") == 0;
        if (ttnpe_request->waits_at_barriers || strcmp(r->operands[i], "commands=recorded") == 0)
            continue;
        return NOC_REFUSE(
            diag, "import tt-npe: there is no setting '%s' (commands=recorded, commands=wait)",
            r->operands[i]);
    }
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    NOC_AUTO(noc_import_clear) noc_import import = {0};
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    noc_ttnpe_request ttnpe_request;
    const noc_translation translation = {.import = &import,
                                         .source_name = r->operands[0],
                                         .next_command = "nocsight sample",
                                         .check = noc_translation_try_design};
    noc_status status = read_ttnpe_request(r, &ttnpe_request, diag);
    if (status == NOC_OK) status = noc_translation_check_path(r, "the trace and its design", diag);
    if (status == NOC_OK) status = noc_shipped_source("wormhole", &source, diag);
    ttnpe_request.design = source.text;
    if (status == NOC_OK) status = noc_ttnpe_import(&ttnpe_request, &import, diag);
    if (status == NOC_OK) status = noc_translation_write(r, &translation, diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_ttnpe = {
    .name = "import tt-npe",
    .operands = "FILE [commands=recorded|wait]",
    .purpose = "Make a trace of the transfers of a Tenstorrent Wormhole's networks.",
    .details =
        "FILE is JSON of tt-npe: the events of a chip, as tt-metal's profiler writes them, or a "
        "workload of phases and transfers. -o DIR is a new folder: DIR/NAME.csv is the trace, "
        "DIR/NAME.cfg the design that plays it, the shipped one of the chip (wormhole). Commands "
        "have the recorded cycles; with commands=wait packets behind a barrier wait for the "
        "packets that the barrier waited for, so that only dependencies are known. Packets above "
        "8192 bytes are split; multicasts are a packet to each. Events of other types are counted "
        "and named. What is left out is listed (docs/import-traces.md).",
    .examples = "  nocsight import tt-npe DRAM_TO_4x4_BLOCK.json -o dram\n"
                "  nocsight import tt-npe DRAM_TO_4x4_BLOCK.json commands=wait -o chain\n",
    .min_operands = 1,
    .max_operands = 2,
    .run = run,
};
