"""What `report --importance` says of small sweeps, beside means of groups by pandas, least squares by numpy over all
orders of settings, and the definitions word for word. usage: test_importance.py NOCSIGHT"""
import io
import itertools
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import pandas as pd
except ImportError:
    if os.environ.get("NOC_PACKAGES_INSTALLED"):
        raise
    print("python3-pandas is not installed")
    sys.exit(77)

ROUTERS = """
  { key = "network.virtual_channels"; values = (2, 4, 8); }, { key = "network.memory_ports"; values = (1, 2); },
  { key = "network.flit_bytes"; values = (8, 16, 32); }, { key = "nodes.placement"; values = ("top-bottom", "scattered"); }
"""
NESTED = """
  { name = "ports"; choices = ( { network = { memory_ports = 1; }; },
      { axes = ( { key = "network.memory_ports"; values = (2, 3); },
                 { key = "network.port_policy"; values = ("round-robin", "smart"); } ); } ); },
  { name = "width"; choices = ( { network = { flit_bytes = 8; buffer_flits = 16; }; },
                                { network = { flit_bytes = 32; buffer_flits = 4; }; } ); },
  { key = "network.virtual_channels"; values = (2, 4, 6, 8); },
  { key = "nodes.placement"; values = ("top-bottom", "scattered"); }
"""

# name, axes (None: the shipped space of that name), constraints, further options, designs, all combinations
SPACES = [
    ("routers", None, "", [], 24, True),
    ("all", ROUTERS, "", [], 36, True),
    ("corner", ROUTERS, '"network_area_mm2 < 180"', [], 30, False),
    ("some", ROUTERS, "", ["--where", 'flit_bytes < 32 || placement == "scattered"'], 30, False),
    ("two-networks", None, "", [], 40, False),
    ("nested", NESTED, "", [], 80, False),
    ("linked", ROUTERS, "", ["--where", "flit_bytes / virtual_channels == 4"], 12, True),
    ("few", ROUTERS, "", ["--where", "flit_bytes * virtual_channels <= 32 && memory_ports == 1"], 6, None),
]
METRICS = "data_throughput_per_area_gb_per_s_mm2,network_area_mm2,saturation_data_gb_per_s"


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def sweep(program, name, axes, constraints):
    space = name
    if axes:
        space = name + ".space"
        with open(space, "w") as out:
            out.write(f'name = "{name}"; base = "te13-baseline"; axes = ({axes}); constraints = ({constraints});\n')
    run(program, "sweep", space, "--store", name + ".db", "-q")
    return name + ".db"


def read_settings(designs):
    """Overrides of each design as columns: NaN where a design does not have the setting."""
    rows = [dict(item.split("=", 1) for item in text.split("; ")) for text in designs.overrides.fillna("")]
    settings = pd.DataFrame(rows, index=designs.index).fillna("")
    return settings[[c for c in settings if settings[c].nunique() > 1]]


def explained(settings, y):
    """R^2 of the best sum of functions of the settings."""
    x = [np.ones((len(y), 1))] + [pd.get_dummies(settings[c]).to_numpy(float) for c in settings]
    x = np.hstack(x)
    fit = x @ np.linalg.lstsq(x, y, rcond=None)[0]
    return 1 - ((y - fit) ** 2).sum() / ((y - y.mean()) ** 2).sum(), y - fit


def is_parent(settings, parent, child):
    has, above = settings[child] != "", settings[parent] != ""
    return bool(has.groupby(settings[parent]).nunique().max() == 1 and (above | ~has).all() and above.sum() > has.sum())


def shares_of(settings, y):
    """Mean over all orders, parents first, of what each setting adds."""
    names, known, sums, count = list(settings), {}, dict.fromkeys(settings, 0.0), 0
    parents = {c: {p for p in names if p != c and (settings[c] == "").any() and is_parent(settings, p, c)} for c in names}
    for order in itertools.permutations(names):
        if any(not parents[c] <= set(order[:k]) for k, c in enumerate(order)):
            continue
        count += 1
        for k, c in enumerate(order):
            for part in (order[:k], order[:k + 1]):
                known.setdefault(frozenset(part), None)
                if known[frozenset(part)] is None:
                    known[frozenset(part)] = explained(settings[list(part)], y)[0]
            sums[c] += known[frozenset(order[:k + 1])] - known[frozenset(order[:k])]
    return {c: s / count for c, s in sums.items()}, parents


