import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Ends a request whose body is still not here after `ms`, with 408. Node has one such limit for all requests of a
 * server, and a large file needs another than a form.
 */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    request.socket.destroySoon();
  }, ms);
  request.once("close", () => clearTimeout(timer));
}
