#include "import/booksim/export.h"

#include <math.h>
#include <string.h>

#include "cli/commands/parts/calibration_choice.h"
#include "cli/commands/parts/translation.h"
#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/load.h"
#include "cli/frame/request.h"
#include "network/compile/compile.h"

/* Values of the options. */
typedef struct option_values {
    noc_texts set_texts;
    noc_offered_load load;
} option_values;

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_load_options, offsetof(option_values, load)},
    {0},
};

static noc_status check(const noc_request *r, noc_diag *diag)
{
    if (r->operand_count == 0) return NOC_OK; /* a missing operand is reported elsewhere */
    if (strcmp(r->operands[0], "booksim") != 0)
        return NOC_REFUSE(diag, "export: '%s' is not a program whose files are written (booksim)",
                          r->operands[0]);
    return noc_translation_check_path(r, "the configuration and its files", diag);
}

/* Finds the load in flits, whatever its unit on the command line. */
static noc_status find_load(const option_values *values, const noc_system *system, double *load,
                            noc_diag *diag)
{
    const noc_calibration_choice default_choice = {NULL, false};
    NOC_AUTO(noc_calibration_use_close) noc_calibration_use calibrated = {0};
    *load = NAN;
    if (values->load.form == NOC_LOAD_NONE) return NOC_OK;
    noc_status status = noc_calibration_use_open(&default_choice, &calibrated, diag);
    return status == NOC_OK
               ? noc_offered_load_convert(system, calibrated.calibration, &values->load, load, diag)
               : status;
}

static noc_status export(const noc_request *r, const noc_design *design, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    NOC_AUTO(noc_import_clear) noc_import out = {0};
    double load = NAN;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = find_load(r->values, system, &load, diag);
    if (status == NOC_OK) status = noc_booksim_export(system, load, &out, diag);
    const noc_translation translation = {
        .import = &out, .source_name = r->operands[1], .next_command = "booksim"};
    return status == NOC_OK ? noc_translation_write(r, &translation, diag) : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    noc_status status = noc_cases_read(r->operands + 1, 1, &values->set_texts, NULL, &cases, diag);
    if (status == NOC_OK) status = export(r, cases.designs[0], diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_export = {
    .name = "export",
    .operands = "booksim DESIGN",
    .purpose = "Make a configuration of another program of a design, to check it there.",
    .details =
        "-o DIR is a new folder: DIR/NAME.booksim is a configuration of stock BookSim 2.0, which "
        "runs in that folder. Topologies that it has by name and size are kept; others become an "
        "anynet, whose graph is beside it, and packets go the shortest way. Without --load packets "
        "come at 0.1 flits a cycle and node. What cannot be carried over is listed; --format json "
        "and csv list all settings (docs/import.md). 'import booksim' reads these files.",
    .examples = "  nocsight export booksim synthetic-mesh -o mesh --load 0.1\n"
                "  nocsight export booksim te13-baseline -o te13 --load 60%\n",
    .min_operands = 2,
    .max_operands = 2,
    .options = uses,
    .values_size = sizeof(option_values),
    .check = check,
    .run = run,
};
