import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { isAskable, type Seat } from "./types.ts";

interface ScfhsRequestDialogProps {
  run: FullRun;
  /** Everyone without an SCFHS number. People who were asked recently are listed but not asked again. */
  seats: Seat[];
  onClose(): void;
  onSent(): void;
}

/** Lists who is asked for their SCFHS number, and in which language, before the emails are sent. */
export function ScfhsRequestDialog({ run, seats, onClose, onSent }: ScfhsRequestDialogProps) {
  const notify = useNotify();
  const { date, localized } = useFormats();
  const recipients = seats.filter(isAskable);
  const recentlyAsked = seats.flatMap(({ id, name, askedAt }) => (askedAt === null ? [] : [{ id, name, askedAt }]));
  const sendRequests = async () => {
    const input = { seats: recipients.map(({ id }) => id) };
    const { sent: count } = await callStaff("POST /api/staff/runs/:id/scfhs-requests", { id: run.id, ...input });
    notify(m.staff_roster_ask_done({ count }), { type: "success" });
    onSent();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_roster_ask_title()}
      actionLabel={m.staff_roster_ask_action({ count: recipients.length })}
      onClose={onClose}
      onConfirm={sendRequests}
    >
      <p>{m.staff_roster_ask_text({ course: localized(run.name_eng, run.name_ar) })}</p>
      <ul className="max-h-48 overflow-y-auto pt-1.5 text-sm">
        {recipients.map(({ id, name, email, locale, personId }) => (
          <li key={id}>
            <bdi>{name}</bdi>{" "}
            <bdi className="text-ink-3" dir="ltr">
              {email}
            </bdi>{" "}
            · {m[`staff_roster_ask_${locale}`]()} ·{" "}
            {personId === null ? m.staff_roster_ask_answers() : m.staff_roster_ask_adds()}
          </li>
        ))}
      </ul>
      {recentlyAsked.length > 0 && (
        <Alert>
          {m.staff_roster_ask_left_out()}{" "}
          {recentlyAsked.map(({ id, name, askedAt }, index) => (
            <span key={id}>
              {index > 0 && " · "}
              <bdi>{name}</bdi> ({date(askedAt, "dayMonth")})
            </span>
          ))}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
