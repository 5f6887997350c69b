/* The flits that codecs save. */
#include "design/memory/codec.h"
#include "tests/support/helpers.h"

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

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, savings, flits_are_saved);
    return test_run("codec", &list);
}
