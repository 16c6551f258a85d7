"use strict";
// One document: original and result side by side, decisions by keys, the panel with the evidence.
const facts = JSON.parse(document.getElementById("facts").textContent);
const KEYS = { accept: "a", keep: "x", keepOn: "X", up: "+", down: "-", choose: "g", mark: "m", retype: "t", extent: "w", split: "s", merge: "l", because: "y", document: "e", collection: "c", undo: "u", redo: "U", next: " ", forward: "j", back: "k", done: "d", another: "n", kept: "i", side: "o", help: "?" };
const NAMES = { accept: "accept, and next", keep: "keep the original", keepOn: "keep the original, and the place behind it", up: "one step more general", down: "one step more specific", choose: "choose or write what stands there", mark: "mark what was missed (the selection, what is selected, or words)", retype: "another type", extent: "the selection is the whole mention", split: "one place means something else", merge: "link: it is the same as another", because: "why: a reason for the last decision here", document: "the same everywhere in this document", collection: "the same in all documents", undo: "undo", redo: "redo", next: "next open place", forward: "next place", back: "place before", done: "the document is done", another: "next document that needs a person", kept: "next word that was kept, and why", side: "original or result (narrow screens)", help: "these keys" };
const keys = Object.assign({}, KEYS, JSON.parse(localStorage.getItem("desk-keys") || "{}"));
const panes = { before: document.getElementById("before"), after: document.getElementById("after") };
const panel = document.getElementById("panel"), dialog = document.getElementById("dialog");
let view = null, nodes = [], selected = null, shownItem = null, last = null, busy = false, wanted = 0, typed = [], looking = null, soon = 0, asked = 0;

