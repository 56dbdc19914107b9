import type { Shot } from "./load.ts";

/**
 * An address of a list page that is too long to be kept, so the page is made each time; the date in it is none and
 * changes nothing.
 */
export const anew = (path: string, number: number) => `${path}?from=${"x".repeat(300)}${number}`;

/** `count` such addresses, each another: concurrent requests of one address share a render. */
export const anewEach = (path: string, count: number): Shot[] =>
  Array.from({ length: count }, (_, number) => ({ path: anew(path, number) }));
