/** When a video may begin by itself: muted, once, near the window, and never against a visitor's wish for calm. */
export interface Playback {
  /** Within the distance at which the video begins. */
  isNear: boolean;
  /** It has begun by itself before, or the visitor has touched it. */
  hasBegun: boolean;
  /** `prefers-reduced-motion: reduce`. */
  prefersReducedMotion: boolean;
  /** The browser's Save-Data preference. */
  savesData: boolean;
}

export const mayAutoplay = ({ isNear, hasBegun, prefersReducedMotion: wantsCalm, savesData }: Playback): boolean =>
  isNear && !hasBegun && !wantsCalm && !savesData;

/** An observer's margin that reaches `pixels` above and below the window. */
export const marginOf = (pixels: number): string => `${pixels}px 0px`;

/** The iframe's URL in the page's language; with autoplay and mute once it is near. */
export function iframeUrl(page: string, locale: string, begins: boolean): string {
  const query = new URLSearchParams({ lang: locale, ...(begins ? { autoplay: "1", mute: "1" } : {}) });
  return `${page}?${query}`;
}
