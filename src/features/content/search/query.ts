import { kinds, type Kind } from "./search.ts";

/** Such as `/search?q=audit&type=course`. */
export interface Query {
  q: string;
  type: Kind | undefined;
}

/** In characters, as in the header's box and the API. */
export const longestQuery = 200;

export function queryOf(query: URLSearchParams): Query {
  // eslint-disable-next-line no-control-regex
  const q = (query.get("q") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, longestQuery);
  return { q: q.isWellFormed() ? q : "", type: kinds.find((kind) => kind === query.get("type")) };
}

export function searchAddress({ q, type }: Query): string {
  return `/search?${new URLSearchParams({ q, ...(type && { type }) }).toString()}`;
}
