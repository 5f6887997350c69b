#include "import/booksim/import.h"

#include <string.h>

#include "cli/commands/parts/translation.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/request.h"

/* Values of the options. */
typedef struct option_values {
    uint64_t compute_nodes, memory_nodes;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("compute", "N", "compute nodes of the network", compute_nodes, 1, 1048576),
    NOC_TAKE_COUNT("memory", "M", "memory nodes; 0 (default): all nodes are alike", memory_nodes, 0,
                   1048576),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

/* Programs whose descriptions can be imported. */
static const struct {
    const char *name;
    noc_importer read;
} programs[] = {
    {"booksim", noc_booksim_import},
};

static const char *program_name(size_t i)
{
    return i < sizeof programs / sizeof programs[0] ? programs[i].name : NULL;
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    size_t i = 0;
    if (r->operand_count == 0) return NOC_OK; /* a missing operand is reported elsewhere */
    while (program_name(i) && strcmp(program_name(i), r->operands[0]) != 0) i++;
    if (!program_name(i))
        return NOC_REFUSE(diag, "import: '%s' is not a program whose files are read (%s)",
                          r->operands[0], r->command->operands);
    const noc_status status = noc_translation_check_path(r, "the design and its files", diag);
    if (status != NOC_OK) return status;
    if (values->compute_nodes == 0)
        return NOC_REFUSE(
            diag, "import needs --compute N: which nodes are compute nodes is not in the file");
    return NOC_OK;
}

/* ---- the command ---------------------------------------------------------------------------- */

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_import_request import_request = {
        .path = r->operands[1],
        .settings = r->operands + 2,
        .setting_count = r->operand_count - 2,
        .compute_nodes = (int)values->compute_nodes,
        .memory_nodes = (int)values->memory_nodes,
    };
    NOC_AUTO(noc_import_clear) noc_import import = {0};
    size_t program = 0;
    while (strcmp(programs[program].name, r->operands[0]) != 0) program++;
    noc_status status = programs[program].read(&import_request, &import, diag);
    const noc_translation translation = {.import = &import,
                                         .source_name = r->operands[1],
                                         .next_command = "nocsight query",
                                         .check = noc_translation_try_design};
    if (status == NOC_OK) status = noc_translation_write(r, &translation, diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_import = {
    .name = "import",
    .operands = "booksim|netrace|accelsim|tt-npe|trace FILE...",
    .purpose = "Make a design of another program's configuration, a workload of a trace.",
    .details =
        "FILE is a configuration of BookSim 2.0, or of GPGPU-Sim's and Accel-Sim's interconnect "
        "(.icnt); NAME=VALUE changes a setting of it, as on BookSim's command line. -o DIR is a "
        "new folder: DIR/NAME.cfg is the design, and the graph of an anynet is in CSV files beside "
        "it. Nodes 0 to N - 1 are compute nodes, the others memory nodes, unless a map of "
        "GPGPU-Sim's says otherwise. What cannot be carried over is listed; --format json and csv "
        "list all settings, and the fate of each (docs/import.md). A trace of Netrace's becomes a "
        "trace and a design to play it: 'nocsight import netrace --help'; so do events of a "
        "Tenstorrent Wormhole: 'nocsight import tt-npe --help'; kernel traces of Accel-Sim and a "
        "trace of packets become workloads: 'nocsight import accelsim --help', 'nocsight import "
        "trace --help'.",
    .examples = "  nocsight import trace example-trace\n"
                "  nocsight import netrace blackscholes.tra.bz2 -o blackscholes\n"
                "  nocsight import booksim torus.cfg -o torus --compute 64\n"
                "  nocsight import booksim volta.icnt -o volta --compute 80 --memory 64\n",
    .min_operands = 2,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .check = check,
    .run = run,
};
