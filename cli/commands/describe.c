#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "cli/frame/words.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/graph_text.h"
#include "reports/designs/space_text.h"
#include "reports/drawings/svg.h"
#include "reports/facts/catalog.h"
#include "reports/facts/glossary.h"
#include "reports/words/design_text.h"
#include "reports/writers/listing.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { KIND_COLUMN, NAME_COLUMN }; /* first columns of a catalogue */
enum { CATALOGS_MAX = 24 };

/* True if a row has the word as its name, or belongs to the glossary entry of a user's word. */
static bool is_match_for(const noc_table *catalogue, size_t row, const char *word)
{
    const char *name = noc_table_cell_text(catalogue, row, NAME_COLUMN);
    if (strcmp(noc_table_cell_text(catalogue, row, KIND_COLUMN), "word") != 0)
        return noc_catalog_is_match(name, word);
    const noc_word *is_match = noc_glossary_find(word);
    return is_match && strcmp(is_match->name, name) == 0;
}

/* Copies the rows of a catalogue that match the word to a table. */
static void select_rows(const noc_table *catalogue, const char *word, noc_table *matches)
{
    for (size_t c = 0; c < catalogue->column_count; c++)
        noc_table_add_column(matches, NOC_ALIGN_LEFT, catalogue->columns[c].header);
    for (size_t r = 0; r < catalogue->row_count; r++) {
        if (!is_match_for(catalogue, r, word)) continue;
        for (size_t c = 0; c < catalogue->column_count; c++)
            noc_table_add_cell(matches, "%s", noc_table_cell_text(catalogue, r, c));
    }
}

/* Prints the networks that the files of a design's graphs describe. */
static noc_status print_graphs(const noc_sheet *sheet, const noc_design *design, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    if (!noc_graph_text_is_shown(design)) return NOC_OK;
    noc_status status = noc_system_compile(design, &system, diag);
    return status == NOC_OK ? noc_graph_text_print(system, sheet->out, diag) : status;
}

/* Prints a design: its file, and the resulting nodes and networks. */
static noc_status print_design(const noc_sheet *sheet, const char *file, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_status status = noc_source_read(file, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, NULL, 0, &design, diag);
    if (status == NOC_OK) {
        noc_text_begin_verbatim(sheet);
        fputs(source.text, sheet->out);
        noc_design_explain(design, sheet->out);
        noc_text_end_verbatim(sheet);
        status = print_graphs(sheet, design, diag);
    }
    return status;
}

static bool is_glossary(const noc_table *found)
{
    return strcmp(noc_table_cell_text(found, 0, KIND_COLUMN), "word") == 0;
}

static bool is_found(const char *name, const noc_table *found, size_t count)
{
    for (size_t t = 0; t < count; t++)
        for (size_t r = 0; r < found[t].row_count; r++)
            if (noc_catalog_is_match(noc_table_cell_text(&found[t], r, NAME_COLUMN), name))
                return true;
    return false;
}

/* True if a part of a name, after its group, begins with the word. */
static bool has_part_prefix(const char *name, const char *word)
{
    const char *part = strchr(name, '.');
    for (part = part ? part + 1 : name; part;
         part = strchr(part, '.') ? strchr(part, '.') + 1 : NULL)
        if (strncasecmp(part, word, strlen(word)) == 0) return true;
    return false;
}

/* True if a glossary word has settings or metrics with its name that were not found under it:
 * hotspot has traffic.hotspot_fraction, multicast has traffic.multicast.share. */
static bool has_hidden_entries(const noc_word *word, const noc_table *found, size_t count)
{
    for (const char *see = word->see; *see;) {
        char name[80];
        const size_t length = strcspn(see, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, see);
        if (has_part_prefix(name, word->name) && !is_found(name, found, count)) return true;
        see += length + strspn(see + length, ", ");
    }
    return false;
}

/* Drops glossary words. A word stays if nothing else is found, if it has further settings or
 * metrics, or if it is a paper. */
static size_t drop_glossary_words(const char *word, noc_table found[CATALOGS_MAX], size_t count)
{
    const noc_word *is_kept = noc_glossary_find(word);
    if (!is_kept || *is_kept->source || count < 2 || has_hidden_entries(is_kept, found, count))
        return count;
    size_t kept_count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_glossary(&found[i]))
            noc_table_clear(&found[i]);
        else
            found[kept_count++] = found[i];
    return kept_count;
}

/* Fills `matches` with entries that match the word, a table for each catalogue with matches.
 * Returns the number of tables. */
