#include "import/accelsim/files.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/affix.h"
#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/input.h"
#include "import/import.h"

enum { LINE_MAX_BYTES = 1 << 16, LINES_MAX = 1000 };

static const char directory_fault[] =
    "is a directory (a kernel trace, kernelslist.g or gpgpusim.config "
    "is expected)";

/* ---- kinds of files ------------------------------------------------------------------------- */

/* True for a line of a kernel's header, "-name = value"; names are words with blanks between
 * them. */
static bool is_header_line(const char *line)
{
    static const char *const words[] = {"-kernel ", "-grid ",     "-block ", "-shmem ",
                                        "-nregs ",  "-binary ",   "-cuda ",  "-local ",
                                        "-nvbit ",  "-accelsim ", "-enable "};
    size_t i = 0;
    while (i < sizeof words / sizeof words[0] && !begins_with(line, words[i])) i++;
    return i < sizeof words / sizeof words[0] && strchr(line, '=');
}

/* Returns the kind of file to which a line belongs; -1: none. */
static int find_line_kind(const char *line)
{
    if (begins_with(line, "#BEGIN_TB") || begins_with(line, "#traces format") ||
        is_header_line(line))
        return NOC_ACCELSIM_KERNEL;
    if (begins_with(line, "Memcpy") || begins_with(line, "kernel")) return NOC_ACCELSIM_LIST;
    return *line == '-' && isalpha((unsigned char)line[1]) ? (int)NOC_ACCELSIM_CONFIG : -1;
}

static noc_status find_kind(noc_input *in, const char *path, noc_accelsim_kind *kind,
                            noc_diag *diag)
{
    for (int i = 1; i <= LINES_MAX; i++) {
        char *line;
        const noc_status status = noc_input_read_line(in, LINE_MAX_BYTES, &line);
        if (status != NOC_OK) return status;
        if (!line) break;
        line += strspn(line, " \t\r");
        const int found = find_line_kind(line);
        if (found >= 0) {
            *kind = (noc_accelsim_kind)found;
            return NOC_OK;
        }
        if (*line && *line != '#')
            return noc_fail(diag, NOC_EINPUT, (noc_place){path, i},
                            "'%.40s' is no line of Accel-Sim's: expected a kernel trace (-kernel "
                            "name = ...), kernelslist.g (kernel-1.traceg) or gpgpusim.config "
                            "(-gpgpu_n_clusters 80)",
                            line);
    }
    return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0},
                    "is empty: expected a kernel trace, kernelslist.g or gpgpusim.config");
}

noc_status noc_accelsim_find_kind(const char *path, noc_accelsim_kind *kind, noc_diag *diag)
{
    noc_input *in = NULL;
    *kind = NOC_ACCELSIM_KERNEL;
    if (strcmp(path, "-") == 0) return NOC_OK;
    noc_status status = noc_input_open(path, path, directory_fault, &in, diag);
    if (status == NOC_OK) status = find_kind(in, path, kind, diag);
    noc_input_close(in);
    return status;
}

/* ---- the kernels of a run ------------------------------------------------------------------- */

noc_status noc_kernel_list_add(noc_kernel_list *list, const char *path, noc_diag *diag)
{
    char *copy = noc_arena_string(&list->arena, path);
    if (!copy || !noc_list_make_room(&list->arena, &list->paths, list->count + 1, &list->capacity,
                                     sizeof copy))
        return noc_fail_memory(diag);
    list->paths[list->count++] = copy;
    return NOC_OK;
}

/* Adds a file of the list's folder, or the compressed file with a suffix if only this one
 * exists. */
static noc_status add_listed_file(noc_kernel_list *list, noc_place place, const char *name,
                                  noc_diag *diag)
{
    static const char *const suffixes[] = {"", ".xz", ".gz", ".bz2"};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO_FREE char *stem = noc_import_relative_path(place.file, name);
    for (size_t i = 0; stem && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        const char *path = noc_arena_text(&scratch, "%s%s", stem, suffixes[i]);
        if (path && access(path, F_OK) == 0) return noc_kernel_list_add(list, path, diag);
    }
    if (!stem || scratch.is_short) return noc_fail_memory(diag);
    return noc_fail(diag, NOC_EINPUT, place, "'%.100s' is not beside the list, nor is '%.100s.xz'",
                    name, name);
}

/* Counts a copy to the GPU: MemcpyHtoD,address,bytes. */
static noc_status count_copy(noc_kernel_list *list, noc_place place, const char *line,
                             noc_diag *diag)
{
    const char *first = strchr(line, ','), *second = first ? strchr(first + 1, ',') : NULL;
    char *end = NULL;
    const unsigned long long bytes = second ? strtoull(second + 1, &end, 10) : 0;
    if (!second || end == second + 1 || end[strspn(end, " \t\r")] != '\0')
        return noc_fail(diag, NOC_EINPUT, place, "'%.60s': expected MemcpyHtoD,address,bytes",
                        line);
    list->copies += begins_with(line, "MemcpyHtoD");
    if (begins_with(line, "MemcpyHtoD")) list->copied_bytes += bytes;
    return NOC_OK;
}

static noc_status read_line(noc_kernel_list *list, noc_place place, char *line, noc_diag *diag)
{
    line += strspn(line, " \t\r");
    line[strcspn(line, " \t\r")] = '\0';
    if (*line == '\0' || *line == '#') return NOC_OK;
    if (begins_with(line, "Memcpy")) return count_copy(list, place, line, diag);
    if (begins_with(line, "kernel")) return add_listed_file(list, place, line, diag);
    return noc_fail(diag, NOC_EINPUT, place,
                    "'%.60s': expected the file of a kernel (kernel-1.traceg) or "
                    "MemcpyHtoD,address,bytes",
                    line);
}

noc_status noc_kernel_list_read(const char *path, noc_kernel_list *list, noc_diag *diag)
{
    noc_input *in = NULL;
    char *line = NULL;
    noc_place place = {path, 0};
    const size_t old_count = list->count;
    noc_status status = noc_input_open(path, path, directory_fault, &in, diag);
    while (status == NOC_OK) {
        place.line++;
        status = noc_input_read_line(in, LINE_MAX_BYTES, &line);
        if (status != NOC_OK || !line) break;
        status = read_line(list, place, line, diag);
    }
    if (status == NOC_OK && list->count == old_count)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "names no kernel");
    noc_input_close(in);
    return status;
}

noc_status noc_kernel_list_add_file(noc_kernel_list *list, const char *path, noc_diag *diag)
{
    noc_accelsim_kind kind;
    const noc_status status = noc_accelsim_find_kind(path, &kind, diag);
    if (status != NOC_OK) return status;
    if (kind == NOC_ACCELSIM_KERNEL) return noc_kernel_list_add(list, path, diag);
    if (kind == NOC_ACCELSIM_LIST) return noc_kernel_list_read(path, list, diag);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){path, 0},
                    "is a configuration, which becomes a design alone");
}
