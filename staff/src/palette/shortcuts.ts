/** Selectors for the element that a shortcut activates: marked with `data-shortcut`, or a common element of pages. */
const targets = {
  search: '[data-shortcut="search"], main input[type="search"]',
  new: '[data-shortcut="new"], main .page-head a[href$="/create"]',
  edit: '[data-shortcut="edit"]',
  save: '[data-shortcut="save"], main button[type="submit"]',
  send: '[data-shortcut="send"]',
} as const;

/** Selector for the element that opens a row: marked with `data-list-row`, otherwise the first link. */
const openerSelector = "[data-list-row]";
const rowLinkSelector = `${openerSelector}, main tbody tr a, main .rows > li a`;
const closestRow = (element: Element) => element.closest("tr, li") ?? element;

/** Whether a dialog is open. The page behind it ignores shortcuts. */
export const isBehindDialog = () => document.querySelector('[role="dialog"]') !== null;

/** Whether a field, or an open dialog or menu, handles the key. */
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

/** Clicks or focuses the element of a shortcut. Returns false if there is none or it is disabled. */
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
  for (const link of document.querySelectorAll<HTMLElement>(rowLinkSelector)) {
    const row = closestRow(link);
    const previous = openers.get(row);
    if (!previous || (link.matches(openerSelector) && !previous.matches(openerSelector))) openers.set(row, link);
  }
  return openers;
}

/** Moves the focus to the next row (1) or the previous one (-1). */
export function moveInRows(step: 1 | -1): boolean {
  const openers = [...rowOpeners()];
  if (openers.length === 0) return false;
  const focused = document.activeElement;
  const index = openers.findIndex(([row]) => row.contains(focused));
  const lastIndex = openers.length - 1;
  const nextIndex = index < 0 ? (step === 1 ? 0 : lastIndex) : Math.max(0, Math.min(lastIndex, index + step));
  openers[nextIndex]?.[1].focus();
  return true;
}

/** Opens the focused row, as Enter does. Returns false if no row has the focus. */
export function openRow(): boolean {
  const focused = document.activeElement;
  const entry = [...rowOpeners()].find(([row]) => row.contains(focused));
  entry?.[1].click();
  return entry !== undefined;
}

const chordMs = 1500;

/** Tracks for how long the second key of a chord is accepted. */
export function startChord() {
  let deadline = 0;
  return {
    open: () => void (deadline = performance.now() + chordMs),
    close: () => void (deadline = 0),
    isOpen: () => performance.now() < deadline,
  };
}