static size_t find_entries(const char *word, noc_table found[CATALOGS_MAX], bool *has_failed)
{
    size_t count = 0;
    for (size_t i = 0; noc_catalog_entry_at(i) && count < CATALOGS_MAX; i++) {
        noc_table catalogue = {0};
        found[count] = (noc_table){0};
        noc_catalog_entry_at(i)->fill(&catalogue);
        select_rows(&catalogue, word, &found[count]);
        *has_failed |= catalogue.arena.is_short || found[count].arena.is_short;
        noc_table_clear(&catalogue);
        if (found[count].row_count > 0)
            count++;
        else
            noc_table_clear(&found[count]);
    }
    return drop_glossary_words(word, found, count);
}

/* Finds the word; a key also in another group: network.placement finds nodes.placement. */
static size_t find_in_groups(const char *word, noc_table found[CATALOGS_MAX], bool *has_failed)
{
    const size_t count = find_entries(word, found, has_failed);
    const char *name = noc_catalog_short_name(word);
    return count > 0 || name == word || strchr(word, '/') ? count
                                                          : find_entries(name, found, has_failed);
}

/* Finds the nearest name, with its group. */
static const char *find_nearest_name(const char *word, const noc_table tables[CATALOGS_MAX])
{
    noc_nearest_search nearest = {.wanted = word};
    for (size_t i = 0; noc_catalog_entry_at(i); i++)
        noc_nearest_consider(&nearest, noc_catalog_entry_name(i));
    for (size_t i = 0; i < CATALOGS_MAX; i++)
        for (size_t r = 0; r < tables[i].row_count; r++) {
            const char *name = noc_table_cell_text(&tables[i], r, NAME_COLUMN);
            noc_nearest_consider(&nearest, name);
            noc_nearest_consider(&nearest, noc_catalog_short_name(name));
        }
    const char *nearest_word = noc_nearest_name(&nearest);
    for (size_t i = 0; nearest_word && i < CATALOGS_MAX; i++)
        for (size_t r = 0; r < tables[i].row_count; r++) {
            const char *name = noc_table_cell_text(&tables[i], r, NAME_COLUMN);
            if (noc_catalog_short_name(name) == nearest_word) return name;
        }
    return nearest_word;
}

