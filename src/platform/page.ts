/** A page of a list in API replies. `from` and `to` count from 1 and are null on an empty page. */
export interface Page<T> {
  current_page: number;
  last_page: number;
  per_page: number;
  from: number | null;
  to: number | null;
  total: number;
  data: T[];
}

/** Builds a page. `data` are its rows, `page` counts from 1, and `total` counts the rows of all pages. */
export function toPage<T>(
  data: T[],
  { page, perPage, total }: { page: number; perPage: number; total: number },
): Page<T> {
  const offset = (page - 1) * perPage;
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    from: data.length ? offset + 1 : null,
    to: data.length ? offset + data.length : null,
    total,
    data,
  };
}
