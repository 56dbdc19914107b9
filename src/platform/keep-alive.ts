/** Browsers take 64 KiB of bodies that outlive their page, together; a little less, for what is beside the body. */
const maxBytes = 60_000;
let bytesOnTheirWay = 0;

/**
 * Calls `fetch` with `body` so that the browser finishes the call even when the page is left right after a click. A
 * body that is too large, alone or beside others on their way, is sent as usual.
 */
export async function fetchToTheEnd(address: string, init: RequestInit & { body: string }): Promise<Response> {
  const bytes = new TextEncoder().encode(init.body).length;
  if (bytesOnTheirWay + bytes > maxBytes) return fetch(address, init);
  bytesOnTheirWay += bytes;
  try {
    return await fetch(address, { ...init, keepalive: true });
  } finally {
    bytesOnTheirWay -= bytes;
  }
}
