"use strict";
// Shows one document at a time from the JSON in the page. All text goes in through textContent.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const CLASSES = ["PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC", "RISKY"];
  const index = JSON.parse($("#index").textContent);
  const cache = new Map();
  const off = new Set();
  let base = "", writer = "", finder = "", unknownOnly = false, current = -1, chosen = null;

  function element(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) node.setAttribute(name, "");
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    for (const child of children) if (child != null) node.append(child);
    return node;
  }
  const load = (i) => {
    if (!cache.has(i)) cache.set(i, JSON.parse($("#d" + i).textContent));
    return cache.get(i);
  };
  const number = (value, digits = 2) => value == null ? "unknown" : Number(value).toLocaleString("en", { maximumFractionDigits: digits });
  const bits = (value) => value == null ? "unknown" : number(value) + " bits";
  const NAMES = { LOC: "place", ORG: "organization", DEM: "attribute", DATETIME: "date", MISC: "other", RISKY: "risky" };
  const label = (name) => NAMES[name] || name.toLowerCase();

  // --- the list -----------------------------------------------------------------------------------------------
  const list = $("#list");
  function fill() {
    const query = $("#find").value.trim().toLowerCase();
    const order = $("#order").value;
    let rows = index.map((entry, i) => ({ i, ...entry }));
    rows = rows.filter((r) => r.name.toLowerCase().includes(query));
    if (order === "problems") rows = rows.filter((r) => r.failed || !r.met);
    if (order === "low") rows.sort((a, b) => (a.utility ?? 101) - (b.utility ?? 101));
    if (order === "high") rows.sort((a, b) => (b.utility ?? -1) - (a.utility ?? -1));
    if (order === "unknown") rows = rows.filter((r) => r.unknown).sort((a, b) => b.unknown - a.unknown);
    list.replaceChildren(...rows.map((r) => element("li", {}, element("a", { href: "#doc-" + (r.i + 1), "data-i": r.i, "aria-current": r.i === current ? "true" : null },
      element("span", {}, r.name),
      element("span", {}, r.failed ? "failed" : (r.utility == null ? "-" : Math.round(r.utility) + " %") + (r.met ? "" : " !"))))));
    $("#shown").textContent = rows.length + " of " + index.length + " documents";
  }
  $("#find").addEventListener("input", fill);
  $("#order").addEventListener("change", fill);

  // --- one document -------------------------------------------------------------------------------------------
  const entryOf = (doc, mark) => doc[mark[2]][mark[3]] || {};
  const visible = (entry) => !off.has(entry.class) && (!base || entry.kb === base) && (!writer || entry.operator === writer) && (!finder || (entry.by || []).includes(finder)) && (!unknownOnly || entry.unknown);

  const PLAIN = new Set(["generalize", "remove"]);
  function markNode(doc, segment, i, side) {
    const entry = entryOf(doc, segment);
    const text = side === 0 ? segment[0] : segment[1];
    // a span, for a button does not break over lines
    const node = element("span", { role: "button", class: "m " + segment[2], "data-s": i, "data-class": entry.class });
    const what = segment[2] === "risky" ? "risky word" : label(entry.class || "");
    if (text) node.textContent = text;
    else node.append(element("span", { class: "none", "aria-hidden": "true" }, "∅"));
    const said = side === 0 ? text + ", " + what + ", becomes " + (segment[1] || "nothing") : (text || "removed") + ", stands for a " + what + (PLAIN.has(entry.operator) ? "" : ", written by " + entry.operator);
    node.setAttribute("aria-label", said);
    if (!PLAIN.has(entry.operator)) node.dataset.operator = entry.operator;
    node.title = side === 0 ? "→ " + (segment[1] || "removed") : (segment[0] == null ? what : "← " + segment[0]);
    return node;
  }
  function paint() {
    const doc = load(current);
    for (const node of document.querySelectorAll(".m")) {
      const entry = entryOf(doc, doc.segments[node.dataset.s]);
      const on = visible(entry);
      node.classList.toggle("off", !on);
      node.tabIndex = on ? 0 : -1;
      node.style.background = on ? "var(--" + entry.class + ")" : "";
    }
  }
  // what stands in a heading, a cell, a note of the file: told by its looks, and by a word where it begins
  function part(piece, role, label) {
    return role ? element("span", { class: "part " + role, "data-label": label || null }, piece) : piece;
  }
  function columns(doc) {
    // paragraphs: each line break in text that stays starts a new pair of cells, so that both sides stay level
    const rows = [[[], []]];
    doc.segments.forEach((segment, i) => {
      if (!Array.isArray(segment)) {
        const words = typeof segment === "string" ? segment : segment.text;
        words.split("\n").forEach((piece, j) => {
          if (j > 0 && rows[rows.length - 1].some((cell) => cell.length)) rows.push([[], []]);
          if (piece) for (const side of [0, 1]) rows[rows.length - 1][side].push(part(piece, segment.role, j ? "" : segment.label));
        });
      } else for (const side of [0, 1]) rows[rows.length - 1][side].push(part(markNode(doc, segment, i, side), segment[4], segment[5]));
    });
    const single = !INCLUDES_ORIGINALS;
    const box = element("div", { class: "pair" + (single ? " single" : "") });
    if (!single) box.append(element("h3", {}, "Original"));
    box.append(element("h3", {}, "Sanitized"));
    for (const [left, right] of rows) {
      if (!right.some((piece) => typeof piece !== "string" || piece.trim())) continue;
      if (!single) { const p = element("p", { lang: "en" }); p.append(...left); box.append(p); }
      const p = element("p", { lang: "en" }); p.append(...right); box.append(p);
    }
    return box;
  }
  const finderName = (name) => name === "decision" ? "decided by a person" : "found by " + name;
  function chips(doc) {
    const count = {};
    const bases = new Set();
    const entries = [...Object.values(doc.sensitive), ...Object.values(doc.risky)];
    for (const entry of entries) {
      count[entry.class] = (count[entry.class] || 0) + 1;
      bases.add(entry.kb);
    }
    const box = element("fieldset", { class: "chips" }, element("legend", {}, "Show"));
    for (const name of CLASSES.filter((c) => count[c])) {
      const chip = element("button", { type: "button", "aria-pressed": String(!off.has(name)), "data-filter": name }, label(name) + " " + count[name]);
      chip.style.background = "var(--" + name + ")";
      chip.addEventListener("click", () => {
        off.has(name) ? off.delete(name) : off.add(name);
        chip.setAttribute("aria-pressed", String(!off.has(name)));
        paint();
      });
      box.append(chip);
    }
    const operators = new Set(entries.map((entry) => entry.operator)), finders = new Set(entries.flatMap((entry) => entry.by || []));
    if (!bases.has(base)) base = "";
    if (!operators.has(writer)) writer = "";
    if (!finders.has(finder)) finder = "";
    const choice = (label, any, names, chosen, say, set) => {
      const select = element("select", { "aria-label": label }, element("option", { value: "" }, any));
      for (const name of [...names].sort()) select.append(element("option", { value: name, selected: name === chosen }, say(name)));
      select.addEventListener("change", () => { set(select.value); paint(); });
      return select;
    };
    const selects = [
      choice("Operator that wrote it", "written by any operator", operators, writer, (name) => "written by " + name, (value) => { writer = value; }),
      choice("Recognizer that found it", "found by anyone", finders, finder, finderName, (value) => { finder = value; }),
      choice("Knowledge base of the replacement", "any knowledge base", bases, base, (name) => name === "none" ? "no knowledge base" : "knows it: " + name, (value) => { base = value; }),
    ];
    const unknown = element("button", { type: "button", "aria-pressed": String(unknownOnly) }, "uncounted words only");
    unknown.style.textDecoration = "none";
    unknown.addEventListener("click", () => { unknownOnly = !unknownOnly; unknown.setAttribute("aria-pressed", String(unknownOnly)); paint(); });
    box.append(...selects, unknown);
    return box;
  }
  const ENDED = { met: "met", exhausted: "not met: no word is left that may go", floor: "not met: more would keep too little of the text" };
  function budget(told) {
    const [all, before, after] = told.bits;
    const box = element("details", { class: "look" }, element("summary", { class: told.outcome === "met" ? "good" : "bad" }, "singling out " + ENDED[told.outcome] + ": the right document is expected at rank " + number(told.after, 1) + " (before: " + number(told.before, 1) + ", wanted: " + number(told.k, 0) + ")"),
      element("p", {}, "In a search of " + number(told.documents, 0) + " documents the text may tell " + bits(all) + "; it told " + bits(before) + " and tells " + bits(after) + "."));
    if (told.bought && told.bought.length) box.append(element("h4", {}, "What went for it"), grid(["word", "bits it told", "bits of information it cost"], told.bought.map((row) => [row[0], number(row[1]), number(row[2])])));
    if (told.spent && told.spent.length) box.append(element("h4", {}, "What tells most now"), grid(["word", "bits"], told.spent.map((row) => [row[0], number(row[1])])));
    return box;
  }
  function show(i) {
    current = i; chosen = null;
    const doc = load(i), place = $("#document");
    for (const a of list.querySelectorAll("a")) Number(a.dataset.i) === i ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current");
    const head = element("header", {}, element("h2", { id: "doc-title", tabindex: "-1" }, doc.name));
    if (doc.failed) { place.replaceChildren(head, element("p", { class: "bad" }, "Failed: " + doc.failed)); return; }
    head.append(
      element("span", {}, doc.utility == null ? "no terms" : number(doc.utility, 1) + " % of the information kept"),
      element("span", {}, "strategy " + doc.strategy + ", context " + doc.context + ", threshold " + doc.policy + (doc.bits == null ? "" : " = " + bits(doc.bits)) + (doc.set_by ? " (what “" + doc.set_by.term + "” tells by itself)" : "")),
      element("span", { class: doc.met ? "good" : "bad" }, doc.met ? "every promise is kept" : "a promise is NOT kept: " + doc.problems.map((p) => p.kind + (p.term ? " “" + p.term + "”" : "") + (p.why ? " (" + p.why + ")" : "")).join(", ")));
    if (doc.budget) head.append(budget(doc.budget));
    if (doc.look && doc.look.length) head.append(element("details", { class: "look" }, element("summary", {}, "to look at: " + doc.look.length + (doc.look.length === 1 ? " place" : " places") + " that may be names, numbers or dates"),
      element("ul", {}, ...doc.look.map((p) => element("li", {}, p[0] + ": “" + p[1] + "” at " + p[2] + " (" + p[4] + ")")))));
    if (doc.ask && doc.ask.length) head.append(element("span", { class: "bad" }, "left for you to judge: " + doc.ask.join(", ")));
    for (const d of doc.decisions || []) head.append(element("span", { class: d.holds === false ? "bad" : null }, "decided" + (d.by ? " by " + d.by : "") + ": " + d.decision + " “" + d.form + "”" + (d.why ? " (" + d.why + ")" : "") + (d.verdict ? ": " + d.verdict : "")));
    if (doc.left && doc.left.length) head.append(element("details", {}, element("summary", {}, "left in clear by a rule or decision: " + doc.left.length + (doc.left.length === 1 ? " name" : " names")),
      element("ul", {}, ...doc.left.map((n) => element("li", {}, "“" + n.term + "” " + (n.times > 1 ? n.times + "×, " : "") + n.rule + (n.why ? ": " + n.why : ""))))));
    const evidence = element("aside", { class: "evidence", id: "evidence", "aria-live": "polite", "aria-label": "Evidence" }, element("p", {}, "Choose a coloured term to see why it was changed."),
      element("p", { class: "keys" }, element("kbd", {}, "n"), " next, ", element("kbd", {}, "p"), " previous change; ", element("kbd", {}, "j"), " and ", element("kbd", {}, "k"), " next and previous document."));
    place.replaceChildren(head, chips(doc), element("div", { class: "work" }, columns(doc), evidence));
    paint();
  }

  // --- evidence -----------------------------------------------------------------------------------------------
  const facts = (rows) => {
    const dl = element("dl");
    for (const [term, value] of rows) if (value != null && value !== "") dl.append(element("dt", {}, term), element("dd", {}, String(value)));
    return dl;
  };
  const grid = (head, rows) => {
    const body = element("tbody");
    for (const row of rows) { const tr = element("tr"); row.forEach((cell, i) => tr.append(element("td", { class: i ? "n" : null }, cell == null ? "-" : String(cell)))); body.append(tr); }
    const tr = element("tr"); head.forEach((cell, i) => tr.append(element("th", { scope: "col", class: i ? "n" : null }, cell)));
    return element("div", { class: "scroll" }, element("table", {}, element("thead", {}, tr), body));
  };
  function explain(segment) {
    const doc = load(current), entry = entryOf(doc, segment), box = $("#evidence");
    const told = entry.term != null;
    const title = element("h3", {}, (told ? "“" + segment[0] + "” → " : "") + (segment[1] ? "“" + segment[1] + "”" : "removed"));
    const tag = element("span", { class: "tag" }, label(entry.class) + (entry.type && entry.type !== entry.class ? " · " + entry.type : ""));
    tag.style.background = "var(--" + entry.class + ")";
    const parts = [title, tag];
    parts.push(facts([["written by", entry.operator]]));
    if (segment[2] === "sensitive") parts.push(facts([["found by", (entry.by || []).map((name) => name === "decision" ? "a person's decision" : name).join(", ")], ["mentions", entry.mentions], ["also meant by", entry.links], ["forms", told && entry.forms.length > 1 ? entry.forms.join(", ") : null]]));
    if (told) {
      parts.push(facts([
        ["tells", bits(entry.ic)],
        ["seen in", entry.documents == null ? "no count known" : number(entry.documents, 0) + (doc.total ? " of " + number(doc.total, 0) : "") + " documents"],
        ["source", entry.source], ["threshold", entry.limit != null ? bits(entry.limit) : (doc.bits != null ? bits(doc.bits) : null)],
        ["mentions", segment[2] === "risky" ? entry.mentions : null]]));
    }
    if (segment[2] === "risky" && told) {
      if (entry.towards.length) {
        parts.push(element("h4", {}, "Tells of"));
        parts.push(grid(["sensitive word", "bits", "by"], entry.towards.map((t) => [(doc.sensitive[t.sensitive] || {}).term, number(t.dr), t.rule + (t.part ? " (" + t.part + ")" : "") + (t.with ? " with " + [].concat(t.with).join(", ") : "")])));
        const c = entry.towards[0].counts;
        if (c) parts.push(element("p", { class: "formula" }, "Counts of the first: " + Object.entries(c).filter(([, v]) => v != null).map(([k, v]) => ({ N: "N", s: "h(s)", q: "h(q)", sq: "h(s,q)", g: "h(g)", gq: "h(g,q)" }[k] || k) + " = " + number(v, 0)).join(", ")));
        if (entry.towards_total > entry.towards.length) parts.push(element("p", { class: "formula" }, "and " + (entry.towards_total - entry.towards.length) + " more"));
      } else if (entry.why) parts.push(facts([["because", entry.why === "unknown" ? "nobody has counted it, so it is taken for risky" : entry.why]]));
      if (entry.sense) parts.push(facts([["meaning", entry.sense.concept + " (by " + entry.sense.rule + ")"], ["the next likely", entry.sense.runner_up]]));
    }
    parts.push(facts([[PLAIN.has(entry.operator) ? "replacement tells" : "counted as telling", segment[1] ? bits(entry.to_ic) + (PLAIN.has(entry.operator) || !entry.to ? "" : " (" + entry.to + ")") : null], ["chosen as", entry.rule === "operator" ? null : entry.rule], ["concept", entry.concept], ["knowledge base", told || entry.kb === "none" ? null : entry.kb]]));
    if (told && entry.candidates && entry.candidates.length) {
      parts.push(element("h4", {}, "Tried, in order"));
      parts.push(grid(["more general word", "bits it keeps", "bits it tells", "verdict"], entry.candidates.map((c) => [c[0], number(c[1]), c[2] == null ? "-" : number(c[2]), c[3]])));
    }
    box.replaceChildren(...parts);
  }
  const marks = () => [...document.querySelectorAll(".pair p .m:not(.off)")];
  function choose(node) {
    for (const other of document.querySelectorAll(".m.chosen, .m.twin")) other.classList.remove("chosen", "twin");
    chosen = node.dataset.s;
    for (const twin of document.querySelectorAll('.m[data-s="' + chosen + '"]')) twin.classList.add(twin === node ? "chosen" : "twin");
    explain(load(current).segments[chosen]);
    history.replaceState(null, "", "#doc-" + (current + 1) + "-" + chosen);
  }
  $("#document").addEventListener("click", (event) => { const m = event.target.closest(".m:not(.off)"); if (m) choose(m); });
  $("#document").addEventListener("focusin", (event) => { const m = event.target.closest(".m:not(.off)"); if (m) choose(m); });
  $("#document").addEventListener("mouseover", (event) => {
    const m = event.target.closest(".m:not(.off)");
    for (const other of document.querySelectorAll(".m.twin")) if (other.dataset.s !== chosen) other.classList.remove("twin");
    if (!m) return;
    for (const twin of document.querySelectorAll('.m[data-s="' + m.dataset.s + '"]')) if (!twin.classList.contains("chosen")) twin.classList.add("twin");
    if (chosen === null) explain(load(current).segments[m.dataset.s]);
  });
  function step(by) {
    const column = INCLUDES_ORIGINALS ? marks().filter((_, i, all) => all.findIndex((m) => m.dataset.s === all[i].dataset.s) === i) : marks();
    if (!column.length) return;
    const at = column.findIndex((m) => m.dataset.s === chosen);
    const next = column[(at + by + column.length) % column.length];
    next.focus({ preventScroll: true }); choose(next); next.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea") || current < 0 || $("#documents").hidden) return;
    if (event.target.closest(".m") && (event.key === "Enter" || event.key === " ")) { choose(event.target); event.preventDefault(); }
    else if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "j" || event.key === "k") {
      const links = [...list.querySelectorAll("a")], at = links.findIndex((a) => Number(a.dataset.i) === current);
      const next = links[at + (event.key === "j" ? 1 : -1)];
      if (next) location.hash = next.getAttribute("href");
    }
  });

  // --- which view ---------------------------------------------------------------------------------------------
  function route() {
    const match = /^#doc-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const inDocuments = match || location.hash === "#documents" || $("#collection") === null;
    if ($("#collection")) $("#collection").hidden = Boolean(inDocuments);
    $("#documents").hidden = !inDocuments;
    for (const a of document.querySelectorAll("nav.views a")) a.getAttribute("href") === (inDocuments ? "#documents" : "#collection") ? a.setAttribute("aria-current", "page") : a.removeAttribute("aria-current");
    if (inDocuments && index.length) {
      const wanted = match ? Math.min(index.length, Math.max(1, Number(match[1]))) - 1 : Math.max(0, current);
      if (wanted !== current) show(Math.max(0, wanted));
      const row = list.querySelector('a[aria-current="true"]');
      // only the list moves: scrollIntoView would move the window with it
      if (row) list.scrollTop = row.offsetTop - list.clientHeight / 2;
      const mark = match && match[2] && $('.pair .m[data-s="' + match[2] + '"]');
      if (mark) { choose(mark); mark.scrollIntoView({ block: "nearest" }); }
    }
  }
  const INCLUDES_ORIGINALS = document.body.dataset.originals === "yes";
  fill();
  window.addEventListener("hashchange", () => {
    route();
    // where a new document starts: for a screen reader, and for a narrow screen
    const title = $("#doc-title");
    if (title && /^#doc-\d+$/.test(location.hash)) title.focus({ preventScroll: window.innerWidth > 760 });
  });
  route();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));  // ms since the page was asked for
})();
