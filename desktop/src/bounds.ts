/** Size and position of the window in CSS pixels. The shell stores them between starts. */

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const minSize = { width: 390, height: 560 };
const defaultSize = { width: 1280, height: 860 };
/** At least this much of the window's top edge must be on a screen, so that the user can drag the window. */
const minDragArea = { width: 120, height: 40 };

/** Parses the stored bounds. Returns null if the text is not valid. */
export function readBounds(text: string): Bounds | null {
  try {
    const saved = JSON.parse(text) as Partial<Record<keyof Bounds, unknown>> | null;
    const { x, y, width, height } = saved ?? {};
    return [x, y, width, height].every((value) => Number.isSafeInteger(value))
      ? ({ x, y, width, height } as Bounds)
      : null;
  } catch {
    return null;
  }
}

/**
 * Returns where the window opens: where it was, if the user can still drag it there, otherwise in the middle of the
 * first screen. It is never larger than its screen, unless the screen is smaller than `minSize`.
 */
export function placeWindow(saved: Bounds | null, screens: readonly Bounds[]): Bounds {
  const targetScreen = screens.find((screen) => saved && canBeDragged(saved, screen)) ??
    screens[0] ?? { x: 0, y: 0, ...defaultSize };
  const width = Math.max(minSize.width, Math.min(saved?.width ?? defaultSize.width, targetScreen.width));
  const height = Math.max(minSize.height, Math.min(saved?.height ?? defaultSize.height, targetScreen.height));
  if (saved && canBeDragged(saved, targetScreen)) return { x: saved.x, y: saved.y, width, height };
  return {
    x: targetScreen.x + Math.max(0, Math.round((targetScreen.width - width) / 2)),
    y: targetScreen.y + Math.max(0, Math.round((targetScreen.height - height) / 2)),
    width,
    height,
  };
}

function canBeDragged(bounds: Bounds, screen: Bounds): boolean {
  const shownWidth = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  return (
    shownWidth >= minDragArea.width && bounds.y >= screen.y && bounds.y + minDragArea.height <= screen.y + screen.height
  );
}
