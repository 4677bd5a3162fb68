// The page works without this. It saves a click, and it copies.
"use strict";

// That of a receipt, or that of the choices when there is one.
const form = document.querySelector("form");
const input = form.querySelector("input[name=file]");

function send(files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  // New receipts come instead of those that stand here.
  for (const old of form.querySelectorAll("[name=again], [name=name], [name=complaint]")) old.remove();
  form.requestSubmit();
}

// The files in what was dropped: a folder tells its entries in pieces.
async function files(entry) {
  if (entry.isFile) {
    const file = await new Promise((found, failed) => entry.file(found, failed));
    return [new File([file], entry.fullPath.slice(1))];
  }
  const reader = entry.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((found, failed) => reader.readEntries(found, failed));
    if (some.length === 0) return all;
    for (const one of some) all.push(...await files(one));
  }
}

// A file may be dropped anywhere on the page.
addEventListener("dragover", event => { event.preventDefault(); form.classList.add("over"); });
addEventListener("dragleave", event => { if (!event.relatedTarget) form.classList.remove("over"); });
addEventListener("drop", async event => {
  event.preventDefault();
  form.classList.remove("over");
  const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry()).filter(entry => entry);
  const text = form.querySelector("textarea");
  if (entries.length > 0) {
    send((await Promise.all(entries.map(files))).flat());
  } else if (text) {
    text.value = event.dataTransfer.getData("text");
  }
});

for (const part of form.querySelectorAll(".script")) part.hidden = false;
for (const chosen of form.querySelectorAll("input[type=file]")) {
  chosen.addEventListener("change", () => { if (chosen.files.length > 0) form.requestSubmit(); });
}

// A file that was copied can be pasted.
addEventListener("paste", event => {
  if (event.clipboardData.files.length === 0) return;
  event.preventDefault();
  send(event.clipboardData.files);
});

// Browsers lend the clipboard to this machine's own pages, and to those with TLS.
for (const reply of navigator.clipboard ? document.querySelectorAll(".reply") : []) {
  const row = document.createElement("div");
  row.className = "copy";
  row.innerHTML = '<button type="button">Copy</button><span role="status"></span>';
  row.firstChild.addEventListener("click", async () => {
    await navigator.clipboard.writeText(reply.textContent);
    row.lastChild.textContent = "Copied";
  });
  reply.after(row);
}

// A choice by hand shows at once. Keys pass through others on their way, so they end with "Show".
for (const choice of document.querySelectorAll(".choices select, .choices input[type=date]")) {
  let isByHand = false;
  choice.addEventListener("pointerdown", () => { isByHand = true; });
  choice.addEventListener("keydown", () => { isByHand = false; });
  choice.addEventListener("change", () => { if (isByHand) form.requestSubmit(); });
}
