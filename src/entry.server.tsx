import {
  type EntryContext,
  type RouterContextProvider,
  isRouteErrorResponse,
  type HandleErrorFunction,
} from "react-router";
import { pageFailure, requestContext } from "#platform/request-context.server.ts";
import { pathForLog, logFailure } from "#platform/log.server.ts";
import { renderPage, scriptHashes } from "./app/page-html.server.tsx";

/** Logs the failure of a page with the request id. Thrown responses below 500 are not failures. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A URL that matches no route, for example one with a line break, is an error of the visitor.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.set(pageFailure, error);
  const ctx = context.get(requestContext);
  const path = pathForLog(new URL(request.url).pathname);
  logFailure(ctx.log, "error", error, { request_id: ctx.requestId, path, text: "page failed" });
};

/** Renders the page and stores the hashes of its scripts in the request's context. */
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
