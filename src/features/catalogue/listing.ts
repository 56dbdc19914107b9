import { typedDate } from "#i18n/typed-date.ts";

/** Such as `/courses?page=2&q=safety&from=2027-01-01&to=2027-06-30`. */
export interface Listing {
  page: number;
  /** Empty for none. */
  q: string;
  from: string | null;
  to: string | null;
}

/** Invalid values count as absent; reversed dates are swapped. */
export function listingOf(query: URLSearchParams): Listing {
  // A form without script sends dates as typed.
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

export function listingAddress({ page, q, from, to }: Listing): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `/courses?${text}` : "/courses";
}
