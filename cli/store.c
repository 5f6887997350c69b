#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/explore.h"
#include "cli/messages.h"
#include "cli/page.h"
#include "cli/request.h"
#include "explore/candidates.h"
#include "reports/design_text.h"
#include "reports/overrides.h"
#include "reports/writers/listing.h"
#include "reports/writers/pen.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

enum { REASONS_SHOWN = 10 };

static noc_status list_spaces(const noc_request *r, noc_store *store, noc_diag *diag)
{
    noc_space_list list = {0};
    noc_table table = {0};
    noc_page page;
    noc_status status = noc_store_spaces(store, &list, diag);
    static const char *const columns[] = {"space",    "id",      "designs", "ok",
                                          "excluded", "invalid", "failed"};
    for (size_t i = 0; i < 7; i++)
        noc_table_column(&table, i >= 2 ? NOC_ALIGN_RIGHT : NOC_ALIGN_LEFT, columns[i]);
    noc_table_detail(&table, "engine");
    for (size_t i = 0; i < list.count; i++) {
        const noc_space_record *s = &list.spaces[i];
        const uint64_t counts[] = {s->designs, s->ok, s->excluded, s->invalid, s->failed};
        noc_table_cell(&table, "%s", s->name);
        noc_table_cell(&table, "%s", s->id);
        for (size_t k = 0; k < 5; k++) noc_table_cell(&table, "%" PRIu64, counts[k]);
        noc_table_cell(&table, "%s", s->engine);
    }
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        status = noc_report_listing(&page.sheet, &table, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    noc_table_clear(&table);
    noc_space_list_clear(&list);
    return status;
}

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

/* Facts of the store, and why points are not ok. */
static noc_status show_store(const noc_request *r, noc_store *store, noc_diag *diag)
{
    char *facts = NULL;
    noc_table table = {0};
    noc_page page;
    noc_reason_list reasons = {0};
    noc_status status = noc_store_facts(store, &facts, diag);
    if (status == NOC_OK) status = noc_store_reasons(store, r->space, &reasons, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        noc_table_column(&table, NOC_ALIGN_LEFT, "fact");
        noc_table_column(&table, NOC_ALIGN_RIGHT, "points");
        noc_table_column(&table, NOC_ALIGN_LEFT, "value or reason");
        add_facts(&table, facts);
        add_reasons(&table, &reasons, page.sheet.format != NOC_FORMAT_TABLE);
        status = noc_report_listing(&page.sheet, &table, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    noc_table_clear(&table);
    noc_reason_list_clear(&reasons);
    free(facts);
    return status;
}

/* A comment, which no end of a line in a name may end. */
static void tell_origin(const noc_entry *entry, const noc_design *design, FILE *out)
{
    char overrides[1000], text[2000];
    noc_overrides_text(entry->overrides, overrides, sizeof overrides);
    snprintf(text, sizeof text, "# %s of %s: %s", entry->hash, design->file, overrides);
    noc_pen pen = {.out = out};
    noc_pen_text(&pen, text, strlen(text));
    noc_pen_newline(&pen);
}

/* One design, as a design file: what was estimated can be estimated again. */
static noc_status show_design(const noc_request *r, noc_store *store, const char *id,
                              noc_diag *diag)
{
    noc_entries entries = {0};
    noc_design *design = NULL;
    noc_page page;
    const noc_entry *found = NULL;
    const char *digits = strncmp(id, "d-", 2) == 0 ? id + 2 : id;
    noc_status status = noc_store_read(store, NULL, "", &entries, diag);
    bool several = false;
    for (size_t i = 0; i < entries.count; i++) {
        if (!*digits || strncmp(entries.list[i].hash, digits, strlen(digits)) != 0) continue;
        several = several || (found && strcmp(found->hash, entries.list[i].hash) != 0);
        found = &entries.list[i];
    }
    if (status == NOC_OK && (!found || several))
        status = noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                          found ? "%s: several designs start so (give more digits)"
                                : "%s: there is no such design in the store",
                          id);
    if (status == NOC_OK)
        status = noc_store_rebuild(store, found->source, found->overrides, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        tell_origin(found, design, page.sheet.out);
        noc_design_print(design, page.sheet.out);
        status = noc_page_send(r, &page, diag);
    }
    noc_design_free(design);
    noc_entries_clear(&entries);
    return status;
}

static noc_status verify(const noc_request *r, noc_store *store, const char *path, noc_diag *diag)
{
    uint64_t designs = 0, results = 0;
    noc_page page;
    noc_status status = noc_store_verify(store, &designs, &results, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    fprintf(page.sheet.out, "%s: ok, %s designs rebuild to their hashes, %s results\n", path,
            noc_grouped_of(designs).text, noc_grouped_of(results).text);
    return noc_page_send(r, &page, diag);
}

/* So that nothing is made, or added to, if one of the others is no store. */
static noc_status check_source(const char *from, noc_diag *diag)
{
    noc_store *store = NULL;
    const noc_status status = noc_store_open(from, NOC_STORE_READ, &store, diag);
    noc_store_close(store);
    return status;
}

static noc_status merge(const noc_request *r, const char *into, const char *const *from,
                        size_t count, noc_diag *diag)
{
    noc_store *store = NULL;
    if (count == 0)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "store merge needs stores to merge (store merge A.db B.db --store ALL.db)");
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++) status = check_source(from[i], diag);
    if (status == NOC_OK) status = noc_store_open(into, NOC_STORE_CREATE, &store, diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = noc_store_merge(store, from[i], diag);
    if (status == NOC_OK && !r->quiet)
        noc_say("%zu store%s merged into %s", count, count == 1 ? "" : "s", into);
    noc_store_close(store);
    return status;
}

/* The store is --store, or the first word after the verb. */
static int run(const noc_request *r, noc_diag *diag)
{
    static const char *const verbs[] = {"ls", "show", "merge", "verify"};
    const char *verb = r->operands[0];
    const size_t first = r->store ? 1 : 2;
    const char *path = r->store ? r->store : r->operand_count > 1 ? r->operands[1] : NULL;
    size_t known = 0;
    while (known < 4 && strcmp(verb, verbs[known]) != 0) known++;
    if (known == 4)
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                    "store has no '%s' (ls, show, merge, verify)", verb));
    if (!path) return noc_exit_of(noc_store_wanted(r, diag));
    const size_t rest = r->operand_count > first ? r->operand_count - first : 0;
    if (known == 2) return noc_exit_of(merge(r, path, r->operands + first, rest, diag));
    if (rest > (known == 1 ? 1 : 0))
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "'%s' is one word too many",
                                    r->operands[r->operand_count - 1]));
    noc_store *store = NULL;
    noc_status status = noc_store_open(path, NOC_STORE_READ, &store, diag);
    if (status == NOC_OK && known == 0) status = list_spaces(r, store, diag);
    if (status == NOC_OK && known == 1)
        status =
            rest ? show_design(r, store, r->operands[first], diag) : show_store(r, store, diag);
    if (status == NOC_OK && known == 3) status = verify(r, store, path, diag);
    noc_store_close(store);
    return noc_exit_of(status);
}

const noc_command noc_command_store = {
    .name = "store",
    .operands = "ls|show|merge|verify FILE...",
    .purpose = "What a store holds; merge stores; check one.",
    .details =
        "ls FILE: the spaces. show FILE [ID]: facts and reasons, or one design as a design "
        "file. merge OUT IN...: add what the others have (sweep --shard on several machines). "
        "verify FILE: is it whole, does every design rebuild to its hash.",
    .examples = "  nocsight store ls te13.db\n"
                "  nocsight store merge all.db part-1.db part-2.db\n",
    .operand = NOC_OPERAND_STORE,
    .least = 1,
    .most = 1000,
    .takes = NOC_TAKES_STORE,
    .run = run,
};
