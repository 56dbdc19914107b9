import { useQuery } from "@tanstack/react-query";
import { useNotify } from "../frame/notices.tsx";
import { useState } from "react";
import { m, findMessage } from "../messages.ts";
import { ExportRows } from "../tasks/export-rows.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { Money } from "../parts/money.tsx";
import { OrderState } from "../parts/order-state.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { OrderFilters } from "./order-filters.tsx";
import { PaidWith } from "./order-labels.tsx";
import type { OrderRow } from "./types.ts";
import { EmailBuyers } from "./email-buyers.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { ExportDialog } from "../tasks/export-dialog.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { clsx } from "clsx/lite";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

/**
 * Starts a background task that resends the confirmation and the invoice of each selected order. The page of the task
 * lists the orders that have no such email.
 */
function ResendMany({ ids, onDone }: { ids: number[]; onDone(): void }) {
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const send = async () => {
    await callStaff("POST /api/staff/orders/resend", { order_ids: ids });
    notify(m.staff_orders_letter_started(), { type: "success" });
    onDone();
  };
  return (
    <>
      <Button variant="outlined" icon="mail" onClick={() => setIsOpen(true)}>
        {m.staff_orders_resend_documents()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={m.staff_orders_resend_documents()}
        actionLabel={m.staff_orders_resend_many({ count: ids.length })}
        onClose={() => setIsOpen(false)}
        onConfirm={send}
      >
        <p>{m.staff_orders_resend_many_text()}</p>
      </ConfirmDialog>
    </>
  );
}

/** Exports the invoices and credit notes of the selected orders as one archive. */
function ExportDocuments({ ids }: { ids: number[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" icon="file-down" onClick={() => setIsOpen(true)}>
        {m.staff_orders_documents_zip_open()}
      </Button>
      <ExportDialog
        isOpen={isOpen}
        title={m.staff_orders_documents_zip_title({ count: ids.length })}
        start={() => callStaff("POST /api/staff/documents/pdfs", { order_ids: ids })}
        isPersonal
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

export default function OrdersList() {
  const { date, localized, moment, number } = useFormats();
  const can = useCan();
  const { data } = useQuery(staffQuery("GET /api/staff/order-counts"));
  const views = (data?.views ?? [{ name: "all", filter: {}, total: null }]).map(({ name, filter, total }) => ({
    name,
    label: findMessage(`staff_orders_views_${name}`) ?? name,
    filter,
    count: total,
  }));
  const allView = data?.views[0];
  const columns: ListColumn<OrderRow>[] = [
    { name: "id", label: m.staff_common_order(), sort: "id", render: ({ id }) => <bdi dir="ltr">#{id}</bdi> },
    {
      name: "placed",
      label: m.staff_common_placed(),
      sort: "created_at",
      minWidth: 1200,
      render: ({ createdAt: at }) => (
        <time dateTime={at} className="flex-nowrap whitespace-nowrap">
          {moment(at)}
        </time>
      ),
    },
    { name: "buyer", label: m.staff_common_buyer(), render: (row) => <Buyer {...row} /> },
    {
      name: "course",
      label: m.staff_common_course(),
      minWidth: 1440,
      render: ({ courses }) => <Courses names={courses.map((course) => localized(course.name_eng, course.name_ar))} />,
    },
    {
      name: "seats",
      label: m.staff_common_seats(),
      isEndAligned: true,
      minWidth: 1200,
      render: ({ seats }) => number(seats),
    },
    {
      name: "state",
      label: m.staff_common_status(),
      render: ({ status, dueOn: due }) => (
        <>
          <OrderState status={status} />
          {due && <SecondLine>{m.staff_orders_pay_by({ date: date(due, "dayMonth") })}</SecondLine>}
        </>
      ),
    },
    {
      name: "total",
      label: m.staff_orders_with_vat(),
      sort: "total",
      isEndAligned: true,
      render: (row) => (
        <>
          <span className="font-medium">
            <Money riyals={row.total} />
          </span>
          <SecondLine className="whitespace-nowrap">
            <PaidWith method={row.method} scheme={row.cardScheme} masked={row.cardMasked} />
          </SecondLine>
        </>
      ),
    },
    { name: "marks", label: m.staff_orders_marks(), minWidth: 1440, render: (row) => <Marks {...row} /> },
  ];
  return (
    <ListLayout<OrderRow>
      list="orders"
      caption={m.staff_menu_orders()}
      sort="-id"
      head={
        <ScreenHead
          title={m.staff_menu_orders()}
          facts={
            allView
              ? m.staff_orders_facts({ n: allView.total, count: number(allView.total) + (allView.more ? "+" : "") })
              : null
          }
          actions={
            <>
              {can("finance.export") && <ExportRows kind="orders" title={m.staff_orders_export()} />}
              {can("orders.transfer") && (
                <LinkButton variant="secondary" to="/orders/create" icon="landmark">
                  {m.staff_orders_open()}
                </LinkButton>
              )}
            </>
          }
        />
      }
      views={views}
      search={m.staff_orders_search()}
      tools={<OrderFilters />}
      columns={columns}
      to={({ id }) => `/orders/${id}`}
      renderCard={(row) => (
        <Lines>
          <span className="flex flex-wrap items-center gap-2">
            <bdi className="font-medium" dir="ltr">
              #{row.id}
            </bdi>
            <OrderState status={row.status} />
            <span>
              <Money riyals={row.total} withCurrency />
            </span>
          </span>
          <bdi>{row.buyer.name}</bdi>
        </Lines>
      )}
      empty={{ title: m.staff_orders_none(), text: m.staff_orders_none_text() }}
      {...(can("orders.resend") || can("finance.export")
        ? {
            renderBulk: (rows: OrderRow[], unselect: () => void) => {
              const ids = rows.map(({ id }) => id);
              return (
                <>
                  {can("finance.export") && <ExportRows kind="orders" title={m.staff_orders_export()} ids={ids} />}
                  {can("finance.export") && <ExportDocuments ids={ids} />}
                  {can("orders.resend") && <ResendMany ids={ids} onDone={unselect} />}
                  {can("orders.resend") && <EmailBuyers ids={ids} onDone={unselect} />}
                </>
              );
            },
          }
        : {})}
    />
  );
}

function Buyer({ buyer, companyName: company }: OrderRow) {
  return (
    <>
      <bdi className="font-medium">{buyer.name}</bdi>
      <SecondLine className="max-w-52 truncate text-match-parent" dir="auto" title={company ?? buyer.email}>
        {company ?? buyer.email}
      </SecondLine>
    </>
  );
}

function Courses({ names }: { names: string[] }) {
  const [first = "", ...more] = names;
  return (
    <span className="block max-w-52 truncate" title={names.join(" · ")}>
      {first}
      {more.length > 0 && ` ${m.staff_orders_and_more({ count: more.length })}`}
    </span>
  );
}

/** Marks what is special about an order, such as a refund that waits for approval, or an invoice to a company. */
function Marks({ companyName: company, notes, cases, refund_waiting: isWaiting }: OrderRow) {
  const marks: [boolean, IconName, string, string][] = [
    [isWaiting, "hourglass", "text-warning", m.staff_orders_flags_refund_waiting()],
    [cases.length > 0, "shield-alert", "text-danger", m.staff_orders_mark_needs_person()],
    [notes > 0, "message-square-text", "text-ink-2", m.staff_orders_mark_notes({ count: notes })],
    [company !== null, "building-2", "text-ink-2", m.staff_orders_mark_company()],
  ];
  return (
    <span className="grid gap-0.5">
      {marks
        .filter(([isShown]) => isShown)
        .map(([, icon, tone, text]) => (
          <span key={icon} className={clsx("inline-flex items-center gap-1.5 text-sm whitespace-nowrap", tone)}>
            <Icon name={icon} size={16} />
            {text}
          </span>
        ))}
    </span>
  );
}
