import { data } from "react-router";
import { requestContext } from "#platform/request-context.server.ts";
import { NewsletterLink } from "#features/contact/components/newsletter-link.tsx";
import { isNewsletterLinkGood } from "#features/contact/subscriptions.server.ts";
import type { Route } from "./+types/newsletter-confirm";

/** A link that no longer works gets status 404 and a page that says so. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const isGood = await isNewsletterLinkGood(context.get(requestContext), { verb: "confirm", token: params.token });
  return data({ isGood }, { status: isGood ? 200 : 404 });
}

export default function NewsletterConfirm({ loaderData }: Route.ComponentProps) {
  return <NewsletterLink verb="confirm" isGood={loaderData.isGood} />;
}
