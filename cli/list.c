#include <string.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/page.h"
#include "cli/request.h"
#include "cli/words.h"
#include "network/suggest.h"
#include "reports/catalog.h"
#include "reports/writers/listing.h"
#include "reports/writers/table.h"

static int run(const noc_request *r, noc_diag *diag)
{
    const char *word = r->operands[0];
    const noc_catalog *catalog = noc_word_catalog(word);
    if (!catalog) {
        const char *near = noc_nearest_in(word, noc_word_name);
        return noc_exit_of(
            noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "there is no list of '%s'%s%s%s", word,
                     near ? "; did you mean '" : " (nocsight list --help names them)",
                     near ? near : "", near ? "'?" : ""));
    }
    noc_table table = {0};
    noc_page page;
    catalog->fill(&table);
    noc_status status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        status = noc_report_listing(&page.sheet, &table, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    noc_table_clear(&table);
    return noc_exit_of(status);
}

const noc_command noc_command_list = {
    .name = "list",
    .operands = "WHAT",
    .purpose = "Show what there is to choose from.",
    .examples = "  nocsight list keys\n",
    .operand = NOC_OPERAND_CATALOG,
    .least = 1,
    .most = 1,
    .run = run,
};
