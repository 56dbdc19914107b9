import {
  type EntryContext,
  type RouterContextProvider,
  isRouteErrorResponse,
  type HandleErrorFunction,
} from "react-router";
import { pageFailure, requestContext } from "#platform/request-context.server.ts";
import { pathForLog, logFailure } from "#platform/log.server.ts";
import { renderPage, scriptHashes } from "./app/page-html.server.tsx";

/** Logged with the request id; thrown responses are not failures. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An address that no route takes (one with a line end in it) is the visitor's error.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.set(pageFailure, error);
  const ctx = context.get(requestContext);
  const path = pathForLog(new URL(request.url).pathname);
  logFailure(ctx.log, "error", error, { request_id: ctx.requestId, path, text: "page failed" });
};

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
