#include "import/booksim/translation.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "import/booksim/list.h"

void noc_booksim_write(noc_booksim_translation *t, noc_booksim_section section, const char *format,
                       ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("  ", t->sections[section].out);
    vfprintf(t->sections[section].out, format, arguments);
    fputs(";\n", t->sections[section].out);
    va_end(arguments);
}

int noc_booksim_class_count(const noc_booksim_translation *t)
{
    return noc_booksim_get_whole(t->config, "classes");
}

/* Returns the number of elements in the value of a setting with a list by class; 1 for other
 * settings. */
static int count_class_elements(const noc_booksim_entry *e)
{
    if (!e || !e->setting) return 1;
    const bool by_class = e->setting->type == NOC_BOOKSIM_WHOLES ||
                          e->setting->type == NOC_BOOKSIM_REALS || strcmp(e->name, "traffic") == 0;
    return by_class ? noc_booksim_list_count(e->value) : 1;
}

/* Prints a note on the elements of a list after the first one. */
static void print_other_elements(const noc_booksim_translation *t, int elements,
                                 noc_import_fate *fate, FILE *out)
{
    const int classes = noc_booksim_class_count(t);
    if (elements < 2 || t->classes) return;
    if (classes > 1) {
        if (*fate == NOC_IMPORT_CARRIED) *fate = NOC_IMPORT_CHANGED;
        fprintf(out, "of %d classes the first is taken", classes);
    } else {
        if (*fate == NOC_IMPORT_CARRIED) *fate = NOC_IMPORT_DOUBTFUL;
        fprintf(out, "with classes = 1 BookSim, too, reads the first of %d", elements);
    }
}

void noc_booksim_note(noc_booksim_translation *t, noc_import_fate fate, const char *setting,
                      const char *design_setting, const char *reason, ...)
{
    const noc_booksim_entry *e = noc_booksim_find_entry(t->config, setting);
    const int elements = count_class_elements(e);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    va_list arguments;
    const bool is_noted =
        t->classes && fate == NOC_IMPORT_CARRIED && noc_import_has_note(t->out, setting);
    va_start(arguments, reason);
    if (out) {
        if (vfprintf(out, reason, arguments) > 0 && elements > 1) fputs("; ", out);
        print_other_elements(t, elements, &fate, out);
    }
    va_end(arguments);
    if (!out || fclose(out) != 0) t->out->out_of_memory = true;
    if (!is_noted)
        noc_import_note_fate(t->out, fate, setting, noc_booksim_get_text(t->config, setting),
                             e ? e->line : 0, design_setting, "%s", text ? text : "");
    free(text);
}

void noc_booksim_carry(noc_booksim_translation *t, noc_booksim_section section, const char *setting,
                       const char *format, ...)
{
    char text[NOC_BOOKSIM_LINE_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    noc_booksim_write(t, section, "%s", text);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, setting, text, "%s", "");
}

void noc_booksim_assume(noc_booksim_translation *t, noc_booksim_section section,
                        const char *subject, const char *reason, const char *format, ...)
{
    char text[NOC_BOOKSIM_LINE_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    noc_booksim_write(t, section, "%s", text);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, subject, "", 0, text, "%s", reason);
}

noc_status noc_booksim_refuse(const noc_booksim_translation *t, const char *setting,
                              const char *format, ...)
{
    char text[NOC_BOOKSIM_LINE_CHARS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return noc_fail(t->diag, NOC_EINPUT, noc_booksim_get_place(t->config, setting), "%s", text);
}

size_t noc_booksim_find_name(const char *text, noc_booksim_names *names)
{
    const size_t length = strcspn(text, "(");
    size_t i = 0;
    while (names(i) && (strlen(names(i)) != length || strncmp(names(i), text, length) != 0)) i++;
    return i;
}

noc_status noc_booksim_refuse_name(const noc_booksim_translation *t, const char *setting,
                                   const char *text, noc_booksim_names *names)
{
    const char *nearest_name = noc_find_nearest_name(text, names);
    return noc_booksim_refuse(t, setting, "BookSim has no %s '%s'%s%s%s", setting, text,
                              nearest_name ? "; did you mean '" : "",
                              nearest_name ? nearest_name : "", nearest_name ? "'?" : "");
}

noc_status noc_booksim_translation_begin(noc_booksim_translation *t)
{
    for (int s = 0; s < NOC_BOOKSIM_SECTIONS; s++) {
        t->sections[s].out = open_memstream(&t->sections[s].text, &t->sections[s].size);
        if (!t->sections[s].out) return noc_fail_memory(t->diag);
    }
    return NOC_OK;
}

noc_status noc_booksim_translation_end(noc_booksim_translation *t)
{
    bool complete = true;
    for (int s = 0; s < NOC_BOOKSIM_SECTIONS; s++) {
        if (t->sections[s].out) complete &= fclose(t->sections[s].out) == 0;
        t->sections[s].out = NULL;
    }
    return complete ? NOC_OK : noc_fail_memory(t->diag);
}

void noc_booksim_translation_clear(noc_booksim_translation *t)
{
    for (int s = 0; s < NOC_BOOKSIM_SECTIONS; s++) {
        if (t->sections[s].out) fclose(t->sections[s].out);
        free(t->sections[s].text);
    }
    noc_arena_clear(&t->graph.arena);
    free(t->memory_numbers);
}