def total_of(settings, y, parents, name):
    family = {name}
    while True:
        more = {c for c in settings if parents[c] & family} | family
        if more == family:
            break
        family = more
    groups = y.groupby([settings[c] for c in settings if c not in family])
    holders = settings[name] != "" if parents[name] else pd.Series(True, index=y.index)
    if (groups.transform("size")[holders] > 1).mean() < 0.5:
        return None
    return ((y - groups.transform("mean")) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def check_places(settings, metric):
    """Each setting that varies is a factor, changes always with one, or follows from two."""
    factors = [s["setting"] for s in metric["settings"]]
    named = factors + [t for s in metric["settings"] for t in s["together_with"]] + metric["follow"]
    assert sorted(named) == sorted(settings), (named, list(settings))
    for s in metric["settings"]:
        for other in s["together_with"]:
            assert len(settings[[s["setting"], other]].drop_duplicates()) == settings[other].nunique() == s["values"]
    for follower in metric["follow"]:
        assert any(settings[follower].groupby([settings[f] for f in pair]).nunique().max() == 1
                   for pair in itertools.combinations(factors, 2)), follower
    return settings[factors]


def near(a, b, what):
    assert a is b is None or abs(a - b) < 1e-9, (what, a, b)


def check_metric(designs, settings, metric, name):
    values = designs[metric["metric"]]
    y = np.log(values) if values.max() >= 10 * values.min() else values
    assert metric["scale"] == ("logarithm" if y is not values else "value")
    near(metric["lowest"], values.min(), name)
    factors = check_places(settings, metric)
    shares, parents = shares_of(factors, y)
    for s in metric["settings"]:
        key = s["setting"]
        near(s["share"], shares[key], (name, key, "share"))
        near(s["alone"], y.groupby(factors[key]).transform("mean").var(ddof=0) / y.var(ddof=0), (name, key, "alone"))
        near(s["total"], total_of(factors, y, parents, key), (name, key, "total"))
    near(metric["interactions"], 1 - explained(factors, y)[0], name)
    for pair in metric["pairs"]:
        means = explained(factors, y)[1].groupby([factors[pair["setting"]], factors[pair["other_setting"]]])
        near(pair["share"], means.transform("mean").var(ddof=0) / y.var(ddof=0), (name, pair))


def check_csv(text, answer):
    """CSV has the figures of JSON."""
    rows = pd.read_csv(io.StringIO(text))
    settings = rows[rows.kind == "setting"]
    for metric in answer["metrics"]:
        own = settings[settings.metric == metric["metric"]].set_index("setting")
        for s in metric["settings"]:
            near(own.share[s["setting"]], s["share"], s)
        rest = rows[(rows.metric == metric["metric"]) & (rows.kind == "interactions")].iloc[0]
        if metric["interactions"] is None:
            assert rest.why == metric["why"] and np.isnan(rest.share)
        else:
            near(own.share.sum() + rest.share, 1.0, metric["metric"])


def check_space(program, name, axes, constraints, options, count, is_full):
    store = sweep(program, name, axes, constraints)
    run(program, "report", "--store", store, *options, "--allow-overclock", "-q", "-o", name + ".csv")
    words = ["report", "--store", store, *options, "--allow-overclock", "--importance", "--metrics", METRICS]
    answer = json.loads(run(program, *words, "--format", "json"))
    designs = pd.read_csv(name + ".csv")
    settings = read_settings(designs)
    assert answer["schema"] == "nocsight.importance/1" and answer["design_count"] == len(designs) == count, len(designs)
    for metric in answer["metrics"]:
        assert metric["designs"] == count
        if is_full is None:
            assert metric["settings"] == [] and "too few" in metric["why"], metric
        else:
            assert metric["all_combinations"] == is_full, (name, metric["all_combinations"])
            check_metric(designs, settings, metric, name)
    check_csv(run(program, *words, "--format", "csv"), answer)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for row in SPACES:
            check_space(program, *row)
            print(row[0], "ok")


if __name__ == "__main__":
    main()
