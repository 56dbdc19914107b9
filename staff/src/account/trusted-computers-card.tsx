import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import type { StaffReply } from "../api-types.ts";
import { SecondLine } from "../parts/second-line.tsx";

type Computer = StaffReply<"GET /api/staff/account">["trustedComputers"][number];

const getBrowserLabel = ({ browser }: Computer) => browser || m.staff_common_unknown_browser();

/** The computers on which the signed-in person needs no code. Each can be removed. */
export function TrustedComputersCard({ computers, onChange }: { computers: Computer[]; onChange(): void }) {
  const notify = useNotify();
  const { date } = useFormats();
  const [computerToRemove, setComputerToRemove] = useState<Computer | null>(null);
  return (
    <Panel title={m.staff_account_computers()} count={computers.length}>
      <div className="grid gap-4">
        <p>{computers.length > 0 ? m.staff_account_computers_text() : m.staff_account_computers_none()}</p>
        {computers.length > 0 && (
          <ul className="m-0 list-none p-0">
            {computers.map((computer) => (
              <li key={computer.id} className="flex items-center gap-1 border-t border-line py-2 last:border-b">
                <span className="min-w-0 flex-1">
                  <bdi className="font-medium">{getBrowserLabel(computer)}</bdi>
                  <SecondLine>
                    {m.staff_account_used()} <DateTime value={computer.usedAt} isInText />
                    {" · "}
                    {m.staff_account_computers_until()} {date(computer.expiresAt, "date")}
                  </SecondLine>
                </span>
                <TooltipButton
                  icon="trash-2"
                  label={m.staff_account_computers_remove({ browser: isolate(getBrowserLabel(computer)) })}
                  onClick={() => setComputerToRemove(computer)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {computerToRemove && (
        <ConfirmDialog
          isOpen
          title={m.staff_account_computers_remove_title()}
          actionLabel={m.staff_common_action_remove()}
          onClose={() => setComputerToRemove(null)}
          onConfirm={async () => {
            await callStaff("DELETE /api/staff/trusted-computers/:id", { id: computerToRemove.id });
            notify(m.staff_account_computers_removed(), { type: "success" });
            onChange();
          }}
        >
          <p>{m.staff_account_computers_remove_text({ browser: isolate(getBrowserLabel(computerToRemove)) })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
