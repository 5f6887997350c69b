#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/translation.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "import/netrace/import.h"

/* ---- settings ------------------------------------------------------------------------------- */

/* Reads the whole number after "NAME="; false if it is none, or above `limit`. */
static bool read_count(const char *text, uint64_t limit, uint64_t *value)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *value <= limit;
}

static noc_status read_setting(const char *text, noc_netrace_request *request, noc_diag *diag)
{
    enum { NODES_MAX = 1000000 };
    uint64_t value;
    const bool region = strncmp(text, "region=", 7) == 0, delay = strncmp(text, "delay=", 6) == 0;
    if (!region && !delay)
        return NOC_REFUSE(diag, "import netrace: there is no setting '%s' (region=N, delay=N)",
                          text);
    if (!read_count(strchr(text, '=') + 1, NODES_MAX, &value))
        return NOC_REFUSE(diag, "import netrace: %s: a whole number up to %d is expected", text,
                          (int)NODES_MAX);
    if (region)
        request->region = (int)value;
    else
        request->delay = value;
    return NOC_OK;
}

static noc_status read_netrace_request(const noc_request *r, noc_netrace_request *netrace_request,
                                       noc_diag *diag)
{
    noc_status status = NOC_OK;
    *netrace_request = (noc_netrace_request){.path = r->operands[0], .region = -1};
    for (size_t i = 1; i < r->operand_count && status == NOC_OK; i++)
        status = read_setting(r->operands[i], netrace_request, diag);
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct read_context {
    noc_netrace_request request;
    noc_import *import;
} read_context;

/* Reads the trace, and writes it into the folder at the same time. */
static noc_status fill_trace(noc_folder *folder, void *context, noc_diag *diag)
{
    read_context *f = context;
    char *name = noc_netrace_name(f->request.path);
    char *file = name ? noc_import_file_name(name, ".csv") : NULL;
    noc_status status =
        file ? noc_folder_open_file(folder, file, &f->request.trace, diag) : noc_fail_memory(diag);
    free(name);
    free(file);
    if (status != NOC_OK) return status;
    status = noc_netrace_import(&f->request, f->import, diag);
    const noc_status close_status =
        noc_folder_close_file(folder, f->request.trace, status == NOC_OK ? diag : NULL);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is written");
    return status == NOC_OK ? close_status : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    NOC_AUTO(noc_import_clear) noc_import import = {0};
    read_context read_state = {.import = &import};
    const noc_translation translation = {.import = &import,
                                         .source_name = r->operands[0],
                                         .next_command = "nocsight sample",
                                         .fill = fill_trace,
                                         .context = &read_state};
    noc_status status = read_netrace_request(r, &read_state.request, diag);
    if (status == NOC_OK) status = noc_translation_check_path(r, "the trace and its design", diag);
    noc_progress progress = noc_progress_begin(r->operands[0], r->is_quiet);
    read_state.request.progress = noc_progress_tick;
    read_state.request.context = &progress;
    if (status == NOC_OK) status = noc_translation_write(r, &translation, diag);
    noc_progress_end(&progress);
    return noc_exit_from_status(status);
}

const noc_command noc_command_netrace = {
    .name = "import netrace",
    .operands = "FILE [region=N] [delay=N]",
    .purpose = "Make a trace, and a design to play it, of a trace of Netrace's.",
    .details = "FILE is a trace of Netrace 1.0 (.tra.bz2, or unpacked). -o DIR is a new folder: "
               "DIR/NAME.csv is the trace, whose packets wait for the same packets as in Netrace, "
               "and DIR/NAME.cfg a mesh of as many nodes, which is assumed. region=N reads one "
               "region of the trace, from 0 on; delay=N lets N cycles pass between the last packet "
               "that is waited for and the one that waits (0; Netrace's example has 8). Packets to "
               "their own node cross no network: packets that wait for such a packet wait for its "
               "own dependencies. All that is left out is listed (docs/import-traces.md).",
    .examples = "  nocsight import netrace blackscholes.tra.bz2 -o blackscholes\n"
                "  nocsight import netrace vips.tra.bz2 region=2 delay=8 -o vips\n",
    .min_operands = 1,
    .max_operands = 3,
    .run = run,
};
