/** Creates the pair of functions that send and receive an event of the window. */
function createOpenEvent(name: string) {
  const requestOpen = () => void globalThis.dispatchEvent(new Event(name));
  const onOpen = (open: () => void): (() => void) => {
    globalThis.addEventListener(name, open);
    return () => globalThis.removeEventListener(name, open);
  };
  return [requestOpen, onOpen] as const;
}

/** Opens the palette, or registers a listener for that. Registering returns an unsubscribe function. */
export const [openPalette, onOpenPalette] = createOpenEvent("staff-palette");
/** Opens the list of keyboard shortcuts, or registers a listener for that. */
export const [openKeyboardList, onOpenKeyboardList] = createOpenEvent("staff-keyboard");
