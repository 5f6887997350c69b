#include "design/workload/trace_hint.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- names of columns ------------------------------------------------------------------------ */

/* Columns of a trace, required columns first. */
static const char *const trace_columns[] = {"cycle", "source",  "destination", "class",
                                            "bytes", "address", "reply_bytes", "network",
                                            "id",    "after",   "delay",       "phase"};
enum { COLUMNS = sizeof trace_columns / sizeof trace_columns[0], CLASS = 3, REQUIRED_COLUMNS = 5 };
enum { ADDRESS = REQUIRED_COLUMNS, NETWORK = 7, PHASE = 11 };

/* Names of columns in files of other tools, with the column of a trace. */
static const struct {
    const char *theirs, *ours;
} foreign_names[] = {
    {"time", "cycle"},      {"timestamp", "cycle"},    {"cycles", "cycle"},
    {"t", "cycle"},         {"src", "source"},         {"from", "source"},
    {"src_node", "source"}, {"dst", "destination"},    {"dest", "destination"},
    {"to", "destination"},  {"target", "destination"}, {"type", "class"},
    {"op", "class"},        {"kind", "class"},         {"size", "bytes"},
    {"length", "bytes"},    {"len", "bytes"},          {"size_bytes", "bytes"},
    {"addr", "address"},
};

static bool has_name(const char *name, size_t length, const char *wanted)
{
    return strlen(wanted) == length && strncasecmp(name, wanted, length) == 0;
}

/* Finds the column of a name, nocsight's or another tool's; COLUMNS: none. */
static size_t find_column(const char *name, size_t length)
{
    const char *trace_name = NULL;
    size_t c = 0;
    for (size_t i = 0; i < sizeof foreign_names / sizeof foreign_names[0]; i++)
        if (has_name(name, length, foreign_names[i].theirs)) trace_name = foreign_names[i].ours;
    while (c < COLUMNS && !(trace_name ? strcmp(trace_name, trace_columns[c]) == 0
                                       : has_name(name, length, trace_columns[c])))
        c++;
    return c;
}

/* Positions of a trace's columns in a file. */
typedef struct header {
    size_t positions[COLUMNS]; /* position of each column in the file, from 1; 0: none */
    size_t count;              /* number of columns of the file */
    const char *other_name;    /* first column name that differs from nocsight's */
    size_t other_length, other_column;
} header;

static header read_header(const char *line)
{
    header h = {.count = 0};
    for (const char *name = line; name; name = strchr(name, ',')) {
        name += *name == ',' && h.count > 0;
        const size_t length = strcspn(name, ","), c = find_column(name, length);
        h.count++;
        if (c == COLUMNS || h.positions[c]) continue;
        h.positions[c] = h.count;
        const bool is_equal =
            strlen(trace_columns[c]) == length && strncmp(name, trace_columns[c], length) == 0;
        if (h.other_name || is_equal) continue;
        h.other_name = name;
        h.other_length = length;
        h.other_column = c;
    }
    return h;
}

/* ---- advice ---------------------------------------------------------------------------------- */

static size_t count_found(const header *h)
{
    size_t found = 0;
    for (size_t c = 0; c < REQUIRED_COLUMNS; c++) found += h->positions[c] > 0;
    return found;
}

static bool is_in_order(const header *h)
{
    for (size_t c = 0; c < REQUIRED_COLUMNS; c++)
        if (h->positions[c] != c + 1) return false;
    return true;
}

/* True if a column is written: traces with addresses have no columns network and phase. */
static bool is_written(const header *h, size_t c)
{
    return h->positions[c] && !(h->positions[ADDRESS] && (c == NETWORK || c == PHASE));
}

/* Writes a command that puts the columns in order. A missing class becomes "request", whose size
 * decides between read and write. */
static void write_command(const header *h, FILE *out)
{
    fputs(" (awk -F, -v OFS=, 'NR == 1 {print \"" NOC_TRACE_HEADER, out);
    for (size_t c = REQUIRED_COLUMNS; c < COLUMNS; c++)
        if (is_written(h, c)) fprintf(out, ",%s", trace_columns[c]);
    fputs("\"; next} {print ", out);
    for (size_t c = 0; c < COLUMNS; c++) {
        if (is_written(h, c))
            fprintf(out, "%s$%zu", c ? "," : "", h->positions[c]);
        else if (c == CLASS)
            fputs(",\"request\"", out);
    }
    fputs("}' FILE > NEW)", out);
}

static void write_missing(const header *h, FILE *out)
{
    size_t missing_count = 0;
    for (size_t c = 0; c < REQUIRED_COLUMNS; c++)
        if (!h->positions[c])
            fprintf(out, "%s%s", missing_count++ ? ", " : "; this file lacks ", trace_columns[c]);
}

static void advise_header(const header *h, FILE *out)
{
    const size_t found = count_found(h);
    if (!h->other_name && is_in_order(h)) return; /* only columns that traces do not have differ */
    if (h->other_name)
        fprintf(out, "; column '%.*s' is called '%s' here", (int)h->other_length, h->other_name,
                trace_columns[h->other_column]);
    if (found < REQUIRED_COLUMNS) write_missing(h, out);
    if (found == REQUIRED_COLUMNS && is_in_order(h) && h->count == REQUIRED_COLUMNS)
        fputs(" (sed -i '1s/.*/" NOC_TRACE_HEADER "/' FILE names all five)", out);
    else if (found == REQUIRED_COLUMNS || (found == REQUIRED_COLUMNS - 1 && !h->positions[CLASS]))
        write_command(h, out);
}

static void advise_no_header(size_t columns, FILE *out)
{
    fputs("; this file has no names of columns", out);
    if (columns == REQUIRED_COLUMNS)
        fputs(" (sed -i '1i " NOC_TRACE_HEADER "' FILE)", out);
    else if (columns == REQUIRED_COLUMNS - 1)
        fputs("; if these are cycle, source, destination and bytes: awk -F, -v OFS=, 'BEGIN {print "
              "\"" NOC_TRACE_HEADER "\"} {print $1,$2,$3,\"request\",$4}' FILE > NEW",
              out);
}

/* ---- files of other forms -------------------------------------------------------------------- */

/* Returns advice on the format of a file; NULL: its lines have commas. */
static const char *advise_form(const char *line)
{
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        return "; this file begins with a byte-order mark (sed -i '1s/^...//' FILE)";
    if (strchr(line, ',')) return NULL;
    if (strchr(line, ';'))
        return "; columns are separated by ';' in this file (tr ';' ',' < FILE | ... --trace -)";
    if (strchr(line, '\t'))
        return "; columns are separated by tabs in this file (tr '\\t' ',' < FILE | ... --trace -)";
    if (strchr(line, ' '))
        return "; columns are separated by blanks in this file (tr -s ' ' ',' < FILE | ... --trace "
               "-)";
    return NULL;
}

void noc_trace_hint(const char *line, char hint[NOC_TRACE_HINT_CHARS])
{
    const char *form = advise_form(line);
    const header h = read_header(line);
    FILE *out = fmemopen(hint, NOC_TRACE_HINT_CHARS, "w");
    *hint = '\0';
    if (!out) return;
    if (form)
        fputs(form, out);
    else if (isdigit((unsigned char)*line))
        advise_no_header(h.count, out);
    else if (count_found(&h) > 1)
        advise_header(&h, out);
    fclose(out);
}