// --- the text -------------------------------------------------------------------------------------------------
function node(piece, side) {
  const [original, replacement, key, role, below, own] = piece, label = side === "before" && own !== undefined ? own : below;
  const words = side === "after" && replacement !== null ? replacement : original;
  if (!key && replacement === null && !role) return document.createTextNode(words);
  const span = document.createElement("span");
  if (role) { span.dataset.role = role; if (label) span.dataset.label = label; }
  if (!key && replacement === null) { span.textContent = words; return span; }
  span.textContent = words || (side === "after" ? "∅" : "");
  span.dataset.k = key;
  dress(span, key, words);
  return span;
}
function dress(span, key, words) {
  const item = view.items[key];
  const kind = !item ? "MISC" : item.kind === "kept" || item.kind === "look" ? item.kind : item.class;
  span.className = "m " + kind + (item && item.need && !item.decided ? " needs" : "") + (item && item.decided ? " decided" : "") + (key && key === selected ? " on" : "") + (words ? "" : " gone");
}
// Lines that are near enough to be seen: only there words that were kept are marked.
const seen = new Set();
function watcher(pane) {
  const noted = (changes) => {
    for (const change of changes) if (change.isIntersecting) seen.add(change.target); else seen.delete(change.target);
    paintKept();
  };
  return new IntersectionObserver(noted, { root: pane, rootMargin: "50% 0px" });
}
const watchers = { before: watcher(panes.before), after: watcher(panes.after) };
// Each line is a block of its own, so that a change lays out its line alone.
function endsLine(piece) { return piece[1] === null && !piece[2] && piece[0].endsWith("\n"); }
function lines(pieces, parts) {
  const made = [];
  let line = null;
  parts.forEach((part, i) => {
    if (!line) made.push(line = Desk.make("div", {}));
    line.append(part);
    if (endsLine(pieces[i])) line = null;
  });
  return made;
}
function fill(side) {
  const parts = view.segments.map((piece) => node(piece, side));
  panes[side].replaceChildren(...lines(view.segments, parts));
  for (const line of panes[side].children) watchers[side].observe(line);
  return parts;
}
function replace(side, run, first, end) {
  const old = nodes[side], behind = old[end] ? old[end].parentNode : null;
  for (const line of new Set(old.slice(first, end).map((part) => part.parentNode))) line.remove();
  old.splice(run.from, run.to - run.from, ...run.segments.map((piece) => node(piece, side)));
  const last = end + run.segments.length - (run.to - run.from);
  for (const line of lines(view.segments.slice(first, last), old.slice(first, last))) {
    panes[side].insertBefore(line, behind);
    watchers[side].observe(line);
  }
}
function showAll(whole) {
  view = whole;
  if (view.failed !== undefined && view.failed !== null) { panes.before.textContent = ""; panes.after.textContent = "This document could not be done: " + view.failed; nodes = { before: [], after: [] }; figures(); return; }
  nodes = { before: fill("before"), after: fill("after") };
  figures();
}
function patch(change) {
  if (change.failed) { load(); return; }
  Object.assign(view, { head: change.head, view: change.view, checked: change.checked });
  const touched = new Set([...change.gone, ...Object.keys(change.items)]);
  for (const key of change.gone) delete view.items[key];
  Object.assign(view.items, change.items);
  view.order = change.order || view.order;
  view.figures = change.figures;
  for (const run of change.runs.reverse()) {
    let first = run.from, end = run.to;
    while (first > 0 && !endsLine(view.segments[first - 1])) first--;
    while (end < view.segments.length && (end === run.to || !endsLine(view.segments[end - 1]))) end++;
    view.segments.splice(run.from, run.to - run.from, ...run.segments);
    for (const side of ["before", "after"]) replace(side, run, first, end);
  }
  if (touched.size) view.segments.forEach((piece, i) => {
    if (touched.has(piece[2])) for (const side of ["before", "after"]) dress(nodes[side][i], piece[2], nodes[side][i].textContent);
  });
  figures();
}
function figures() {
  offsetsNow = starts();
  loadKept();
  if (view.checked === false) lookSoon();
  const f = view.figures, place = document.getElementById("figures");
  if (!f) { place.textContent = ""; return; }
  const make = Desk.make;
  place.replaceChildren(
    make("b", { class: f.met ? "" : "bad" }, f.met ? "every promise is kept" : `${f.problems.length} promises not kept`),
    ` · ${f.all - f.undecided} of ${f.all} decided · information kept ${f.kept === null ? "-" : f.kept.toFixed(1) + " %"} (${f.bits} bits)`,
    view.checked ? "" : make("span", { class: "checking" }, " · checking…"),
    f.threshold === null ? "" : ` · limit ${f.threshold.toFixed(2)} bits`, f.left === null ? "" : `, the tightest place has ${f.left.toFixed(2)} left`,
    f.budget ? make("span", { class: f.budget.after < f.budget.k ? "bad" : "" }, ` · a search finds it at rank ${f.budget.after.toFixed(1)} (wanted: ${f.budget.k} or later); it tells ${f.budget.bits[2].toFixed(1)} of ${f.budget.bits[0].toFixed(1)} bits`) : "",
  );
}

