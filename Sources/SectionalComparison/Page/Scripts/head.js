// The head of the page, and what was found.

const moment = () => {
  const date = new Date(data.date);
  const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }).format(date);
  return make("time", { datetime: data.date }, words);
};

// "contact in ① a.sqlite and ② b.sqlite", with both tables if they differ.
function headingNodes() {
  const [first, second] = data.tables ?? ["A statement", "A statement"];
  const isSame = first === second;
  return [isolated(first), " in ", storeName(0), " and ", isSame ? null : [isolated(second), " in "], storeName(1)].flat();
}

function renderHead() {
  const facts = make("dl", "facts",
    data.request ? fact("Request", make("code", null, isolated(data.request))) : null,
    data.stores.map((store, side) => fact(`Store ${side + 1}`, [badge(side), isolated(store.address), " ", span("dim", isolated(store.kind))])));
  const found = data.orders.every((order) => order.equal || isAccepted(order)) ? "no differences" : "different lists";
  document.title = `${data.tables ? `${plain(data.tables[0])}: ` : ""}${found} · ${sides.map(plainStore).join(" and ")} · Sectional`;
  document.getElementById("page-head").append(
    div("eyebrow", paragraph(null, "Two stores compared by Sectional, ", moment()), themeButton()),
    make("h1", null, headingNodes()),
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

const isAccepted = (order) => order.causes.length > 0 && order.causes.every((cause) => cause.isAccepted);

// The answer first: the sentence that `sectional compare` prints, for each order.
function renderSummary(models, choose) {
  const equal = models.every(({ order }) => order.equal);
  const isSettled = models.every(({ order }) => order.equal || isAccepted(order));
  const isOneOrder = models.length === 1;
  const different = isSettled ? "No differences, except for those that are accepted"
    : models.some(({ order }) => order.equal)
      ? "The same list in one order, but not in the other" : "The lists of the stores differ";
  return make("section", { class: `summary ${isSettled ? "equal" : "differs"}`, "aria-labelledby": "summary-title" },
    make("h2", { id: "summary-title" }, equal ? "No differences" : different),
    make("ul", "plain", models.map(({ order }, index) => item(null,
      order.equal ? span("verdict equal", "✓ Same") : isAccepted(order) ? span("verdict equal", "✓ Accepted") : span("verdict differs", "≠ Different"),
      div(null,
        isOneOrder ? null : button("link strong", () => choose(index), isolated(order.title)),
        paragraph("answer", isolated(order.answer)),
        paragraph("dim", isolated(order.explanation)),
        order.leftOut > 0
          ? paragraph("dim", `${plural(order.leftOut, "more differing row")} didn’t fit on this page.`) : null)))));
}
