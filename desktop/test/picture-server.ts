/** An HTTP server for tests with pictures of any size. It counts requests and can pause in the middle of a reply. */
import { once } from "node:events";
import { createServer } from "node:http";

export interface PictureServer {
  origin: string;
  /** Number of requests for each path. */
  requests: Map<string, number>;
  /** Bytes of the picture at a path; the same at every call. */
  bytesOf(path: string): Buffer;
  /** From now on the server sends only half of each picture, and the other half once `release` is called. */
  hold(): { release(): void };
  close(): Promise<void>;
}

/** Starts the server. The number in a path `/art/<name>-<bytes>.webp` is the size of its picture. */
export async function startPictureServer(): Promise<PictureServer> {
  const requests = new Map<string, number>();
  let pause: Promise<void> | undefined;
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
    if (!pause) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2));
    void pause.then(() => response.end(bytes.subarray(bytes.length / 2)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`,
    requests,
    bytesOf: makeBytes,
    hold() {
      let release = () => {};
      pause = new Promise((resolve) => (release = resolve));
      return { release: () => (release(), (pause = undefined)) };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
