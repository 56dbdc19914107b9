/** Size and position of the window, stored between starts. CSS pixels. */

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const smallest = { width: 390, height: 560 };
const usual = { width: 1280, height: 860 };
/** So much of the window's top has to be on a screen that a hand can take hold of it. */
const graspable = { width: 120, height: 40 };

/** Bounds as they were written; null for anything else. */
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
 * Where the window opens: where it was, if that is still on one of the screens and fits it, else in the middle of the
 * first.
 */
export function placeWindow(saved: Bounds | null, screens: readonly Bounds[]): Bounds {
  const home = screens.find((screen) => saved && isGraspable(saved, screen)) ?? screens[0] ?? { x: 0, y: 0, ...usual };
  const width = Math.max(smallest.width, Math.min(saved?.width ?? usual.width, home.width));
  const height = Math.max(smallest.height, Math.min(saved?.height ?? usual.height, home.height));
  if (saved && isGraspable(saved, home)) return { x: saved.x, y: saved.y, width, height };
  return {
    x: home.x + Math.max(0, Math.round((home.width - width) / 2)),
    y: home.y + Math.max(0, Math.round((home.height - height) / 2)),
    width,
    height,
  };
}

function isGraspable(bounds: Bounds, screen: Bounds): boolean {
  const shownWidth = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  return (
    shownWidth >= graspable.width && bounds.y >= screen.y && bounds.y + graspable.height <= screen.y + screen.height
  );
}
