#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/parts/explore.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "explore/front/candidates.h"
#include "explore/store/store_read.h"
#include "explore/store/store_verify.h"
#include "explore/store/store_write.h"
#include "reader/design_walk.h"
#include "reports/words/design_text.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"
#include "reports/writers/listing.h"
#include "reports/writers/pen.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* ---- spaces --------------------------------------------------------------------------------- */

/* Reports the spaces, a row for each: its number of designs, and their states. */
static noc_status report_spaces(const noc_sheet *sheet, const noc_space_list *list, noc_diag *diag)
{
    static const char *const columns[] = {"space",    "id",      "designs", "ok",
                                          "excluded", "invalid", "failed"};
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    for (size_t i = 0; i < 7; i++)
        noc_table_add_column(&table, i >= 2 ? NOC_ALIGN_RIGHT : NOC_ALIGN_LEFT, columns[i]);
    noc_table_add_detail(&table, "engine");
    for (size_t i = 0; i < list->count; i++) {
        const noc_space_record *s = &list->spaces[i];
        const uint64_t counts[] = {s->design_count, s->ok_count, s->excluded_count,
                                   s->invalid_count, s->failed_count};
        noc_table_add_cell(&table, "%s", s->name);
        noc_table_add_cell(&table, "%s", s->id);
        for (size_t k = 0; k < 5; k++) noc_table_add_cell(&table, "%" PRIu64, counts[k]);
        noc_table_add_cell(&table, "%s", s->engine);
    }
    return noc_report_listing(sheet, &table, diag);
}

/* ---- facts and reasons ---------------------------------------------------------------------- */

enum { REASONS_SHOWN = 10 };

/* Adds facts: lines of "fact TAB value". */
static void add_facts(noc_table *table, const char *facts)
{
    while (*facts) {
        const size_t line = strcspn(facts, "\n"), tab = strcspn(facts, "\t");
        const char *value = facts + tab + (tab < line);
        noc_table_add_cell(table, "%.*s", (int)(tab < line ? tab : line), facts);
        noc_table_add_cell(table, "%s", "");
        noc_table_add_cell(table, "%.*s", tab < line ? (int)(line - tab - 1) : 0, value);
        facts += line + (facts[line] == '\n');
    }
}

static void add_reason(noc_table *table, const char *state, uint64_t points, const char *text)
{
    noc_table_add_cell(table, "%s", state);
    noc_table_add_cell(table, "%" PRIu64, points);
    noc_table_add_cell(table, "%s", text);
}

/* Adds the reasons: all for programs, the most frequent for people. */
static void add_reasons(noc_table *table, const noc_reason_list *list, bool shows_all)
{
    const size_t shown_count =
        shows_all || list->count < REASONS_SHOWN ? list->count : REASONS_SHOWN;
    uint64_t hidden_count = 0;
    for (size_t i = 0; i < shown_count; i++)
        add_reason(table, list->reasons[i].state, list->reasons[i].design_count,
                   list->reasons[i].example);
    for (size_t i = shown_count; i < list->count; i++)
        hidden_count += list->reasons[i].design_count;
    if (hidden_count > 0) add_reason(table, "others", hidden_count, "for other reasons");
}

/* Reports facts (noc_store_write_facts), and the reasons of points that are not ok: all for
 * programs, the most frequent for people. */
static noc_status report_store(const noc_sheet *sheet, const char *facts,
                               const noc_reason_list *reasons, noc_diag *diag)
{
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    noc_table_add_columns(&table, "fact|>points|value or reason");
    add_facts(&table, facts);
    add_reasons(&table, reasons, sheet->format != NOC_FORMAT_TABLE);
    return noc_report_listing(sheet, &table, diag);
}

/* ---- one design ----------------------------------------------------------------------------- */

/* Prints the origin of a design as a comment, which no line end in a name can end. */
static void print_origin(const noc_entry *entry, const noc_design *design, FILE *out)
{
    char overrides[1000], text[2000];
    noc_overrides_write_all(entry->overrides, overrides, sizeof overrides);
    snprintf(text, sizeof text, "# %s of %s: %s", entry->hash, design->typed_name, overrides);
    noc_pen pen = {.out = out};
    noc_pen_text(&pen, text, strlen(text));
    noc_pen_newline(&pen);
}

