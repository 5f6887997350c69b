#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/page.h"
#include "cli/request.h"
#include "reports/design_text.h"

static int run(const noc_request *r, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_page page;
    const char *topology = r->operand_count ? r->operands[0] : "mesh";
    noc_status status = noc_design_starter(topology, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        fprintf(page.sheet.out, "# A design to start from: 'nocsight check FILE' finds mistakes, "
                                "'nocsight describe NAME'\n"
                                "# says more of a setting, 'nocsight query FILE' estimates it.\n");
        noc_design_print_commented(design, page.sheet.out);
        noc_design_print_starter_files(topology, page.sheet.out);
        status = noc_page_send(r, &page, diag);
    }
    noc_design_free(design);
    return noc_exit_of(status);
}

const noc_command noc_command_new = {
    .name = "new",
    .operands = "[TOPOLOGY]",
    .purpose = "Write a commented design to start from (mesh unless a topology is named).",
    .details = "A design file is the same whatever --format says.",
    .examples = "  nocsight new mesh -o my.cfg\n",
    .operand = NOC_OPERAND_TOPOLOGY,
    .least = 0,
    .most = 1,
    .run = run,
};
