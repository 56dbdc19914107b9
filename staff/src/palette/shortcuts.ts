/** What a key does to the page that is open: elements say themselves with `data-shortcut`, common ones are known. */
const targets = {
  search: '[data-shortcut="search"], main input[type="search"]',
  new: '[data-shortcut="new"], main .page-head a[href$="/create"]',
  edit: '[data-shortcut="edit"]',
  save: '[data-shortcut="save"], main button[type="submit"]',
  send: '[data-shortcut="send"]',
} as const;

/** Rows of lists and tables, each by the link or button that opens it. */
const rowLinks = "main [data-list-row], main tbody tr a, main .rows > li a";
const rowOf = (link: Element): Element => link.closest("tr, li") ?? link;

/** Whether the key belongs to a field or a menu, or to a dialog that is open. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (document.querySelector('[role="dialog"]')) return true;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]") ||
    target.closest("[role=menu], [role=listbox]") !== null
  );
}

/** Clicks what the key stands for, or moves to it; says whether there was something. */
export function press(what: keyof typeof targets | "select"): boolean {
  const element =
    what === "select"
      ? document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>('input[type="checkbox"]')
      : document.querySelector<HTMLElement>(targets[what]);
  if (!element || (element instanceof HTMLButtonElement && element.disabled)) return false;
  if (what === "search") element.focus();
  else element.click();
  return true;
}

/** Moves the focus to the next row (1) or the one before (-1). */
export function moveInRows(step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(rowLinks)];
  const rows = all.filter((link, index) => {
    const before = all[index - 1];
    return !before || rowOf(before) !== rowOf(link);
  });
  if (rows.length === 0) return false;
  const at = rows.findIndex((link) => rowOf(link).contains(document.activeElement));
  const next = at < 0 ? (step === 1 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step));
  rows[next]?.focus();
  return true;
}

const chordMs = 1500;

/** After the first key of two, for a moment. */
export function whileChord() {
  let until = 0;
  return {
    open: () => void (until = performance.now() + chordMs),
    close: () => void (until = 0),
    isOpen: () => performance.now() < until,
  };
}
