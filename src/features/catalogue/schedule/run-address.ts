/** How an address names a run, and the key of a private run. */

/** Builds the query that names a run in the address of its page or checkout. */
export const runQuery = (run: number, key: string | null = null): string => `?run=${run}${key ? `&key=${key}` : ""}`;

/** Reads that query from an address; ignores malformed values. */
export function readRunQuery(address: string): { run?: number; key?: string } {
  const { searchParams } = new URL(address);
  const run = /^[1-9]\d{0,8}$/.exec(searchParams.get("run") ?? "");
  const key = /^[\w-]{1,60}$/.exec(searchParams.get("key") ?? "");
  return { ...(run && { run: Number(run[0]) }), ...(run && key && { key: key[0] }) };
}

/** Builds the path of the page where a company accepts the run that it is offered. */
export const quotationPath = (run: number, key: string): string => `/quotation/${run}-${key}`;
