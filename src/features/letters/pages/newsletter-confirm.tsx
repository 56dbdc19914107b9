import { NewsletterLink } from "../components/newsletter-link.tsx";

export default function NewsletterConfirm() {
  return <NewsletterLink verb="confirm" />;
}
