import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { ServerRouter, type EntryContext } from "react-router";
import { hashInlineScripts, newNonce } from "#platform/http/security.server.ts";
import { structuredData } from "#site/found/structured-data.ts";
import { codeAfterLooks } from "#site/start-script.ts";

/** Header between the renderer and the server only: the hashes for the page's policy. */
export const hashesHeader = "x-script-hashes";

/**
 * Renders the whole page before answering: pages are cached and their scripts hashed, so there is nothing to stream.
 * Rejects when rendering fails; the server answers with its plain error page.
 */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const nonce = newNonce();
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const chunks: Buffer[] = [];
        const sink = new PassThrough();
        sink.on("data", (chunk: Buffer) => chunks.push(chunk));
        sink.on("error", reject);
        sink.on("end", () => {
          const html = Buffer.concat(chunks).toString("utf8");
          const page = hashInlineScripts(import.meta.env.PROD ? codeAfterLooks(html) : html, nonce);
          headers.set("content-type", "text/html; charset=utf-8");
          headers.set(hashesHeader, page.hashes.join(" "));
          // Data, not code: it needs no hash, and React leaves what it does not know in the head alone.
          const found = status === 200 ? structuredData(context.staticHandlerContext.loaderData) : "";
          resolve(new Response(page.html.replace("</head>", () => `${found}</head>`), { status, headers }));
        });
        pipe(sink);
      },
      onShellError: reject,
      // A part that cannot be rendered fails the page: half a page must not be sent, or kept, as a good one.
      onError: reject,
    });
  });
}

export { handleError } from "./errors.server.ts";
