import type { Shot } from "./load.ts";

/**
 * Returns an address of a list page that is too long for the page cache, so the site renders the page for each request.
 * The value of `from` is not a date, so the page ignores it.
 */
export const toUncachedPath = (path: string, number: number) => `${path}?from=${"x".repeat(300)}${number}`;

/** Returns `count` requests, each of another uncached address: concurrent requests of one address share a render. */
export const toUncachedShots = (path: string, count: number): Shot[] =>
  Array.from({ length: count }, (_, number) => ({ path: toUncachedPath(path, number) }));
