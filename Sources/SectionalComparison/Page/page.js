"use strict";

// Builds the page from the JSON in #data. All text that comes from the data goes through textContent, append() or
// setAttribute(), never through innerHTML, so that a name that looks like markup stays a name.
// ---- Limits and words ----

const limits = {
  page: 400,         // lines that stand in the document at once
  printed: 2000,     // lines that are printed at most
  value: 160,        // characters of a value in a list
  name: 60,          // characters of a store's or a column's name
  codePoints: 14,    // code points of a value on a cause's card
  sections: 12,      // sections in the chart before the reader asks for more
  columns: 5,        // columns up to which a row takes one line,
  narrowColumns: 3,  // and on a narrow screen
};

// A narrow space that doesn't break; it separates groups of three digits.
const digitSeparator = "\u202F";

const narrow = matchMedia("(max-width: 45rem)");

const sides = [0, 1];
const sideKeys = ["left", "right"];

// A sign stands beside the color, so that nobody needs the color.
const kinds = {
  same: { sign: "=", words: () => ["Same"] },
  moved: { sign: "⇅", words: () => ["Another place"] },
  other: { sign: "≠", words: () => ["Different values"] },
  onlyFirst: { sign: "−", words: () => ["Only in ", storeName(0)] },
  onlySecond: { sign: "+", words: () => ["Only in ", storeName(1)] },
};

const sectionStatuses = {
  ...kinds,
  other: { sign: "≠", words: () => ["Different counts"] },
  again: { sign: "↻", words: () => ["Comes up again"] },
};

let data;

// ---- Elements ----

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

const group = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, digitSeparator);
const plural = (number, noun) => `${group(number)} ${noun}${number === 1 ? "" : "s"}`;
const letter = (index) => String.fromCharCode(65 + (index % 26)) + (index < 26 ? "" : String(Math.floor(index / 26) + 1));

// ["a", "b", "c"] to a, b and c; the parts may be lists of nodes.
function enumerate(parts) {
  return parts.flatMap((part, index) => {
    const before = index === 0 ? [] : [index === parts.length - 1 ? " and " : ", "];
    return [...before, ...[part].flat()];
  });
}

// ---- Values ----

