import { data } from "react-router";
import { redirectMoved } from "#features/content/redirects/redirect-list.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { ErrorPage } from "#site/error-page.tsx";
import { errorMeta } from "#site/page-meta.ts";
import type { Route } from "./+types/not-found";

export async function loader({ context, url }: Route.LoaderArgs) {
  await redirectMoved(context.get(requestContext), url);
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <ErrorPage status={404} />;
}

export const meta = () => errorMeta(404);
