import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Ends a request with 408 if its body has not arrived after `ms`. Node has only one such limit for all requests of a
 * server, but a large file needs more time than a form.
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
