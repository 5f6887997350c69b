/* The registry of engines (sampler/engines/engines.def). */
#include "sampler/engines/engine.h"
#include "tests/support/helpers.h"

/* Every kind of network has an engine, by which it is found, with all that a run calls. */
static void every_kind_is_whole(void **state)
{
    (void)state;
    size_t count = 0;
    for (; noc_engine_kind_at(count); count++) {
        const noc_engine_kind *k = noc_engine_kind_at(count);
        assert_ptr_equal(noc_engine_find_kind(k->switching), k);
        assert_true(k->name && k->create && (k->arrive || k->inject || k->run) && k->next_event &&
                    k->channel_flits && k->check);
    }
    assert_int_equal(count, NOC_SWITCHINGS);
}

int main(void)
{
    static test_list list;
    test_add(&list, "every kind is whole", every_kind_is_whole);
    return test_run("engine kinds", &list);
}
