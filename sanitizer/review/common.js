"use strict";
// What all pages share: asking the server, and saying what came of it.
const Desk = {
  token: document.querySelector('meta[name="csrf"]').content,
  async ask(path, told) {
    const init = told === undefined ? {} : {
      method: "POST", body: JSON.stringify(told),
      headers: { "Content-Type": "application/json", "X-CSRF-Token": Desk.token },
    };
    const answer = await fetch("/review/api/" + path, init);
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      const error = new Error(typeof body.detail === "string" ? body.detail : "The server could not do that.");
      error.status = answer.status;
      error.body = body;
      throw error;
    }
    return body;
  },
  say(text) {
    const place = document.getElementById("said") || document.getElementById("passed");
    if (place) place.textContent = text;
  },
  make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "class") element.className = value;
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  },
};
