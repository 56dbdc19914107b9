import { Link } from "react-router";
import { m, textNamed, underscored } from "../messages.ts";
import { Card } from "../parts/card.tsx";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { Money } from "../parts/money.tsx";
import { itemPath } from "../parts/item-path.ts";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { Avatar } from "../parts/avatar.tsx";
import { MoreLink } from "./more-link.tsx";
import type { Part } from "./use-dashboard.ts";

const oldAfterHours = 24;

/** Payments that differ, the oldest first. */
export function PaymentsCard({ payments }: { payments: Part<"payments"> }) {
  const { age } = useAges();
  if (payments.count === 0) return null;
  return (
    <Card
      title={m.staff_today_payments_title()}
      count={payments.count}
      action={<MoreLink to="/payments">{m.staff_today_payments_all()}</MoreLink>}
      flush
    >
      <ul className="rows today-list">
        {payments.items.map((one) => (
          <li key={one.id}>
            <Icon name="shield-alert" className="attention" />
            <div className="grow">
              <Link className="strong" to="/payments">
                {textNamed(`staff_today_payments_kinds_${one.kind}`) ?? one.kind}
                {one.order_id !== null && (
                  <>
                    {" · "}
                    <bdi className="ltr">#{one.order_id}</bdi>
                  </>
                )}
              </Link>
              <div className="small quiet">
                {one.amount && <Money riyals={one.amount} withCurrency />}
                {one.amount && one.buyer && " · "}
                <bdi>{one.buyer}</bdi>
              </div>
            </div>
            <span className="end small quiet">{age(one.opened_at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Enquiries no one has answered, the oldest first. */
export function EnquiriesCard({ enquiries }: { enquiries: Part<"enquiries"> }) {
  const { age, isOlder } = useAges();
  if (enquiries.count === 0) return null;
  return (
    <Card
      title={m.staff_today_enquiries_title()}
      count={enquiries.count}
      action={<MoreLink to="/enquiries">{m.staff_today_enquiries_all()}</MoreLink>}
      flush
    >
      <ul className="rows today-list">
        {enquiries.items.map((one) => (
          <li key={one.id}>
            <Avatar name={one.name} />
            <div className="grow">
              <Link className="strong" to={`/enquiries/${one.id}`}>
                <bdi>{one.name || m.staff_today_enquiries_erased()}</bdi>
              </Link>
              <div className="small quiet truncate">
                <bdi>{one.excerpt || m.staff_today_enquiries_demo()}</bdi>
              </div>
            </div>
            <span className="end">
              {isOlder(one.created_at, oldAfterHours) ? (
                <Chip tone="attention" icon="clock-alert">
                  {age(one.created_at)}
                </Chip>
              ) : (
                <span className="small quiet">{age(one.created_at)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Mails that reached no one. */
export function MailsCard({ mails }: { mails: Part<"mails"> }) {
  const { age } = useAges();
  if (mails.count === 0) return null;
  return (
    <Card
      title={m.staff_today_mails_title()}
      count={mails.count}
      action={<MoreLink to={failedMailsPath}>{m.staff_today_mails_all()}</MoreLink>}
      flush
    >
      <ul className="rows today-list">
        {mails.items.map((one) => (
          <li key={one.id}>
            <Icon name="mail-x" className="wrong" />
            <div className="grow">
              <Link className="strong" to={failedMailsPath}>
                <bdi>{one.subject}</bdi>
              </Link>
              <div className="small quiet truncate">
                <bdi className="ltr">{one.to}</bdi> · {m.staff_today_mails_tries({ count: one.attempts })}
              </div>
            </div>
            <span className="end small quiet">{age(one.created_at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Content whose Arabic is missing or older than its English. */
export function ArabicCard({ arabic }: { arabic: Part<"arabic"> }) {
  if (arabic.count === 0) return null;
  return (
    <Card
      title={m.staff_today_arabic_title()}
      count={arabic.count}
      action={<MoreLink to="/arabic-gaps">{m.staff_today_all()}</MoreLink>}
      flush
    >
      <ul className="rows today-list">
        {arabic.items.map((one) => (
          <li key={one.id}>
            <div className="grow">
              <Link className="strong" to={itemPath(one.id)}>
                <bdi lang="en">{one.title}</bdi>
              </Link>
              <div className="small quiet">{m[`staff_today_arabic_kinds_${underscored(one.entity)}`]()}</div>
            </div>
            <span className="end">
              {one.state === "missing" ? (
                <Chip tone="wrong" icon="circle-dashed">
                  {m.staff_today_arabic_missing()}
                </Chip>
              ) : (
                <Chip tone="attention" icon="clock-alert">
                  {m.staff_today_arabic_behind()}
                </Chip>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the reader wrote last, and whether it is published. */
export function EditingCard({ editing }: { editing: Part<"editing"> }) {
  const { localized, moment } = useFormats();
  if (editing.items.length === 0) return null;
  return (
    <Card title={m.staff_today_editing_title()} flush>
      <ul className="rows today-list">
        {editing.items.map((one) => (
          <li key={one.id}>
            <div className="grow">
              <Link className="strong" to={itemPath(one.id)}>
                <bdi>{localized(one.title, one.title_ar) || m.staff_content_untitled()}</bdi>
              </Link>
              <div className="small quiet">{m[`staff_today_arabic_kinds_${underscored(one.entity)}`]()}</div>
            </div>
            <span className="end small quiet">
              {one.publish_at
                ? m.staff_content_states_scheduled({ when: moment(one.publish_at) })
                : one.is_waiting
                  ? m.staff_today_editing_not_published()
                  : m.staff_content_states_published()}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export const failedMailsPath = `/mails?filter=${encodeURIComponent(JSON.stringify({ state: ["failed"] }))}`;
