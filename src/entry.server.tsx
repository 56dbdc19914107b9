import type { EntryContext, RouterContextProvider } from "react-router";
import { renderPage, scriptHashes } from "./page-html.server.tsx";

/** Leaves the hashes of the page's scripts in the request's context. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { html, hashes } = await renderPage(page, request.url);
  context.set(scriptHashes, hashes);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

export { handleError } from "./errors.server.ts";
