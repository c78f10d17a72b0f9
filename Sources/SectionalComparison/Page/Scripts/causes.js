// Why the lists differ: a card for each cause.

const hues = 8;
const causeMark = (index) => decoration(`cause-mark cause-${index % hues}`, letter(index));

function renderCauses(panel) {
  const { causes } = panel.model;
  if (causes.length === 0) return null;
  return titled(`${panel.id}-causes`, causes.length === 1 ? "Why they differ" : `Why they differ: ${causes.length} causes`,
    div("cards", openCausesFirst(causes).map((index) => renderCause(panel, causes[index], index))));
}

const openCausesFirst = (causes) => [...causes.keys()].sort((one, other) => causes[one].isAccepted - causes[other].isAccepted);

function renderCause(panel, cause, index) {
  const title = `${panel.id}-cause-${index}`;
  return make("article", { class: `card cause-${index % hues}`, "aria-labelledby": title },
    make("h4", { id: title }, causeMark(index), hiddenText(`Cause ${letter(index)}: `), isolated(cause.title)),
    paragraph("dim extent", extent(cause), cause.isAccepted ? " · accepted" : null),
    renderFirst(cause.first),
    cause.explanation ? paragraph(null, valueNode(cause.explanation, 600)) : null,
    renderSays(cause.says),
    cause.isAccepted ? null : renderRemedy(cause),
    causeButton(panel, cause, index));
}

// The cause counts all of its rows; the button says so if not all of them are on this page.
function causeButton(panel, cause, index) {
  const listed = panel.model.counts.causes[index];
  if (listed === 0) return null;
  const isPart = cause.rows > listed;
  return button("quiet", () => panel.showOnly("causes", index),
    isPart ? `Show only ${group(listed)} of these ${plural(cause.rows, "row")}, which are on this page` : "Show only these rows",
    hiddenText(` of cause ${letter(index)}`));
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
  if (!says || says.every((text) => !text) || says[0] === says[1]) return null;
  return make("dl", "says", sides.map((side) => div(null,
    make("dt", null, storeName(side), hiddenText(" says")),
    make("dd", null, says[side] ? valueNode(says[side], 300) : span("dim", "no details")))));
}

// What to do: a statement to paste if there is one, or that nothing is to be done.
function renderRemedy(cause) {
  return div("remedy",
    paragraph(null, make("strong", null, "Fix: "), make("em", null, isolated(cause.remedy)), "."),
    cause.statement ? [paragraph("dim", `Run ${cause.statement.place}:`), make("pre", null, make("code", null, isolated(cause.statement.sql, "value")))] : null,
    cause.accept == null ? null
      : paragraph(null, cause.isExpected ? "Expected after a migration; to accept it, add " : "If it may stay, add ",
        make("code", null, "--accept ", isolated(shellWord(cause.accept))), " to the command."));
}

// Quoted unless a shell reads it as it is.
function shellWord(text) {
  return /^[\w.,:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function renderFirst(first) {
  if (!first) return null;
  const points = renderCodePoints(first);
  return div("first",
    make("h5", null, first.position == null ? "First found" : `First found at row ${group(first.position + 1)}`,
      first.column ? [", column ", isolated(first.column, "name")] : null),
    first.isOrder ? orderStatements(first) : inlineDifference(first),
    points ? make("details", "points-details", make("summary", null, "Code points"), points) : null);
}

// The two values, one above the other, with what differs marked.
function inlineDifference(first) {
  return make("ul", "plain pair", sides.map((side) => item(null,
    badge(side), hiddenText(`${plainStore(side)}: `), pairValue(first, side, 60))));
}

function orderStatements(first) {
  return make("ul", "plain pair", sides.map((side) => item(null,
    badge(side), hiddenText(`${plainStore(side)}: `), pairValue(first, side, 30), span("dim before", " before "), pairValue(first, 1 - side, 30))));
}

function pairValue(first, side, limit) {
  if (first.hasRow?.[side] === false) return span("nothing", "no row");
  return comparedNode(first.values[side], first.hasRow?.[1 - side] === false ? null : first.values[1 - side], limit);
}

function renderCodePoints(first) {
  const points = sides.map((side) => first.codePoints?.[side] ?? []);
  if (points.every((list) => list.length === 0)) return null;
  return make("dl", "code-points", sides.map((side) => div(null,
    make("dt", null, badge(side), hiddenText(plainStore(side))),
    make("dd", null, points[side].length ? codePointList(points[side], points[1 - side]) : span("nothing", "none")))));
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
    from > 0 ? item("rest", "others before") : null,
    items,
    to < list.length ? item("rest", "others after") : null);
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
