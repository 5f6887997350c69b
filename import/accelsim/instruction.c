#include "import/accelsim/instruction.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the window of shared memory in generic addresses, and of local memory (CUDA). */
static const uint64_t window_bytes = 1 << 24;

/* ---- opcodes -------------------------------------------------------------------------------- */

typedef struct opcode {
    const char *name;
    noc_opcode_use use;
} opcode;

static const opcode opcodes[] = {
#define NOC_OPCODE(name, use) {#name, NOC_OPCODE_##use},
#include "import/accelsim/opcodes.def"
#undef NOC_OPCODE
};

/* Stem of an opcode, up to its first dot. */
typedef struct stem {
    const char *text;
    size_t length;
} stem;

static int compare_names(const void *a, const void *b)
{
    const stem *s = a;
    const opcode *o = b;
    const int difference = strncmp(s->text, o->name, s->length);
    return difference ? difference : -(o->name[s->length] != '\0');
}

/* Returns the memory that an opcode accesses: "LDG.E.128.SYS", of `length` bytes. */
static noc_opcode_use find_opcode_use(const char *text, size_t length)
{
    const char *dot = memchr(text, '.', length);
    const stem wanted = {text, dot ? (size_t)(dot - text) : length};
    const opcode *found = bsearch(&wanted, opcodes, sizeof opcodes / sizeof opcodes[0],
                                  sizeof opcodes[0], compare_names);
    return found ? found->use : NOC_OPCODE_UNKNOWN;
}

/* Returns the bytes per thread by the opcode's suffix (".128", ".U8", ".S16"); 0: no suffix. */
static int find_opcode_bytes(const char *text, size_t length)
{
    const char *end = text + length, *at = memchr(text, '.', length);
    while (at && at < end) {
        const char *part = at + 1, *next = memchr(part, '.', (size_t)(end - part));
        const char *stop = next ? next : end;
        const char *digits = part + (part < stop && (*part == 'U' || *part == 'S'));
        int bits = 0;
        const char *d = digits;
        while (d < stop && isdigit((unsigned char)*d) && bits < 1000) bits = 10 * bits + *d++ - '0';
        if (d == stop && d > digits &&
            (bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 || bits == 256))
            return bits / 8;
        at = next;
    }
    return 0;
}

/* True if a name is among names separated by ", ". */
static bool has_name(const char *names, const char *name, size_t length)
{
    for (const char *at = names; *at; at += strspn(at, ", ")) {
        const size_t length_at = strcspn(at, ",");
        if (length_at == length && strncmp(at, name, length) == 0) return true;
        at += length_at;
    }
    return false;
}

void noc_opcode_names_add(char names[NOC_OPCODE_NAMES_CHARS], const char *added)
{
    for (const char *at = added; *at; at += strspn(at, ", ")) {
        const size_t length = strcspn(at, ".,"), names_length = strlen(names);
        const char *separator = names_length ? ", " : "";
        if (length && !has_name(names, at, length) &&
            names_length + strlen(separator) + length < NOC_OPCODE_NAMES_CHARS)
            sprintf(names + names_length, "%s%.*s", separator, (int)length, at);
        at += strcspn(at, ",");
    }
}

/* ---- a line of a trace ---------------------------------------------------------------------- */

/* Reader of the fields of an instruction, one after the other. */
typedef struct field_reader {
    const char *position;
    bool is_bad;
} field_reader;

static const char *read_field(field_reader *f, size_t *length)
{
    f->position += strspn(f->position, " \t");
    const char *field = f->position;
    *length = strcspn(field, " \t\r");
    f->position += *length;
    f->is_bad |= *length == 0;
    return field;
}

static uint64_t read_number(field_reader *f, int base)
{
    size_t length;
    char *end;
    const char *field = read_field(f, &length);
    if (f->is_bad) return 0;
    const bool fits = base == 16 ? isxdigit((unsigned char)*field) : isdigit((unsigned char)*field);
    const uint64_t number = strtoull(field, &end, base);
    f->is_bad |= !fits || end != field + length;
    return number;
}

static int64_t read_difference(field_reader *f)
{
    size_t length;
    char *end;
    const char *field = read_field(f, &length);
    if (f->is_bad) return 0;
    const long long number = strtoll(field, &end, 10);
    f->is_bad |= end != field + length;
    return number;
}

