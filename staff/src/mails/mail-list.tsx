import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { isFirstLoad, useRefresh } from "../frame/queries.ts";
import { m } from "../messages.ts";
import { callStaff, staffQuery } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListView } from "../parts/list/list-views.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { MailPanel } from "./mail-panel.tsx";
import { MailState } from "./mail-state.tsx";
import type { MailRow } from "./mail-types.ts";
import { listMailKinds, mailKindLabel } from "./mail-kinds.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

export default function MailList() {
  const can = useCan();
  const notify = useNotify();
  const refresh = useRefresh();
  const summaryQuery = useQuery(staffQuery("GET /api/staff/mails-today"));
  const { data: summary, refetch } = summaryQuery;
  const [openId, setOpenId] = useState<number | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const reload = () => {
    refresh();
    void refetch();
  };
  const retry = async (ids?: number[]) => {
    const { retried } = await callStaff("POST /api/staff/mails/retry", ids ? { ids } : {});
    notify(m.staff_mails_retried({ count: retried }));
    reload();
  };
  const views: ListView[] = [
    { name: "all", label: m.staff_common_all(), filter: {} },
    {
      name: "failed",
      label: m.staff_mails_views_failed(),
      filter: { state: ["failed", "retrying"] },
      count: summary && summary.failed + summary.retrying,
    },
    {
      name: "waiting",
      label: m.staff_mails_states_waiting(),
      filter: { state: ["waiting"] },
      count: summary?.waiting,
    },
  ];
  const columns: ListColumn<MailRow>[] = [
    {
      name: "mail",
      label: m.staff_mails_mail(),
      render: (row) => (
        <button
          type="button"
          className="min-h-6 text-start font-medium hover:text-primary"
          aria-expanded={openId === row.id}
          onClick={() => setOpenId(row.id)}
          data-list-row
        >
          <bdi>{row.subject || m.staff_mails_states_erased()}</bdi>
          <SecondLine className="font-normal">{mailKindLabel(row.template)}</SecondLine>
        </button>
      ),
    },
    { name: "to", label: m.staff_mails_to(), render: (row) => <bdi dir="ltr">{row.to}</bdi> },
    { name: "state", label: m.staff_common_status(), render: (row) => <MailState mail={row} /> },
    {
      name: "at",
      label: m.staff_mails_written(),
      sort: "id",
      minWidth: 1200,
      render: (row) => <DateTime value={row.sentAt ?? row.createdAt} />,
    },
  ];
  // The summary decides whether an alert and a button are above the list, so the list waits for it.
  if (isFirstLoad(summaryQuery)) return <LoadingState lines={10} />;
  const failingCount = summary ? summary.failed + summary.retrying : 0;
  return (
    <>
      <ListLayout<MailRow>
        list="mails"
        caption={m.staff_menu_mails()}
        sort="-id"
        head={
          <>
            <ScreenHead
              title={m.staff_menu_mails()}
              facts={m.staff_mails_facts()}
              actions={
                can("mails.retry") &&
                failingCount > 0 && (
                  <Button variant="secondary" icon="refresh-cw" onClick={() => setIsConfirming(true)}>
                    {m.staff_mails_retry_all()}
                  </Button>
                )
              }
            />
            {summary && (
              <div className="mb-5">
                <Alert tone={failingCount > 0 ? "warning" : "success"}>
                  {m.staff_mails_today({ count: summary.today, first: summary.atFirstTry })}{" "}
                  {m.staff_mails_failing({ count: failingCount })}
                </Alert>
              </div>
            )}
          </>
        }
        views={views}
        search={m.staff_mails_search()}
        choices={[
          {
            source: "template",
            label: m.staff_mails_kind(),
            choices: listMailKinds(),
          },
        ]}
        columns={columns}
        renderCard={(row) => (
          <button
            type="button"
            className="min-h-6 text-start font-medium hover:text-primary"
            onClick={() => setOpenId(row.id)}
          >
            <bdi>{row.subject || m.staff_mails_states_erased()}</bdi>
            <SecondLine className="font-normal">
              <bdi dir="ltr">{row.to}</bdi>
            </SecondLine>
            <MailState mail={row} />
          </button>
        )}
        empty={{ title: m.staff_mails_none(), text: m.staff_mails_none_text() }}
        {...(can("mails.retry")
          ? {
              renderBulk: (rows: MailRow[], unselect: () => void) => (
                <Button
                  variant="primary"
                  icon="refresh-cw"
                  onClick={() =>
                    void retry(rows.map(({ id }) => id)).then(unselect, (error: Error) =>
                      notify(error.message, { type: "error" }),
                    )
                  }
                >
                  {m.staff_mails_retry_chosen()}
                </Button>
              ),
            }
          : {})}
        {...(openId === null
          ? {}
          : { aside: <MailPanel key={openId} id={openId} onClose={() => setOpenId(null)} onChange={reload} /> })}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={m.staff_mails_retry_all_title()}
        actionLabel={m.staff_mails_retry_all_action({ count: failingCount })}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => retry()}
      >
        <p>{m.staff_mails_retry_all_text()}</p>
      </ConfirmDialog>
    </>
  );
}
