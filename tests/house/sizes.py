"""Rules of sizes: of folders, modules, files and comments' lines."""
from collections import Counter

from functions import of_file

FILES_MOST, LINES_LEAST, LINES_MOST, COLUMNS_MOST = 40, 150, 800, 100


def folders(tree):
    """A folder is taken in at a glance if it holds rooms, or at most 40 files, or one kind of thing: the sources of a
    registry do not count, since its list says what they are."""
    sizes = Counter(file.folder for file in tree if file.stem not in tree.listed)
    for folder, count in sizes.items():
        if count > FILES_MOST:
            yield folder, (f"{folder} holds {count} files beside the sources of registries (at most {FILES_MOST}): sort "
                           "them into rooms")


def modules(tree):
    """A header costs each reader a file to open, so a module pays if two files read it, or if it is a piece of work of
    its own: 150 lines. The sources of a registry are of one form, whatever their size, and those of the library's functions
    have its header. A test makes no module of the product worth its header."""
    stems = {file.stem for file in tree if file.kind in (".c", ".h")}
    for stem in sorted(stems - tree.listed):
        files = [tree.files[stem + kind] for kind in (".c", ".h") if stem + kind in tree.files]
        own = files[0]
        readers = [path for path in tree.readers[stem + ".h"]
                   if path != stem + ".c" and tree.files[path].is_product >= own.is_product]
        lines = sum(file.lines for file in files)
        if files == [own] and any(here and name in tree.offered for name, here in of_file(own)):
            continue
        if not own.is_program and len(readers) < 2 and lines < LINES_LEAST:
            who = f"only {readers[0]} includes it" if readers else "no file includes it"
            yield stem, (f"{own.path} is a module of {lines} lines (at least {LINES_LEAST}), and {who}: unite it with "
                         "what it serves")


def long(tree):
    """A file of more than 800 lines has more than one subject."""
    for file in tree:
        if file.lines > LINES_MOST and file.kind != ".def":
            yield file.path, f"{file.path} has {file.lines} lines (at most {LINES_MOST}): split it by ideas"


def wide(tree):
    """The formatter leaves comments as they are, so nothing else keeps them as narrow as code."""
    for file in tree:
        blank = file.code.split("\n")
        for i, line in enumerate(file.text.split("\n")):
            if len(line) > COLUMNS_MOST and line.lstrip().startswith(("*", "/*")) and not blank[i].strip():
                yield file.path, f"{file.path}:{i + 1}: a comment of {len(line)} columns (at most {COLUMNS_MOST})"
                break
