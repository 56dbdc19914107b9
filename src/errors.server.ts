import { isRouteErrorResponse, type HandleErrorFunction } from "react-router";
import { pageFailure, requestContext } from "#platform/request-context.server.ts";
import { pathForLog, logFailure } from "#platform/log.server.ts";

/** Logged with the request id; thrown responses are not failures. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An address that no route takes (one with a line end in it) is the visitor's error.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.set(pageFailure, error);
  const ctx = context.get(requestContext);
  const path = pathForLog(new URL(request.url).pathname);
  logFailure(ctx.log, "error", error, { request_id: ctx.requestId, path, text: "page failed" });
};