// --- what is selected -------------------------------------------------------------------------------------------
function select(key, scroll = true, told = null) {
  const before = selected;
  keptAt = -1;
  selected = key;
  for (const side of ["before", "after"]) {
    let first = null;
    view.segments.forEach((piece, i) => {
      if (!piece[2] || (piece[2] !== before && piece[2] !== key)) return;
      dress(nodes[side][i], piece[2], nodes[side][i].textContent === "∅" ? "" : nodes[side][i].textContent);
      if (piece[2] === key && !first) first = nodes[side][i];
    });
    if (first && scroll && first.offsetParent) panes[side].scrollTop = Math.max(0, first.offsetTop - panes[side].clientHeight / 3);
  }
  if (key) nameSoon();
  if (told && told.key === key) { wanted++; showItem(told); } else detail();
}
// The address names what is selected; browsers take their time for that, and refuse it when it comes too often.
let naming = 0;
function nameSoon() {
  clearTimeout(naming);
  naming = setTimeout(() => { if (selected) history.replaceState(null, "", "#" + selected); }, 200);
}
async function detail() {
  const key = selected, turn = ++wanted, now = performance.now();
  if (!key) return;
  if (now - asked < 200) await new Promise((done) => setTimeout(done, 40)); // a key that is held down
  if (turn !== wanted) return;
  asked = now;
  try {
    const told = await Desk.ask(`${facts.number}/item/${encodeURIComponent(key)}`);
    if (turn === wanted) showItem(told);
  } catch (error) {
    if (turn === wanted) panel.replaceChildren(Desk.make("p", {}, error.message));
  }
}
function showItem(told) {
  const make = Desk.make, item = view.items[told.key] || {};
  shownItem = told;
  const ladder = told.ladder.map((rung) => {
    const button = make("button", { type: "button" }, rung.label || "(taken out)");
    button.addEventListener("click", () => act({ do: "item", act: "choose", to: rung.label }));
    return make("li", { class: rung.now ? "now" : "" }, button, ` ${rung.words}${rung.bits === null ? "" : ", " + rung.bits + " bits"}${rung.now ? " (now)" : ""}`);
  });
  const behind = Object.entries(told.figures).map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, String(value))));
  fillPanel(
    make("h2", {}, told.term), make("p", { class: "why" }, [facts.classes[told.class] || told.class, item.decided ? "decided (event " + item.decided + ")" : "open", told.spans.length === 1 ? "one place" : told.spans.length + " places"].join(" · ")),
    ...told.words.map((words) => make("p", {}, words)),
    told.needs.length ? make("p", { class: "bad" }, "Look here: " + told.needs.join("; ") + ".") : null,
    ladder.length ? make("h3", {}, "What may stand there, from specific to general") : null, ladder.length ? make("ol", { class: "ladder" }, ...ladder) : null,
    behind.length ? make("details", {}, make("summary", {}, "Figures behind it"), make("table", {}, make("tbody", {}, ...behind))) : null,
    make("h3", {}, "Where it stands"), hitList(told.hits.map((around) => ({ around }))),
  );
}
// To scroll lays out the page at once: only where somebody has scrolled.
let scrolled = false;
panel.addEventListener("scroll", () => { scrolled = true; });
function fillPanel(...parts) { panel.replaceChildren(...parts.filter((part) => part !== null)); if (scrolled) panel.scrollTop = 0; scrolled = false; }
function hitList(hits) {
  return Desk.make("ol", { class: "hits" }, ...hits.map((hit) => Desk.make("li", {}, hit.document === undefined ? "" : `document ${hit.document + 1}: `, "…" + hit.around[0], Desk.make("mark", {}, hit.around[1]), hit.around[2] + "…")));
}
function open(key) { const item = view.items[key]; return item && !item.decided; }
function move(step, onlyOpen) {
  const order = view.order, at = Math.max(-1, order.indexOf(selected));
  const worst = !selected && onlyOpen;
  for (let i = 1; i <= order.length; i++) {
    const key = order[(((at === -1 && step < 0 ? 0 : at) + step * i) % order.length + order.length) % order.length];
    if (!onlyOpen || (open(key) && (view.items[key].need > 0 || !order.some((k) => open(k) && view.items[k].need > 0)))) { select(key); return; }
  }
  Desk.say(onlyOpen ? (worst ? "Nothing is open here." : `Nothing else is open here: press ${shown(keys.done)} when the document is done.`) : "There is nothing to decide about here.");
}

