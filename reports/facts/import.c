#include "reports/facts/import.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/shell_word.h"
#include "reports/writers/table_print.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* True if the table shows a note. Notes on settings that are carried over, or have their default,
 * are left out; notes on settings of the run, or not read, only if they have no line of a file. */
static bool is_shown(const noc_import_note *note)
{
    const bool is_run_setting = note->fate == NOC_IMPORT_RUN || note->fate == NOC_IMPORT_UNREAD;
    return note->fate != NOC_IMPORT_CARRIED && note->fate != NOC_IMPORT_DEFAULT &&
           !(is_run_setting && !note->line);
}

/* True if at least one note has a line of a file; notes on a design or a trace have no line. */
static bool has_lines(const noc_import *import)
{
    size_t n = 0;
    while (n < import->note_count && import->notes[n].line == 0) n++;
    return n < import->note_count;
}

/* Counts the notes with a fate. If some notes have lines, counts only these. */
static size_t count_fates(const noc_import *import, noc_import_fate fate)
{
    size_t count = 0;
    const bool has_no_lines = !has_lines(import);
    for (size_t n = 0; n < import->note_count; n++)
        count += import->notes[n].fate == fate && (has_no_lines || import->notes[n].line);
    return count;
}

/* Adds the row of a note; "as above" if it repeats `previous`, the note of the row above (NULL:
 * none). */
static void add_row(noc_table *table, const noc_import_note *note, const noc_import_note *previous,
                    bool has_line_column)
{
    const bool is_repeated = previous && previous->fate == note->fate &&
                             strcmp(previous->design_setting, note->design_setting) == 0 &&
                             strcmp(previous->reason, note->reason) == 0;
    noc_table_add_cell(table, "%s", note->setting);
    noc_table_add_cell(table, "%s", note->value);
    if (has_line_column && note->line)
        noc_table_add_cell(table, "%d", note->line);
    else if (has_line_column)
        noc_table_add_cell(table, "%s", "");
    noc_table_add_cell(table, "%s", noc_import_fate_word(note->fate));
    if (is_repeated)
        noc_table_add_cell(table, "%s", "as above");
    else
        noc_table_add_cell(table, "%s%s%s", note->design_setting,
                           *note->design_setting && *note->reason ? ": " : "", note->reason);
}

/* Adds the rows of all shown notes, in the order of fates. */
static void add_rows(noc_table *table, const noc_import *import)
{
    static const noc_import_fate fates[] = {NOC_IMPORT_DOUBTFUL, NOC_IMPORT_CHANGED,
                                            NOC_IMPORT_LEFT_OUT, NOC_IMPORT_ASSUMED,
                                            NOC_IMPORT_UNREAD,   NOC_IMPORT_RUN};
    const noc_import_note *previous = NULL;
    const bool has_line_column = has_lines(import);
    for (size_t o = 0; o < sizeof fates / sizeof fates[0]; o++)
        for (size_t n = 0; n < import->note_count; n++) {
            const noc_import_note *note = &import->notes[n];
            if (note->fate != fates[o] || !is_shown(note)) continue;
            add_row(table, note, previous, has_line_column);
            previous = note;
        }
}

/* Prints the path of the trace. */
static void print_trace(const noc_import_view *view, FILE *out)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", view->folder, view->import->trace) < 0) return;
    noc_shell_write_word(out, path);
    free(path);
}

static noc_status print_import(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag)
{
    const noc_import *import = view->import;
    noc_table table = {0};
    noc_text_paragraph(sheet,
                       "%s: made of %s, of whose settings %zu are carried over and %zu are as "
                       "things are here anyway. What is not:",
                       view->main_file, view->file, count_fates(import, NOC_IMPORT_CARRIED),
                       count_fates(import, NOC_IMPORT_DEFAULT));
    fputc('\n', sheet->out);
    noc_table_add_columns(&table, "setting|value");
    if (has_lines(import)) noc_table_add_column(&table, NOC_ALIGN_RIGHT, "line");
    noc_table_add_columns(&table, "became|here, and why");
    add_rows(&table, import);
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (status != NOC_OK) return status;
    fprintf(sheet->out, "\n%s ", view->next_command);
    noc_shell_write_word(sheet->out, view->main_file);
    if (import->trace) {
        fputs(" --trace ", sheet->out);
        print_trace(view, sheet->out);
    }
    fprintf(sheet->out, *import->load ? " --load %s\n" : "%s\n", import->load);
    return NOC_OK;
}

/* ---- for programs --------------------------------------------------------------------------- */

static noc_rows fill_notes(const noc_sheet *sheet, const noc_import *import)
{
    noc_rows rows = noc_rows_begin(sheet, "setting value line became here why");
    for (size_t n = 0; n < import->note_count; n++) {
        const noc_import_note *note = &import->notes[n];
        noc_rows_add(&rows);
        noc_put_text(&rows, "setting", note->setting);
        noc_put_text(&rows, "value", note->value);
        if (note->line)
            noc_put_count(&rows, "line", (uint64_t)note->line);
        else
            noc_put_json(&rows, "line", json_null());
        noc_put_text(&rows, "became", noc_import_fate_word(note->fate));
        noc_put_text(&rows, "here", note->design_setting);
        noc_put_text(&rows, "why", note->reason);
    }
    return rows;
}

static noc_status write_json(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag)
{
    const noc_import *import = view->import;
    json_t *root = noc_json_document(sheet, "nocsight.import/1"), *files = json_array();
    noc_rows notes = fill_notes(sheet, import);
    for (size_t f = 0; f < import->file_count; f++)
        json_array_append_new(files, noc_json_text(import->files[f].name));
    if (import->trace) json_array_append_new(files, noc_json_text(import->trace));
    noc_json_set_text(root, "file", view->file);
    noc_json_set_text(root, "folder", view->folder);
    noc_json_set_text(root, "design", view->main_file);
    json_object_set_new(root, "files", files);
    noc_json_set_text(root, "load", *import->load ? import->load : NULL);
    json_object_set_new(root, "settings", noc_rows_end_json(&notes));
    return noc_json_finish(sheet, root, diag);
}

noc_status noc_report_import(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, view, diag);
    if (sheet->format != NOC_FORMAT_CSV) return print_import(sheet, view, diag);
    noc_rows notes = fill_notes(sheet, view->import);
    return noc_rows_write(&notes, diag);
}
