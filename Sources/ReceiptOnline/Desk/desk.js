// The page works without this. It saves a click, and it copies.
"use strict";

const entry = document.querySelector("form.entry");
if (entry) {
  const text = entry.querySelector("#text");
  const files = entry.querySelector("#file");
  for (const part of entry.querySelectorAll(".script")) part.hidden = false;
  for (const input of entry.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => { if (input.files.length > 0) entry.requestSubmit(); });
  }

  // A file may be dropped anywhere on the page.
  addEventListener("dragover", event => { event.preventDefault(); entry.classList.add("over"); });
  addEventListener("dragleave", event => { if (!event.relatedTarget) entry.classList.remove("over"); });
  addEventListener("drop", event => {
    event.preventDefault();
    entry.classList.remove("over");
    if (event.dataTransfer.files.length > 0) {
      files.files = event.dataTransfer.files;
      entry.requestSubmit();
    } else {
      text.value = event.dataTransfer.getData("text");
    }
  });

  // A file that was copied can be pasted.
  text.addEventListener("paste", event => {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      files.files = event.clipboardData.files;
      entry.requestSubmit();
    }
  });
}

for (const reply of document.querySelectorAll(".reply")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(reply.textContent);
    button.textContent = "Copied";
  });
  reply.after(button);
}

// A choice shows at once.
for (const select of document.querySelectorAll(".choices select, .choices input[type=date]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
