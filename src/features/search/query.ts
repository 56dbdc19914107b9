import { kinds, type Kind } from "./search.ts";

/** What the address of a search says: `/search?q=audit&type=course`. */
export interface Query {
  q: string;
  /** One kind only, in full. */
  type: Kind | undefined;
}

/** Letters of a query at most, as in the header's box and the API. */
export const longestQuery = 200;

/** Reads an address; what makes no sense counts as absent. */
export function queryOf(query: URLSearchParams): Query {
  // eslint-disable-next-line no-control-regex
  const q = (query.get("q") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, longestQuery);
  return { q: q.isWellFormed() ? q : "", type: kinds.find((kind) => kind === query.get("type")) };
}

/** The address of a search, without language. */
export function searchAddress({ q, type }: Query): string {
  return `/search?${new URLSearchParams({ q, ...(type && { type }) }).toString()}`;
}
