import type { HandleErrorFunction } from "react-router";
import { requestContext } from "#platform/request-context.server.ts";
import { errorForLog } from "#platform/log.server.ts";

/** A loader or a component failed: log it with the request id; refusals thrown as answers are not failures. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const ctx = context.get(requestContext);
  ctx.log.error({ request_id: ctx.requestId, path: new URL(request.url).pathname, ...errorForLog(error) }, "page failed");
};
