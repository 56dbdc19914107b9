import { useTranslate } from "ra-core";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import type { Person } from "./person-types.ts";

/** What the person has agreed to, and when. */
export function Consents({ person }: { person: Person }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const { terms_accepted_at: terms, newsletter } = person;
  return (
    <Card title={translate("people.consents")}>
      <ul className="consents">
        <Consent icon={terms ? "circle-check" : "circle-minus"} title={translate("people.terms")}>
          {terms ? date(terms) : translate("people.not_asked")}
        </Consent>
        {newsletter.length === 0 && (
          <Consent icon="circle-minus" title={translate("people.newsletter")}>
            {translate("people.newsletter_none")}
          </Consent>
        )}
        {newsletter.map((entry) => (
          <Consent
            key={entry.created_at}
            icon={entry.confirmed_at && !entry.unsubscribed_at ? "circle-check" : "circle-minus"}
            title={translate("people.newsletter")}
          >
            {newsletterWords(entry)}
          </Consent>
        ))}
      </ul>
    </Card>
  );

  function newsletterWords(entry: Person["newsletter"][number]): string {
    if (entry.unsubscribed_at) return translate("people.newsletter_ended", { date: date(entry.unsubscribed_at) });
    if (entry.confirmed_at) return translate("people.newsletter_confirmed", { date: date(entry.confirmed_at) });
    return translate("people.newsletter_waiting", { date: date(entry.created_at) });
  }
}

function Consent({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <li>
      <Icon name={icon} className={icon === "circle-check" ? "is-given" : ""} />
      <span>
        <span className="strong">{title}</span>
        <span className="second-line">{children}</span>
      </span>
    </li>
  );
}
