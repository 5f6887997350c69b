#include "import/import.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"

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

void noc_import_note_fate(noc_import *import, noc_import_fate fate, const char *setting,
                          const char *value, int line, const char *design_setting,
                          const char *reason, ...)
{
    noc_arena *arena = &import->arena;
    va_list arguments;
    va_start(arguments, reason);
    char *text = noc_arena_format(arena, reason, arguments);
    va_end(arguments);
    const noc_import_note note = {
        fate, noc_arena_string(arena, setting),        noc_arena_string(arena, value),
        line, noc_arena_string(arena, design_setting), text};
    if (noc_list_make_room(arena, &import->notes, import->note_count + 1, &import->note_capacity,
                           sizeof note))
        import->notes[import->note_count++] = note;
    import->out_of_memory |= arena->is_short;
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
    NOC_AUTO_FREE char *file = noc_import_file_name(import->name, suffix);
    import->out_of_memory |= !file;
    return file ? noc_import_begin_file(import, file) : NULL;
}

FILE *noc_import_begin_file(noc_import *import, const char *name)
{
    noc_import_file *file = &import->files[import->file_count];
    file->name = noc_arena_string(&import->arena, name);
    file->out = file->name ? open_memstream(&file->text, &file->size) : NULL;
    import->file_count += file->out != NULL;
    import->out_of_memory |= !file->out;
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
    for (size_t i = 0; i < import->file_count; i++) free(import->files[i].text);
    noc_arena_clear(&import->arena);
    free(import->name);
    free(import->trace);
    *import = (noc_import){0};
}
