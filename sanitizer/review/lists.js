"use strict";
// The lists: filters of the queue, documents that may pass, conflicts of reviewers, the export.
const rows = document.querySelectorAll("#rows tbody tr");
function filter() {
  const words = document.getElementById("find").value.toLowerCase();
  const status = document.getElementById("status").value, reason = document.getElementById("reason").value;
  let shown = 0;
  for (const row of rows) {
    const own = row.dataset.status;
    const finished = ["done", "passed", "audited"].includes(own);
    const fits = (!status || (status === "unfinished" ? !finished : status === "done" ? ["done", "audited"].includes(own) : own === status))
      && (!reason || row.dataset.reasons.split("|").includes(reason))
      && row.querySelector("th").textContent.toLowerCase().includes(words);
    row.hidden = !fits;
    shown += fits;
  }
  document.getElementById("none").hidden = shown > 0;
}
const filters = document.getElementById("filters");
if (filters) {
  filters.addEventListener("input", filter);
  filters.addEventListener("submit", (event) => event.preventDefault());
}
async function during(work) {
  try { await work(); } catch (error) { Desk.say(error.message); }
}
const pass = document.getElementById("pass");
if (pass) pass.addEventListener("submit", (event) => {
  event.preventDefault();
  const value = (name) => Number(document.getElementById(name).value);
  during(async () => {
    const told = await Desk.ask("pass", { below: value("below"), risk: value("risk") / 100, seed: value("seed") });
    Desk.say(`${told.passed} passed; ${told.sampled} were drawn to be read.`);
    if (told.passed || told.sampled) setTimeout(() => location.reload(), 1200);
  });
});
for (const button of document.querySelectorAll("button[data-take]")) button.addEventListener("click", () => during(async () => {
  const { take, number, head } = button.dataset;
  await Desk.ask("others", take === "agreed" && number === undefined ? { head, agreed: true } : { head, number: Number(number), take });
  location.reload();
}));
const write = document.getElementById("export");
if (write) write.addEventListener("click", () => during(async () => {
  write.disabled = true;
  Desk.say("Writing…");
  try {
    const told = await Desk.ask("export", {});
    Desk.say(`${told.documents} documents written to ${told.folder} in the folder of the review; ${told.left_out} left out, because a promise is not kept in them.`);
  } finally { write.disabled = false; }
}));
const sign = document.getElementById("sign");
if (sign) sign.addEventListener("submit", (event) => {
  event.preventDefault();
  during(async () => {
    await Desk.ask("key", { key: document.getElementById("key").value, reason: document.getElementById("reason").value });
    location.href = "/review/";
  });
});