/* Reports one design as a design file, below a comment on its origin: the file can be estimated
 * again. */
static void report_design(const noc_sheet *sheet, const noc_entry *entry, const noc_design *design)
{
    print_origin(entry, design, sheet->out);
    noc_design_print(design, sheet->out);
}

/* ---- the command ---------------------------------------------------------------------------- */

/* Values of the options. */
typedef struct option_values {
    const char *store;
} option_values;

static const noc_option_use uses[] = {{&noc_store_options, offsetof(option_values, store)}, {0}};

/* Arguments of a verb. */
typedef struct verb_question {
    const noc_request *request;
    const char *path;         /* path of the store */
    const char *const *words; /* words after the path */
    size_t count;
} verb_question;

static noc_status list_spaces(const verb_question *a, noc_store *store, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    noc_space_list list = {0};
    noc_page page;
    noc_status status = noc_store_read_spaces(store, &memory, &list, diag);
    if (status == NOC_OK) status = noc_page_open(a->request, &page, diag);
    if (status == NOC_OK) {
        status = report_spaces(&page.sheet, &list, diag);
        status = noc_page_finish(a->request, &page, status, diag);
    }
    return status;
}

static noc_status show_facts(const verb_question *a, noc_store *store, noc_diag *diag)
{
    NOC_AUTO_FREE char *facts = NULL;
    noc_page page;
    NOC_AUTO(noc_reason_list_clear) noc_reason_list reasons = {0};
    noc_status status = noc_store_write_facts(store, &facts, diag);
    if (status == NOC_OK) status = noc_store_read_reasons(store, NULL, &reasons, diag);
    if (status == NOC_OK) status = noc_page_open(a->request, &page, diag);
    if (status == NOC_OK) {
        status = report_store(&page.sheet, facts, &reasons, diag);
        status = noc_page_finish(a->request, &page, status, diag);
    }
    return status;
}

/* Finds the design whose hash begins with the digits of an identifier. */
static noc_status find_design(const noc_entries *entries, const char *id, const noc_entry **match,
                              noc_diag *diag)
{
    const char *digits = strncmp(id, "d-", 2) == 0 ? id + 2 : id;
    bool is_ambiguous = false;
    *match = NULL;
    for (size_t i = 0; i < entries->count; i++) {
        const noc_entry *e = &entries->list[i];
        if (!*digits || strncmp(e->hash, digits, strlen(digits)) != 0) continue;
        is_ambiguous = is_ambiguous || (*match && strcmp((*match)->hash, e->hash) != 0);
        *match = e;
    }
    if (*match && !is_ambiguous) return NOC_OK;
    return NOC_REFUSE(diag,
                      *match ? "%s: several designs start so (give more digits)"
                             : "%s: there is no such design in the store",
                      id);
}

static noc_status show_design(const verb_question *a, noc_store *store, noc_diag *diag)
{
    NOC_AUTO(noc_entries_clear) noc_entries entries = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_page page;
    const noc_entry *found = NULL;
    noc_status status = noc_store_read_entries(store, NULL, "", &entries, diag);
    if (status == NOC_OK) status = find_design(&entries, a->words[0], &found, diag);
    if (status == NOC_OK)
        status = noc_store_rebuild_design(store, found->source, found->overrides, &design, diag);
    if (status == NOC_OK) status = noc_page_open(a->request, &page, diag);
    if (status == NOC_OK) {
        report_design(&page.sheet, found, design);
        status = noc_page_send(a->request, &page, diag);
    }
    return status;
}

static noc_status show(const verb_question *a, noc_store *store, noc_diag *diag)
{
    return a->count ? show_design(a, store, diag) : show_facts(a, store, diag);
}