static void skip_registers(field_reader *f)
{
    size_t length;
    const uint64_t count = read_number(f, 10);
    f->is_bad |= count > 64;
    for (uint64_t i = 0; i < count && !f->is_bad; i++) read_field(f, &length);
}

/* Reads the addresses of the active threads. */
static void read_addresses(field_reader *f, noc_warp_addresses *warp)
{
    const uint64_t form = read_number(f, 10);
    uint64_t last = form == 0 ? 0 : read_number(f, 16), stride = 0;
    int first = 0;
    bool has_first = false;
    if (form == 1) stride = (uint64_t)read_difference(f);
    f->is_bad |= form > 2;
    for (int t = 0; t < NOC_WARP_THREADS && !f->is_bad; t++) {
        if (!(warp->mask >> t & 1)) continue;
        if (!has_first) first = t;
        if (form == 0)
            last = read_number(f, 16);
        else if (form == 2 && has_first)
            last += (uint64_t)read_difference(f);
        warp->addresses[t] = form == 1 ? last + stride * (uint64_t)(t - first) : last;
        has_first = true;
    }
}

bool noc_instruction_read(const char *line, const noc_instruction_form *form, noc_instruction *i)
{
    field_reader f = {.position = line};
    size_t length;
    if (form->has_source_lines) read_number(&f, 10);
    read_number(&f, 16);
    const uint64_t mask = read_number(&f, 16);
    f.is_bad |= mask > UINT32_MAX;
    i->warp.mask = (uint32_t)mask;
    skip_registers(&f);
    i->opcode = read_field(&f, &i->opcode_length);
    skip_registers(&f);
    const uint64_t bytes = read_number(&f, 10);
    f.is_bad |= bytes > 4096;
    i->has_addresses = bytes > 0;
    if (i->has_addresses && !f.is_bad) {
        const int opcode_size = find_opcode_bytes(i->opcode, i->opcode_length);
        i->warp.bytes = opcode_size ? opcode_size : (int)bytes;
        read_addresses(&f, &i->warp);
    }
    const char *line_end = f.position + strspn(f.position, " \t\r");
    if (*line_end && form->has_immediates && !f.is_bad) {
        read_field(&f, &length); /* skip an immediate */
        line_end = f.position + strspn(f.position, " \t\r");
    }
    return !f.is_bad && *line_end == '\0';
}

static bool is_in_window(uint64_t address, uint64_t base)
{
    return base != 0 && address - base < window_bytes;
}

noc_opcode_use noc_instruction_use(const noc_instruction *i, uint64_t shared_base,
                                   uint64_t local_base)
{
    const noc_opcode_use use = find_opcode_use(i->opcode, i->opcode_length);
    const size_t length = strcspn(i->opcode, ". ");
    const bool generic =
        (length == 2 && (strncmp(i->opcode, "LD", 2) == 0 || strncmp(i->opcode, "ST", 2) == 0)) ||
        (length == 4 && strncmp(i->opcode, "ATOM", 4) == 0);
    if (!generic || !i->warp.mask || !i->has_addresses) return use;
    const uint64_t first = i->warp.addresses[__builtin_ctz(i->warp.mask)];
    if (is_in_window(first, shared_base)) return NOC_OPCODE_SHARED;
    if (is_in_window(first, local_base)) return NOC_OPCODE_LOCAL;
    return use;
}

/* ---- coalescing ----------------------------------------------------------------------------- */

static void add_line(noc_warp_lines *lines, uint64_t line)
{
    for (size_t i = lines->count; i-- > 0;) /* the last line matches most often */
        if (lines->lines[i] == line) return;
    lines->lines[lines->count++] = line;
}

void noc_instruction_coalesce(const noc_instruction *i, int line_bytes, noc_warp_lines *lines)
{
    const noc_warp_addresses *warp = &i->warp;
    const int shift = __builtin_ctz((unsigned)line_bytes);
    const uint64_t bytes =
        (uint64_t)(warp->bytes < NOC_WARP_BYTES_MAX ? warp->bytes : NOC_WARP_BYTES_MAX);
    lines->count = 0;
    for (int t = 0; t < NOC_WARP_THREADS; t++) {
        if (!(warp->mask >> t & 1)) continue;
        const uint64_t first = warp->addresses[t] >> shift,
                       span =
                           ((warp->addresses[t] & ((uint64_t)line_bytes - 1)) + bytes - 1) >> shift;
        for (uint64_t l = 0; l <= span; l++) add_line(lines, first + l);
    }
}
