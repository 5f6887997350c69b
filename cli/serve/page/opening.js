// Opening a design: a file, dropped or chosen, or a pasted text.
const by = id => document.getElementById(id);
const MOST = 2e6; // bytes: more is no design

// `open(name, text)` hears of it; `refuse(words)` of what is none.
export function initOpening(open, refuse) {
  const dialog = by("opening");
  by("open").onclick = () => { dialog.showModal(); by("text").focus(); };
  by("opening-close").onclick = () => dialog.close();
  by("opening-form").onsubmit = e => {
    e.preventDefault();
    if (!by("text").value.trim()) return by("text").focus();
    dialog.close();
    open(by("text-name").value.trim() || "pasted.cfg", by("text").value);
  };
  const readFile = async file => {
    if (file.size > MOST) return refuse(`${file.name} is larger than any design.`);
    const text = await file.text();
    if (text.includes("\0")) return refuse(`${file.name} is no text.`);
    open(file.name, text);
  };
  by("file").onchange = () => {
    const [file] = by("file").files;
    by("file").value = "";
    dialog.close();
    if (file) readFile(file);
  };
  document.addEventListener("dragover", e => { if (e.dataTransfer.types.includes("Files")) e.preventDefault(); });
  document.addEventListener("drop", e => {
    const [file] = e.dataTransfer.files;
    if (!file) return;
    e.preventDefault();
    readFile(file);
  });
}
