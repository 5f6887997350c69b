#include <stdlib.h>
#include <string.h>

#include "cli/page.h"
#include "cli/words.h"
#include "network/config_file.h"
#include "network/suggest.h"

enum { KIND, NAME }; /* the first columns of a catalogue */
enum { CATALOGS_MAX = 16 };

/* The rows of a catalogue that answer to the word, in a table of their own. */
static void select_rows(const noc_table *all, const char *word, noc_table *found)
{
    for (size_t c = 0; c < all->column_count; c++)
        noc_table_column(found, NOC_ALIGN_LEFT, all->columns[c].header);
    for (size_t r = 0; r < all->row_count; r++) {
        if (!noc_catalog_answers(noc_table_at(all, r, NAME), word)) continue;
        for (size_t c = 0; c < all->column_count; c++)
            noc_table_cell(found, "%s", noc_table_at(all, r, c));
    }
}

/* A design is described by its file. */
static noc_status print_design(const noc_sheet *sheet, const noc_table *found, noc_diag *diag)
{
    char *text = NULL;
    const char *file = noc_table_at(found, 0, found->column_count - 1);
    const noc_status status = noc_config_slurp(file, &text, diag);
    if (status == NOC_OK) fputs(text, sheet->out);
    free(text);
    return status;
}

/* Fills `found` with what answers to the word, a table a catalogue that has some. Returns how many.
 */
static size_t look_up(const char *word, noc_table found[CATALOGS_MAX], bool *failed)
{
    size_t count = 0;
    for (size_t i = 0; noc_word_at(i) && count < CATALOGS_MAX; i++) {
        noc_table all = {0};
        noc_word_at(i)->fill(&all);
        select_rows(&all, word, &found[count]);
        *failed |= all.failed || found[count].failed;
        noc_table_clear(&all);
        if (found[count].row_count > 0)
            count++;
        else
            noc_table_clear(&found[count]);
    }
    return count;
}

static noc_status no_such_name(const char *word, noc_diag *diag)
{
    noc_nearest nearest = {.wanted = word};
    noc_table tables[CATALOGS_MAX] = {0}; /* they own the names, so they live until the end */
    for (size_t i = 0; noc_word_at(i) && i < CATALOGS_MAX; i++) {
        noc_word_at(i)->fill(&tables[i]);
        for (size_t r = 0; r < tables[i].row_count; r++) {
            const char *name = noc_table_at(&tables[i], r, NAME);
            noc_nearest_try(&nearest, name);
            noc_nearest_try(&nearest, noc_catalog_short_name(name));
        }
    }
    const char *near = noc_nearest_name(&nearest);
    noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "nothing is called '%s'%s%s%s", word,
             near ? "; did you mean '" : " ('nocsight list keys' and other lists name what is)",
             near ? near : "", near ? "'?" : "");
    for (size_t i = 0; i < CATALOGS_MAX; i++) noc_table_clear(&tables[i]);
    return NOC_EUSAGE;
}

static noc_status show(const noc_request *r, const noc_table *found, size_t count, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    const bool design = count == 1 && strcmp(noc_table_at(found, 0, KIND), "design") == 0;
    if (design && r->format == NOC_FORMAT_TABLE)
        status = print_design(&page.sheet, found, diag);
    else
        status = noc_report_entries(&page.sheet, found, count, diag);
    return noc_page_finish(r, &page, status, diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_table found[CATALOGS_MAX] = {0};
    bool failed = false;
    const size_t count = look_up(r->operands[0], found, &failed);
    noc_status status;
    if (failed)
        status = noc_fail_memory(diag);
    else if (count == 0)
        status = no_such_name(r->operands[0], diag);
    else
        status = show(r, found, count, diag);
    for (size_t i = 0; i < count; i++) noc_table_clear(&found[i]);
    return noc_exit_of(status);
}

const noc_command noc_command_describe = {
    .name = "describe",
    .operands = "NAME",
    .purpose =
        "Say what a setting, a metric, a topology, ... is; show the file of a shipped design.",
    .details =
        "NAME is anything that 'nocsight list' shows; the group of a setting may be left out.",
    .examples = "  nocsight describe flit_bytes\n"
                "  nocsight describe te13-baseline -o my.cfg\n",
    .operand = NOC_OPERAND_NAME,
    .least = 1,
    .most = 1,
    .run = run,
};
