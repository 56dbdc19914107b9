import { useNotify, useTranslate } from "ra-core";
import { staffCall } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { isAskable, type Seat } from "./types.ts";

interface AskDialogProps {
  run: FullRun;
  /** All who have no number; who was asked lately is named, and left out. */
  seats: Seat[];
  onClose(): void;
  onAsked(): void;
}

/** Says who is asked for the SCFHS number, and in which language, before it is done. */
export function AskDialog({ run, seats, onClose, onAsked }: AskDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { date, localized } = useFormats();
  const asked = seats.filter(isAskable);
  const lately = seats.flatMap(({ id, name, asked_at }) => (asked_at === null ? [] : [{ id, name, asked_at }]));
  const ask = async () => {
    const input = { seats: asked.map(({ id }) => id) };
    const { asked: count } = await staffCall<{ asked: number }>(`POST runs/${run.id}/scfhs-requests`, input);
    notify("roster.ask.done", { type: "success", messageArgs: { smart_count: count } });
    onAsked();
  };
  return (
    <ConfirmDialog
      isOpen
      title={translate("roster.ask.title")}
      action={translate("roster.ask.action", { smart_count: asked.length })}
      onClose={onClose}
      onConfirm={ask}
    >
      <p>{translate("roster.ask.text", { course: localized(run.name_eng, run.name_ar) })}</p>
      <ul className="told-names small">
        {asked.map(({ id, name, email, locale, person_id }) => (
          <li key={id}>
            <bdi>{name}</bdi> <bdi className="ltr quiet">{email}</bdi> · {translate(`roster.ask.${locale}`)} ·{" "}
            {translate(person_id === null ? "roster.ask.answers" : "roster.ask.adds")}
          </li>
        ))}
      </ul>
      {lately.length > 0 && (
        <Alert>
          {translate("roster.ask.left_out")}{" "}
          {lately.map(({ id, name, asked_at }, at) => (
            <span key={id}>
              {at > 0 && " · "}
              <bdi>{name}</bdi> ({date(asked_at, "dayMonth")})
            </span>
          ))}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
