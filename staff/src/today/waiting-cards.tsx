import { listPath } from "../frame/list-state.ts";
import { Link } from "react-router";
import { m, findMessage, toSnakeCase } from "../messages.ts";
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

/** Age in hours from which an unanswered enquiry is marked as late. */
const lateAfterHours = 24;

/** Open payment cases, oldest first, such as a payment whose amount differs from the provider's. */
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
        {payments.items.map((item) => (
          <Row key={item.id} start={<Icon name="shield-alert" className="text-warning" />} end={age(item.openedAt)}>
            <Link className="font-medium" to="/payments">
              {findMessage(`staff_today_payments_kinds_${item.kind}`) ?? item.kind}
              {item.orderId !== null && (
                <>
                  {" · "}
                  <bdi dir="ltr">#{item.orderId}</bdi>
                </>
              )}
            </Link>
            <div className="text-sm text-ink-3">
              {item.amount && <Money riyals={item.amount} withCurrency />}
              {item.amount && item.buyer && " · "}
              <bdi>{item.buyer}</bdi>
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
        {certificates.items.map((item) => (
          <Row key={item.id} start={<Icon name="award" className="text-warning" />}>
            <Link className="font-medium" to={`/runs/${item.runId}/certificates`}>
              {localized(item.name_eng, item.name_ar)}
            </Link>
            <div className="text-sm text-ink-3">{localized(item.title_eng, item.title_ar)}</div>
            <div className="text-sm text-ink-3">
              {item.endedAt && m.staff_today_certificates_ended({ date: date(item.endedAt, "dayMonth") })}
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
              {nearDays(run.startDate, run.endDate)} · {m.staff_today_attendance_people({ count: run.people })}
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
        {enquiries.items.map((item) => (
          <Row
            key={item.id}
            start={<Initial name={item.name} />}
            end={
              isOlder(item.createdAt, lateAfterHours) ? (
                <Chip tone="attention" icon="clock-alert">
                  {age(item.createdAt)}
                </Chip>
              ) : (
                age(item.createdAt)
              )
            }
          >
            <Link className="font-medium" to={`/enquiries/${item.id}`}>
              <bdi>{item.name || m.staff_common_erased_person()}</bdi>
            </Link>
            <div className="text-sm text-ink-3 truncate">
              <bdi>{item.excerpt || m.staff_today_enquiries_demo()}</bdi>
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
        {mails.items.map((item) => (
          <Row key={item.id} start={<Icon name="mail-x" className="text-danger" />} end={age(item.createdAt)}>
            <Link className="font-medium" to={failedMailsPath}>
              <bdi>{item.subject}</bdi>
            </Link>
            <div className="text-sm text-ink-3 truncate">
              <bdi dir="ltr">{item.to}</bdi>
            </div>
            <div className="text-sm text-ink-3">{m.staff_today_mails_tries({ count: item.attempts })}</div>
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
        {arabic.items.map((item) => (
          <Row
            key={item.id}
            end={
              item.state === "missing" ? (
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
            <Link className="font-medium" to={itemPath(item.id)}>
              <bdi lang="en">{item.title}</bdi>
            </Link>
            <div className="text-sm text-ink-3">{m[`staff_today_arabic_kinds_${toSnakeCase(item.entity)}`]()}</div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

/** The latest drafts of the signed-in person, and whether they are published. */
export function EditingCard({ editing }: { editing: Part<"editing"> }) {
  const { localized, moment } = useFormats();
  if (editing.items.length === 0) return null;
  return (
    <Panel title={m.staff_today_editing_title()} flush>
      <Rows>
        {editing.items.map((item) => (
          <Row
            key={item.id}
            end={
              item.publishAt
                ? m.staff_today_editing_publishes_at({ when: moment(item.publishAt) })
                : item.isWaiting
                  ? m.staff_today_editing_not_published()
                  : m.staff_today_editing_published()
            }
          >
            <Link className="font-medium" to={itemPath(item.id)}>
              <bdi>{localized(item.title, item.title_ar) || m.staff_today_editing_untitled()}</bdi>
            </Link>
            <div className="text-sm text-ink-3">{m[`staff_today_arabic_kinds_${toSnakeCase(item.entity)}`]()}</div>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

export const failedMailsPath = listPath("/mails", { state: ["failed"] });
