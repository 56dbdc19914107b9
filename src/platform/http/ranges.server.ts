import type { MiddlewareHandler } from "hono";

/** One range of RFC 9110 (14.1.2): `bytes=from-`, `bytes=from-to`, or `bytes=-length` for the last bytes. */
const singleRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i;

export function isValidRange(header: string): boolean {
  const [whole, from, to] = singleRange.exec(header.trim()) ?? [];
  return whole !== undefined && (from === undefined || !to || BigInt(from) <= BigInt(to));
}

/**
 * Middleware that removes a `Range` header that cannot be parsed, so that the whole file is sent with 200 (RFC 9110,
 * 14.2). It does the same with several ranges in one request, which the RFC allows. `serveStatic` handles a range
 * beyond the end of the file with 416.
 */
export const dropInvalidRange: MiddlewareHandler = async (request, next) => {
  const range = request.req.header("range");
  if (range !== undefined && !isValidRange(range)) {
    const headers = new Headers(request.req.raw.headers);
    headers.delete("range");
    request.req.raw = new Request(request.req.url, { method: request.req.method, headers });
  }
  await next();
};
