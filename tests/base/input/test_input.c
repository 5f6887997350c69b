/* Files that gzip, bzip2 and xz packed: read as what was packed, whatever the pieces; none that is
 * damaged or cut off passes for another text. */
#include <bzlib.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/input/input.h"
#include "base/input/unpack.h"
#include "base/memory_limit.h"
#include "tests/support/helpers.h"

typedef struct bytes {
    unsigned char *all;
    size_t count;
} bytes;

/* ---- packing --------------------------------------------------------------------------------- */

static size_t pack_gzip(const bytes *text, unsigned char *out, size_t room)
{
    z_stream s = {.next_in = text->all, .avail_in = (unsigned)text->count};
    s.next_out = out;
    s.avail_out = (unsigned)room;
    assert_int_equal(deflateInit2(&s, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&s, Z_FINISH), Z_STREAM_END);
    deflateEnd(&s);
    return s.total_out;
}

static size_t pack_bzip2(const bytes *text, unsigned char *out, size_t room)
{
    unsigned count = (unsigned)room;
    assert_int_equal(BZ2_bzBuffToBuffCompress((char *)out, &count, (char *)text->all,
                                              (unsigned)text->count, 9, 0, 0),
                     BZ_OK);
    return count;
}

static size_t pack_xz(const bytes *text, unsigned char *out, size_t room)
{
    size_t count = 0;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL, text->all, text->count, out,
                                             &count, room),
                     LZMA_OK);
    return count;
}

static size_t pack_nothing(const bytes *text, unsigned char *out, size_t room)
{
    assert_true(room >= text->count);
    memcpy(out, text->all, text->count);
    return text->count;
}

typedef struct form {
    const char *name;
    size_t (*pack)(const bytes *text, unsigned char *out, size_t room);
    size_t magic; /* bytes by which it is known */
} form;

static const form forms[] = {{"gzip", pack_gzip, 2},
                             {"bzip2", pack_bzip2, 4},
                             {"xz", pack_xz, 6},
                             {"text", pack_nothing, 0}};
enum { PACKED = 3 };

static bytes packed(const form *f, const bytes *text)
{
    const size_t room = 2 * text->count + 1000;
    bytes b = {malloc(room), 0};
    assert_non_null(b.all);
    b.count = f->pack(text, b.all, room);
    return b;
}

/* Lines of random lengths, some of them empty, the last one without an end. */
static bytes lines_of(size_t count, uint64_t seed)
{
    bytes text = {malloc(count + 1), count};
    assert_non_null(text.all);
    for (size_t i = 0; i < count; i++)
        text.all[i] = test_random_below(&seed, 50) == 0
                          ? '\n'
                          : (unsigned char)('a' + test_random_below(&seed, 9));
    if (count > 0) text.all[count - 1] = 'e';
    return text;
}

/* ---- reading --------------------------------------------------------------------------------- */

static char path[] = "/tmp/noc_input_XXXXXX";

static void put(const bytes *list, size_t count)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fwrite(list[i].all, 1, list[i].count, out), list[i].count);
    assert_int_equal(fclose(out), 0);
}

/* Reads what was put, in pieces of so many bytes. */
static noc_status get(size_t piece, bytes *text, noc_diag *diag)
{
    noc_input *in = NULL;
    size_t room = 1 << 16, count = 1;
    *text = (bytes){malloc(room), 0};
    noc_status status = noc_input_open(path, path, "is a directory", &in, diag);
    while (status == NOC_OK && count > 0) {
        if (text->count + piece > room) text->all = realloc(text->all, room *= 2);
        assert_non_null(text->all);
        status = noc_input_read(in, (char *)text->all + text->count, piece, &count);
        text->count += count;
    }
    noc_input_close(in);
    return status;
}

