"""Files, and commands with what they print, that a document in Markdown shows."""
import re
from dataclasses import dataclass, field

FILE = re.compile(r"`([^` ]+\.(?:cfg|space|suite|csv|icnt|json|config|py|c|sh|txt))`:$")


@dataclass
class Step:
    """A command, or a file that is written before the commands below it. Lines count from 0."""
    line: int  # the line at which it begins
    indent: int
    slow: bool
    command: str = ""  # text for the shell; a file has none
    file: str = ""  # name of the file; a command has none
    first: int = 0  # lines [first, end) are the file, or what the command prints; none: that is not shown
    end: int = 0
    status: int = 0  # exit status that the command must have


@dataclass
class Document:
    path: str
    lines: list
    steps: list = field(default_factory=list)
    faults: list = field(default_factory=list)  # faults of the document itself: "PATH:LINE: what is wrong"

    def fault(self, line, what):
        self.faults.append(f"{self.path}:{line + 1}: {what}")

    def code(self, indent, first, end):
        """Lines of a block, without its indentation."""
        return [line[min(indent, blanks(line)):] for line in self.lines[first:end]]

    def shown(self, step):
        return self.code(step.indent, step.first, step.end)


def blanks(line):
    return len(line) - len(line.lstrip(" "))


def read_document(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        document = Document(path, file.read().removesuffix("\n").split("\n"))
    lines, at = document.lines, 0
    above, in_paragraph = [], False  # the last line of text and marks below it; lines of a paragraph may be indented
    while at < len(lines):
        line, text, indent = lines[at], lines[at].strip(" "), blanks(lines[at])
        if text.startswith("```") and indent < 4:
            at = _read_fenced(document, at, indent, above)
            above, in_paragraph = [], False
        elif text and indent >= 4 and not in_paragraph:
            at = _read_indented(document, at, above)
            above = []
        else:
            is_mark = line.startswith("<!--")
            if re.match(r"<!-- *not run(?!:[^->]{5})", line):
                document.fault(at, "the reason is missing: <!-- not run: REASON -->")
            above = above + [line] if is_mark else [line] if text else above
            in_paragraph = bool(text) and not is_mark
            at += 1
    return document


def _read_fenced(document, at, indent, above):
    """Reads the block between fences of which the first is at a line; returns the line behind it."""
    code = document.code(indent, at + 1, None)
    length = next((i for i, line in enumerate(code) if line.startswith("```")), None)
    if length is None:
        document.fault(at, "the fence has no end")
        length = len(code)
    _read_block(document, at + 1, at + 1 + length, indent, above)
    return at + length + 2


def _read_indented(document, at, above):
    """Reads the indented block that begins at a line; returns the line behind it."""
    end = at + 1
    while end < len(document.lines) and (blanks(document.lines[end]) >= 4 or not document.lines[end].strip(" ")):
        end += 1
    while not document.lines[end - 1].strip(" "):
        end -= 1
    _read_block(document, at, end, 4, above)
    return end


def _read_block(document, first, end, indent, above):
    """Reads the lines [first, end) of code with what stands above them: their introduction, and marks."""
    code, marks = document.code(indent, first, end), "\n".join(above)
    slow, status = "<!-- slow " in marks, re.search(r"^<!-- *exit (\d+)", marks, re.M)
    file = FILE.search(above[0]) if above else None
    if not code or re.search(r"^<!-- *not run", marks, re.M):
        return
    if code[0].startswith("$ "):
        document.steps += _session(first, code, indent, slow)
        document.steps[-1].status = int(status[1]) if status else 0
    elif file:
        document.steps.append(Step(first, indent, slow, file=file[1], first=first, end=end))
    else:
        refused = [i for i, line in enumerate(code) if line.startswith(("nocsight ", "./quickstart"))]
        for i in refused[:1]:
            document.fault(first + i, "a command that nobody runs: put '$ ' before it, or <!-- not run: REASON --> above "
                                      "its block")


def _session(first, code, indent, slow):
    """Commands, whose lines but the last end with a backslash, and what they print."""
    at = 0
    while at < len(code):
        step = Step(first + at, indent, slow, command=code[at][2:])
        at += 1
        while step.command.endswith("\\") and at < len(code):
            step.command += "\n" + code[at]
            at += 1
        step.first = step.end = first + at
        while at < len(code) and not code[at].startswith("$ "):
            at += 1
            if code[at - 1].strip(" "):
                step.end = first + at
        yield step
