import type { MiddlewareHandler } from "hono";

/** A range as RFC 9110 (14.1.2) writes it: from, from and to, or the last so many bytes. */
const oneRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

export function isValidRange(header: string): boolean {
  const [whole, from, to] = oneRange.exec(header.trim()) ?? [];
  return whole !== undefined && (from === undefined || !to || BigInt(from) <= BigInt(to));
}

/**
 * A `Range` that cannot be parsed counts as none (RFC 9110, 14.2): the whole file, 200. So do several ranges in one
 * request, which the RFC allows. One beyond the end of the file is for `serveStatic`, which answers 416.
 */
export const validRanges: MiddlewareHandler = async (request, next) => {
  const range = request.req.header("range");
  if (range !== undefined && !isValidRange(range)) {
    const headers = new Headers(request.req.raw.headers);
    headers.delete("range");
    request.req.raw = new Request(request.req.url, { method: request.req.method, headers });
  }
  await next();
};
