import { listPath } from "../frame/list-state.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useParams, Link } from "react-router";
import { m, findMessage, type NameIn } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { Chip, type Tone } from "../parts/chip.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, getFailure, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonDetails } from "./person-details.tsx";
import { PersonRecords } from "./person-records.tsx";
import type { Person } from "./person-types.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { MailIcon, mailStateLabel } from "../mails/mail-state.tsx";
import { NoRows, Row, Rows } from "../parts/rows.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

type Seat = Person["seats"][number];

/** Seats of this person, past and present, including those that someone else paid for. */
function PersonSeats({ seats }: { seats: Seat[] }) {
  const { days, localized, number } = useFormats();
  return (
    <Panel title={m.staff_people_seats_and_hours()} count={seats.length} flush>
      {seats.length === 0 ? (
        <NoRows>{m.staff_people_no_seats()}</NoRows>
      ) : (
        <Rows>
          {seats.map((seat) => (
            <Row
              key={seat.id}
              end={
                <span className="flex items-center gap-3.25 text-base text-ink">
                  <span className="tabular-nums">
                    {m.staff_people_hours({ n: seat.hours, hours: number(seat.hours) })}
                  </span>
                  <SeatState seat={seat} />
                </span>
              }
            >
              <Link className="font-medium" to={`/runs/${seat.run_id}`}>
                {localized(seat.name_eng, seat.name_ar)}
              </Link>
              <SecondLine>{days(seat.start_date, seat.end_date)}</SecondLine>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function getSeatState({
  state,
  when,
  cancelled_run,
  hold_expired,
  is_moved,
}: Seat): [NameIn<"people_seat_states">, Tone, IconName] {
  if (cancelled_run) return ["run_cancelled", "neutral", "calendar-x"];
  if (hold_expired) return ["expired", "neutral", "clock"];
  if (state === "held") return ["held", "attention", "hourglass"];
  if (state === "cancelled") return ["cancelled", "neutral", "circle-x"];
  if (is_moved) return ["moved", "info", "calendar-days"];
  if (state === "transferred") return ["transferred", "info", "replace"];
  if (when === "ahead") return ["ahead", "info", "calendar-days"];
  return when === "now" ? ["now", "good", "play"] : ["over", "good", "circle-check"];
}

function SeatState({ seat }: { seat: Seat }) {
  const [key, tone, icon] = getSeatState(seat);
  return (
    <Chip tone={tone} icon={icon}>
      {m[`staff_people_seat_states_${key}`]()}
    </Chip>
  );
}

const maxMails = 5;

/** The newest emails to a person. */
function PersonMails({ mails, email }: { mails: NonNullable<Person["mails"]>; email: string }) {
  const { moment } = useFormats();
  return (
    <Panel
      title={m.staff_menu_mails()}
      count={mails.total}
      flush
      action={
        mails.total > 0 && (
          <TextLink className="flex flex-wrap items-center gap-2" to={listPath("/mails", { q: email })}>
            {m.staff_common_all()}
            <Icon name="chevron-right" size={14} mirrors />
          </TextLink>
        )
      }
    >
      {mails.data.length === 0 ? (
        <NoRows>{m.staff_people_no_mails()}</NoRows>
      ) : (
        <Rows>
          {mails.data.slice(0, maxMails).map((mail) => (
            <Row
              key={mail.id}
              start={<MailIcon mail={mail} />}
              end={`${moment(mail.sentAt ?? mail.createdAt)} · ${mailStateLabel(mail)}`}
            >
              <bdi className="font-medium">{mail.subject || m.staff_mails_states_erased()}</bdi>
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

/** The person's consents, with their dates. */
function Consents({ person }: { person: Person }) {
  const { date } = useFormats();
  const { terms_accepted_at: termsAcceptedAt, newsletter } = person;
  const formatNewsletterConsent = (entry: Person["newsletter"][number]): string => {
    if (entry.unsubscribed_at) return m.staff_people_newsletter_ended({ date: date(entry.unsubscribed_at) });
    if (entry.confirmed_at) return m.staff_people_newsletter_confirmed({ date: date(entry.confirmed_at) });
    return m.staff_people_newsletter_waiting({ date: date(entry.created_at) });
  };
  return (
    <Panel title={m.staff_people_consents()}>
      <ul className="grid gap-3.5">
        <Consent icon={termsAcceptedAt ? "circle-check" : "circle-minus"} title={m.staff_people_terms()}>
          {termsAcceptedAt ? date(termsAcceptedAt) : m.staff_people_not_asked()}
        </Consent>
        {newsletter.length === 0 && (
          <Consent icon="circle-minus" title={m.staff_menu_newsletter()}>
            {m.staff_people_newsletter_none()}
          </Consent>
        )}
        {newsletter.map((entry) => (
          <Consent
            key={entry.created_at}
            icon={entry.confirmed_at && !entry.unsubscribed_at ? "circle-check" : "circle-minus"}
            title={m.staff_menu_newsletter()}
          >
            {formatNewsletterConsent(entry)}
          </Consent>
        ))}
      </ul>
    </Panel>
  );
}

function Consent({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <li className="flex gap-2.75">
      <Icon name={icon} className={icon === "circle-check" ? "text-success" : ""} />
      <span>
        <span className="font-medium">{title}</span>
        <SecondLine>{children}</SecondLine>
      </span>
    </li>
  );
}

/** Downloads all data about a person as a JSON file. Throws StaffApiError. */
async function exportPerson(id: string): Promise<void> {
  const data = await callStaff("POST /api/staff/people/:id/export", { id });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  link.download = `nama-health-${id.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export default function PersonPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(staffQuery("GET /api/staff/people/:id", { id }));
  const failure = getFailure({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return <PersonParts person={data} onChange={() => void refetch()} />;
}

type Dialog = "sign-out" | "reset" | "erase" | null;

function PersonParts({ person, onChange }: { person: Person; onChange(): void }) {
  const { date } = useFormats();
  const can = useCan();
  const notify = useNotify();
  const [dialog, setDialog] = useState<Dialog>(null);
  const isErased = person.erased_at !== null;
  const name = isErased ? m.staff_common_erased_person() : person.name;
  const close = () => setDialog(null);
  const download = () =>
    exportPerson(person.id).then(
      () => notify(m.staff_people_exported()),
      (error: Error) => notify(error.message, { type: "error" }),
    );
  const endSessions = async () => {
    const { ended } = await callStaff("POST /api/staff/people/:id/sign-out", { id: person.id });
    notify(m.staff_people_signed_out({ count: ended }));
    onChange();
  };
  const sendResetLink = async () => {
    await callStaff("POST /api/staff/people/:id/reset-link", { id: person.id });
    notify(m.staff_people_reset_sent());
  };
  return (
    <>
      <ScreenHead
        title={name}
        facts={(!isErased && person.name_other) || undefined}
        breadcrumb={[{ label: m.staff_menu_people(), to: "/people" }, { label: name }]}
        state={<PersonState person={person} />}
        actions={
          !isErased && (
            <>
              {can("people.export") && (
                <Button variant="secondary" icon="download" onClick={() => void download()}>
                  {m.staff_people_export()}
                </Button>
              )}
              {can("people.sessions") && <MoreMenu onChoose={setDialog} />}
            </>
          )
        }
      />
      {person.planned_erasure && (
        <div className="mb-5">
          <Alert tone="warning">
            {m.staff_people_erasure_due({ date: date(person.planned_erasure.due_on) })}
            {person.planned_erasure.problem &&
              ` ${findMessage(`staff_people_obstacles_${person.planned_erasure.problem}`, { date: date(person.planned_erasure.due_on) })}`}
          </Alert>
        </div>
      )}
      <AsideLayout>
        <div className="grid gap-4">
          <PersonRecords person={person} />
          <PersonSeats seats={person.seats} />
          {person.mails && <PersonMails mails={person.mails} email={person.email} />}
        </div>
        <div className="grid gap-4">
          {!isErased && <PersonDetails person={person} onChange={onChange} />}
          {!isErased && <Consents person={person} />}
          {(can("people.export") || can("people.erase")) && (
            <Panel title={m.staff_people_personal_data()}>
              <div className="grid gap-4">
                <p>{isErased ? m.staff_people_erased_text() : m.staff_people_law()}</p>
                {can("people.export") && !isErased && (
                  <Button variant="secondary" icon="download" onClick={() => void download()}>
                    {m.staff_people_export_all()}
                  </Button>
                )}
                {can("people.erase") && (
                  <Button
                    variant={isErased ? "secondary" : "danger-secondary"}
                    icon={isErased ? "archive" : "eraser"}
                    onClick={() => setDialog("erase")}
                  >
                    {isErased ? m.staff_people_see_kept() : m.staff_people_erase()}
                  </Button>
                )}
              </div>
            </Panel>
          )}
        </div>
      </AsideLayout>
      <ConfirmDialog
        isOpen={dialog === "sign-out"}
        title={m.staff_people_sign_out_title({ name })}
        actionLabel={m.staff_people_sign_out_action()}
        onClose={close}
        onConfirm={endSessions}
      >
        <p>{m.staff_people_sign_out_text({ count: person.sessions.length })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === "reset"}
        title={m.staff_people_reset_title({ name })}
        actionLabel={m.staff_people_reset_action()}
        onClose={close}
        onConfirm={sendResetLink}
      >
        <p>{m.staff_people_reset_text({ email: person.email })}</p>
      </ConfirmDialog>
      {dialog === "erase" && <EraseDialog person={person} onClose={close} onChange={onChange} />}
    </>
  );
}

function PersonState({ person }: { person: Person }) {
  if (person.erased_at !== null)
    return (
      <Chip icon="eraser" tone="neutral">
        {m.staff_people_erased()}
      </Chip>
    );
  return person.email_confirmed ? (
    <Chip icon="circle-check" tone="good">
      {m.staff_people_email_confirmed()}
    </Chip>
  ) : (
    <Chip icon="mail-warning" tone="neutral">
      {m.staff_people_email_open()}
    </Chip>
  );
}

function MoreMenu({ onChoose }: { onChoose(dialog: Dialog): void }) {
  return (
    <Menu
      icon="ellipsis"
      label={m.staff_common_more()}
      items={[
        { label: m.staff_people_reset_menu(), onChoose: () => onChoose("reset") },
        { label: m.staff_people_sign_out_action(), onChoose: () => onChoose("sign-out") },
      ]}
    />
  );
}
