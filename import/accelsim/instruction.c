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

static int order(const void *a, const void *b)
{
    const stem *s = a;
    const opcode *o = b;
    const int differ = strncmp(s->text, o->name, s->length);
    return differ ? differ : -(o->name[s->length] != '\0');
}

/* Returns the memory that an opcode accesses: "LDG.E.128.SYS", of `length` bytes. */
static noc_opcode_use opcode_use(const char *text, size_t length)
{
    const char *dot = memchr(text, '.', length);
    const stem wanted = {text, dot ? (size_t)(dot - text) : length};
    const opcode *found =
        bsearch(&wanted, opcodes, sizeof opcodes / sizeof opcodes[0], sizeof opcodes[0], order);
    return found ? found->use : NOC_OPCODE_UNKNOWN;
}

/* Returns the bytes per thread by the opcode's suffix (".128", ".U8", ".S16"); 0: no suffix. */
static int opcode_bytes(const char *text, size_t length)
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
        const size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, name, length) == 0) return true;
        at += own;
    }
    return false;
}

void noc_opcode_name(char names[NOC_OPCODE_NAMES_CHARS], const char *added)
{
    for (const char *at = added; *at; at += strspn(at, ", ")) {
        const size_t length = strcspn(at, ".,"), used = strlen(names);
        const char *between = used ? ", " : "";
        if (length && !has_name(names, at, length) &&
            used + strlen(between) + length < NOC_OPCODE_NAMES_CHARS)
            sprintf(names + used, "%s%.*s", between, (int)length, at);
        at += strcspn(at, ",");
    }
}

/* ---- a line of a trace ---------------------------------------------------------------------- */

/* Reader of the fields of an instruction, one after the other. */
typedef struct fields {
    const char *at;
    bool bad;
} fields;

static const char *next_field(fields *f, size_t *length)
{
    f->at += strspn(f->at, " \t");
    const char *field = f->at;
    *length = strcspn(field, " \t\r");
    f->at += *length;
    f->bad |= *length == 0;
    return field;
}

static uint64_t next_number(fields *f, int base)
{
    size_t length;
    char *end;
    const char *field = next_field(f, &length);
    if (f->bad) return 0;
    const bool fits = base == 16 ? isxdigit((unsigned char)*field) : isdigit((unsigned char)*field);
    const uint64_t number = strtoull(field, &end, base);
    f->bad |= !fits || end != field + length;
    return number;
}

static int64_t next_difference(fields *f)
{
    size_t length;
    char *end;
    const char *field = next_field(f, &length);
    if (f->bad) return 0;
    const long long number = strtoll(field, &end, 10);
    f->bad |= end != field + length;
    return number;
}

static void skip_registers(fields *f)
{
    size_t length;
    const uint64_t count = next_number(f, 10);
    f->bad |= count > 64;
    for (uint64_t i = 0; i < count && !f->bad; i++) next_field(f, &length);
}

/* Reads the addresses of the active threads. */
static void read_addresses(fields *f, noc_warp_addresses *warp)
{
    const uint64_t form = next_number(f, 10);
    uint64_t last = form == 0 ? 0 : next_number(f, 16), stride = 0;
    int first = 0;
    bool begun = false;
    if (form == 1) stride = (uint64_t)next_difference(f);
    f->bad |= form > 2;
    for (int t = 0; t < NOC_WARP_THREADS && !f->bad; t++) {
        if (!(warp->mask >> t & 1)) continue;
        if (!begun) first = t;
        if (form == 0)
            last = next_number(f, 16);
        else if (form == 2 && begun)
            last += (uint64_t)next_difference(f);
        warp->addresses[t] = form == 1 ? last + stride * (uint64_t)(t - first) : last;
        begun = true;
    }
}

bool noc_instruction_read(const char *line, const noc_instruction_form *form, noc_instruction *i)
{
    fields f = {.at = line};
    size_t length;
    if (form->lines) next_number(&f, 10);
    next_number(&f, 16);
    const uint64_t mask = next_number(&f, 16);
    f.bad |= mask > UINT32_MAX;
    i->warp.mask = (uint32_t)mask;
    skip_registers(&f);
    i->opcode = next_field(&f, &i->opcode_length);
    skip_registers(&f);
    const uint64_t bytes = next_number(&f, 10);
    f.bad |= bytes > 4096;
    i->has_addresses = bytes > 0;
    if (i->has_addresses && !f.bad) {
        const int named = opcode_bytes(i->opcode, i->opcode_length);
        i->warp.bytes = named ? named : (int)bytes;
        read_addresses(&f, &i->warp);
    }
    const char *rest = f.at + strspn(f.at, " \t\r");
    if (*rest && form->immediates && !f.bad) {
        next_field(&f, &length); /* skip an immediate */
        rest = f.at + strspn(f.at, " \t\r");
    }
    return !f.bad && *rest == '\0';
}

static bool in_window(uint64_t address, uint64_t base)
{
    return base != 0 && address - base < window_bytes;
}

noc_opcode_use noc_instruction_use(const noc_instruction *i, uint64_t shared_base,
                                   uint64_t local_base)
{
    const noc_opcode_use use = opcode_use(i->opcode, i->opcode_length);
    const size_t length = strcspn(i->opcode, ". ");
    const bool generic =
        (length == 2 && (strncmp(i->opcode, "LD", 2) == 0 || strncmp(i->opcode, "ST", 2) == 0)) ||
        (length == 4 && strncmp(i->opcode, "ATOM", 4) == 0);
    if (!generic || !i->warp.mask || !i->has_addresses) return use;
    const uint64_t first = i->warp.addresses[__builtin_ctz(i->warp.mask)];
    if (in_window(first, shared_base)) return NOC_OPCODE_SHARED;
    if (in_window(first, local_base)) return NOC_OPCODE_LOCAL;
    return use;
}

/* ---- coalescing ----------------------------------------------------------------------------- */

static void ask(noc_warp_lines *lines, uint64_t line)
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
        for (uint64_t l = 0; l <= span; l++) ask(lines, first + l);
    }
}
