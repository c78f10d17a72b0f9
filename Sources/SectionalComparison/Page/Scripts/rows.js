// The two lists, side by side.

// A key takes as many characters as the longest one, or a line of its own. Other columns share the width by the length of their
// values, within limits.
function columnTemplate(model, columns) {
  const sample = model.lines.slice(0, 300).flatMap((line) => sides.map((side) => rowOn(line, side))).filter(Boolean);
  const longest = (column) => Math.max(columnName(column).length, ...sample.map((row) => valueOf(row, column)?.length ?? 4));
  return columns.map((column) => (isKey(model, column)
    ? `${Math.min(limits.key, longest(column)) + 1}ch` : `minmax(0, ${Math.min(24, Math.max(4, longest(column)))}fr)`)).join(" ");
}

const isKey = (model, column) => model.columns.keys.includes(column);

// Whether keys are too long to stand beside other values.
const hasLongKeys = (model) => model.lines.slice(0, 300).some((line) => sides.some((side) => {
  const row = rowOn(line, side);
  return row && model.columns.keys.some((column) => (valueOf(row, column)?.length ?? 0) > limits.key);
}));

function renderListHead(panel) {
  const side = (index) => div("side", div("list-store", storeName(index)),
    span("position", "Row"),
    span("cells", panel.columns.map((column) => span(isKey(panel.model, column) ? "cell key" : "cell", nameNode(columnName(column))))));
  // Every cell says its column to a screen reader, so this row is for the eye only.
  return div({ class: "list-head line", "aria-hidden": "true" }, side(0), make("span", "sign"), side(1),
    div("why", "Why"));
}

function renderItem(panel, entry, place) {
  const element = entry.gap !== undefined ? renderGap(panel, entry) : renderLine(panel, entry.index);
  element.setAttribute("aria-posinset", place + 1);
  element.setAttribute("aria-setsize", panel.view.items.length);
  return element;
}

function renderLine(panel, index) {
  const line = panel.model.lines[index];
  const element = isHeading(line) ? renderHeading(line) : renderRow(panel, line);
  element.dataset.line = index;
  element.tabIndex = -1;
  return element;
}

function renderGap(panel, { gap, lines }) {
  const words = lines.length ? `${plural(gap, "equal row")} not shown` : `${plural(gap, "equal row")} not on this page`;
  return item({ class: "gap", tabindex: -1 }, decoration("icon", "⋯"), words,
    lines.length ? [" ", button("link", () => panel.open(lines), lines.length === gap ? "Show" : `Show ${lines.length} of them`)] : null);
}

function renderHeading(line) {
  const differs = isDifference(line);
  const lacking = sides.find((side) => line.section[side] == null);
  const name = (side) => side === lacking
    ? div("side absent", storeLabel(side), span("note", "no such section"))
    : div("side", differs ? storeLabel(side) : null, hiddenText("Section "), make("strong", null, valueNode(line.section[side])));
  const words = lacking === undefined ? "Section names differ" : ["Section only in ", storeName(1 - lacking)];
  return item(`line heading ${differs ? "differs" : "same"}`,
    name(0), decoration("sign", differs ? "≠" : ""), name(1), div("why", differs ? span("kind", words) : null));
}

const storeLabel = (side) => span("store-label", storeName(side));

function renderRow(panel, line) {
  const kind = kinds[line.kind] ?? kinds.other;
  return item(`line row kind-${line.kind}`,
    renderSide(panel, line, 0),
    decoration("sign", kind.sign),
    renderSide(panel, line, 1),
    div("why",
      line.kind === "same" ? hiddenText("Same") : span("kind", decoration("sign small", kind.sign), span(null, kind.words())),
      (line.causes ?? []).map((cause) => renderChip(panel.model.causes[cause], cause))));
}

function renderChip({ title, column }, index) {
  return span(`chip cause-${index % hues}`, causeMark(index), hiddenText("Cause: "),
    span(null, isolated(title), column == null ? null : [hiddenText(", column "), span("chip-column", isolated(column))]));
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
    span("cells", panel.columns.map((column) => renderCell(panel, line, side, column))));
}

// On a narrow screen a row that is the same in both stores is shown once.
function bothLabel(line) {
  const [first, second] = [line.left.position, line.right?.position ?? line.left.position].map((position) => group(position + 1));
  return decoration("both-label", `Both · ${first === second ? `row ${first}` : `rows ${first} and ${second}`}`);
}

// A differing value has the color of its own cause.
function renderCell(panel, line, side, column) {
  const value = valueOf(rowOn(line, side), column);
  const differs = line.cells?.includes(column) ?? false;
  const cause = differs ? causeOfCell(panel.model, line, column) : undefined;
  const names = ["cell", isKey(panel.model, column) ? "key" : null, differs ? "differs" : null, cause === undefined ? null : `cause-${cause % hues}`];
  const other = differs && rowOn(line, 1 - side) ? valueOf(rowOn(line, 1 - side), column) : null;
  return span({ class: names.filter(Boolean).join(" ") },
    span("cell-label", nameNode(columnName(column)), ":"), " ",
    differs ? comparedNode(value, other, panel.isPrinting ? limits.printedValue : limits.value) : valueNode(value, limits.equalValue), differs ? hiddenText(" (differs)") : null);
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
