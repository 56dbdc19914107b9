import { useState } from "react";
import { isolate } from "../../../src/i18n/isolate.ts";
import { Button } from "../../../src/ui/button.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import type { FullRun } from "./types.ts";

interface LinkCardProps {
  run: FullRun;
  onChange(run: FullRun): void;
}

/** The link of a private run, which staff can copy in either language, renew and withdraw. */
export function LinkCard({ run, onChange }: LinkCardProps) {
  const notify = useNotify();
  const { date } = useFormats();
  const [dialog, setDialog] = useState<"renew" | "withdraw" | null>(null);
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address);
    notify(m.staff_runs_link_copied());
  };
  const renew = async () => {
    onChange(await callStaff("POST /api/staff/runs/:id/link", { id: run.id }));
    notify(m.staff_runs_link_renewed(), { type: "success" });
  };
  const withdraw = async () => {
    onChange(await callStaff("POST /api/staff/runs/:id/link/withdraw", { id: run.id }));
    notify(m.staff_runs_link_withdrawn(), { type: "success" });
  };
  const { links, quotedUntil, companyName } = run;
  const isOffered = quotedUntil !== null && run.seatsSold + run.seatsHeld === 0;
  return (
    <Panel title={m.staff_runs_link()}>
      <div className="grid gap-2">
        <p className="text-sm text-ink-3">{links ? m.staff_runs_link_text() : m.staff_runs_link_none()}</p>
        {isOffered && (
          <p className="text-sm">
            {m.staff_runs_link_offered({ company: isolate(companyName ?? ""), date: date(quotedUntil, "dayMonth") })}
          </p>
        )}
        {links &&
          (["eng", "ar"] as const).map((language) => (
            <Button key={language} variant="secondary" icon="copy" onClick={() => void copy(links[language])}>
              {m[`staff_runs_link_copy_${language}`]()}
            </Button>
          ))}
        <Button variant="secondary" icon="link" onClick={() => setDialog("renew")}>
          {m.staff_runs_link_renew()}
        </Button>
        {links && (
          <Button variant="danger-secondary" icon="eye-off" onClick={() => setDialog("withdraw")}>
            {m.staff_runs_link_withdraw()}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={dialog === "renew"}
        title={m.staff_runs_link_renew()}
        actionLabel={m.staff_runs_link_renew()}
        onClose={() => setDialog(null)}
        onConfirm={renew}
      >
        <p>{links ? m.staff_runs_link_renew_text() : m.staff_runs_link_text()}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === "withdraw"}
        title={m.staff_runs_link_withdraw()}
        actionLabel={m.staff_runs_link_withdraw()}
        isDangerous
        onClose={() => setDialog(null)}
        onConfirm={withdraw}
      >
        <p>{m.staff_runs_link_withdraw_text()}</p>
      </ConfirmDialog>
    </Panel>
  );
}
