import { typedDate } from "#i18n/typed-date.ts";

/** What the address of the course list says: `/courses?page=2&q=safety&from=2027-01-01&to=2027-06-30`. */
export interface Listing {
  page: number;
  /** Words to search for; empty for none. */
  q: string;
  from: string | null;
  to: string | null;
}

/** Reads an address. What makes no sense counts as absent; dates the wrong way round are turned. */
export function listingOf(query: URLSearchParams): Listing {
  // A form without script sends the dates as they were typed.
  const day = (name: string) => typedDate(query.get(name) ?? "");
  const page = /^[1-9]\d{0,4}$/.exec(query.get("page") ?? "");
  // eslint-disable-next-line no-control-regex
  const q = (query.get("q") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, 120);
  const [from, to] = [day("from"), day("to")];
  const turned = from !== null && to !== null && from > to;
  return {
    page: page ? Number(page[0]) : 1,
    q: q.isWellFormed() ? q : "",
    from: turned ? to : from,
    to: turned ? from : to,
  };
}

/** The shortest address of a list, without language. */
export function listingAddress({ page, q, from, to }: Listing): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `/courses?${text}` : "/courses";
}
