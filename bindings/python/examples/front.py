#!/usr/bin/python3
"""Draws the front of a store with matplotlib: front.py STORE [PICTURE]

    nocsight sweep routers --store routers.db
    ./front.py routers.db front.png

Without a picture's file a window shows it. Needs Debian's python3-matplotlib.
"""
import sys
from pathlib import Path

import matplotlib.pyplot as plt

import nocsight

X, Y = "network_area_mm2", "saturation_data_gb_per_s"


def title_of(metric: nocsight.Metric) -> str:
    return f"{metric.label}, {metric.unit}"


def spread_of(rows: list[dict], name: str) -> list[list[float]]:
    """Lengths of the intervals below and above the figures, as matplotlib takes them."""
    return [[row[name] - (row[f"{name}_lo"] or row[name]) for row in rows],
            [(row[f"{name}_hi"] or row[name]) - row[name] for row in rows]]


def settings_of(row: dict) -> dict[str, str]:
    """Settings in the name of a design: "routers flit_bytes=8 placement=scattered"."""
    return dict(item.split("=", 1) for item in row["name"].split() if "=" in item)


def main(store: str, picture: str | None = None) -> None:
    front = nocsight.Front(store, x=X, y=Y)
    others = [row for row, is_best in zip(front.points, front.is_best) if not is_best]
    settings = [settings_of(row) for row in front]
    varied = [name for name in settings[0] if len({each.get(name) for each in settings}) > 1]
    common = [f"{name}={value}" for name, value in settings[0].items() if name not in varied]
    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    axes.plot([row[X] for row in others], [row[Y] for row in others], "o", color="0.7", label="other designs")
    axes.errorbar([row[X] for row in front], [row[Y] for row in front], yerr=spread_of(front, Y), fmt="o-", capsize=3,
                  label=f"front: {' / '.join(varied)}")
    for row, each in zip(front, settings):
        axes.annotate("/".join(each.get(name, "") for name in varied), (row[X], row[Y]), xytext=(6, -12),
                      textcoords="offset points", fontsize=9)
    axes.set(xlabel=title_of(nocsight.metric(X)), ylabel=title_of(nocsight.metric(Y)),
             title=" ".join([Path(store).stem, *common]))
    axes.legend()
    if picture:
        figure.savefig(picture)
    else:
        plt.show()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except nocsight.NocsightError as error:
        sys.exit(f"front.py: {error}")
