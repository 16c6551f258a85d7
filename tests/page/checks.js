// What a page must keep to for keyboards and screen readers; writes what it finds into the page.
(() => {
  const told = [];
  const colour = (text) => { const p = text.match(/[\d.]+/g).map(Number); return p.length > 3 ? p : [...p, 1]; };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (node) => { const stack = []; for (let n = node; n; n = n.parentElement) { const c = colour(getComputedStyle(n).backgroundColor); if (c[3] > 0) { stack.push(c); if (c[3] === 1) break; } } return stack.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let text; (text = walker.nextNode());) {
    const node = text.parentElement;
    if (!text.data.trim() || seen.has(node) || !node.checkVisibility() || ["SCRIPT", "TITLE", "NOSCRIPT"].includes(node.tagName)) continue;
    if (node.closest("[aria-hidden]")) continue;
    seen.add(node);
    const style = getComputedStyle(node), below = ground(node);
    const ink = over(colour(node.closest("svg") ? style.fill : style.color), below);
    const [a, b] = [light(ink), light(below)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) told.push("contrast " + ((a + 0.05) / (b + 0.05)).toFixed(2) + ": " + node.tagName + "." + node.className + " " + text.data.trim().slice(0, 30));
  }
  const name = (node) => node.getAttribute("aria-label") || node.textContent.trim() || (node.id && document.querySelector("label[for=" + node.id + "]") || {}).textContent || "";
  const reach = [...document.querySelectorAll("a[href], button, input, select, [tabindex]")].filter((n) => n.checkVisibility() && n.tabIndex >= 0);
  for (const node of reach) {
    if (!name(node)) told.push("no name: " + node.outerHTML.slice(0, 80));
    if (node.tabIndex > 0) told.push("its own tab order: " + node.outerHTML.slice(0, 80));
    node.focus();
    if (document.activeElement !== node) told.push("cannot be focused: " + node.outerHTML.slice(0, 80));
  }
  if (document.querySelectorAll("main").length !== 1) told.push("no landmark, or several");
  for (const node of document.querySelectorAll("th")) if (!node.textContent.trim()) told.push("empty table header");
  for (const node of document.querySelectorAll("svg")) if (node.getAttribute("role") !== "img" || !node.getAttribute("aria-label")) told.push("picture without words");
  for (const node of document.querySelectorAll("[id]")) if (document.querySelectorAll("#" + CSS.escape(node.id)).length > 1) told.push("two ids " + node.id);
  if (document.documentElement.lang !== "en" || document.querySelectorAll("h1").length !== 1) told.push("no language or heading");
  const heads = [...document.querySelectorAll("h1, h2, h3, h4")].filter((n) => n.checkVisibility()).map((n) => Number(n.tagName[1]));
  heads.forEach((level, i) => { if (i && level > heads[i - 1] + 1) told.push("heading level jumps to " + level); });
  const wide = [...document.querySelectorAll("body *")].filter((n) => n.checkVisibility() && !n.closest(".scroll, svg, .skip") && n.getBoundingClientRect().right > document.documentElement.clientWidth + 1);
  if (wide.length) told.push("wider than the window: " + wide[0].outerHTML.slice(0, 80));
  const press = (key, at = document.activeElement || document.body) => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const did = {};
  if (document.querySelector("#documents:not([hidden])")) {
    document.querySelector('.m[data-s="0"]').click();
    press("n", document.body); did.next = document.activeElement.textContent;
    did.evidence = document.querySelector("#evidence h3").textContent;
    press("n"); did.afterwards = document.activeElement.textContent;
    press("p"); did.back = document.activeElement.textContent;
    did.live = document.querySelector("#evidence").getAttribute("aria-live");
    press("j"); did.hash = location.hash;
  }
  const out = document.createElement("pre"); out.id = "checked"; out.textContent = JSON.stringify({ told, did, reach: reach.length, first: reach.length ? name(reach[0]) : "" });
  document.body.append(out);
})();
