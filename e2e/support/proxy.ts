/** A proxy in front of the site that can change or hold back responses, record requests, and go down and come back. */
import { once } from "node:events";
import { createServer, request as sendRequest } from "node:http";

export interface TestProxy {
  url: string;
  /** Paths of all requests that reached the proxy. */
  requests: string[];
  /** Changes the text of all later responses with `edit`. */
  change(edit: (path: string, text: string) => string): void;
  /** Holds responses of this path back from the text `from` on. The returned function releases the rest. */
  holdBack(path: string, from: string): () => void;
  /** Closes the proxy's port. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  restart(): Promise<void>;
}

export async function startProxy(site: string): Promise<TestProxy> {
  let edit: ((path: string, text: string) => string) | undefined;
  const held = new Map<string, { from: string; released: Promise<void> }>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const { "accept-encoding": _, "if-none-match": __, "if-modified-since": ___, ...headers } = request.headers;
    const forwarded = sendRequest(
      site + path,
      { agent: false, method: request.method ?? "GET", headers: edit || held.has(path) ? headers : request.headers },
      (answer) => {
        if (!(edit || held.has(path)) || !/text|javascript/.test(answer.headers["content-type"] ?? "")) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          return void answer.pipe(response);
        }
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const { "content-length": _length, etag: _etag, ...otherHeaders } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, otherHeaders);
          const body = Buffer.concat(chunks).toString("utf8");
          const text = edit?.(path, body) ?? body;
          const hold = held.get(path);
          if (!hold) return void response.end(text);
          const holdIndex = text.indexOf(hold.from);
          if (holdIndex < 0) throw new Error(`The response of ${path} does not contain ${hold.from}`);
          response.write(text.slice(0, holdIndex));
          void hold.released.then(() => response.end(text.slice(holdIndex)));
        });
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    change: (newEdit) => void (edit = newEdit),
    holdBack(path, from) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      held.set(path, { from, released });
      return resolve;
    },
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
    async restart() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
