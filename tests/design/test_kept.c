/* Values that are kept: found by kind and key, as many as fit, and never dropped in use. */
#include <stdlib.h>
#include <string.h>

#include "design/kept.h"
#include "tests/support/helpers.h"

static int dropped;

static void drop(void *value)
{
    dropped++;
    free(value);
}

static const noc_cached_kind letters = {30, drop}, others = {30, drop};

static noc_cache_key key_of(const char *text)
{
    return (noc_cache_key){text, strlen(text)};
}

static noc_cached_value *add(noc_value_cache *kept, const noc_cached_kind *kind, const char *text,
                             size_t bytes)
{
    char *value = strdup(text);
    noc_cache_make_room(kept, kind, bytes);
    return noc_cache_add(kept, kind, key_of(text), bytes, value);
}

static bool is_kept(noc_value_cache *kept, const noc_cached_kind *kind, const char *text)
{
    noc_cached_value *found = noc_cache_find(kept, kind, key_of(text));
    if (found) assert_string_equal(noc_cached_data(found), text);
    noc_cached_release(found);
    return found != NULL;
}

static void those_used_last_stay(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    dropped = 0;
    noc_cached_release(add(&kept, &letters, "a", 10));
    noc_cached_release(add(&kept, &letters, "b", 10));
    noc_cached_release(add(&kept, &others, "b", 30));
    noc_cached_release(add(&kept, &letters, "c", 10));
    assert_true(is_kept(&kept, &letters, "a"));
    noc_cached_release(add(&kept, &letters, "d", 10));
    assert_int_equal(dropped, 1);
    assert_false(is_kept(&kept, &letters, "b"));
    assert_true(is_kept(&kept, &letters, "a"));
    assert_true(is_kept(&kept, &others, "b"));
    assert_false(is_kept(&kept, &letters, "bb"));
    noc_cache_clear(&kept);
    assert_int_equal(dropped, 5);
}

static void a_large_one_has_all_of_the_room(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    dropped = 0;
    noc_cached_release(add(&kept, &letters, "a", 10));
    noc_cached_release(add(&kept, &letters, "large", 50));
    assert_int_equal(dropped, 1);
    assert_true(is_kept(&kept, &letters, "large"));
    noc_cached_release(add(&kept, &letters, "b", 10));
    assert_false(is_kept(&kept, &letters, "large"));
    noc_cache_clear(&kept);
    assert_int_equal(dropped, 3);
}

static void what_is_in_use_outlives_what_kept_it(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    dropped = 0;
    noc_cached_value *used = add(&kept, &letters, "used", 20);
    noc_cached_release(add(&kept, &letters, "b", 20));
    assert_int_equal(dropped, 0);
    noc_cached_value *again = noc_cache_find(&kept, &letters, key_of("used"));
    assert_ptr_equal(again, used);
    assert_true(noc_cached_is_shared(used));
    noc_cached_release(again);
    assert_false(noc_cached_is_shared(used));
    noc_cache_clear(&kept);
    assert_int_equal(dropped, 1);
    assert_string_equal(noc_cached_data(used), "used");
    noc_cached_release(used);
    assert_int_equal(dropped, 2);
}

int main(void)
{
    static test_list list;
    test_add(&list, "those used last stay", those_used_last_stay);
    test_add(&list, "a large one has all of the room", a_large_one_has_all_of_the_room);
    test_add(&list, "what is in use outlives what kept it", what_is_in_use_outlives_what_kept_it);
    return test_run("kept", &list);
}
