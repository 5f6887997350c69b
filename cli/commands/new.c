#include <stdlib.h>
#include <string.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "reader/design_walk.h"
#include "reports/designs/space_text.h"
#include "reports/designs/starter.h"
#include "reports/words/design_text.h"

enum { NODES_MAX = 1024, DIES_MAX = 8 };

/* Values of the options; 0: not given. */
typedef struct option_values {
    uint64_t compute_nodes, memory_nodes, die_count;
    double technology_nm, clock_mhz;
    const char *example;
    bool wants_all;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("compute", "N", "compute nodes (SMs), in place of the starter's", compute_nodes,
                   1, NODES_MAX),
    NOC_TAKE_COUNT("memory", "M", "memory nodes (cache slices or memory controllers)", memory_nodes,
                   1, NODES_MAX),
    NOC_TAKE_COUNT("sms", "N", "the same as --compute", compute_nodes, 1, NODES_MAX),
    NOC_TAKE_COUNT("slices", "N", "the same as --memory", memory_nodes, 1, NODES_MAX),
    NOC_TAKE_REAL("technology", "NM", "feature size in nm (22); scaled where no table measures it",
                  technology_nm, 2.0, 250.0, "a number of nanometres above 2 and below 250", "nm"),
    NOC_TAKE_REAL("clock-mhz", "F", "clock of the networks in MHz, or as 1.755GHz", clock_mhz, 0.0,
                  20000.0, "a clock above 0 and below 20000 MHz", "MHz"),
    NOC_TAKE_COUNT("dies", "N",
                   "new gpu: dies that its crossbar is cut into, each with its share of all",
                   die_count, 1, DIES_MAX),
    NOC_TAKE_TEXT(
        "like", "DESIGN",
        "the counts, cores, memory, traffic, program and chip of DESIGN: only the network differs",
        example),
    NOC_TAKE_FLAG("all", "write every setting, with its meaning, in place of the dozen lines",
                  wants_all),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

static void write_complete(const noc_design *design, FILE *out)
{
    fprintf(
        out,
        "# A design to start from: 'nocsight check FILE' finds mistakes, 'nocsight describe NAME'\n"
        "# says more of a setting, 'nocsight query FILE' answers.\n");
    noc_design_print_commented(design, out);
}

static noc_status print_starter(const noc_request *r, const noc_starter_request *request,
                                noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_FREE char *text = NULL;
    noc_page page;
    noc_status status = noc_starter_make(request, &text, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        if (values->wants_all)
            write_complete(design, page.sheet.out);
        else
            fputs(text, page.sheet.out);
        noc_starter_print_files(request->form_name, page.sheet.out);
        status = noc_page_send(r, &page, diag);
    }
    return status;
}

static noc_status write_design(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_texts no_texts = {0};
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    noc_starter_request request = {.form_name = r->operand_count ? r->operands[0] : "mesh",
                                   .compute = values->compute_nodes,
                                   .memory = values->memory_nodes,
                                   .technology_nm = values->technology_nm,
                                   .clock_mhz = values->clock_mhz,
                                   .dies = values->die_count};
    noc_status status = NOC_OK;
    if (values->example)
        status = noc_cases_read(&values->example, 1, &no_texts, NULL, &cases, diag);
    if (values->example && status == NOC_OK) request.source_design = cases.designs[0];
    return status == NOC_OK ? print_starter(r, &request, diag) : status;
}

static noc_status write_space(const noc_request *r, noc_diag *diag)
{
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_page page;
    const char *word = r->operand_count > 1 ? r->operands[1] : "te13-baseline";
    const noc_texts no_texts = {0};
    noc_status status = noc_cases_read(&word, 1, &no_texts, NULL, &cases, diag);
    if (status == NOC_OK) status = noc_cases_compile(&cases, 0, false, &system, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        noc_starter_space_print(system, word, page.sheet.out);
        status = noc_page_send(r, &page, diag);
    }
    return status;
}

static bool is_space(const noc_request *r)
{
    return r->operand_count > 0 && strcmp(r->operands[0], "space") == 0;
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    if (is_space(r) &&
        (values->compute_nodes || values->memory_nodes || values->technology_nm > 0.0 ||
         values->clock_mhz > 0.0 || values->example || values->wants_all || values->die_count))
        return NOC_REFUSE(diag, "new space: --compute, --memory, --technology, --clock-mhz, "
                                "--dies, --like and --all are of a design");
    if (!is_space(r) && r->operand_count > 1)
        return NOC_REFUSE(diag, "new: '%s' is one word too many (a DESIGN goes with 'new space')",
                          r->operands[1]);
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    return noc_exit_from_status(is_space(r) ? write_space(r, diag) : write_design(r, diag));
}

const noc_command noc_command_new = {
    .name = "new",
    .operands = "[TOPOLOGY|gpu|space [DESIGN]]",
    .purpose = "Write a design to start from, or a space of designs: a dozen lines.",
    .details =
        "TOPOLOGY is one of 'nocsight describe topologies', ring, or gpu: two crossbars between "
        "132 SMs and 80 slices; mesh unless it is named. Its answers have bandwidth, latency, area "
        "and power; grids are sized from the counts. All starters have the same cores, memory and "
        "traffic, so that starters of the same counts differ by their networks; --like copies "
        "these settings from DESIGN. 'new space' writes a space of designs around DESIGN "
        "(te13-baseline). Files are the same whatever --format says.",
    .examples = "  nocsight new mesh -o my.cfg\n"
                "  nocsight new crossbar --compute 80 --memory 16\n"
                "  nocsight new gpu -o gpu.cfg\n"
                "  nocsight new gpu --sms 108 --slices 80 --clock-mhz 1.41GHz --technology 7nm\n"
                "  nocsight new mesh --like gpu.cfg -o mesh.cfg\n"
                "  nocsight new space my.cfg -o my.space\n",
    .max_operands = 2,
    .options = uses,
    .values_size = sizeof(option_values),
    .check = check,
    .run = run,
};
