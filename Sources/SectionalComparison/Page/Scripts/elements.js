"use strict";

// Builds the page from the JSON in #data. All text that comes from the data goes through textContent, append() or
// setAttribute(), never through innerHTML, so that a name that looks like markup stays a name.

const limits = {
  page: 400,         // lines that stand in the document at once,
  leastPage: 10,     // at least, and as many as have about
  cells: 5000,       // so many columns together
  printed: 2000,     // lines that are printed at most
  value: 160,        // characters of a differing value in a list,
  equalValue: 80,    // of another one,
  printedValue: 32,  // and on paper
  name: 60,          // characters of a store's or a column's name
  key: 14,           // characters of a key that stands beside other values
  codePoints: 14,    // code points of a value on a cause's card
  compared: 400,     // characters of values that are compared one by one
  sections: 12,      // sections in the chart before the reader asks for more
  shownColumns: 4,   // columns that are shown even if they are equal
  columns: 5,        // columns up to which a row takes one line,
  narrowColumns: 3,  // and on a narrower screen
};

const narrow = matchMedia("screen and (max-width: 45rem)");
const medium = matchMedia("screen and (max-width: 75rem)");

const sides = [0, 1];
const sideKeys = ["left", "right"];

let data;

// Makes an element from its attributes, or its class alone. Strings among the children become text; null children are left out.
function make(tag, options, ...children) {
  const element = document.createElement(tag);
  const attributes = typeof options === "string" ? { class: options } : options ?? {};
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  element.append(...children.flat().filter((child) => child != null));
  return element;
}

const span = (options, ...children) => make("span", options, ...children);
const div = (options, ...children) => make("div", options, ...children);
const paragraph = (options, ...children) => make("p", options, ...children);
const item = (options, ...children) => make("li", options, ...children);
const hiddenText = (...children) => span("unseen", ...children);
const decoration = (className, text) => span({ class: className, "aria-hidden": "true" }, text);

function button(options, click, ...children) {
  const element = make("button", options, ...children);
  element.type = "button";
  element.addEventListener("click", click);
  return element;
}

// A section with its heading.
const titled = (id, title, ...children) => make("section", { "aria-labelledby": id }, make("h3", { id, tabindex: -1 }, title), ...children);

// Digits are grouped as in the sentences that come with the data.
const group = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (number, noun) => `${group(number)} ${noun}${number === 1 ? "" : "s"}`;
const letter = (index) => String.fromCharCode(65 + (index % 26)) + (index < 26 ? "" : String(Math.floor(index / 26) + 1));
