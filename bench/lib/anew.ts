import type { Shot } from "./load.ts";

/** An address of a list page that is too long to be kept, so the page is made each time; the date in it is none and changes nothing. */
export const anew = (path: string, number: number) => `${path}?from=${"x".repeat(300)}${number}`;

/** `count` such addresses, each another: who asks for the same one at the same time gets one page made for both. */
export const anewEach = (path: string, count: number): Shot[] =>
  Array.from({ length: count }, (_, number) => ({ path: anew(path, number) }));
