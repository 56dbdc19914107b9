/** Events that open the command palette and the list of keys. */
function opener(name: string) {
  const requestOpen = () => void globalThis.dispatchEvent(new Event(name));
  const onWanted = (open: () => void): (() => void) => {
    globalThis.addEventListener(name, open);
    return () => globalThis.removeEventListener(name, open);
  };
  return [requestOpen, onWanted] as const;
}

/** Opens the palette, or registers a listener for that. Registering returns an unsubscribe function. */
export const [openPalette, onOpenPalette] = opener("staff-palette");
/** The same for the list of keys. */
export const [openKeyboardList, onOpenKeyboardList] = opener("staff-keyboard");