// --- decisions ----------------------------------------------------------------------------------------------------
async function act(told, after) {
  if (busy) return;
  busy = true;
  await looking; // an answer to an older question would patch a page that has changed
  document.body.setAttribute("aria-busy", "true");
  try {
    const began = performance.now();
    const change = await Desk.ask(`${facts.number}/decide`, { item: selected, head: view.head, view: view.view, ...told });
    if (change.whole) showAll(change.whole); else patch(change);
    window.deskTook = performance.now() - began;
    if (told.do === "item" || told.do === "step") last = { ...told, item: selected };
    Desk.say("");
    if (selected && !view.items[selected]) selected = nearest(selected);
    if (change.about && change.about !== facts.number) Desk.say(`That was about document ${change.about}.`);
    if (after) after(); else select(selected, true, change.detail);
  } catch (error) {
    Desk.say(error.message);
    if (error.status === 409) await load();
  } finally {
    busy = false;
    document.body.removeAttribute("aria-busy");
    if (typed.length) DO[typed.shift()]();
  }
}
function nearest(key) {
  const at = Number(key.slice(1));
  let best = null;
  for (const other of view.order) if (best === null || Math.abs(Number(other.slice(1)) - at) < Math.abs(Number(best.slice(1)) - at)) best = other;
  return best;
}
function ask(title, body, done) {
  document.getElementById("dialog-title").textContent = title;
  document.getElementById("dialog-body").replaceChildren(...body);
  dialog.returnValue = "";
  dialog.onclose = () => { if (dialog.returnValue === "ok") done(); };
  dialog.showModal();
}
dialog.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.tagName === "SELECT") { event.preventDefault(); dialog.close("ok"); }
});
function typeChoice(now) {
  const choice = Desk.make("select", { id: "type" }, ...facts.types.map((name) => Desk.make("option", { value: name, selected: name === now }, name)));
  return [Desk.make("label", {}, "Type ", choice), choice];
}
function reasonFields() {
  const why = Desk.make("input", { type: "text", id: "why", autocomplete: "off", maxlength: "500" });
  const code = Desk.make("select", { id: "reason" }, ...facts.reasons.map((name) => Desk.make("option", { value: name }, name || "no reason named")));
  const fields = [Desk.make("label", {}, "Reason ", code), Desk.make("label", {}, "In your words (may be left empty) ", why)];
  return [fields, () => ({ reason: code.value || undefined, why: why.value || undefined })];
}
function choose() {
  if (!shownItem || !selected) return;
  const words = Desk.make("input", { type: "text", id: "to", autocomplete: "off", list: "rungs" });
  const rungs = Desk.make("datalist", { id: "rungs" }, ...shownItem.ladder.map((rung) => Desk.make("option", { value: rung.label })));
  const [fields, reasons] = reasonFields();
  ask(`What stands for “${shownItem.term}”?`, [Desk.make("label", {}, "Words; empty takes it out ", words), rungs, ...fields], () => act({ do: "item", act: "choose", to: words.value, ...reasons() }));
  words.focus();
}
function retype() {
  if (!shownItem || !selected) return;
  const [label, choice] = typeChoice(shownItem.type), [fields, reasons] = reasonFields();
  ask(`What is “${shownItem.term}”?`, [label, ...fields], () => act({ do: "item", act: "retype", type: choice.value, ...reasons() }));
  choice.focus();
}
function count(text) { return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length; }
function starts() { let at = 0; return view.segments.map((piece) => { const start = at; at += count(piece[0]); return start; }); }
function picked() {
  const range = getSelection();
  if (!range.rangeCount || range.isCollapsed) return null;
  const offsets = starts();
  const place = (container, offset) => {
    for (const side of ["before", "after"]) {
      const i = nodes[side].findIndex((n) => n === container || n.contains(container));
      if (i < 0) continue;
      if (view.segments[i][1] !== null && side === "after") return null;
      return offsets[i] + Array.from(container.textContent.slice(0, offset)).length;
    }
    return null;
  };
  const r = range.getRangeAt(0), from = place(r.startContainer, r.startOffset), to = place(r.endContainer, r.endOffset);
  return from === null || to === null || to <= from ? null : [from, to];
}
function found(words) {
  const text = view.segments.map((piece) => piece[0]).join(""), plain = count(text) === text.length;
  const at = selected ? Number(selected.slice(1).split(".")[0]) : 0;
  let index = text.indexOf(words, plain ? at : Array.from(text).slice(0, at).join("").length);
  if (index < 0) index = text.indexOf(words);
  if (index < 0 || !words) return null;
  const start = plain ? index : count(text.slice(0, index));
  return [start, start + count(words)];
}
function mark() {
  const item = view.items[selected], left = item && shownItem && shownItem.key === selected && (item.kind === "kept" || item.kind === "look");
  const span = picked() || (keptAt >= 0 ? kept[keptAt] : left ? shownItem.spans[0] : null), body = [];
  const words = Desk.make("input", { type: "text", id: "words", autocomplete: "off" });
  if (!span) body.push(Desk.make("label", {}, "Words as they stand in the original ", words));
  const [label, choice] = typeChoice("PERSON"), [fields, reasons] = reasonFields();
  body.push(label, ...fields, Desk.make("p", { class: "hint" }, "What is sensitive once is sensitive wherever it stands in the document."));
  ask(span ? "Mark the selection" : "Mark what was missed", body, () => {
    const at = span || found(words.value.trim());
    if (!at) { Desk.say("These words do not stand in the original."); return; }
    act({ do: "selection", act: "mark", span: at, type: choice.value, ...reasons() });
  });
  (span ? choice : words).focus();
}
function extent() {
  const span = picked();
  if (!selected) return;
  if (span) { act({ do: "selection", act: "extent", span }); return; }
  const words = Desk.make("input", { type: "text", id: "words", autocomplete: "off", value: shownItem ? shownItem.term : "" });
  ask("The whole mention, as it stands in the original", [Desk.make("label", {}, "Words ", words)], () => {
    const at = found(words.value.trim());
    if (at) act({ do: "selection", act: "extent", span: at }); else Desk.say("These words do not stand in the original.");
  });
  words.focus();
}
function split() {
  if (!shownItem || !selected) return;
  if (shownItem.spans.length < 2) { Desk.say("It stands in one place only: there is nothing to part."); return; }
  const choice = Desk.make("select", { id: "place" }, ...shownItem.spans.slice(0, shownItem.hits.length).map((span, i) => Desk.make("option", { value: String(i) }, `${i + 1}: …${shownItem.hits[i].join("")}…`)));
  ask(`Which “${shownItem.term}” means something else?`, [Desk.make("label", {}, "Place ", choice)], () => act({ do: "selection", act: "split", span: shownItem.spans[Number(choice.value)] }));
  choice.focus();
}
function merge() {
  if (!shownItem || !selected) return;
  const others = view.order.filter((key) => key !== selected && view.items[key].kind === "sensitive");
  if (view.items[selected].kind !== "sensitive" || !others.length) { Desk.say("Only what is hidden can be linked with something else that is hidden."); return; }
  others.sort((a, b) => (view.items[b].class === shownItem.class) - (view.items[a].class === shownItem.class));
  const choice = Desk.make("select", { id: "other" }, ...others.map((key) => Desk.make("option", { value: key }, `${view.items[key].term} (${facts.classes[view.items[key].class] || view.items[key].class})`)));
  ask(`“${shownItem.term}” is the same as …`, [Desk.make("label", {}, "Entity ", choice)], () => act({ do: "selection", act: "merge", span: shownItem.spans[0], item: choice.value }));
  choice.focus();
}
function because() {
  if (!shownItem || !last || last.item !== selected) { Desk.say("Decide about this place first; then say why."); return; }
  const [fields, reasons] = reasonFields();
  ask(`Why, for “${shownItem.term}”?`, fields, () => act({ ...again(), ...reasons() }));
  document.getElementById("reason").focus();
}
// The last decision once more, in words that do not hang on where it stood on the ladder.
function again() {
  return last.do === "step" ? { ...last, do: "item", act: "choose", to: (view.items[selected] || {}).to || "" } : { ...last };
}
async function everywhere(far) {
  if (!shownItem || !last || last.item !== selected) { Desk.say("Decide about this place first; then e or c does the same elsewhere."); return; }
  const told = again();
  try {
    const hits = await Desk.ask("hits", { forms: shownItem.forms, number: far === "document" ? facts.number : null });
    const where = far === "document" ? "in this document" : "in all documents";
    ask(`The same ${where}: ${hits.length >= 200 ? "200 or more" : hits.length} places`, [hitList(hits)], () => act({ ...told, far }));
    document.getElementById("dialog-ok").focus();
  } catch (error) { Desk.say(error.message); }
}
function help() {
  const rows = Object.keys(NAMES).map((name) => {
    const field = Desk.make("input", { type: "text", maxlength: "5", size: "5", "aria-label": NAMES[name], "data-key": name, value: shown(keys[name]) });
    return Desk.make("tr", {}, Desk.make("td", {}, field), Desk.make("td", {}, NAMES[name]));
  });
  ask("Keys", [Desk.make("p", {}, "One key each; “Do it” keeps them in this browser."), Desk.make("table", {}, Desk.make("tbody", {}, ...rows))], () => {
    const chosen = {};
    for (const field of dialog.querySelectorAll("[data-key]")) chosen[field.dataset.key] = field.value === "Space" ? " " : field.value;
    if (new Set(Object.values(chosen)).size < Object.keys(chosen).length || Object.values(chosen).some((k) => Array.from(k).length !== 1)) { Desk.say("Each needs one key of its own: nothing was changed."); return; }
    Object.assign(keys, chosen);
    localStorage.setItem("desk-keys", JSON.stringify(chosen));
    tellKeys();
  });
}
function shown(key) { return key === " " ? "Space" : key; }
function tellKeys() {
  for (const button of document.querySelectorAll("[data-do]")) {
    const key = keys[button.dataset.do], hint = Desk.make("kbd", { "aria-hidden": "true" }, shown(key));
    for (const old of button.querySelectorAll("kbd")) old.remove();
    button.setAttribute("aria-keyshortcuts", shown(key));
    button.title = NAMES[button.dataset.do];
    if (shown(key) !== button.textContent) button.append(" ", hint);
  }
}
const DO = {
  accept: () => selected && act({ do: "item", act: "accept" }, () => move(1, true)),
  keep: () => selected && act({ do: "item", act: "keep" }), keepOn: () => selected && act({ do: "item", act: "keep" }, () => move(1, false)),
  up: () => selected && act({ do: "step", up: true }), down: () => selected && act({ do: "step", up: false }),
  choose, mark, retype, extent, split, merge, because, document: () => everywhere("document"), collection: () => everywhere("collection"),
  undo: () => act({ do: "undo" }), redo: () => act({ do: "redo" }), next: () => move(1, true), forward: () => move(1, false), back: () => move(-1, false),
  done: () => act({ do: "done" }, () => Desk.say(`The document is done: ${shown(keys.another)} opens the next one.`)), help,
  another: async () => { const told = await Desk.ask(`next/${facts.number}`); location.href = told.number ? `/review/documents/${told.number}` : "/review/finish"; },
  kept: () => nextKept(),
  side: () => { const on = document.body.classList.toggle("originals"); document.getElementById("side").setAttribute("aria-pressed", String(on)); },
};
document.addEventListener("keydown", (event) => {
  if (dialog.open || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === " " && event.target.tagName === "BUTTON" && event.target.closest(".tools") === null) return;
  const name = Object.keys(keys).find((one) => keys[one] === event.key) || (event.key === "=" ? "up" : null);
  if (!name) return;
  event.preventDefault();
  if (busy) typed.push(name); else DO[name](); // what is typed ahead has its turn
});
for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => DO[button.dataset.do]());
for (const pane of Object.values(panes)) pane.addEventListener("click", (event) => {
  const key = event.target.dataset && event.target.dataset.k;
  if (key && view.items[key] && getSelection().isCollapsed) select(key, false);
});
document.getElementById("layer").addEventListener("change", (event) => { document.body.classList.toggle("no-layer", !event.target.checked); loadKept(); paintKept(); });

