# What the scripts here share: they source this file. `nocsight` and `jq` are on the PATH.

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# expect WHAT TEXT PART: the text has the part
expect() {
    [[ $2 == *"$3"* ]] || fail "$1 should have '$3': ${2:0:500}"
}

# example_works PROGRAM: the example of the C library, compiled as PROGRAM, answers as the command does, and tells faults
example_works() {
    local bandwidth status=0
    bandwidth=$(nocsight query te13-baseline --set network.flit_bytes=32 --format json |
        jq .metrics.saturation_data_gb_per_s.value)
    expect "$1" "$("$1" te13-baseline 16 32)" "$(printf 'saturation_data_gb_per_s   %.4g GB/s (' "$bandwidth")"
    "$1" te13-baseline 0 2>faults || status=$?
    expect "the status of $1" $status 2
    expect "a fault of $1" "$(cat faults)" "--set network.flit_bytes=0: network.flit_bytes = 0: expected an integer"
}

# compile_example FILE PROGRAM: by what pkg-config knows; $CC and $CFLAGS are those of the build
compile_example() {
    local -a flags
    read -ra flags <<<"${CFLAGS-} $(pkg-config --cflags --libs nocsight)"
    "${CC-cc}" -Wall -Wextra -Wpedantic -Werror "$1" -o "$2" "${flags[@]}"
}
