"""Links of documents lead to files and headings that are there, and the index of docs/ has all of its pages."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def heading_name(heading):
    """The name by which links know "## A heading"."""
    kept = (c.lower() if c.isascii() else c for c in heading.lstrip("# ") if not c.isascii() or c.isalnum() or c in "-_ ")
    return "".join(kept).replace(" ", "-")


def _fault(page, target):
    name, _, heading = target.partition("#")
    file = page.parent / name if name else page
    if not file.exists():
        return "there is no such file"
    lines = file.read_text(encoding="utf-8").split("\n") if heading else []
    if heading and heading not in (heading_name(line) for line in lines if line.startswith("#")):
        return "there is no such heading"
    return None


def faults_of(page):
    """"PAGE:LINE: TARGET: what is wrong with it", but for lines of code, which have no links."""
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        for target in re.findall(r"\]\(([^)]*)\)?", "" if line.startswith("    ") else line):
            fault = None if "://" in target else _fault(page, target)
            if fault:
                yield f"{page}:{number}: {target}: {fault}"


def main():
    pages = [page for pattern in ("*.md", "docs/*.md", "docs/lab/*.md") for page in sorted(ROOT.glob(pattern))]
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    faults = [fault for page in pages for fault in faults_of(page)]
    faults += [f"docs/README.md has no link to {page.name}" for page in sorted(ROOT.glob("docs/*.md"))
               if page.name != "README.md" and f"]({page.name})" not in index]
    print(*faults, f"{len(pages)} pages", sep="\n")
    return 1 if faults or len(pages) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