static noc_status verify(const verb_question *a, noc_store *store, noc_diag *diag)
{
    uint64_t designs = 0, results = 0;
    noc_page page;
    noc_status status = noc_store_verify(store, &designs, &results, diag);
    if (status == NOC_OK) status = noc_page_open(a->request, &page, diag);
    if (status != NOC_OK) return status;
    noc_text_paragraph(&page.sheet, "%s: ok, %s designs rebuild to their hashes, %s results",
                       a->path, noc_grouped_number_make(designs).text,
                       noc_grouped_number_make(results).text);
    return noc_page_send(a->request, &page, diag);
}

/* Checks a source of a merge first: the target is neither made nor changed if a source is no store,
 * or damaged. */
static noc_status check_source(const char *path, noc_diag *diag)
{
    NOC_AUTO_STORE noc_store *store = NULL;
    noc_status status = noc_store_open(path, NOC_STORE_READ, &store, diag);
    return status == NOC_OK ? noc_store_check_file(store, diag) : status;
}

static noc_status merge(const verb_question *a, noc_diag *diag)
{
    noc_store *store = NULL;
    if (a->count == 0)
        return NOC_REFUSE(
            diag, "store merge needs stores to merge (store merge A.db B.db --store ALL.db)");
    const bool is_new = access(a->path, F_OK) != 0;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < a->count && status == NOC_OK; i++)
        status = check_source(a->words[i], diag);
    if (status == NOC_OK) status = noc_store_open(a->path, NOC_STORE_CREATE, &store, diag);
    for (size_t i = 0; i < a->count && status == NOC_OK; i++)
        status = noc_store_merge(store, a->words[i], diag);
    if (status == NOC_OK && !a->request->is_quiet)
        noc_message_print("%zu store%s merged into %s", a->count, a->count == 1 ? "" : "s",
                          a->path);
    noc_store_close(store);
    if (status != NOC_OK && is_new) unlink(a->path);
    return status;
}

/* ---- verbs ---------------------------------------------------------------------------------- */

typedef struct verb {
    const char *name;
    size_t max_words; /* largest number of words after the store */
    noc_status (*answer)(const verb_question *a, noc_store *store,
                         noc_diag *diag); /* NULL: merge */
} verb;

static const verb verbs[] = {
    {"ls", 0, list_spaces},
    {"show", 1, show},
    {"merge", SIZE_MAX, NULL},
    {"verify", 0, verify},
};

static const verb *find_verb(const char *name, noc_diag *diag)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    NOC_REFUSE(diag, "store has no '%s' (ls, show, merge, verify)", name);
    return NULL;
}

static noc_status answer_verb(const verb *v, const verb_question *a, noc_diag *diag)
{
    NOC_AUTO_STORE noc_store *store = NULL;
    if (a->count > v->max_words)
        return NOC_REFUSE(diag, "'%s' is one word too many", a->words[a->count - 1]);
    noc_status status = noc_store_open(a->path, NOC_STORE_READ, &store, diag);
    return status == NOC_OK ? v->answer(a, store, diag) : status;
}

/* Runs a verb. The store is --store, or the first word after the verb. */
static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const size_t first = values->store ? 1 : 2;
    const verb_question a = {
        .request = r,
        .path = values->store          ? values->store
                : r->operand_count > 1 ? r->operands[1]
                                       : NULL,
        .words = r->operands + first,
        .count = r->operand_count > first ? r->operand_count - first : 0,
    };
    const verb *v = find_verb(r->operands[0], diag);
    noc_status status = v ? NOC_OK : NOC_EUSAGE;
    if (status == NOC_OK) status = noc_store_require_option(r, a.path, diag);
    if (status == NOC_OK) status = v->answer ? answer_verb(v, &a, diag) : merge(&a, diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_store = {
    .name = "store",
    .operands = "ls|show|merge|verify FILE...",
    .purpose = "What a store holds; merge stores; check one.",
    .details = "ls FILE: the spaces. show FILE [ID]: facts and reasons, or one design as a design "
               "file. merge OUT IN...: add the others' designs (sweep --shard on several "
               "machines). verify FILE: is it whole, does every design rebuild to its hash.",
    .examples = "  nocsight store ls te13.db\n"
                "  nocsight store merge all.db part-1.db part-2.db\n",
    .min_operands = 1,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .has_markup = true,
    .run = run,
};
