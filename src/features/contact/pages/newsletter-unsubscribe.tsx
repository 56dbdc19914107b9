import { data } from "react-router";
import { requestContext } from "#platform/request-context.server.ts";
import { NewsletterLink } from "#features/contact/components/newsletter-link.tsx";
import { isNewsletterLinkGood } from "#features/contact/subscriptions.server.ts";
import type { Route } from "./+types/newsletter-unsubscribe";

/** A link that no longer works gets a 404 page, which says so and offers no button. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const isGood = await isNewsletterLinkGood(context.get(requestContext), { verb: "unsubscribe", token: params.token });
  return data({ isGood }, { status: isGood ? 200 : 404 });
}

export default function NewsletterUnsubscribe({ loaderData }: Route.ComponentProps) {
  return <NewsletterLink verb="unsubscribe" isGood={loaderData.isGood} />;
}