// --- what was kept: words that were judged and left, marked without touching the text -----------------------------
let kept = [], keptAt = -1, keptHead = null;
async function loadKept() {
  if (!document.getElementById("layer").checked || keptHead === view.head || view.checked === false) return;
  keptHead = view.head;
  try { kept = await Desk.ask(`${facts.number}/kept`); } catch (error) { kept = []; }
  keptAt = -1;
  paintKept();
}
function paintKept() {
  if (!window.Highlight || !CSS.highlights) return;
  const own = new Highlight(), now = new Highlight();
  if (document.getElementById("layer").checked) kept.forEach((span, i) => {
    const at = plainAt(span);
    if (at >= 0) for (const side of ["before", "after"]) if (seen.has(nodes[side][at].parentNode)) (i === keptAt ? now : own).add(range(span, at, side));
  });
  CSS.highlights.set("left", own);
  CSS.highlights.set("left-now", now);
}
// The number of the piece of plain text that holds a place; -1 where nothing was left as it is.
function plainAt([start]) {
  const i = segmentAt(start);
  return i < 0 || view.segments[i][1] !== null || view.segments[i][2] ? -1 : i;
}
// A live range is moved at each change of the page: thousands of them make a decision take seconds.
function range([start, end], i, side) {
  const letters = Array.from(view.segments[i][0]), from = letters.slice(0, start - offsetsNow[i]).join("").length;
  const to = from + letters.slice(start - offsetsNow[i], end - offsetsNow[i]).join("").length;
  const leaf = nodes[side][i].firstChild || nodes[side][i];
  return new StaticRange({ startContainer: leaf, startOffset: from, endContainer: leaf, endOffset: Math.min(to, leaf.length) });
}
let offsetsNow = [];
function segmentAt(offset) {
  let low = 0, high = offsetsNow.length - 1;
  while (low < high) { const middle = (low + high + 1) >> 1; if (offsetsNow[middle] <= offset) low = middle; else high = middle - 1; }
  return offsetsNow.length ? low : -1;
}
async function nextKept() {
  if (!kept.length) { Desk.say("No word was judged and kept here, or they are not known yet."); return; }
  const from = selected && keptAt < 0 ? Number(selected.slice(1)) : -1;
  keptAt = keptAt < 0 ? Math.max(0, kept.findIndex(([start]) => start > from)) : (keptAt + 1) % kept.length;
  await showKept();
}
async function showKept() {
  paintKept();
  const [start, end] = kept[keptAt], at = plainAt(kept[keptAt]);
  if (at >= 0) {
    const place = range(kept[keptAt], at, "after"), shown = document.createRange();
    shown.setStart(place.startContainer, place.startOffset);
    shown.setEnd(place.endContainer, place.endOffset);
    const box = shown.getBoundingClientRect(), own = panes.after.getBoundingClientRect();
    panes.after.scrollTop += box.top - own.top - own.height / 3;
  }
  const turn = ++wanted;
  try {
    const told = await Desk.ask(`${facts.number}/kept/${start}/${end}`);
    if (turn !== wanted) return;
    const behind = Object.entries(told.figures).map(([name, value]) => Desk.make("tr", {}, Desk.make("th", { scope: "row" }, name), Desk.make("td", {}, String(value))));
    fillPanel(Desk.make("h2", {}, told.term), Desk.make("p", { class: "why" }, "kept"), ...told.words.map((words) => Desk.make("p", {}, words)),
      Desk.make("details", {}, Desk.make("summary", {}, "Figures behind it"), Desk.make("table", {}, Desk.make("tbody", {}, ...behind))),
      Desk.make("p", { class: "hint" }, "m marks it, if it should not stay."));
  } catch (error) { Desk.say(error.message); }
}

