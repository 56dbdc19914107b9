/** Browsers send at most 64 KiB of bodies after their page has closed. The limit leaves some room for headers. */
const maxBytes = 60_000;
let bytesInFlight = 0;

/**
 * Calls `fetch` with `body` so that the browser finishes the call even when the page is left right after a click. A
 * body that is too large, alone or together with other calls in progress, is sent as usual.
 */
export async function fetchToTheEnd(address: string, init: RequestInit & { body: string }): Promise<Response> {
  const bytes = new TextEncoder().encode(init.body).length;
  if (bytesInFlight + bytes > maxBytes) return fetch(address, init);
  bytesInFlight += bytes;
  try {
    return await fetch(address, { ...init, keepalive: true });
  } finally {
    bytesInFlight -= bytes;
  }
}
