const noFilter = () => ({ causes: new Set(), columns: new Set(), kinds: new Set(), onlyDifferences: false, words: "" });
const isNarrow = (filter) => filter.causes.size > 0 || filter.columns.size > 0 || filter.kinds.size > 0 || filter.words !== "";

function rowTest(model, filter) {
  const words = folded(filter.words);
  const texts = words ? searchTexts(model) : null;
  return (line, index) =>
    (!filter.onlyDifferences || line.kind !== "same")
    && (filter.kinds.size === 0 || filter.kinds.has(line.kind))
    && (filter.columns.size === 0 || (line.cells ?? []).some((column) => filter.columns.has(column)))
    && (filter.causes.size === 0 || (line.causes ?? []).some((cause) => filter.causes.has(cause)))
    && (!texts || texts[index].includes(words));
}

// The items that are shown: {index} for a line of the data, and {gap, lines} for equal rows that are left out, some of which are
// lines that can be shown. Headings that don't differ wait for a row of their section.
function filtered(model, filter) {
  const view = { items: [], stops: [], places: new Map(), rows: 0 };
  const passes = rowTest(model, filter);
  const narrow = isNarrow(filter);
  const pending = [null, null];
  let gap = { count: 0, lines: [] };

  const push = (index) => {
    if (gap.count > 0) view.items.push({ gap: gap.count, lines: gap.lines });
    gap = { count: 0, lines: [] };
    if (isDifference(model.lines[index])) view.stops.push(view.items.length);
    if (model.isCounted[index]) view.rows += 1;
    view.places.set(index, view.items.length);
    view.items.push({ index });
  };
  const heading = (line, index) => {
    const isShown = !narrow && isDifference(line);
    if (isShown) push(index);
    for (const side of sides) if (line.section[side] != null) pending[side] = isShown ? null : index;
  };
  const pushHeadings = (line) => {
    const wanted = sides.filter((side) => rowOn(line, side) && pending[side] !== null).map((side) => pending[side]);
    const unique = [...new Set(wanted)].sort((one, other) => one - other);
    unique.forEach(push);
    for (const side of sides) if (unique.includes(pending[side])) pending[side] = null;
  };

  model.lines.forEach((line, index) => {
    if (isHeading(line)) return heading(line, index);
    const isFolded = line.folded && !narrow && !model.opened.has(index);
    if (isRow(line) && !isFolded && passes(line, index)) {
      pushHeadings(line);
      push(index);
    } else if (!narrow) {
      gap.count += line.gap ?? 1;
      if (isFolded && !filter.onlyDifferences) gap.lines.push(index);
    }
  });
  if (gap.count > 0) view.items.push({ gap: gap.count, lines: gap.lines });
  return view;
}
