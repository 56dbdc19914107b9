import { listPath } from "../frame/list-state.ts";
import { Link } from "react-router";
import { m, textNamed, underscored } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Money } from "../parts/money.tsx";
import { itemPath } from "../parts/item-path.ts";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { Initial } from "../parts/initial.tsx";
import { MoreLink } from "./more-link.tsx";
import type { Part } from "./use-dashboard.ts";
import { Row, Rows } from "../parts/rows.tsx";

const oldAfterHours = 24;

/** Payments that differ, oldest first. */
export function PaymentsCard({ payments }: { payments: Part<"payments"> }) {
  const { age } = useAges();
  if (payments.count === 0) return null;
  return (
    <Panel
      title={m.staff_menu_payments()}
      count={payments.count}
      action={<MoreLink to="/payments">{m.staff_common_action_review()}</MoreLink>}
      flush
    >
      <Rows>
        {payments.items.map((one) => (
          <Row key={one.id} start={<Icon name="shield-alert" className="text-warning" />} end={age(one.opened_at)}>
            <Link className="font-medium" to="/payments">
              {textNamed(`staff_today_payments_kinds_${one.kind}`) ?? one.kind}
              {one.order_id !== null && (
                <>
                  {" · "}
                  <bdi dir="ltr">#{one.order_id}</bdi>
                </>
              )}
            </Link>
            <div className="text-sm text-ink-3">
              {one.amount && <Money riyals={one.amount} withCurrency />}
              {one.amount && one.buyer && " · "}
              <bdi>{one.buyer}</bdi>
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Certificates whose seat was cancelled afterwards, such as by a refund. Staff keep or revoke each. */
export function CertificatesCard({ certificates }: { certificates: Part<"certificates"> }) {
  const { localized, date } = useFormats();
  if (certificates.count === 0) return null;
  return (
    <Panel title={m.staff_today_certificates_title()} count={certificates.count} flush>
      <Rows>
        {certificates.items.map((one) => (
          <Row key={one.id} start={<Icon name="award" className="text-warning" />}>
            <Link className="font-medium" to={`/runs/${one.run_id}/certificates`}>
              {localized(one.name_eng, one.name_ar)}
            </Link>
            <div className="text-sm text-ink-3">{localized(one.title_eng, one.title_ar)}</div>
            <div className="text-sm text-ink-3">
              {one.ended_at && m.staff_today_certificates_ended({ date: date(one.ended_at, "dayMonth") })}
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

export const attendancePath = (runId: number) => `/runs/${runId}/attendance`;

/** Past runs with missing attendance marks, latest first. */
export function AttendanceCard({ attendance }: { attendance: Part<"attendance"> }) {
  const { nearDays, localized } = useFormats();
  if (attendance.count === 0) return null;
  return (
    <Panel title={m.staff_today_attendance_title()} count={attendance.count} flush>
      <Rows>
        {attendance.items.map((run) => (
          <Row key={run.id} start={<Icon name="list-checks" className="text-warning" />}>
            <Link className="font-medium" to={attendancePath(run.id)}>
              {localized(run.name_eng, run.name_ar)}
            </Link>
            <div className="text-sm text-ink-3">
              {nearDays(run.start_date, run.end_date)} · {m.staff_today_attendance_people({ count: run.people })}
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Unanswered enquiries, oldest first. */
export function EnquiriesCard({ enquiries }: { enquiries: Part<"enquiries"> }) {
  const { age, isOlder } = useAges();
  if (enquiries.count === 0) return null;
  return (
    <Panel
      title={m.staff_today_enquiries_title()}
      count={enquiries.count}
      action={<MoreLink to="/enquiries">{m.staff_menu_enquiries()}</MoreLink>}
      flush
    >
      <Rows>
        {enquiries.items.map((one) => (
          <Row
            key={one.id}
            start={<Initial name={one.name} />}
            end={
              isOlder(one.created_at, oldAfterHours) ? (
                <Chip tone="attention" icon="clock-alert">
                  {age(one.created_at)}
                </Chip>
              ) : (
                age(one.created_at)
              )
            }
          >
            <Link className="font-medium" to={`/enquiries/${one.id}`}>
              <bdi>{one.name || m.staff_common_erased_person()}</bdi>
            </Link>
            <div className="text-sm text-ink-3 truncate">
              <bdi>{one.excerpt || m.staff_today_enquiries_demo()}</bdi>
            </div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Emails that could not be delivered. */
export function MailsCard({ mails }: { mails: Part<"mails"> }) {
  const { age } = useAges();
  if (mails.count === 0) return null;
  return (
    <Panel
      title={m.staff_today_mails_title()}
      count={mails.count}
      action={<MoreLink to={failedMailsPath}>{m.staff_menu_mails()}</MoreLink>}
      flush
    >
      <Rows>
        {mails.items.map((one) => (
          <Row key={one.id} start={<Icon name="mail-x" className="text-danger" />} end={age(one.created_at)}>
            <Link className="font-medium" to={failedMailsPath}>
              <bdi>{one.subject}</bdi>
            </Link>
            <div className="text-sm text-ink-3 truncate">
              <bdi dir="ltr">{one.to}</bdi>
            </div>
            <div className="text-sm text-ink-3">{m.staff_today_mails_tries({ count: one.attempts })}</div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** Content whose Arabic is missing or older than its English. */
export function ArabicCard({ arabic }: { arabic: Part<"arabic"> }) {
  if (arabic.count === 0) return null;
  return (
    <Panel
      title={m.staff_common_arabic_gaps()}
      count={arabic.count}
      action={<MoreLink to="/arabic-gaps">{m.staff_common_all()}</MoreLink>}
      flush
    >
      <Rows>
        {arabic.items.map((one) => (
          <Row
            key={one.id}
            end={
              one.state === "missing" ? (
                <Chip tone="wrong" icon="circle-dashed">
                  {m.staff_today_arabic_missing()}
                </Chip>
              ) : (
                <Chip tone="attention" icon="clock-alert">
                  {m.staff_today_arabic_behind()}
                </Chip>
              )
            }
          >
            <Link className="font-medium" to={itemPath(one.id)}>
              <bdi lang="en">{one.title}</bdi>
            </Link>
            <div className="text-sm text-ink-3">{m[`staff_today_arabic_kinds_${underscored(one.entity)}`]()}</div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** The reader's latest drafts, and whether they are published. */
export function EditingCard({ editing }: { editing: Part<"editing"> }) {
  const { localized, moment } = useFormats();
  if (editing.items.length === 0) return null;
  return (
    <Panel title={m.staff_today_editing_title()} flush>
      <Rows>
        {editing.items.map((one) => (
          <Row
            key={one.id}
            end={
              one.publish_at
                ? m.staff_today_editing_publishes_at({ when: moment(one.publish_at) })
                : one.is_waiting
                  ? m.staff_today_editing_not_published()
                  : m.staff_today_editing_published()
            }
          >
            <Link className="font-medium" to={itemPath(one.id)}>
              <bdi>{localized(one.title, one.title_ar) || m.staff_today_editing_untitled()}</bdi>
            </Link>
            <div className="text-sm text-ink-3">{m[`staff_today_arabic_kinds_${underscored(one.entity)}`]()}</div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

export const failedMailsPath = listPath("/mails", { state: ["failed"] });
