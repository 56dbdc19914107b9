import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { ReasonDialog } from "../parts/reason-dialog.tsx";
import { Empty, Read } from "../parts/states.tsx";
import { CopyDialog } from "../runs/copy-dialog.tsx";
import { RunHead } from "../runs/run-head.tsx";
import type { FullRun } from "../runs/types.ts";
import { WaitlistCards, WaitlistTable } from "./waitlist-entries.tsx";
import type { WaitlistAction, Waitlist, WaitlistEntry } from "./types.ts";
import { ContactEveryone } from "./contact-everyone.tsx";
import { WaitlistAside } from "./waitlist-aside.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** The waitlist of a run, with the actions for each entry. */
export default function WaitlistPage() {
  const { id = "" } = useParams();
  const run = useQuery(staffQuery("GET /api/staff/runs/:id", { id }));
  const list = useQuery(staffQuery("GET /api/staff/runs/:id/waiting-list", { id }));
  return (
    <Read queries={[run, list]} lines={10}>
      {(run, list) => <WaitlistView run={run} list={list} />}
    </Read>
  );
}

function WaitlistView({ run, list }: { run: FullRun; list: Waitlist }) {
  const client = useQueryClient();
  const [request, setRequest] = useState<{ action: WaitlistAction; row: WaitlistEntry } | null>(null);
  const [isCopying, setIsCopying] = useState(false);
  const Entries = useListWidth() === "phone" ? WaitlistCards : WaitlistTable;
  const { waiting, seatsOffered: offered, seatsFree: free } = list;
  const liveEntries = list.rows.filter(({ state }) => state !== "ended");
  const endedEntries = list.rows.filter(({ state }) => state === "ended");
  return (
    <>
      <RunHead
        run={run}
        facts={m.staff_waiting_facts({ waiting, offered, free })}
        actions={<ContactEveryone emails={liveEntries.map(({ email }) => email)} />}
      />
      <AsideLayout>
        <div className="grid gap-4">
          <Panel flush>
            {liveEntries.length === 0 ? (
              <Empty icon="list-ordered" title={m.staff_waiting_none()}>
                {m.staff_waiting_none_text()}
              </Empty>
            ) : (
              <Entries
                label={m.staff_waiting_title()}
                list={list}
                rows={liveEntries}
                onAction={(action, row) => setRequest({ action, row })}
              />
            )}
          </Panel>
          {endedEntries.length > 0 && (
            <Panel title={m.staff_waiting_ended()} flush>
              <Entries label={m.staff_waiting_ended()} list={list} rows={endedEntries} />
            </Panel>
          )}
        </div>
        <WaitlistAside interested={list.interested} onCopyRun={() => setIsCopying(true)} />
      </AsideLayout>
      {isCopying && <CopyDialog run={run} onClose={() => setIsCopying(false)} />}
      {request && (
        <ActionDialog
          {...request}
          onClose={() => setRequest(null)}
          onChanged={() => void client.invalidateQueries({ queryKey: ["staff"] })}
        />
      )}
    </>
  );
}

const endpoints = {
  offer: "POST /api/staff/waiting-places/:id/offer",
  move_up: "POST /api/staff/waiting-places/:id/move-up",
  take_off: "POST /api/staff/waiting-places/:id/take-off",
  take_back: "POST /api/staff/waiting-places/:id/take-off",
} as const;

/** Each action asks for a reason, which is written to the audit log. */
function ActionDialog(props: { action: WaitlistAction; row: WaitlistEntry; onClose(): void; onChanged(): void }) {
  const { action, row, onClose, onChanged } = props;
  const notify = useNotify();
  const confirm = async (reason: string) => {
    await callStaff(endpoints[action], { id: row.id, reason });
    notify(m.staff_waiting_done(), { type: "success" });
    onChanged();
  };
  return (
    <ReasonDialog
      title={m[`staff_waiting_${action}_title`]({ name: isolate(row.name) })}
      actionLabel={m[`staff_waiting_${action}`]()}
      label={m.staff_waiting_reason()}
      isDangerous={action === "take_off" || action === "take_back"}
      onClose={onClose}
      onConfirm={confirm}
    >
      {m[`staff_waiting_${action}_text`]()}
    </ReasonDialog>
  );
}
