import { useState } from "react";
import { useNotify, useRefresh, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { ListLayout, type ListView } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Loading } from "../ui/states.tsx";
import { useMay } from "../ui/use-may.ts";
import { useStaffQuery } from "../ui/use-staff-query.ts";
import { MailPanel } from "./mail-panel.tsx";
import { MailState } from "./mail-state.tsx";
import type { MailRow, MailSummary } from "./mail-types.ts";
import { mailKinds, useMailKind } from "./mail-kinds.ts";
import "./mails.css";

export default function MailList() {
  const translate = useTranslate();
  const may = useMay();
  const notify = useNotify();
  const refresh = useRefresh();
  const kindOf = useMailKind();
  const { data: summary, isLoading, refetch } = useStaffQuery<MailSummary>("mails-today");
  const [openId, setOpenId] = useState<number | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const update = () => {
    refresh();
    void refetch();
  };
  const retry = async (ids?: number[]) => {
    const { retried } = await staffCall<{ retried: number }>("POST mails/retry", ids ? { ids } : {});
    notify("mails.retried", { messageArgs: { smart_count: retried } });
    update();
  };
  const views: ListView[] = [
    { name: "all", label: translate("mails.views.all"), filter: {} },
    {
      name: "failed",
      label: translate("mails.views.failed"),
      filter: { state: ["failed", "retrying"] },
      count: summary && summary.failed + summary.retrying,
    },
    {
      name: "waiting",
      label: translate("mails.views.waiting"),
      filter: { state: ["waiting"] },
      count: summary?.waiting,
    },
  ];
  const columns: ListColumn<MailRow>[] = [
    {
      name: "mail",
      label: translate("mails.mail"),
      render: (row) => (
        <button
          type="button"
          className="mail-button"
          aria-expanded={openId === row.id}
          onClick={() => setOpenId(row.id)}
          data-list-row
        >
          <bdi>{row.subject || translate("mails.states.erased")}</bdi>
          <span className="second-line">{kindOf(row.template)}</span>
        </button>
      ),
    },
    { name: "to", label: translate("mails.to"), render: (row) => <bdi className="ltr">{row.to}</bdi> },
    { name: "state", label: translate("mails.state"), render: (row) => <MailState mail={row} /> },
    {
      name: "at",
      label: translate("mails.written"),
      sort: "id",
      from: 1200,
      render: (row) => <DateTime value={row.sent_at ?? row.created_at} />,
    },
  ];
  // Its sentence and its button stand above the list.
  if (isLoading) return <Loading lines={10} />;
  const failing = summary ? summary.failed + summary.retrying : 0;
  return (
    <>
      <ListLayout<MailRow>
        resource="mails"
        caption={translate("mails.title")}
        sort={{ field: "id", order: "DESC" }}
        head={
          <>
            <PageHead
              title={translate("mails.title")}
              facts={translate("mails.facts")}
              actions={
                may("mails.retry") &&
                failing > 0 && (
                  <Button variant="outlined" startIcon={<Icon name="refresh-cw" />} onClick={() => setIsAsking(true)}>
                    {translate("mails.retry_all")}
                  </Button>
                )
              }
            />
            {summary && (
              <div className="page-alert">
                <Alert tone={failing > 0 ? "attention" : "good"}>
                  {translate("mails.today", { smart_count: summary.today, first: summary.at_first_try })}{" "}
                  {translate("mails.failing", { smart_count: failing })}
                </Alert>
              </div>
            )}
          </>
        }
        views={views}
        search={translate("mails.search")}
        choices={[
          {
            source: "template",
            label: translate("mails.kind"),
            choices: mailKinds.map((id) => ({ id, name: kindOf(id) })),
          },
        ]}
        columns={columns}
        renderCard={(row) => (
          <button type="button" className="mail-button" onClick={() => setOpenId(row.id)}>
            <bdi>{row.subject || translate("mails.states.erased")}</bdi>
            <span className="second-line">
              <bdi className="ltr">{row.to}</bdi>
            </span>
            <MailState mail={row} />
          </button>
        )}
        empty={{ title: translate("mails.none"), text: translate("mails.none_text") }}
        {...(may("mails.retry")
          ? {
              renderBulk: (rows: MailRow[], unselect: () => void) => (
                <Button
                  variant="contained"
                  startIcon={<Icon name="refresh-cw" />}
                  onClick={() =>
                    void retry(rows.map(({ id }) => id)).then(unselect, (error: Error) =>
                      notify(error.message, { type: "error" }),
                    )
                  }
                >
                  {translate("mails.retry_chosen")}
                </Button>
              ),
            }
          : {})}
        {...(openId === null
          ? {}
          : { aside: <MailPanel key={openId} id={openId} onClose={() => setOpenId(null)} onChange={update} /> })}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("mails.retry_all_title")}
        action={translate("mails.retry_all_action", { smart_count: failing })}
        onClose={() => setIsAsking(false)}
        onConfirm={() => retry()}
      >
        <p>{translate("mails.retry_all_text")}</p>
      </ConfirmDialog>
    </>
  );
}
