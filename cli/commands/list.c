#include <string.h>

#include "base/suggest.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/words.h"
#include "reports/facts/catalog.h"
#include "reports/writers/listing.h"
#include "reports/writers/table.h"

/* The lists that there are. */
static void fill_lists(noc_table *table)
{
    noc_catalog_begin(table);
    noc_table_column(table, NOC_ALIGN_LEFT, "meaning");
    for (size_t i = 0; noc_word_at(i); i++) {
        noc_table_cell(table, "list");
        noc_table_cell(table, "%s", noc_word_at(i)->name);
        noc_table_cell(table, "%s", noc_word_at(i)->meaning);
    }
}

static int run(const noc_request *r, noc_diag *diag)
{
    static const noc_catalog lists = {"lists", "what can be listed", fill_lists};
    const char *word = r->operand_count ? r->operands[0] : "";
    const noc_catalog *catalog = r->operand_count ? noc_word_catalog(word) : &lists;
    if (!catalog) {
        const char *near = noc_nearest_in(word, noc_word_name);
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "there is no list of '%s'%s%s%s",
                                    word, near ? "; did you mean '" : " (nocsight list names them)",
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
    .operands = "[WHAT]",
    .purpose = "Show what there is to choose from.",
    .details =
        "Without WHAT: the lists that there are. What is in a list is described by 'nocsight "
        "describe NAME'.",
    .examples = "  nocsight list keys\n"
                "  nocsight list words\n",
    .takes_catalogs = true,
    .least = 0,
    .most = 1,
    .run = run,
};
