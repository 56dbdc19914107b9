/** What a key does on the current page. Elements declare it with `data-shortcut`; common ones are found by selector. */
const targets = {
  search: '[data-shortcut="search"], main input[type="search"]',
  new: '[data-shortcut="new"], main .page-head a[href$="/create"]',
  edit: '[data-shortcut="edit"]',
  save: '[data-shortcut="save"], main button[type="submit"]',
  send: '[data-shortcut="send"]',
} as const;

/** What opens the rows of lists and tables: a declared element, otherwise the first link. */
const opener = "[data-list-row]";
const rowLinks = `${opener}, main tbody tr a, main .rows > li a`;
const closestRow = (element: Element) => element.closest("tr, li") ?? element;

/** The page behind a dialog ignores keys. */
export const isBehindDialog = () => document.querySelector('[role="dialog"]') !== null;

/** Whether the key belongs to a field, or to an open dialog or menu. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (isBehindDialog()) return true;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]") ||
    target.closest("[role=menu], [role=listbox]") !== null
  );
}

/** Clicks or focuses the element for a key. Returns whether there was one. */
export function runShortcut(name: keyof typeof targets | "select"): boolean {
  const element =
    name === "select"
      ? document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>('input[type="checkbox"]')
      : document.querySelector<HTMLElement>(targets[name]);
  if (!element || (element instanceof HTMLButtonElement && element.disabled)) return false;
  if (name === "search") element.focus();
  else element.click();
  return true;
}

/** The element that opens each row, in order. */
function rowOpeners(): Map<Element, HTMLElement> {
  const openers = new Map<Element, HTMLElement>();
  for (const link of document.querySelectorAll<HTMLElement>(rowLinks)) {
    const row = closestRow(link);
    const known = openers.get(row);
    if (!known || (link.matches(opener) && !known.matches(opener))) openers.set(row, link);
  }
  return openers;
}

/** Moves the focus to the next row (1) or the previous one (-1). */
export function moveInRows(step: 1 | -1): boolean {
  const openers = [...rowOpeners()];
  if (openers.length === 0) return false;
  const focused = document.activeElement;
  const at = openers.findIndex(([row]) => row.contains(focused));
  const last = openers.length - 1;
  const next = at < 0 ? (step === 1 ? 0 : last) : Math.max(0, Math.min(last, at + step));
  openers[next]?.[1].focus();
  return true;
}

/** Opens the focused row, as Enter does. Returns whether there is one. */
export function openRow(): boolean {
  const focused = document.activeElement;
  const entry = [...rowOpeners()].find(([row]) => row.contains(focused));
  entry?.[1].click();
  return entry !== undefined;
}

const chordMs = 1500;

/** Waits a moment for the second key of a chord. */
export function startChord() {
  let until = 0;
  return {
    open: () => void (until = performance.now() + chordMs),
    close: () => void (until = 0),
    isOpen: () => performance.now() < until,
  };
}
