/** The search of the app bar, the keyboard's list, and what answers them. */
function opener(name: string) {
  const requestOpen = () => void globalThis.dispatchEvent(new Event(name));
  const onWanted = (open: () => void): (() => void) => {
    globalThis.addEventListener(name, open);
    return () => globalThis.removeEventListener(name, open);
  };
  return [requestOpen, onWanted] as const;
}

/** Opens the palette; and calls `open` whenever it is wanted, until what this returns is called. */
export const [openPalette, onOpenPalette] = opener("staff-palette");
/** The same for the list of keys. */
export const [openKeyboardList, onOpenKeyboardList] = opener("staff-keyboard");