static void expect(const bytes *want, size_t piece)
{
    bytes got;
    noc_diag diag = {0};
    const noc_status status = get(piece, &got, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_int_equal(got.count, want->count);
    assert_memory_equal(got.all, want->all, want->count);
    free(got.all);
}

static void expect_refusal(const char *says)
{
    bytes got;
    noc_diag diag = {0};
    assert_int_equal(get(1 << 12, &got, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, says);
    noc_diag_clear(&diag);
    free(got.all);
}

/* ---- what is whole --------------------------------------------------------------------------- */

static void text_is_what_was_packed(void **state)
{
    static const size_t sizes[] = {0, 1, 300, 32768, 70001, 400000}, pieces[] = {1, 7, 65536};
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        bytes text = lines_of(sizes[i], 3), file = packed(*state, &text);
        put(&file, 1);
        for (size_t k = sizes[i] > 100000; k < TEST_COUNT(pieces); k++) expect(&text, pieces[k]);
        free(text.all);
        free(file.all);
    }
}

static void lines_are_those_of_the_text(void **state)
{
    bytes text = lines_of(200000, 5), file = packed(*state, &text);
    noc_input *in;
    char *line = NULL;
    put(&file, 1);
    text.all[text.count] = '\0';
    assert_int_equal(noc_input_open(path, path, "", &in, NULL), NOC_OK);
    for (char *rest = (char *)text.all, *want; (want = strsep(&rest, "\n"));) {
        assert_int_equal(noc_input_read_line(in, 1 << 20, &line), NOC_OK);
        assert_non_null(line);
        assert_string_equal(line, want);
    }
    assert_near(noc_input_read_share(in), 1.0, 1e-9);
    assert_int_equal(noc_input_read_line(in, 1 << 20, &line), NOC_OK);
    assert_null(line);
    noc_input_close(in);
    free(text.all);
    free(file.all);
}

static void members_follow_each_other(void **state)
{
    bytes text = lines_of(90000, 7), first = {text.all, 40000}, second = {text.all + 40000, 50000};
    const bytes list[] = {packed(*state, &first),
                          {calloc(1, 512), 512},
                          packed(*state, &second),
                          {calloc(1, 70000), 70000}};
    put(list, TEST_COUNT(list));
    expect(&text, 5000);
    free(text.all);
    for (size_t i = 0; i < TEST_COUNT(list); i++) free(list[i].all);
}

/* ---- what is not ----------------------------------------------------------------------------- */

static void file_that_is_cut_off_is_refused(void **state)
{
    const form *f = *state;
    bytes text = lines_of(400, 9), file = packed(f, &text);
    for (size_t length = f->magic; length < file.count; length++) {
        const bytes cut = {file.all, length};
        put(&cut, 1);
        expect_refusal("is cut off: the data that ");
    }
    free(text.all);
    free(file.all);
}

/* A bit that nobody reads (the time in gzip's header) may change, but never the text. */
static void changed_bit_changes_no_text(void **state)
{
    bytes text = lines_of(150, 11), file = packed(*state, &text), got;
    size_t refused = 0;
    const size_t first = 8 * (size_t)NOC_PACKING_BYTES, end = 8 * file.count;
    for (size_t bit = first; bit < end; bit++) {
        noc_diag diag = {0};
        file.all[bit / 8] ^= (unsigned char)(1u << bit % 8);
        put(&file, 1);
        const noc_status status = get(1 << 12, &got, &diag);
        file.all[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_equal(diag.count, status != NOC_OK);
        refused += status != NOC_OK;
        if (status == NOC_OK) assert_int_equal(got.count, text.count);
        if (status == NOC_OK) assert_memory_equal(got.all, text.all, text.count);
        noc_diag_clear(&diag);
        free(got.all);
    }
    assert_true((double)refused > 0.9 * (double)(end - first));
    free(text.all);
    free(file.all);
}

static void other_bytes_behind_are_refused(void **state)
{
    bytes text = lines_of(400, 13);
    const bytes list[] = {packed(*state, &text), {(unsigned char *)"more", 4}};
    put(list, 2);
    expect_refusal("other bytes follow (copy or pack it again; '");
    free(list[0].all);
    free(text.all);
}

static void rest_is_checked(void **state)
{
    bytes text = lines_of(300000, 15), file = packed(*state, &text);
    noc_diag diag = {0};
    noc_input *in;
    char *line;
    file.count -= 5;
    put(&file, 1);
    assert_int_equal(noc_input_open(path, path, "", &in, &diag), NOC_OK);
    assert_int_equal(noc_input_read_line(in, 1 << 20, &line), NOC_OK);
    assert_int_equal(noc_input_check_rest(in), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    noc_input_close(in);
    noc_diag_clear(&diag);
    free(text.all);
    free(file.all);
}

typedef struct stranger {
    const char *name, *text, *says;
} stranger;

static const stranger strangers[] = {
    {"a text like bzip2", "BZh9 is a text", NULL},
    {"a shorter text like bzip2", "BZh", NULL},
    {"a text like xz",
     "\xfd"
     "7zXY",
     NULL},
    {"a text like gzip", "\x1f\x8b text", "is damaged near byte "},
    {"zip", "PK\x03\x04", "is packed by zip, which is not read"},
    {"zstd", "\x28\xb5\x2f\xfd more", "is packed by zstd, which is not read"},
};

static void file_is_what_it_holds(void **state)
{
    const stranger *s = *state;
    const bytes text = {(unsigned char *)s->text, strlen(s->text)};
    put(&text, 1);
    if (s->says)
        expect_refusal(s->says);
    else
        expect(&text, 3);
}

/* xz's dictionary may be larger than what a run may hold. */
static void memory_has_its_limit(void **state)
{
    (void)state;
    bytes text = lines_of(1000, 17), file = {malloc(1 << 17), 0};
    assert_int_equal(lzma_easy_buffer_encode(9, LZMA_CHECK_CRC64, NULL, text.all, text.count,
                                             file.all, &file.count, 1 << 17),
                     LZMA_OK);
    put(&file, 1);
    noc_memory_limit_set(20 << 20);
    expect_refusal("unpacking this file would need 64.1 MiB of memory (limit 20 MiB");
    noc_memory_limit_set(NOC_MEMORY_DEFAULT);
    expect(&text, 100);
    free(text.all);
    free(file.all);
}

int main(void)
{
    static test_list list;
    const int fd = mkstemp(path);
    if (fd < 0) return 1;
    close(fd);
    TEST_TABLE_PREFIXED(&list, "read", forms, text_is_what_was_packed);
    TEST_TABLE_PREFIXED(&list, "lines", forms, lines_are_those_of_the_text);
    for (size_t i = 0; i < PACKED; i++) {
        const form *f = &forms[i];
        test_add_rows(&list, "members", f, 1, sizeof *f, members_follow_each_other);
        test_add_rows(&list, "cut off", f, 1, sizeof *f, file_that_is_cut_off_is_refused);
        test_add_rows(&list, "bits", f, 1, sizeof *f, changed_bit_changes_no_text);
        test_add_rows(&list, "behind", f, 1, sizeof *f, other_bytes_behind_are_refused);
        test_add_rows(&list, "rest", f, 1, sizeof *f, rest_is_checked);
    }
    TEST_TABLE(&list, strangers, file_is_what_it_holds);
    test_add(&list, "memory has its limit", memory_has_its_limit);
    const int status = test_run("input", &list);
    unlink(path);
    return status;
}
