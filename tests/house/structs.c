#include "tests/house/structs.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields that lists name ----------------------------------------------------------------- */

/* Rows of a .def file: lines that start with "MACRO(". */
static size_t rows_of(const house_sources *s, const char *path, const char *macro)
{
    const size_t file = house_find(s, path), length = strlen(macro);
    size_t rows = 0;
    if (file == SIZE_MAX) return 0;
    for (const char *line = s->files[file].code; line && *line;) {
        rows += strncmp(line, macro, length) == 0 && line[length] == '(';
        line = strchr(line, '\n');
        if (line) line++;
    }
    return rows;
}

/* How often a text applies "NAME(". */
static size_t uses_of(const char *text, size_t size, const char *name)
{
    const size_t length = strlen(name);
    size_t uses = 0;
    for (size_t i = 1; i + length < size; i++)
        uses += strncmp(text + i, name, length) == 0 && text[i + length] == '(' &&
                house_word(text + i - 1) == 0;
    return uses;
}

/* The length of a directive, with the lines that it goes on over. */
static size_t directive(const char *at)
{
    size_t length = 0;
    while (at[length] && !(at[length] == '\n' && at[length - 1] != '\\')) length++;
    return length;
}

/* Fields that a macro LIST(X) makes: how often "#define LIST(X)" applies X. */
static size_t listed(const house_sources *s, const char *macro)
{
    char *const mark = house_format("#define %s(", macro);
    size_t fields = 0;
    for (size_t i = 0; i < s->count && fields == 0; i++) {
        const char *const at = strstr(s->files[i].code, mark);
        if (!at) continue;
        const char *const body = at + strlen(mark);
        char *const parameter = house_format("%.*s", (int)house_word(body), body);
        fields = uses_of(body, directive(body), parameter);
        free(parameter);
    }
    free(mark);
    return fields;
}

/* ---- fields --------------------------------------------------------------------------------- */

typedef struct body {
    const house_sources *sources;
    const house_file *file;
    size_t at, end;
    char row[80]; /* the macro that was defined last */
} body;

static size_t fields_in(body *b);

/* #define ROW(...) and #include "LIST.def" between the fields. */
static size_t skip_directive(body *b)
{
    static const char define[] = "#define ", include[] = "#include \"";
    const char *const code = b->file->code + b->at;
    const char *const text = b->file->text + b->at;
    size_t fields = 0;
    if (strncmp(code, define, sizeof define - 1) == 0) {
        const char *const name = code + sizeof define - 1;
        snprintf(b->row, sizeof b->row, "%.*s", (int)house_word(name), name);
    } else if (strncmp(code, include, sizeof include - 1) == 0) {
        const char *const path = text + sizeof include - 1;
        char *const list = house_format("%.*s", (int)strcspn(path, "\"\n"), path);
        fields = rows_of(b->sources, list, b->row);
        free(list);
    }
    b->at += directive(code);
    return fields;
}

/* The position behind the brace that closes the one at `at`. */
static size_t behind_brace(const char *code, size_t at)
{
    int depth = 0;
    for (; code[at]; at++) {
        depth += code[at] == '{';
        if (code[at] == '}' && --depth == 0) return at + 1;
    }
    return at;
}

/* LIST(MEMBER), if it stands here. */
static bool skip_list(body *b, size_t *fields)
{
    const char *const code = b->file->code + b->at;
    const size_t length = house_word(code);
    if (length == 0 || code[length] != '(') return false;
    for (size_t i = 0; i < length; i++)
        if (islower((unsigned char)code[i])) return false;
    char *const macro = house_format("%.*s", (int)length, code);
    *fields += listed(b->sources, macro);
    free(macro);
    b->at += strcspn(code, ")") + 1;
    return true;
}

/* One declaration, up to its semicolon: "double a, b[2];", or a struct whose fields count in its
 * place. */
static size_t skip_declaration(body *b)
{
    const char *const code = b->file->code;
    size_t fields = 1, inner = 0;
    int depth = 0;
    for (; b->at < b->end && code[b->at] != ';'; b->at++) {
        const char c = code[b->at];
        if (c == '{') {
            body nested = {b->sources, b->file, b->at + 1, behind_brace(code, b->at) - 1, ""};
            b->at = nested.end;
            inner = fields_in(&nested);
        }
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        fields += c == ',' && depth == 0;
    }
    b->at++;
    return inner ? inner : fields;
}

static size_t fields_in(body *b)
{
    const char *const code = b->file->code;
    size_t fields = 0;
    for (;;) {
        while (b->at < b->end && (isspace((unsigned char)code[b->at]) || code[b->at] == ';'))
            b->at++;
        if (b->at >= b->end) return fields;
        if (code[b->at] == '#')
            fields += skip_directive(b);
        else if (!skip_list(b, &fields))
            fields += skip_declaration(b);
    }
}

/* ---- structs -------------------------------------------------------------------------------- */

/* Where the braces of a struct or union open whose keyword is at `at`; SIZE_MAX if it has none
 * there. Its tag, if any, goes to `name`. */
static size_t opening(const char *code, size_t at, char name[80])
{
    const size_t keyword = house_word(code + at);
    if ((keyword != 6 || strncmp(code + at, "struct", 6) != 0) &&
        (keyword != 5 || strncmp(code + at, "union", 5) != 0))
        return SIZE_MAX;
    at += keyword + strspn(code + at + keyword, " \n");
    const size_t tag = house_word(code + at);
    snprintf(name, 80, "%.*s", (int)tag, code + at);
    at += tag + strspn(code + at + tag, " \n");
    return code[at] == '{' ? at : SIZE_MAX;
}

static void structs_of(const house_sources *s, size_t file,
                       void (*visit)(void *context, const house_struct *found), void *context)
{
    const char *const code = s->files[file].code;
    for (size_t at = 0; code[at];) {
        house_struct found = {.file = file};
        const size_t word = house_word(code + at);
        const size_t open = word ? opening(code, at, found.name) : SIZE_MAX;
        if (open == SIZE_MAX) {
            at += word ? word : 1;
            continue;
        }
        at = behind_brace(code, open);
        body b = {s, &s->files[file], open + 1, at - 1, ""};
        found.fields = fields_in(&b);
        const char *const behind = code + at + strspn(code + at, " ");
        if (!*found.name)
            snprintf(found.name, sizeof found.name, "%.*s", (int)house_word(behind), behind);
        visit(context, &found);
    }
}

void house_structs(const house_sources *s, void (*visit)(void *context, const house_struct *found),
                   void *context)
{
    for (size_t i = 0; i < s->count; i++)
        if (!house_ends(s->files[i].path, ".def")) structs_of(s, i, visit, context);
}

typedef struct checking {
    const house_sources *sources;
    house_breaches *found;
} checking;

static void check_struct(void *context, const house_struct *t)
{
    const checking *c = context;
    if (t->fields <= HOUSE_FIELDS_MOST) return;
    house_breach_add(
        c->found, house_format("struct %s", t->name),
        house_format(
            "%s: struct %s has %zu fields (at most %d): give what belongs together a struct of "
            "its own",
            c->sources->files[t->file].path, t->name, t->fields, HOUSE_FIELDS_MOST));
}

void house_check_structs(const house_sources *s, house_breaches *found)
{
    checking c = {s, found};
    house_structs(s, check_struct, &c);
}
