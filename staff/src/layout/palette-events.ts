/** The search of the app bar, and whoever answers it. */
const event = "staff-palette";

/** Opens the palette, if one is there. */
export function openPalette(): void {
  globalThis.dispatchEvent(new Event(event));
}

/** Calls `open` whenever the palette is wanted; returns what ends that. */
export function onOpenPalette(open: () => void): () => void {
  globalThis.addEventListener(event, open);
  return () => globalThis.removeEventListener(event, open);
}
