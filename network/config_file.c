#include "network/config_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 20 };

static noc_status read_all(int fd, const char *path, char **text, noc_diag *diag)
{
    const noc_place place = {path, 0};
    char *bytes = malloc(LARGEST_FILE + 2);
    if (!bytes) return noc_fail_memory(diag);
    size_t size = 0;
    for (;;) {
        const ssize_t got = read(fd, bytes + size, LARGEST_FILE + 1 - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            free(bytes);
            return noc_fail(diag, NOC_EFAILED, place, "cannot be read: %s", strerror(errno));
        }
        if (got == 0) break;
        size += (size_t)got;
        if (size > LARGEST_FILE) {
            free(bytes);
            return noc_fail(diag, NOC_EINPUT, place,
                            "is larger than 1 MiB (design files are a few kilobytes of text)");
        }
    }
    bytes[size] = '\0';
    const char *fault = NULL;
    if (memchr(bytes, '\0', size)) fault = "is binary (a design file is text)";
    if (strspn(bytes, " \t\r\n") == size)
        fault = "is empty ('nocsight describe te13-baseline' shows a complete design)";
    if (fault) {
        free(bytes);
        return noc_fail(diag, NOC_EINPUT, place, "%s", fault);
    }
    *text = bytes;
    return NOC_OK;
}

noc_status noc_config_slurp(const char *path, char **text, noc_diag *diag)
{
    if (strcmp(path, "-") == 0) return read_all(STDIN_FILENO, "standard input", text, diag);
    const noc_place place = {path, 0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return noc_fail(diag, NOC_EINPUT, place, "cannot be opened: %s", strerror(errno));
    struct stat info;
    noc_status status;
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode))
        status = noc_fail(diag, NOC_EINPUT, place, "is a directory (a design file is expected)");
    else
        status = read_all(fd, path, text, diag);
    close(fd);
    return status;
}

/* Where a scan of the text stands. */
typedef struct scan {
    const char *at;
    int line;
} scan;

static void skip_string(scan *s)
{
    for (s->at++; *s->at && *s->at != '"'; s->at++) {
        if (*s->at == '\n') s->line++;
        if (*s->at == '\\' && s->at[1]) s->at++;
    }
    if (*s->at) s->at++;
}

/* Skips a comment if one starts here. Returns 0 if none does. */
static int skip_comment(scan *s)
{
    if (*s->at == '#' || (s->at[0] == '/' && s->at[1] == '/')) {
        while (*s->at && *s->at != '\n') s->at++;
        return 1;
    }
    if (s->at[0] != '/' || s->at[1] != '*') return 0;
    for (s->at += 2; *s->at && !(s->at[0] == '*' && s->at[1] == '/'); s->at++)
        if (*s->at == '\n') s->line++;
    if (*s->at) s->at += 2;
    return 1;
}

/* Checks the number that starts here and moves past it. An integer must fit 32 bits, or 64 with the
 * suffix L; reals are left to the range checks of the keys. */
static noc_status scan_number(scan *s, noc_place place, noc_status status, noc_diag *diag)
{
    const char *start = s->at;
    char *end = NULL;
    errno = 0;
    const int hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    const long long value = strtoll(start, &end, hexadecimal ? 16 : 10);
    const int overflowed = errno == ERANGE;
    if (!hexadecimal && (*end == '.' || *end == 'e' || *end == 'E')) {
        (void)strtod(start, &end);
        s->at = end;
        return NOC_OK;
    }
    const int is_long = *end == 'L';
    s->at = end;
    while (*s->at == 'L') s->at++;
    const int fits = is_long ? !overflowed
                             : !overflowed && value <= INT32_MAX && value >= INT32_MIN;
    if (fits || (hexadecimal && !overflowed && value <= UINT32_MAX)) return NOC_OK;
    return noc_fail(diag, status, place, "the integer %.*s is too large (at most %d)",
                    (int)(end - start), start, INT32_MAX);
}

/* Finds what libconfig would misread without a word. */
static noc_status find_traps(const char *text, noc_place place, noc_status status, noc_diag *diag)
{
    scan s = {text, 1};
    noc_status result = NOC_OK;
    while (*s.at) {
        const noc_place here = {place.file, place.line < 0 ? 0 : s.line};
        if (*s.at == '\n') {
            s.line++;
            s.at++;
        } else if (*s.at == '"') {
            skip_string(&s);
        } else if (isdigit((unsigned char)*s.at)) {
            const noc_status number = scan_number(&s, here, status, diag);
            if (number != NOC_OK) result = number;
        } else if (isalpha((unsigned char)*s.at) || *s.at == '*') {
            while (isalnum((unsigned char)*s.at) || strchr("-_*", *s.at)) {
                if (!*s.at) break;
                s.at++;
            }
        } else if (strncmp(s.at, "@include", 8) == 0) {
            result = noc_fail(diag, status, here,
                              "@include is not supported (a design is one file; use --set for "
                              "variants)");
            s.at += 8;
        } else if (!skip_comment(&s)) {
            s.at++;
        }
    }
    return result;
}

/* Line `line` of the text without its indentation, for showing beside a syntax error. */
static void line_of(const char *text, int line, char *copy, size_t size)
{
    for (int i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    copy[0] = '\0';
    if (!text) return;
    text += strspn(text, " \t");
    size_t length = strcspn(text, "\r\n");
    if (length >= size) length = size - 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
}

noc_status noc_config_parse(const char *text, noc_place place, noc_status status, config_t *config,
                            noc_diag *diag)
{
    const noc_status traps = find_traps(text, place, status, diag);
    if (traps != NOC_OK) return traps;
    config_init(config);
    if (config_read_string(config, text) == CONFIG_TRUE) return NOC_OK;
    const int line = config_error_line(config);
    char shown[60];
    line_of(text, line, shown, sizeof shown);
    const noc_place here = {place.file, place.line < 0 ? 0 : line};
    const char *said = config_error_text(config);
    if (strcmp(said, "syntax error") == 0)
        noc_fail(diag, status, here,
                 "syntax error at or before '%s' (key = value; and group = { ... };)", shown);
    else
        noc_fail(diag, status, here, "%s at '%s'", said, shown);
    config_destroy(config);
    return status;
}
