import { NewsletterLink } from "../components/newsletter-link.tsx";

export default function NewsletterUnsubscribe() {
  return <NewsletterLink verb="unsubscribe" />;
}