static noc_status report_unknown(const char *word, noc_diag *diag)
{
    noc_table tables[CATALOGS_MAX] = {0}; /* tables own the names until the end */
    for (size_t i = 0; noc_catalog_entry_at(i) && i < CATALOGS_MAX; i++)
        noc_catalog_entry_at(i)->fill(&tables[i]);
    const char *nearest = find_nearest_name(word, tables);
    NOC_REFUSE(diag, "nothing is called '%s'%s%s%s", word,
               nearest ? "; did you mean '" : " ('nocsight describe' lists them)",
               nearest ? nearest : "", nearest ? "'?" : "");
    for (size_t i = 0; i < CATALOGS_MAX; i++) noc_table_clear(&tables[i]);
    return NOC_EUSAGE;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Fills a table with the catalogues. */
static void fill_lists(noc_table *table)
{
    noc_catalog_add_columns(table);
    noc_table_add_column(table, NOC_ALIGN_LEFT, "meaning");
    for (size_t i = 0; noc_catalog_entry_at(i); i++) {
        noc_table_add_cell(table, "list");
        noc_table_add_cell(table, "%s", noc_catalog_entry_at(i)->name);
        noc_table_add_cell(table, "%s", noc_catalog_entry_at(i)->meaning);
    }
}

static noc_status show_list(const noc_request *r, const noc_catalog *list, noc_diag *diag)
{
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    noc_page page;
    list->fill(&table);
    noc_status status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        status = noc_report_listing(&page.sheet, &table, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    return status;
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Prints the keys of a topology or pattern, below its entry. */
static noc_status print_own_keys(const noc_sheet *sheet, const noc_table *found, size_t count,
                                 noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t t = 0; t < count && status == NOC_OK; t++) {
        noc_table keys = {0};
        noc_catalog_fill_keys(noc_table_cell_text(&found[t], 0, KIND_COLUMN),
                              noc_table_cell_text(&found[t], 0, NAME_COLUMN), &keys);
        if (keys.row_count > 0) {
            fputc('\n', sheet->out);
            status = noc_table_print(sheet, &keys, diag);
        }
        noc_table_clear(&keys);
    }
    return status;
}

static noc_status show(const noc_request *r, const noc_table *found, size_t count, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    const bool design =
        count == 1 && strcmp(noc_table_cell_text(found, 0, KIND_COLUMN), "design") == 0;
    if (design && r->format == NOC_FORMAT_TABLE)
        status =
            print_design(&page.sheet, noc_table_cell_text(found, 0, found->column_count - 1), diag);
    else
        status = noc_report_rows(&page.sheet, found, count, diag);
    if (status == NOC_OK && r->format == NOC_FORMAT_TABLE)
        status = print_own_keys(&page.sheet, found, count, diag);
    return noc_page_finish(r, &page, status, diag);
}

static noc_status draw_design(const noc_source *source, FILE *out, noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_status status = noc_design_read(source, NULL, 0, &design, diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, diag);
    return status == NOC_OK ? noc_svg_draw(system, out, diag) : status;
}

/* Draws a shipped design or a design file. */
static noc_status draw_to_page(const noc_request *r, const char *word, noc_diag *diag)
{
    noc_page page;
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = noc_shipped_source(word, &source, diag);
    if (status == NOC_OK) status = draw_design(&source, page.sheet.out, diag);
    return noc_page_finish(r, &page, status, diag);
}

/* Shows a user's design file. */
static noc_status show_file(const noc_request *r, const char *word, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = print_design(&page.sheet, word, diag);
    return noc_page_finish(r, &page, status, diag);
}

static noc_status show_format(const noc_request *r, noc_diag *diag)
{
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    noc_space_format_print(page.sheet.out);
    return noc_page_send(r, &page, diag);
}

/* Finds entries of a word or, if a plural has none, of its singular: "allocators" finds
 * allocator. */
static size_t find_plural_or_singular(const char *word, noc_table found[CATALOGS_MAX],
                                      bool *has_failed)
{
    static const struct {
        const char *many, *one;
    } endings[] = {{"ies", "y"}, {"s", ""}, {"es", ""}};
    size_t count = find_in_groups(word, found, has_failed);
    for (size_t i = 0; count == 0 && i < sizeof endings / sizeof *endings; i++) {
        char *singular = NULL;
        const size_t length = strlen(word), ending = strlen(endings[i].many);
        if (length <= ending || strcmp(word + length - ending, endings[i].many) != 0) continue;
        if (asprintf(&singular, "%.*s%s", (int)(length - ending), word, endings[i].one) < 0)
            return 0;
        count = find_in_groups(singular, found, has_failed);
        free(singular);
    }
    return count;
}

static noc_status describe(const noc_request *r, const char *word, noc_diag *diag)
{
    static const noc_catalog lists = {"lists", "names of all lists", fill_lists};
    const noc_catalog *list = *word ? noc_catalog_find(word) : &lists;
    noc_table found[CATALOGS_MAX] = {0};
    bool has_failed = false;
    if (r->format == NOC_FORMAT_SVG) return draw_to_page(r, word, diag);
    if (r->format == NOC_FORMAT_TABLE && strcmp(word, "space") == 0) return show_format(r, diag);
    if (list) return show_list(r, list, diag);
    const size_t count = find_plural_or_singular(word, found, &has_failed);
    noc_status status;
    if (has_failed)
        status = noc_fail_memory(diag);
    else if (count == 0 && r->format == NOC_FORMAT_TABLE && access(word, R_OK) == 0)
        status = show_file(r, word, diag);
    else if (count == 0)
        status = report_unknown(word, diag);
    else
        status = show(r, found, count, diag);
    for (size_t i = 0; i < count; i++) noc_table_clear(&found[i]);
    return status;
}

/* Joins the words, so that "describe virtual channel" needs no quotes. NULL when out of memory. */
static char *join_words(const noc_request *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < r->operand_count; i++)
        fprintf(out, "%s%s", i ? " " : "", r->operands[i]);
    return noc_memory_text_close(out, &text);
}

static int run(const noc_request *r, noc_diag *diag)
{
    NOC_AUTO_FREE char *word = join_words(r);
    const noc_status status = word ? describe(r, word, diag) : noc_fail_memory(diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_describe = {
    .name = "describe",
    .operands = "[NAME]",
    .purpose = "List topologies, keys, metrics, designs, ...; explain a NAME.",
    .details = "Without NAME: the lists that there are. NAME is a list, anything in one (a "
               "setting, a metric, a topology, a shipped design, whose file is shown), or a word "
               "that people use (latency, VC, chiplet, te13); the group of a setting may be left "
               "out. 'describe space' shows the format of spaces. With --format svg it is a design "
               "or a design file, which is drawn.",
    .examples = "  nocsight describe topologies\n"
                "  nocsight describe flit_bytes\n"
                "  nocsight describe latency\n"
                "  nocsight describe space\n"
                "  nocsight describe te13-baseline -o my.cfg\n"
                "  nocsight describe cdx19-cdxbar-80 --format svg -o cdxbar.svg\n",
    .accepts_catalogs = true,
    .max_operands = 4,
    .has_svg = true,
    .has_markup = true,
    .run = run,
};
