"use strict";
// A button in each head sorts its table: numbers as numbers, other texts as texts.
const number = (text) => {
  const found = text.replace(/[,\s]/g, "").replace(/\u2212/g, "-").match(/[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i);
  return found ? Number(found[0]) : NaN;
};
const compared = (a, b) => {
  const [first, second] = [number(a), number(b)];
  if (Number.isNaN(first) || Number.isNaN(second)) {
    return Number.isNaN(first) - Number.isNaN(second) || a.localeCompare(b, "en", { numeric: true });
  }
  return first - second;
};
const sort = (head) => {
  const table = head.closest("table");
  const down = head.getAttribute("aria-sort") === "ascending";
  const words = head.classList.contains("text");
  const text = (row) => row.cells[head.cellIndex].textContent;
  const order = (a, b) =>
    words ? text(a).localeCompare(text(b), "en", { numeric: true }) : compared(text(a), text(b));
  const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? order(b, a) : order(a, b)));
  table.tBodies[0].append(...rows);
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute("aria-sort");
  }
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
};
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => sort(button.closest("th")));
}
// What is folded away is printed, too.
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details")) {
    part.open = true;
  }
});
