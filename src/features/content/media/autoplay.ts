/** A video starts by itself muted, once, near the viewport, and never against the visitor's preferences. */
export interface Playback {
  isNear: boolean;
  hasBegun: boolean;
  prefersReducedMotion: boolean;
  savesData: boolean;
}

export const mayAutoplay = ({ isNear, hasBegun, prefersReducedMotion: wantsCalm, savesData }: Playback): boolean =>
  isNear && !hasBegun && !wantsCalm && !savesData;

/** For an IntersectionObserver: `pixels` above and below the viewport. */
export const marginOf = (pixels: number): string => `${pixels}px 0px`;

/** In the page's language; with autoplay and mute once it is near. */
export function iframeUrl(page: string, locale: string, begins: boolean): string {
  const query = new URLSearchParams({ lang: locale, ...(begins ? { autoplay: "1", mute: "1" } : {}) });
  return `${page}?${query}`;
}
