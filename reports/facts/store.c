#include "reports/facts/store.h"

#include <inttypes.h>
#include <string.h>

#include "reports/words/design_text.h"
#include "reports/words/overrides.h"
#include "reports/writers/listing.h"
#include "reports/writers/pen.h"
#include "reports/writers/table.h"

noc_status noc_report_spaces(const noc_sheet *sheet, const noc_space_list *list, noc_diag *diag)
{
    static const char *const columns[] = {"space",    "id",      "designs", "ok",
                                          "excluded", "invalid", "failed"};
    noc_table table = {0};
    for (size_t i = 0; i < 7; i++)
        noc_table_column(&table, i >= 2 ? NOC_ALIGN_RIGHT : NOC_ALIGN_LEFT, columns[i]);
    noc_table_detail(&table, "engine");
    for (size_t i = 0; i < list->count; i++) {
        const noc_space_record *s = &list->spaces[i];
        const uint64_t counts[] = {s->designs, s->ok, s->excluded, s->invalid, s->failed};
        noc_table_cell(&table, "%s", s->name);
        noc_table_cell(&table, "%s", s->id);
        for (size_t k = 0; k < 5; k++) noc_table_cell(&table, "%" PRIu64, counts[k]);
        noc_table_cell(&table, "%s", s->engine);
    }
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

/* ---- facts and reasons ---------------------------------------------------------------------- */

enum { REASONS_SHOWN = 10 };

/* Lines of "fact TAB value". */
static void add_facts(noc_table *table, const char *facts)
{
    while (*facts) {
        const size_t line = strcspn(facts, "\n"), tab = strcspn(facts, "\t");
        const char *value = facts + tab + (tab < line);
        noc_table_cell(table, "%.*s", (int)(tab < line ? tab : line), facts);
        noc_table_cell(table, "%s", "");
        noc_table_cell(table, "%.*s", tab < line ? (int)(line - tab - 1) : 0, value);
        facts += line + (facts[line] == '\n');
    }
}

static void add_reason(noc_table *table, const char *state, uint64_t points, const char *text)
{
    noc_table_cell(table, "%s", state);
    noc_table_cell(table, "%" PRIu64, points);
    noc_table_cell(table, "%s", text);
}

/* All of them for programs, those that people read. */
static void add_reasons(noc_table *table, const noc_reason_list *list, bool all)
{
    const size_t shown = all || list->count < REASONS_SHOWN ? list->count : REASONS_SHOWN;
    uint64_t left = 0;
    for (size_t i = 0; i < shown; i++)
        add_reason(table, list->reasons[i].state, list->reasons[i].count, list->reasons[i].text);
    for (size_t i = shown; i < list->count; i++) left += list->reasons[i].count;
    if (left > 0) add_reason(table, "others", left, "for other reasons");
}

noc_status noc_report_store(const noc_sheet *sheet, const char *facts,
                            const noc_reason_list *reasons, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "fact");
    noc_table_column(&table, NOC_ALIGN_RIGHT, "points");
    noc_table_column(&table, NOC_ALIGN_LEFT, "value or reason");
    add_facts(&table, facts);
    add_reasons(&table, reasons, sheet->format != NOC_FORMAT_TABLE);
    const noc_status status = noc_report_listing(sheet, &table, diag);
    noc_table_clear(&table);
    return status;
}

/* ---- one design ----------------------------------------------------------------------------- */

/* A comment, which no end of a line in a name may end. */
static void tell_origin(const noc_entry *entry, const noc_design *design, FILE *out)
{
    char overrides[1000], text[2000];
    noc_overrides_text(entry->overrides, overrides, sizeof overrides);
    snprintf(text, sizeof text, "# %s of %s: %s", entry->hash, design->word, overrides);
    noc_pen pen = {.out = out};
    noc_pen_text(&pen, text, strlen(text));
    noc_pen_newline(&pen);
}

void noc_report_stored_design(const noc_sheet *sheet, const noc_entry *entry,
                              const noc_design *design)
{
    tell_origin(entry, design, sheet->out);
    noc_design_print(design, sheet->out);
}
