#include "import/import.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *noc_import_fate_word(noc_import_fate fate)
{
    static const char *const words[NOC_IMPORT_FATES] = {
        [NOC_IMPORT_CARRIED] = "carried over", [NOC_IMPORT_DEFAULT] = "usual",
        [NOC_IMPORT_CHANGED] = "changed",      [NOC_IMPORT_LEFT_OUT] = "left out",
        [NOC_IMPORT_RUN] = "of the run",       [NOC_IMPORT_UNREAD] = "no effect",
        [NOC_IMPORT_ASSUMED] = "assumed",      [NOC_IMPORT_DOUBTFUL] = "doubtful",
    };
    return words[fate];
}

const char *noc_import_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *noc_import_clean_name(const char *text, size_t length, const char *allowed,
                            const char *fallback)
{
    char *name = strndup(text, length);
    for (char *c = name; c && *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(allowed, *c)) *c = '-';
    if (name && (*name == '\0' || *name == '-' || *name == '.')) {
        free(name);
        name = strdup(fallback);
    }
    return name;
}

char *noc_import_stem(const char *path, const char *fallback)
{
    const char *start = noc_import_base_name(path), *dot = strrchr(start, '.');
    const size_t length = dot && dot > start ? (size_t)(dot - start) : strlen(start);
    return noc_import_clean_name(start, length, "-_.", fallback);
}

char *noc_import_stem_before(const char *path, const char *suffix, const char *fallback)
{
    const char *start = noc_import_base_name(path), *end = strstr(start, suffix);
    if (!end || end == start) end = strchr(start, '.');
    if (!end || end == start) end = start + strlen(start);
    return noc_import_clean_name(start, (size_t)(end - start), "-_", fallback);
}

char *noc_import_relative_path(const char *path, const char *name)
{
    const int folder = *name == '/' ? 0 : (int)(noc_import_base_name(path) - path);
    char *relative = NULL;
    return asprintf(&relative, "%.*s%s", folder, path, name) < 0 ? NULL : relative;
}

static noc_import_note *add_note(noc_import *import)
{
    const size_t count = import->note_count;
    if ((count & (count - 1)) == 0) { /* the list is full; its capacity is a power of two */
        const size_t capacity = count ? 2 * count : 1;
        noc_import_note *grown = realloc(import->notes, capacity * sizeof *grown);
        if (!grown) return NULL;
        import->notes = grown;
    }
    import->notes[import->note_count++] = (noc_import_note){0};
    return &import->notes[count];
}

void noc_import_note_arguments(noc_import *import, noc_import_fate fate, const char *setting,
                               const char *value, int line, const char *design_setting,
                               const char *reason, va_list arguments)
{
    noc_import_note *note = add_note(import);
    if (!note) {
        import->out_of_memory = true;
        return;
    }
    note->fate = fate;
    note->setting = strdup(setting);
    note->value = strdup(value);
    note->line = line;
    note->design_setting = strdup(design_setting);
    if (vasprintf(&note->reason, reason, arguments) < 0) note->reason = NULL;
    import->out_of_memory |=
        !note->setting || !note->value || !note->design_setting || !note->reason;
}

void noc_import_note_fate(noc_import *import, noc_import_fate fate, const char *setting,
                          const char *value, int line, const char *design_setting,
                          const char *reason, ...)
{
    va_list arguments;
    va_start(arguments, reason);
    noc_import_note_arguments(import, fate, setting, value, line, design_setting, reason,
                              arguments);
    va_end(arguments);
}

void noc_import_note_count(noc_import *import, noc_import_fate fate, const char *setting,
                           uint64_t count, const char *design_setting, const char *reason)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, count);
    noc_import_note_fate(import, fate, setting, text, 0, design_setting, "%s", reason);
}

bool noc_import_has_note(const noc_import *import, const char *setting)
{
    for (size_t i = 0; i < import->note_count; i++) {
        const char *noted = import->notes[i].setting;
        if (noted && strcmp(noted, setting) == 0) return true;
    }
    return false;
}

char *noc_import_file_name(const char *name, const char *suffix)
{
    char *file = NULL;
    return asprintf(&file, "%.200s%s", name, suffix) < 0 ? NULL : file;
}

FILE *noc_import_begin_named(noc_import *import, const char *suffix)
{
    char *file = noc_import_file_name(import->name, suffix);
    FILE *out = file ? noc_import_begin_file(import, file) : NULL;
    import->out_of_memory |= !file;
    free(file);
    return out;
}

FILE *noc_import_begin_file(noc_import *import, const char *name)
{
    noc_import_file *file = &import->files[import->file_count];
    file->name = strdup(name);
    file->out = file->name ? open_memstream(&file->text, &file->size) : NULL;
    if (file->out) {
        import->file_count++;
    } else {
        free(file->name);
        file->name = NULL;
        import->out_of_memory = true;
    }
    return file->out;
}

noc_status noc_import_end(noc_import *import, noc_diag *diag)
{
    for (size_t i = 0; i < import->file_count; i++) {
        noc_import_file *file = &import->files[i];
        if (file->out && fclose(file->out) != 0) import->out_of_memory = true;
        file->out = NULL;
    }
    return import->out_of_memory ? noc_fail_memory(diag) : NOC_OK;
}

void noc_import_clear(noc_import *import)
{
    noc_import_end(import, NULL);
    for (size_t i = 0; i < import->file_count; i++) {
        free(import->files[i].name);
        free(import->files[i].text);
    }
    for (size_t i = 0; i < import->note_count; i++) {
        free(import->notes[i].setting);
        free(import->notes[i].value);
        free(import->notes[i].design_setting);
        free(import->notes[i].reason);
    }
    free(import->notes);
    free(import->name);
    free(import->trace);
    *import = (noc_import){0};
}
