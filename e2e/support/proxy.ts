/** A proxy in front of the site that can change or hold back responses, record requests, and go down and come back. */
import { once } from "node:events";
import { createServer, request as ask } from "node:http";

export interface TestProxy {
  url: string;
  /** Path of every request that reached it. */
  requests: string[];
  /** Changes the text of answers from now on. */
  change(edit: (path: string, text: string) => string): void;
  /** Answers of this path end before `from` until the function that comes back is called. */
  holdBack(path: string, from: string): () => void;
  /** From now on no one answers at its address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startProxy(site: string): Promise<TestProxy> {
  let edit: ((path: string, text: string) => string) | undefined;
  const held = new Map<string, { from: string; released: Promise<void> }>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    const { "accept-encoding": _, "if-none-match": __, "if-modified-since": ___, ...headers } = request.headers;
    const onward = ask(
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
          const rest = held.get(path);
          if (!rest) return void response.end(text);
          const at = text.indexOf(rest.from);
          if (at < 0) throw new Error(`${path} does not say ${rest.from}`);
          response.write(text.slice(0, at));
          void rest.released.then(() => response.end(text.slice(at)));
        });
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    change: (how) => void (edit = how),
    holdBack(path, from) {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      held.set(path, { from, released });
      return resolve;
    },
    async leave() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
    async comeBack() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
