/** How an address names a run, with the key of a private one. */

/** The query that names a run in the address of its page or checkout. */
export const runQuery = (run: number, key: string | null = null): string => `?run=${run}${key ? `&key=${key}` : ""}`;

/** Reads that query from an address; a malformed one is none. */
export function readRunQuery(address: string): { run?: number; key?: string } {
  const { searchParams } = new URL(address);
  const run = /^[1-9]\d{0,8}$/.exec(searchParams.get("run") ?? "");
  const key = /^[\w-]{1,60}$/.exec(searchParams.get("key") ?? "");
  return { ...(run && { run: Number(run[0]) }), ...(run && key && { key: key[0] }) };
}

/** Where a company accepts the run that it is offered. */
export const quotationPath = (run: number, key: string): string => `/quotation/${run}-${key}`;
