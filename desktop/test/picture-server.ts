/** A real HTTP server with pictures of any size, for tests: it counts requests, and can stop in the middle of one. */
import { once } from "node:events";
import { createServer } from "node:http";

export interface PictureServer {
  origin: string;
  /** Requests of each path. */
  requests: Map<string, number>;
  /** Bytes of the picture at a path; the same at every call. */
  bytesOf(path: string): Buffer;
  /** From now on half of each picture is sent, and the rest when `rest` is called. */
  hold(): { rest(): void };
  close(): Promise<void>;
}

/** Paths look like `/art/<name>-<bytes>.webp`. */
export async function startPictureServer(): Promise<PictureServer> {
  const requests = new Map<string, number>();
  let held: Promise<void> | undefined;
  const makeBytes = (path: string) => {
    const size = Number(/-(\d+)\.webp$/.exec(path)?.[1] ?? 0);
    return Buffer.alloc(size, path);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (path.startsWith("/art/missing"))
      return void response.writeHead(404, { "content-type": "image/webp" }).end("no");
    if (path.startsWith("/art/text"))
      return void response.writeHead(200, { "content-type": "text/html" }).end("<p>no picture</p>");
    if (path.startsWith("/art/elsewhere")) return void response.writeHead(302, { location: "/art/a-10.webp" }).end();
    const bytes = makeBytes(path);
    response.writeHead(200, { "content-type": "image/webp", "content-length": bytes.length });
    if (!held) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2));
    void held.then(() => response.end(bytes.subarray(bytes.length / 2)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`,
    requests,
    bytesOf: makeBytes,
    hold() {
      let rest = () => {};
      held = new Promise((resolve) => (rest = resolve));
      return { rest: () => (rest(), (held = undefined)) };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
