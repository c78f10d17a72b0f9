// Where the differences are: by column, by place, by section.

function renderColumns(panel) {
  const { differing } = panel.model.order;
  if (differing.length === 0) return null;
  const most = Math.max(...differing.map(({ rows }) => rows));
  const id = `${panel.id}-columns`;
  return titled(id, "Differences by column",
    make("table", { class: "chart", "aria-labelledby": id },
      make("thead", null, make("tr", null,
        make("th", { scope: "col" }, "Column"),
        make("td", { "aria-hidden": "true" }),
        make("th", { scope: "col", class: "number" }, "Rows"),
        make("td", null))),
      make("tbody", null, differing.map(({ column, rows }) => make("tr", "differs",
        make("th", { scope: "row" }, nameNode(data.columns[column])),
        make("td", { class: "bars", "aria-hidden": "true" }, bar("", rows, most)),
        make("td", "number", group(rows)),
        make("td", "status", panel.model.counts.columns[column] > 0
          ? button("link", () => panel.showOnly("columns", column), "Show", hiddenText(` only rows that differ in ${plain(data.columns[column])}`)) : null))))));
}

// A bar for each part of the list; a click leads to the next difference. The keys n and p do the same without a mouse.
function renderMap(panel) {
  const { places, rows } = panel.model.order;
  const most = Math.max(0, ...places);
  if (places.length < 10 || most === 0) return null;
  const id = `${panel.id}-map`;
  const count = Math.max(...rows);
  const start = (part) => Math.ceil((part * count) / places.length);
  const used = places.filter((number) => number > 0).length;
  const words = `Differing rows in ${used} of ${places.length} equal parts of the list; most of them, ${group(most)}, from row ${group(start(places.indexOf(most)) + 1)}`;
  const map = div({ class: "map", role: "img", "aria-label": words }, places.map((number, part) => {
    const element = span({ class: number > 0 ? "part differs" : "part", title: number > 0 ? `${plural(number, "differing row")} from row ${group(start(part) + 1)}` : null });
    element.style.setProperty("height", number > 0 ? `${Math.max(15, 100 * Math.sqrt(number / most))}%` : "2px");
    return element;
  }));
  map.addEventListener("click", (event) => {
    const part = [...map.children].indexOf(event.target.closest(".part"));
    if (part >= 0) panel.goToRow(start(part));
  });
  return titled(id, "Differences by row", map,
    div({ class: "map-scale dim", "aria-hidden": "true" }, span(null, "Row 1"), span(null, `Row ${group(count)}`)));
}

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
    make("td", { class: "bars", "aria-hidden": "true" }, sides.map((side) => bar(`side-${side + 1}`, section.counts[side] ?? 0, most))),
    sides.map((side) => make("td", "number", section.counts[side] == null ? "–" : group(section.counts[side]))),
    make("td", "status", decoration("sign", status.sign), span(null, status.words())));
}

function bar(className, count, most) {
  const element = make("span", `bar ${className}`);
  element.style.setProperty("width", `${(100 * count) / most}%`);
  return element;
}
