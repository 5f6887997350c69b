#include "reports/facts/import.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/sheet.h"
#include "reports/writers/shell_word.h"
#include "reports/writers/table_print.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* True if the table shows a note. Settings carried over, usual settings, and settings of the run or
 * not read without a line are left out. */
static bool is_told(const noc_import_note *n)
{
    const bool of_run = n->fate == NOC_IMPORT_RUN || n->fate == NOC_IMPORT_UNREAD;
    return n->fate != NOC_IMPORT_CARRIED && n->fate != NOC_IMPORT_USUAL && !(of_run && !n->line);
}

/* True if a note has a line of a file; notes on a design or a trace have none. */
static bool has_lines(const noc_import *i)
{
    size_t n = 0;
    while (n < i->note_count && i->notes[n].line == 0) n++;
    return n < i->note_count;
}

static size_t count_of(const noc_import *i, noc_import_fate fate)
{
    size_t count = 0;
    const bool own = !has_lines(i);
    for (size_t n = 0; n < i->note_count; n++)
        count += i->notes[n].fate == fate && (own || i->notes[n].line);
    return count;
}

/* Adds the row of a note. `previous`: note of the row above; NULL: none. */
static void add_row(noc_table *table, const noc_import_note *n, const noc_import_note *before,
                    bool lines)
{
    const bool same = before && before->fate == n->fate && strcmp(before->here, n->here) == 0 &&
                      strcmp(before->why, n->why) == 0;
    noc_table_cell(table, "%s", n->setting);
    noc_table_cell(table, "%s", n->value);
    if (lines && n->line)
        noc_table_cell(table, "%d", n->line);
    else if (lines)
        noc_table_cell(table, "%s", "");
    noc_table_cell(table, "%s", noc_import_fate_word(n->fate));
    if (same)
        noc_table_cell(table, "%s", "as above");
    else
        noc_table_cell(table, "%s%s%s", n->here, *n->here && *n->why ? ": " : "", n->why);
}

/* Adds the rows of all shown notes, in the order of fates. */
static void add_rows(noc_table *table, const noc_import *i)
{
    static const noc_import_fate order[] = {NOC_IMPORT_DOUBTED,  NOC_IMPORT_CHANGED,
                                            NOC_IMPORT_LEFT_OUT, NOC_IMPORT_ASSUMED,
                                            NOC_IMPORT_UNREAD,   NOC_IMPORT_RUN};
    const noc_import_note *before = NULL;
    const bool lines = has_lines(i);
    for (size_t o = 0; o < sizeof order / sizeof order[0]; o++)
        for (size_t n = 0; n < i->note_count; n++) {
            const noc_import_note *note = &i->notes[n];
            if (note->fate != order[o] || !is_told(note)) continue;
            add_row(table, note, before, lines);
            before = note;
        }
}

/* Prints the path of the trace. */
static void print_trace(const noc_import_view *v, FILE *out)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", v->folder, v->import->trace) < 0) return;
    noc_shell_word(out, path);
    free(path);
}

static noc_status print_import(const noc_sheet *sheet, const noc_import_view *v, noc_diag *diag)
{
    const noc_import *i = v->import;
    noc_table table = {0};
    noc_text_say(sheet,
                 "%s: made of %s, of whose settings %zu are carried over and %zu are as "
                 "things are here anyway. What is not:",
                 v->design, v->file, count_of(i, NOC_IMPORT_CARRIED),
                 count_of(i, NOC_IMPORT_USUAL));
    fputc('\n', sheet->out);
    noc_table_column(&table, NOC_ALIGN_LEFT, "setting");
    noc_table_column(&table, NOC_ALIGN_LEFT, "value");
    if (has_lines(i)) noc_table_column(&table, NOC_ALIGN_RIGHT, "line");
    noc_table_column(&table, NOC_ALIGN_LEFT, "became");
    noc_table_column(&table, NOC_ALIGN_LEFT, "here, and why");
    add_rows(&table, i);
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (status != NOC_OK) return status;
    fprintf(sheet->out, "\n%s ", v->next);
    noc_shell_word(sheet->out, v->design);
    if (i->trace) {
        fputs(" --trace ", sheet->out);
        print_trace(v, sheet->out);
    }
    fprintf(sheet->out, *i->load ? " --load %s\n" : "%s\n", i->load);
    return NOC_OK;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static json_t *note_object(const noc_import_note *n)
{
    json_t *object = json_object();
    json_object_set_new(object, "setting", noc_json_text(n->setting));
    json_object_set_new(object, "value", noc_json_text(n->value));
    json_object_set_new(object, "line", n->line ? json_integer(n->line) : json_null());
    json_object_set_new(object, "became", noc_json_text(noc_import_fate_word(n->fate)));
    json_object_set_new(object, "here", noc_json_text(n->here));
    json_object_set_new(object, "why", noc_json_text(n->why));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const noc_import_view *v, noc_diag *diag)
{
    const noc_import *i = v->import;
    json_t *root = json_object(), *files = json_array(), *notes = json_array();
    for (size_t f = 0; f < i->file_count; f++)
        json_array_append_new(files, noc_json_text(i->files[f].name));
    if (i->trace) json_array_append_new(files, noc_json_text(i->trace));
    for (size_t n = 0; n < i->note_count; n++)
        json_array_append_new(notes, note_object(&i->notes[n]));
    json_object_set_new(root, "schema", noc_json_text("nocsight.import/1"));
    json_object_set_new(root, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(root, "file", noc_json_text(v->file));
    json_object_set_new(root, "folder", noc_json_text(v->folder));
    json_object_set_new(root, "design", noc_json_text(v->design));
    json_object_set_new(root, "files", files);
    json_object_set_new(root, "load", *i->load ? noc_json_text(i->load) : json_null());
    json_object_set_new(root, "settings", notes);
    json_object_set_new(root, "run", noc_json_run(&sheet->run));
    return noc_json_write(sheet->out, root, diag);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_import *i)
{
    fputs("setting,value,line,became,here,why\n", sheet->out);
    for (size_t n = 0; n < i->note_count; n++) {
        const noc_import_note *note = &i->notes[n];
        noc_csv_line line = {.sheet = sheet};
        noc_csv_text(&line, note->setting);
        noc_csv_text(&line, note->value);
        if (note->line)
            noc_csv_count(&line, (uint64_t)note->line);
        else
            noc_csv_text(&line, "");
        noc_csv_text(&line, noc_import_fate_word(note->fate));
        noc_csv_text(&line, note->here);
        noc_csv_text(&line, note->why);
        noc_csv_end(&line);
    }
    return NOC_OK;
}

noc_status noc_report_import(const noc_sheet *sheet, const noc_import_view *v, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, v, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(sheet, v->import);
    return print_import(sheet, v, diag);
}
