import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { MailIcon, useMailStateLabel } from "../mails/mail-state.tsx";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import type { Person } from "./person-types.ts";

const shown = 5;

/** The newest mails to a person. */
export function PersonMails({ mails, email }: { mails: NonNullable<Person["mails"]>; email: string }) {
  const translate = useTranslate();
  const { moment } = useFormats();
  const stateWords = useMailStateLabel();
  const filter = encodeURIComponent(JSON.stringify({ q: email }));
  return (
    <Card
      title={translate("people.mails")}
      count={mails.total}
      flush
      action={
        mails.total > 0 && (
          <Link className="link row" to={`/mails?filter=${filter}`}>
            {translate("people.all_mails")}
            <Icon name="chevron-right" size={14} mirrors />
          </Link>
        )
      }
    >
      {mails.data.length === 0 ? (
        <p className="none">{translate("people.no_mails")}</p>
      ) : (
        <ul className="rows">
          {mails.data.slice(0, shown).map((mail) => (
            <li key={mail.id}>
              <MailIcon mail={mail} />
              <bdi className="grow strong">{mail.subject || translate("mails.states.erased")}</bdi>
              <span className="quiet">
                {moment(mail.sent_at ?? mail.created_at)} · {stateWords(mail)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