// --- others at work -------------------------------------------------------------------------------------------------
async function load() {
  showAll(await Desk.ask(String(facts.number)));
  if (selected && !view.items[selected]) selected = null;
  if (selected) select(selected, false);
}
function look(by) {
  if (!looking) looking = lookNow(by).catch(() => Desk.say("The desk does not answer.")).finally(() => { looking = null; });
  return looking;
}
async function lookNow(by) {
  const change = await Desk.ask(`${facts.number}/decide`, { do: "look", head: view.head, view: view.view });
  if (change.whole) showAll(change.whole);
  else if (change.view !== view.view) patch(change);
  else { lookSoon(); return; }
  if (by) Desk.say(`${by} has decided meanwhile.`);
  if (selected) select(view.items[selected] ? selected : nearest(selected), false);
}
function lookSoon() {
  clearTimeout(soon);
  soon = setTimeout(() => { if (view.checked === false && !busy) look(); else if (view.checked === false) lookSoon(); }, 250);
}
async function watch() {
  try {
    if (!busy && view && !document.hidden) {
      const now = await Desk.ask("head");
      if (!busy && now.head !== view.head) await look(now.by);
    }
  } catch (error) { Desk.say("The desk does not answer."); }
  setTimeout(watch, 1500);
}
tellKeys();
load().then(() => {
  const key = location.hash.slice(1);
  if (key && view.items[key]) select(key);
  document.body.dataset.ready = "yes";
  watch();
}).catch((error) => Desk.say(error.message));
