/* Approx-NoC's codecs against worked examples and an independent program's lists. */
#include <stdlib.h>

#include "network/codec.h"
#include "sampler/nodes/codec.h"
#include "tests/ends_tables.h"

enum { PACKETS = 1024 };

static void list_is_sent(void **state)
{
    const ends_row *row = *state;
    const uint32_t cycles = (uint32_t)ends_integer(row, "codec_cycles", 0);
    const uint32_t flits = (uint32_t)ends_integer(row, "packet_flits", 1);
    const uint64_t wire = (uint64_t)ends_integer(row, "wire_cycles", 0);
    const double ratio = ends_real(row, "ratio");
    uint64_t sent[PACKETS], tails[PACKETS], delivered[PACKETS];
    noc_codec_end sender = {0}, receiver = {0};
    size_t count = 0;
    const char *text = ends_text(row, "packets");
    for (char *end; *text; text = *end == ' ' ? end + 1 : end, count++) {
        assert_true(count < PACKETS);
        const uint64_t created = strtoull(text, &end, 10);
        const bool compressible = *end++ == 'c';
        const uint32_t f = compressible ? noc_codec_flits(flits, ratio) : flits;
        sent[count] = f;
        tails[count] = noc_codec_send(&sender, created, f, cycles);
        delivered[count] = noc_codec_receive(&receiver, tails[count] + wire - (f - 1), f, cycles);
    }
    ends_assert_numbers(row, "flits", sent, count);
    ends_assert_numbers(row, "tail_sent", tails, count);
    ends_assert_numbers(row, "delivered", delivered, count);
}

typedef struct saving {
    const char *name;
    uint32_t flits;
    double ratio;
    uint32_t sent;
} saving;

static const saving savings[] = {
    {"nothing saved", 4, 0.0, 4},      {"half of 4", 4, 0.5, 2},
    {"half of 5: 2 of it", 5, 0.5, 3}, {"a share that binary numbers have not", 10, 0.3, 7},
    {"a flit is left", 1, 0.9, 1},
};

static void flits_are_saved(void **state)
{
    const saving *s = *state;
    assert_int_equal(noc_codec_flits(s->flits, s->ratio), s->sent);
}

/* Packets that all come at once leave at F / (F + cycles) of the port's rate. */
static void capacity_falls(void **state)
{
    (void)state;
    enum { COUNT = 1000, FLITS = 4, CYCLES = 3 };
    noc_codec_end sender = {0};
    uint64_t tail = 0;
    for (int i = 0; i < COUNT; i++) tail = noc_codec_send(&sender, 0, FLITS, CYCLES);
    assert_int_equal(tail, COUNT * (FLITS + CYCLES));
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "codec_lists", list_is_sent);
    TEST_TABLE(&list, savings, flits_are_saved);
    test_add(&list, "capacity", capacity_falls);
    return test_run("codec", &list);
}