// A value is split into emoji with their joiners, blanks at its ends or in runs, characters one can't see or that turn
// text round, and the rest, which is shown as it is.
const emoji = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{3,6}\u{E007F}|[0-9#*]\uFE0F\u20E3`
  + String.raw`|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`;
const blanks = "^ +| +$| {2,}";
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}`
  + String.raw`\p{Noncharacter_Code_Point}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\uFFF9-\uFFFB]`;
const special = new RegExp(`(?<emoji>${emoji})|(?<blanks>${blanks})|(?<unseen>${unseen})`, "gu");

const hex = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// A picture such as ␊ for an ASCII control character, otherwise [U+202E].
function picture(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7F ? "␡" : `[${hex(character)}]`;
}

// The pieces of a text in order, as {text} or {picture}.
function pieces(text) {
  const result = [];
  let end = 0;
  for (const match of text.matchAll(special)) {
    if (match.groups.emoji !== undefined) continue;
    if (match.index > end) result.push({ text: text.slice(end, match.index) });
    result.push({ picture: match.groups.blanks ? match[0].replaceAll(" ", "␣") : picture(match[0]), name: hex(match[0]) });
    end = match.index + match[0].length;
  }
  if (end < text.length) result.push({ text: text.slice(end) });
  return result;
}

// A text for an attribute, with nothing in it that one can't see.
const plain = (text) => pieces(String(text ?? "")).map((piece) => piece.text ?? piece.picture).join("");

// A text from the data, isolated so that its direction doesn't reach what stands beside it.
function isolated(text, className) {
  // A mark that combines with what stands before it would hang on to the page's own text.
  const anchor = /^\p{M}/u.test(text) ? "\u25CC" : "";
  const nodes = pieces(text).map((piece) => piece.text ?? span({ class: "picture", title: piece.name }, piece.picture));
  return make("bdi", className, anchor, ...nodes);
}

// The first `count` characters, or null if the text has no more than that.
function beginning(text, count) {
  if (text.length <= count) return null;
  const characters = Array.from(text);
  return characters.length > count
    ? { text: characters.slice(0, count).join(""), more: characters.length - count }
    : null;
}

// A value as a reader sees it: NULL and empty are told apart from the texts of these names, long values are cut.
function valueNode(value, limit = limits.value) {
  if (value == null) return span("nothing", "NULL");
  if (value === "") return span("nothing", "empty");
  const start = beginning(value, limit);
  if (!start) return isolated(value, "value");
  const whole = span(null, isolated(start.text, "value"), "… ", button("link", () => {
    const full = isolated(value, "value");
    full.tabIndex = -1;
    whole.replaceWith(full);
    full.focus();
  }, `${group(start.more)} more characters`));
  return whole;
}

// A name that stands among other text; its beginning is enough there.
function nameNode(name) {
  const start = beginning(name, limits.name);
  return start ? span(null, isolated(start.text), "…") : isolated(name);
}

const badge = (side) => decoration(`badge side-${side + 1}`, String(side + 1));
const storeName = (side) => span("store", badge(side), nameNode(data.stores[side].name));
const plainStore = (side) => plain(data.stores[side].name);

// ---- One order's model ----

const rowOn = (line, side) => line[sideKeys[side]];
const isRow = (line) => line.kind !== undefined;
const isHeading = (line) => line.section !== undefined;

function isDifference(line) {
  if (isRow(line)) return line.kind !== "same";
  return isHeading(line) && line.section[0] !== line.section[1];
}

const keyOn = (line, side) => rowOn(line, side)?.key ?? line.key;

// Where each moved row stands on each side: one map from keys to line numbers per side.
function movedLines(lines) {
  const maps = [new Map(), new Map()];
  lines.forEach((line, index) => {
    if (line.kind !== "moved") return;
    for (const side of sides) if (rowOn(line, side)) maps[side].set(keyOn(line, side), index);
  });
  return maps;
}

function prepare(order) {
  const lines = order.lines ?? [];
  const model = { order, lines, causes: order.causes ?? [], moved: movedLines(lines), texts: null };
  // A moved row has up to two lines but is one row: the line on the right isn't counted if there is one on the left.
  model.isCounted = lines.map((line) => isRow(line)
    && !(line.kind === "moved" && !line.left && model.moved[0].has(keyOn(line, 1))));
  model.counts = countRows(model);
  return model;
}

function countRows(model) {
  const counts = { all: 0, headings: 0, kinds: {}, causes: model.causes.map(() => 0) };
  model.lines.forEach((line, index) => {
    if (isHeading(line) && isDifference(line)) counts.headings += 1;
    if (!model.isCounted[index]) return;
    counts.all += 1;
    counts.kinds[line.kind] = (counts.kinds[line.kind] ?? 0) + 1;
    for (const cause of line.causes ?? []) counts.causes[cause] += 1;
  });
  return counts;
}

const folded = (text) => text.normalize("NFC").toLowerCase();

// What the search looks at, made when somebody searches for the first time.
function searchTexts(model) {
  model.texts ??= model.lines.map((line) => {
    if (!isRow(line)) return "";
    const rows = sides.map((side) => rowOn(line, side)).filter(Boolean);
    // Parts are separated by a character that nobody types, so that no hit spans two cells.
    return folded([line.key, ...rows.flatMap((row) => [row.key, ...row.cells])].filter((text) => text != null).join("\u0000"));
  });
  return model.texts;
}

// ---- Filters ----

const noFilter = () => ({ causes: new Set(), kinds: new Set(), onlyDifferences: false, words: "" });
const isNarrow = (filter) => filter.causes.size > 0 || filter.kinds.size > 0 || filter.words !== "";

function rowTest(model, filter) {
  const words = folded(filter.words);
  const texts = words ? searchTexts(model) : null;
  return (line, index) =>
    (!filter.onlyDifferences || line.kind !== "same")
    && (filter.kinds.size === 0 || filter.kinds.has(line.kind))
    && (filter.causes.size === 0 || (line.causes ?? []).some((cause) => filter.causes.has(cause)))
    && (!texts || texts[index].includes(words));
}

// The items that are shown: {index} for a line of the data, {gap} for equal rows that are left out. Headings without
// rows of their own are left out too, unless nothing is filtered.
function filtered(model, filter) {
  const narrow = isNarrow(filter);
  const passes = rowTest(model, filter);
  const view = { items: [], stops: [], places: new Map(), rows: 0 };
  let gap = 0;
  const pending = [null, null];

  const push = (index) => {
    const line = model.lines[index];
    if (isDifference(line)) view.stops.push(view.items.length);
    if (model.isCounted[index]) view.rows += 1;
    view.places.set(index, view.items.length);
    view.items.push({ index });
  };
  const pushGap = () => {
    if (gap > 0) view.items.push({ gap });
    gap = 0;
  };
  const wait = (line, index) => {
    for (const side of sides) if (line.section[side] != null) pending[side] = index;
  };
  const pushHeadings = (line) => {
    const wanted = sides.filter((side) => rowOn(line, side) && pending[side] !== null).map((side) => pending[side]);
    const unique = [...new Set(wanted)].sort((one, other) => one - other);
    unique.forEach(push);
    for (const side of sides) if (unique.includes(pending[side])) pending[side] = null;
  };

  model.lines.forEach((line, index) => {
    if (line.gap !== undefined) {
      if (!narrow) gap += line.gap;
    } else if (isHeading(line)) {
      if (!narrow && (!filter.onlyDifferences || isDifference(line))) {
        pushGap();
        push(index);
        wait(line, null);
      } else {
        wait(line, index);
      }
    } else if (passes(line, index)) {
      pushGap();
      pushHeadings(line);
      push(index);
    } else if (!narrow) {
      gap += 1;
    }
  });
  pushGap();
  return view;
}

// ---- The head of the page ----

function renderHead() {
  const facts = make("dl", "facts",
    data.table == null ? null : fact("Table", isolated(data.table)),
    data.request ? fact("Request", make("code", null, isolated(data.request))) : null,
    data.stores.map((store, side) => fact(`Store ${side + 1}`, [badge(side), isolated(store.name), " ", span("dim", isolated(store.kind))])));
  document.getElementById("page-head").append(
    div("eyebrow", paragraph(null, "Sectional · two stores compared"), themeButton()),
    make("h1", null, isolated(data.title)),
    facts);
}

const fact = (term, description) => div(null, make("dt", null, term), make("dd", null, description));

// The choice isn't stored: a page opened from a file often may not store anything.
function themeButton() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const isDark = () => chosen ?? system.matches;
  const toggle = button("quiet theme", () => {
    chosen = !isDark();
    apply();
  });
  const apply = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    toggle.replaceChildren(decoration("icon", isDark() ? "☀" : "☾"), isDark() ? "Light theme" : "Dark theme");
  };
  system.addEventListener("change", apply);
  apply();
  return toggle;
}

// ---- The summary ----

function renderSummary(models, choose) {
  const equal = models.every((model) => model.order.equal);
  const different = models.some((model) => model.order.equal)
    ? "The two stores make the same list in one order, but not in the other" : "The two stores make different lists";
  return make("section", { class: `summary ${equal ? "equal" : "differs"}`, "aria-labelledby": "summary-title" },
    make("h2", { id: "summary-title" }, equal ? "No differences" : different),
    equal ? paragraph(null, "Both stores answer this request with the same list. There is nothing to do.") : null,
    make("ul", "plain", models.map((model, index) => {
      const title = isolated(model.order.title);
      return item(null,
        model.order.equal ? span("verdict equal", "✓ Same") : span("verdict differs", "≠ Different"),
        div(null,
          models.length > 1 ? button("link strong", () => choose(index), title) : make("strong", null, title),
          paragraph(null, summary(model))));
    })));
}

// One or two sentences for somebody who doesn't know databases.
function summary(model) {
  const { order, counts } = model;
  const [rows, otherRows] = order.rows;
  const [sections, otherSections] = order.sections ?? [0, 0];
  if (order.equal) {
    const where = sections > 0 ? ` in the same ${plural(sections, "section")}` : "";
    return [`Both stores show the same ${plural(rows, "row")}${where}, in the same order.`];
  }
  const isSameRows = rows === otherRows && !counts.kinds.onlyFirst && !counts.kinds.onlySecond && !order.leftOut;
  const found = enumerate(findings(counts, isSameRows));
  const totals = rows === otherRows
    ? `Each store shows ${plural(rows, "row")}. `
    : [storeName(0), ` shows ${plural(rows, "row")}, `, storeName(1), ` shows ${group(otherRows)}. `];
  return [
    isSameRows ? `The two stores show the same ${plural(rows, "row")}, but ` : totals,
    found.length ? [...found, "."] : isSameRows ? "in other sections." : null,
    sections === otherSections ? null : ` The first makes ${plural(sections, "section")}, the second ${group(otherSections)}.`,
    order.leftOut > 0 ? ` These are on this page; ${plural(order.leftOut, "more differing line")} didn’t fit.` : null,
  ].flat();
}

// "12 stand in another place" and so on; the first number comes with its noun, unless the sentence has named it.
function findings(counts, isNamed) {
  const { moved, other, onlyFirst, onlySecond } = counts.kinds;
  const verb = (number, one, many) => {
    const words = `${isNamed ? group(number) : plural(number, "row")} ${number === 1 ? one : many}`;
    isNamed = true;
    return words;
  };
  return [
    moved ? verb(moved, "stands in another place", "stand in another place") : null,
    other ? verb(other, "has different values", "have different values") : null,
    onlyFirst ? [`${verb(onlyFirst, "is", "are")} only in `, storeName(0)] : null,
    onlySecond ? [`${verb(onlySecond, "is", "are")} only in `, storeName(1)] : null,
    counts.headings ? `${plural(counts.headings, "section heading")} ${counts.headings === 1 ? "differs" : "differ"}` : null,
  ].filter(Boolean);
}

// ---- Causes ----

const hues = 8;
const causeMark = (index) => decoration(`cause-mark cause-${index % hues}`, letter(index));

function renderCauses(panel) {
  const { causes } = panel.model;
  if (causes.length === 0) return null;
  return titled(`${panel.id}-causes`, causes.length === 1 ? "Why they differ" : `Why they differ: ${causes.length} causes`,
    div("cards", causes.map((cause, index) => renderCause(panel, cause, index))));
}

function renderCause(panel, cause, index) {
  const listed = panel.model.counts.causes[index];
  const title = `${panel.id}-cause-${index}`;
  return make("article", { class: `card cause-${index % hues}`, "aria-labelledby": title },
    make("h4", { id: title }, causeMark(index), hiddenText(`Cause ${letter(index)}: `), isolated(cause.title)),
    paragraph("dim extent", extent(cause)),
    cause.explanation ? paragraph(null, valueNode(cause.explanation, 600)) : null,
    renderFirst(cause.first),
    renderSays(cause.says),
    cause.remedy ? paragraph("remedy", make("strong", null, "What helps: "), make("em", null, isolated(cause.remedy))) : null,
    listed > 0
      ? button("quiet", () => panel.showOnlyCause(index), `Show only ${plural(listed, "row")}`, hiddenText(` of cause ${letter(index)}`))
      : null);
}

function extent(cause) {
  const parts = [
    cause.rows > 0 ? [plural(cause.rows, "row")] : null,
    cause.sections > 0 ? [plural(cause.sections, "section")] : null,
    cause.column != null ? ["column ", isolated(cause.column, "name")] : null,
  ];
  return parts.filter(Boolean).flatMap((part, index) => [index ? " · " : "", ...part]);
}

function renderSays(says) {
  if (!says || says.every((text) => !text)) return null;
  return make("dl", "says", sides.map((side) => div(null,
    make("dt", null, storeName(side), hiddenText(" says")),
    make("dd", null, says[side] ? valueNode(says[side], 300) : span("dim", "says nothing about it")))));
}

function renderFirst(first) {
  if (!first) return null;
  return div("first",
    make("h5", null, "First found", first.position == null ? "" : ` at row ${group(first.position + 1)}`,
      first.column == null ? null : [", column ", isolated(first.column, "name")]),
    first.isOrder ? orderStatements(first) : null,
    renderCodePoints(first));
}

function orderStatements(first) {
  return make("ul", "plain statements", sides.map((side) => item(null,
    badge(side), hiddenText(plainStore(side)), " puts ", firstValue(first, side), " before ", firstValue(first, 1 - side))));
}

// The value on a card: a long one is cut so that the place where the two differ remains.
function firstValue(first, side) {
  if (first.hasRow?.[side] === false) return span("nothing", "no row");
  const value = first.values[side];
  if (value == null || value.length <= 60) return valueNode(value);
  const characters = Array.from(value);
  const start = Math.max(0, difference(characters, Array.from(first.values[1 - side] ?? "")).start - 20);
  const end = Math.min(characters.length, start + 50);
  return span(null, start > 0 ? "…" : "", isolated(characters.slice(start, end).join(""), "value"), end < characters.length ? "…" : "");
}

// What remains of a list without the beginning and the end it has in common with another.
function difference(list, other) {
  const shorter = Math.min(list.length, other.length);
  let start = 0;
  while (start < shorter && list[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && list[list.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return { start, end: list.length - tail };
}

function renderCodePoints(first) {
  const points = sides.map((side) => first.codePoints?.[side] ?? []);
  if (first.isOrder && points.every((list) => list.length === 0)) return null;
  return make("dl", "code-points", sides.map((side) => div(null,
    make("dt", null, first.isOrder ? null : [badge(side), hiddenText(plainStore(side)), " "], firstValue(first, side)),
    points[side].length ? make("dd", null, codePointList(points[side], points[1 - side])) : null)));
}

function codePointList(list, other) {
  const differing = difference(list, other);
  const from = list.length <= limits.codePoints ? 0 : Math.min(Math.max(0, differing.start - 4), list.length - limits.codePoints);
  const to = Math.min(list.length, from + limits.codePoints);
  const items = list.slice(from, to).map((code, offset) => {
    const index = from + offset;
    const differs = other.length > 0 && index >= differing.start && index < differing.end;
    return item({ class: differs ? "differs" : null },
      decoration("glyph", glyph(code)), make(differs ? "mark" : "span", null, plain(code)), differs ? hiddenText(" differs") : null);
  });
  return make("ol", "plain points",
    from > 0 ? item("rest", `${group(from)} before`) : null,
    items,
    to < list.length ? item("rest", `${group(list.length - to)} more`) : null);
}

function glyph(code) {
  const match = /^U\+([0-9A-F]{1,6})$/i.exec(code);
  const number = match ? parseInt(match[1], 16) : Infinity;
  if (number > 0x10FFFF) return " ";
  const character = String.fromCodePoint(number);
  const shown = plain(character);
  if (shown.startsWith("[")) return number === 0x5B ? "[" : "·";
  return /^\p{M}/u.test(shown) ? `\u25CC${shown}` : shown;
}

// ---- Sections ----

function renderChart(panel) {
  const chart = panel.model.order.chart ?? [];
  if (chart.length === 0) return null;
  const most = Math.max(1, ...chart.flatMap((section) => section.counts));
  const body = make("tbody");
  const grow = () => {
    const shown = body.children.length;
    const next = chart.slice(shown, shown === 0 ? limits.sections : shown + 100);
    body.append(...next.map((section) => chartRow(section, most)));
    const rest = chart.length - body.children.length;
    more.hidden = rest === 0;
    more.textContent = `Show ${rest > 100 ? "100 more sections" : plural(rest, "more section")}`;
  };
  const more = button("quiet", grow);
  grow();
  const leftOut = panel.model.order.chartLeftOut ?? 0;
  return titled(`${panel.id}-sections`, "Rows per section",
    make("table", { class: "chart", "aria-labelledby": `${panel.id}-sections` },
      make("thead", null, make("tr", null,
        make("th", { scope: "col" }, "Section"),
        make("td", { "aria-hidden": "true" }),
        sides.map((side) => make("th", { scope: "col", class: "number", "aria-label": `Rows in ${plainStore(side)}` }, badge(side))),
        make("th", { scope: "col" }, "Compared"))),
      body),
    more,
    leftOut > 0 ? paragraph("dim", `${plural(leftOut, "more section")} left out, to keep the page small.`) : null);
}

function chartRow(section, most) {
  const status = sectionStatuses[section.status] ?? sectionStatuses.other;
  return make("tr", { class: section.status === "same" ? null : "differs" },
    make("th", { scope: "row" }, valueNode(section.name, 60)),
    make("td", { class: "bars", "aria-hidden": "true" }, sides.map((side) => bar(side, section.counts[side] ?? 0, most))),
    sides.map((side) => make("td", "number", section.counts[side] == null ? "–" : group(section.counts[side]))),
    make("td", "status", decoration("sign", status.sign), span(null, status.words())));
}

function bar(side, count, most) {
  const element = make("span", `bar side-${side + 1}`);
  element.style.setProperty("width", `${(100 * count) / most}%`);
  return element;
}

// ---- The two lists ----

// Columns share the width by the length of their values, within limits.
function columnTemplate(model) {
  const sample = model.lines.slice(0, 300).flatMap((line) => sides.map((side) => rowOn(line, side)?.cells ?? []));
  return data.columns.map((name, column) => {
    const longest = Math.max(4, name.length, ...sample.map((cells) => cells[column]?.length ?? 4));
    return `minmax(0, ${Math.min(24, longest)}fr)`;
  }).join(" ");
}

function renderListHead() {
  const side = (index) => div("side", div("list-store", storeName(index)),
    span("position", "Row"),
    span("cells", data.columns.map((name) => span("cell", nameNode(name)))));
  // Every cell says its column to a screen reader, so this row is for the eye only.
  return div({ class: "list-head line", "aria-hidden": "true" }, side(0), make("span", "sign"), side(1),
    div("why", "Why"));
}

function renderItem(panel, entry, place) {
  const element = entry.gap !== undefined ? renderGap(entry.gap) : renderLine(panel, entry.index);
  element.setAttribute("aria-posinset", place + 1);
  element.setAttribute("aria-setsize", panel.view.items.length);
  return element;
}

function renderLine(panel, index) {
  const line = panel.model.lines[index];
  const element = isHeading(line) ? renderHeading(line) : renderRow(panel, line, index);
  element.dataset.line = index;
  element.tabIndex = -1;
  return element;
}

function renderGap(count) {
  return item({ class: "gap", tabindex: -1 }, decoration("icon", "⋯"), `${plural(count, "equal row")} not shown`);
}

function renderHeading(line) {
  const differs = isDifference(line);
  const lacking = sides.find((side) => line.section[side] == null);
  const name = (side) => side === lacking
    ? div("side absent", storeLabel(side), span("note", "no such section here"))
    : div("side", differs ? storeLabel(side) : null, hiddenText("Section "), make("strong", null, valueNode(line.section[side])));
  const words = lacking === undefined ? "Section names differ" : ["Section only in ", storeName(1 - lacking)];
  return item(`line heading ${differs ? "differs" : "same"}`,
    name(0), decoration("sign", differs ? "≠" : ""), name(1), div("why", differs ? span("kind", words) : null));
}

const storeLabel = (side) => span("store-label", storeName(side));

function renderRow(panel, line, index) {
  const causes = line.causes ?? [];
  const color = causes.length ? `caused cause-${causes[0] % hues}` : "";
  const kind = kinds[line.kind] ?? kinds.other;
  return item(`line row kind-${line.kind} ${color}`,
    renderSide(panel, line, 0),
    decoration("sign", kind.sign),
    renderSide(panel, line, 1),
    div("why",
      line.kind === "same" ? hiddenText("Same") : span("kind", decoration("sign small", kind.sign), span(null, kind.words())),
      causes.map((cause) => span(`chip cause-${cause % hues}`, causeMark(cause), hiddenText("Cause: "), isolated(panel.model.causes[cause].title)))));
}

function renderSide(panel, line, side) {
  const row = rowOn(line, side);
  const target = line.kind === "moved" ? movedTarget(panel, line, side) : null;
  if (!row) {
    return div("side absent", storeLabel(side), target ?? span("note", line.kind === "moved" ? "elsewhere" : "no such row"));
  }
  return div("side",
    storeLabel(side),
    line.kind === "same" && side === 0 ? bothLabel(line) : null,
    span("position", span("unit", "Row "), group(row.position + 1), line.left && line.right ? target : null),
    span("cells", row.cells.map((value, column) => renderCell(line, value, column))));
}

// On a narrow screen a row that is the same in both stores is shown once.
function bothLabel(line) {
  const [first, second] = [line.left.position, line.right?.position ?? line.left.position].map((position) => group(position + 1));
  return decoration("both-label", `Both · ${first === second ? `row ${first}` : `rows ${first} and ${second}`}`);
}

function renderCell(line, value, column) {
  const differs = line.cells?.includes(column) ?? false;
  return span({ class: differs ? "cell differs" : "cell" },
    span("cell-label", data.columns[column] == null ? `column ${column + 1}` : nameNode(data.columns[column]), ":"), " ",
    valueNode(value), differs ? hiddenText(" (differs)") : null);
}

// "→ 20": where a moved row stands in the other store, as a button if that line is shown. If one side of the line is
// empty, `side` is that side, and the place is looked up for the row on the other side.
function movedTarget(panel, line, side) {
  const rowSide = rowOn(line, side) ? side : 1 - side;
  const otherSide = 1 - rowSide;
  const target = panel.model.moved[otherSide].get(keyOn(line, rowSide));
  if (target === undefined) return null;
  const targetLine = panel.model.lines[target];
  const words = [`→ ${group(rowOn(targetLine, otherSide).position + 1)}`, hiddenText(`: its row in ${plainStore(otherSide)}`)];
  const place = panel.view.places.get(target);
  return targetLine === line || place === undefined ? span("target", ...words) : button("target", () => panel.goTo(place), ...words);
}

// ---- One order's panel ----

class OrderPanel {
  constructor(model, index) {
    this.model = model;
    this.id = `order-${index}`;
    this.filter = noFilter();
    this.view = filtered(model, this.filter);
    this.current = -1;     // the place of the marked line in the view, or -1
    this.first = 0;        // the places in the view that stand in the document: first ..< last
    this.last = 0;
    this.element = div({ class: "panel", id: this.id });
  }

  // Panels are built when they are first looked at.
  build() {
    if (this.element.hasChildNodes()) return;
    const { order } = this.model;
    this.element.append(make("h2", "panel-title", isolated(order.title)));
    if (order.equal) this.element.append(paragraph("no-differences", decoration("icon", "✓"), span(null, summary(this.model))));
    this.element.append(...[renderCauses(this), renderChart(this), order.equal ? null : this.buildLists()].filter(Boolean));
    this.showPage(0);
  }

  // -- Building

  buildLists() {
    this.list = make("ol", { class: "list", "aria-labelledby": `${this.id}-lists` });
    this.earlier = button("quiet more", () => this.look(this.first - 1, "end"));
    this.later = button("quiet more", () => this.look(this.last, "start"));
    this.nothing = paragraph("nothing-found", "No row matches. ", button("quiet", () => this.clearFilters(), "Clear filters"));
    const frame = this.frame = div("frame",
      div("sticky", this.buildToolbar(), renderListHead()),
      this.earlier, this.list, this.later, this.nothing);
    // With many columns every value is shown with its column's name.
    const fit = () => {
      frame.classList.toggle("narrow", narrow.matches);
      frame.classList.toggle("labelled", data.columns.length > (narrow.matches ? limits.narrowColumns : limits.columns));
    };
    narrow.addEventListener("change", fit);
    fit();
    frame.style.setProperty("--columns", columnTemplate(this.model));
    return titled(`${this.id}-lists`, "The two lists", this.buildFilters(), frame);
  }

  buildToolbar() {
    const id = `${this.id}-search`;
    this.search = make("input", { type: "search", id, placeholder: "Search", autocomplete: "off", spellcheck: "false" });
    let timer;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.searchFor(this.search.value), 120);
    });
    this.count = span({ class: "count", role: "status" });
    this.place = span({ class: "place", role: "status" });
    this.onlyDifferences = button({ class: "toggle", "aria-pressed": false }, () => this.toggleDifferences(), "Differences only");
    return div({ class: "toolbar", role: "search", "aria-label": "The two lists" },
      div("field", make("label", { for: id, class: "unseen" }, "Search keys and values"), this.search),
      this.onlyDifferences,
      div("steps", this.stepButton(-1, "↑", "Previous"), this.stepButton(1, "↓", "Next")),
      div("states", this.count, this.place));
  }

  stepButton(direction, arrow, word) {
    return button({ "aria-label": `${word} difference` }, () => this.step(direction), decoration("icon", arrow), span("wide-only", word));
  }

  buildFilters() {
    const { causes, counts } = this.model;
    this.toggles = [];
    const byCause = causes.map((cause, index) => this.filterButton(this.filter.causes, index, counts.causes[index],
      `cause-${index % hues}`, causeMark(index), isolated(cause.title)));
    const byKind = Object.keys(kinds).map((kind) => this.filterButton(this.filter.kinds, kind, counts.kinds[kind],
      "", decoration("sign", kinds[kind].sign), span(null, kinds[kind].words())));
    this.clear = button({ class: "link", hidden: "" }, () => this.clearFilters(), "Clear filters");
    const details = make("details", "filters",
      make("summary", null, "Filters and keys"),
      byCause.some(Boolean) ? this.filterGroup("Only rows with cause", byCause) : null,
      this.filterGroup("Only rows of kind", byKind),
      renderKeys(),
      this.clear);
    details.open = !narrow.matches;
    return details;
  }

  filterGroup(label, buttons) {
    return div({ class: "filter-group", role: "group", "aria-label": label }, decoration("filter-label", label), div("toggles", buttons));
  }

  // A button that limits the list to what has `value`, or nothing if no row has it.
  filterButton(set, value, count, className, ...label) {
    if (!count) return null;
    const toggle = button({ class: `toggle ${className}`, "aria-pressed": false }, () => {
      if (!set.delete(value)) set.add(value);
      this.filterChanged();
    }, label, " ", span("number", group(count)), hiddenText(count === 1 ? " row" : " rows"));
    this.toggles.push({ toggle, set, value });
    return toggle;
  }

  // -- Filtering

  searchFor(words) {
    if (words === this.filter.words) return;
    this.filter.words = words;
    this.filterChanged();
  }

  toggleDifferences() {
    this.filter.onlyDifferences = !this.filter.onlyDifferences;
    this.filterChanged();
  }

  showOnlyCause(index) {
    this.resetFilter();
    this.filter.causes.add(index);
    this.filterChanged();
    const title = document.getElementById(`${this.id}-lists`);
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start" });
  }

  clearFilters() {
    this.resetFilter();
    this.filterChanged();
    // The button that had the focus may be gone.
    this.search.focus({ preventScroll: true });
  }

  resetFilter() {
    this.filter.causes.clear();
    this.filter.kinds.clear();
    this.filter.onlyDifferences = false;
    this.filter.words = "";
    this.search.value = "";
  }

  filterChanged() {
    const marked = this.view.items[this.current]?.index;
    this.view = filtered(this.model, this.filter);
    // A line that is still shown stays the marked one.
    this.current = this.view.places.get(marked) ?? -1;
    this.onlyDifferences.setAttribute("aria-pressed", this.filter.onlyDifferences);
    for (const { toggle, set, value } of this.toggles) toggle.setAttribute("aria-pressed", set.has(value));
    this.clear.hidden = !isNarrow(this.filter) && !this.filter.onlyDifferences;
    this.showPage(0);
    // A reader who was far down sees the beginning of the new list.
    if (this.frame.getBoundingClientRect().top < 0) this.frame.scrollIntoView({ behavior: "instant" });
  }

  // -- The page of lines that stands in the document: thousands of lines at once would make a browser slow

  showPage(place, size = limits.page) {
    if (!this.list) return;
    const { items } = this.view;
    this.first = place - (place % size);
    this.last = Math.min(items.length, this.first + size);
    this.list.replaceChildren(...items.slice(this.first, this.last).map((entry, offset) => renderItem(this, entry, this.first + offset)));
    this.earlier.hidden = this.first === 0;
    this.later.hidden = this.last === items.length;
    this.earlier.textContent = `Earlier lines (${group(this.first)})`;
    this.later.textContent = `Later lines (${group(items.length - this.last)})`;
    this.nothing.hidden = items.length > 0;
    this.markCurrent();
    this.describe();
  }

  // Moves the focus and the view to a line, which may stand on another page.
  look(place, block) {
    if (place < this.first || place >= this.last) this.showPage(place);
    const element = this.list.children[place - this.first];
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block, behavior: "instant" });
  }

  describe() {
    const { rows } = this.view;
    const { all } = this.model.counts;
    const words = this.filter.words ? `: ${plural(rows, "hit")}` : "";
    this.count.textContent = rows === all && !words ? `${plural(rows, "row")} listed` : `${group(rows)} of ${plural(all, "row")} shown${words}`;
    this.describePlace();
  }

  describePlace() {
    const { stops } = this.view;
    const stop = stops.indexOf(this.current);
    this.place.textContent = stop < 0 ? "" : `Difference ${group(stop + 1)} of ${group(stops.length)}`;
  }

  // -- The marked line

  step(direction) {
    const { stops } = this.view;
    const next = direction > 0
      ? stops.find((place) => place > this.current)
      : stops.findLast((place) => place < this.current || this.current < 0);
    if (next !== undefined) this.goTo(next);
    else this.place.textContent = stops.length === 0 ? "No difference shown" : direction > 0 ? "No difference below" : "No difference above";
  }

  goTo(place) {
    this.current = place;
    this.look(place, "center");
    this.markCurrent();
    this.describePlace();
  }

  markCurrent() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.children[this.current - this.first]?.setAttribute("aria-current", "true");
  }

  escape() {
    if (this.search.value !== "") {
      this.search.value = "";
      this.searchFor("");
    } else if (document.activeElement === this.search) {
      this.search.blur();
    } else {
      this.current = -1;
      this.markCurrent();
      this.describePlace();
    }
  }
}

// ---- Keys ----

// Single keys can get in the way of speech input, so they can be switched off.
let singleKeys = true;

function renderKeys() {
  const box = make("input", { type: "checkbox", class: "keys-switch" });
  box.checked = singleKeys;
  box.addEventListener("change", () => {
    singleKeys = box.checked;
    for (const other of document.querySelectorAll(".keys-switch")) other.checked = singleKeys;
  });
  const key = (name) => make("kbd", null, name);
  return paragraph("keys dim", make("label", null, box, " Keys: "),
    key("n"), " ", key("j"), " next difference, ", key("p"), " ", key("k"), " previous, ", key("/"), " search, ", key("Esc"), " clear");
}

function listenForKeys(activePanel) {
  document.addEventListener("keydown", (event) => {
    const panel = activePanel();
    if (!panel?.list || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return void panel.escape();
    if (!singleKeys || event.target.matches("input, textarea, select")) return;
    const direction = { n: 1, j: 1, p: -1, k: -1 }[event.key];
    if (!direction && event.key !== "/") return;
    event.preventDefault();
    if (direction) panel.step(direction);
    else panel.search.focus();
  });
}

// ---- Tabs ----

// The tabs pattern of ARIA: one tab is in the tab order, arrow keys choose among them.
class Tabs {
  constructor(panels) {
    this.panels = panels;
    this.chosen = null;
    this.tabs = panels.length < 2 ? [] : panels.map((panel) => this.makeTab(panel));
    this.element = this.tabs.length ? div({ role: "tablist", class: "tabs", "aria-label": "Order" }, this.tabs) : null;
    this.element?.addEventListener("keydown", (event) => this.keyDown(event));
  }

  makeTab(panel) {
    const { order } = panel.model;
    const tab = button({ role: "tab", id: `${panel.id}-tab`, "aria-controls": panel.id }, () => this.choose(panel),
      order.equal ? decoration("verdict equal", "✓") : decoration("verdict differs", "≠"),
      isolated(order.title), hiddenText(order.equal ? ": same" : ": different"));
    panel.element.setAttribute("role", "tabpanel");
    panel.element.setAttribute("aria-labelledby", tab.id);
    panel.element.tabIndex = 0;
    return tab;
  }

  choose(panel) {
    this.chosen = panel;
    panel.build();
    this.panels.forEach((other, index) => {
      other.element.hidden = other !== panel;
      this.tabs[index]?.setAttribute("aria-selected", other === panel);
      if (this.tabs[index]) this.tabs[index].tabIndex = other === panel ? 0 : -1;
    });
  }

  keyDown(event) {
    const end = this.panels.length - 1;
    const index = this.panels.indexOf(this.chosen);
    const after = index === end ? 0 : index + 1;
    const before = index === 0 ? end : index - 1;
    const next = { ArrowRight: after, ArrowDown: after, ArrowLeft: before, ArrowUp: before, Home: 0, End: end }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(this.panels[next]);
    this.tabs[next].focus();
  }
}

// ---- Start ----

function start() {
  const content = document.getElementById("content");
  try {
    data = JSON.parse(document.getElementById("data").textContent);
  } catch {
    content.append(paragraph({ class: "notice", role: "alert" }, "The data in this file can’t be read. The file may have been cut off or changed."));
    return;
  }
  const panels = data.orders.map((order, index) => new OrderPanel(prepare(order), index));
  const tabs = new Tabs(panels);
  const choose = (index) => {
    tabs.choose(panels[index]);
    tabs.tabs[index].focus();
  };
  renderHead();
  content.append(renderSummary(panels.map((panel) => panel.model), choose));
  if (tabs.element) content.append(tabs.element);
  content.append(...panels.map((panel) => panel.element));
  // What differs is what the reader came for.
  const first = panels.find((panel) => !panel.model.order.equal) ?? panels[0];
  if (first) tabs.choose(first);
  listenForKeys(() => tabs.chosen);
  addEventListener("beforeprint", () => tabs.chosen?.showPage(0, limits.printed));
}

start();
