import { useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { data } from "react-router";
import { publicSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { callApi } from "#platform/api-client.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loading } from "#ui/skeleton.tsx";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { useSave } from "#ui/use-save.ts";
import { saveCalendar, saveDocument } from "#features/order-views/my-orders/save-order-file.ts";
import type { OrderDocuments } from "#features/invoices/documents/documents.server.ts";
import { AccountLayout } from "#features/people/profile/profile-layout.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import type { AssignSeatsProps } from "#features/order-views/my-orders/assign-seats.tsx";
import { TransferDetails } from "#features/checkout/components/transfer-details.tsx";
import { OrderLines, peopleId } from "#features/order-views/my-orders/order-lines.tsx";
import { DifferenceNote, OrderChanges } from "#features/order-views/my-orders/order-changes.tsx";
import { OrderStateNote } from "#features/order-views/my-orders/order-state-note.tsx";
import { OrderSummary } from "#features/order-views/my-orders/order-parts.tsx";
import { CreditNotes, TaxInvoice } from "#features/order-views/my-orders/tax-invoice.tsx";
import { OrderStatusChip } from "#features/order-views/my-orders/orders-table.tsx";
import type { Route } from "./+types/order-detail";
import { ReturnSeats } from "#features/checkout/groups/return-seats.tsx";

interface SaveResult {
  runId: number;
  message: string;
}

/** Responds 404 for an invalid id. The request of the browser checks whose order it is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { email } = await publicSettings(context.get(requestContext));
  const isOrder = /^[1-9]\d{0,8}$/.test(params.id);
  return data({ id: isOrder ? Number(params.id) : null, email }, { status: isOrder ? 200 : 404 });
}

interface DetailsProps extends Pick<AssignSeatsProps, "onDone" | "reload"> {
  onAnswered: () => void;
  order: Order;
  documents: OrderDocuments;
  email: string;
  saved: SaveResult | null;
}

function Details({
  order,
  documents: { documents, awaiting_clearance },
  email,
  saved,
  onDone,
  onAnswered,
  reload,
}: DetailsProps) {
  const { busy, failed, save } = useSave();
  const invoice = documents.find(({ kind }) => kind === "invoice");
  const notes = documents.filter(({ kind }) => kind === "credit-note");
  const attends = order.lines.some(({ enrolled }) => enrolled);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="hidden font-display text-h3 print:block">{m.site_name()}</p>
      <div className="mb-2 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h2">{m.common_order_number({ id: isolate(order.id) })}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-3.5 text-ink-2 *:whitespace-normal">
            <bdi className="tabular-nums">{riyadhDate(new Date(order.created_at))}</bdi>
            <OrderStatusChip status={order.payment.status} />
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" icon="printer" onClick={() => window.print()}>
            {m.common_action_print()}
          </Button>
          {attends && (
            <Button
              variant="secondary"
              aria-busy={busy}
              icon="calendar"
              onClick={() => save(() => saveCalendar(order.id))}
            >
              {m.common_action_add_to_calendar()}
            </Button>
          )}
          {invoice && (
            <Button aria-busy={busy} icon="download" onClick={() => save(() => saveDocument(order.id, invoice))}>
              {m.orders_invoice()}
            </Button>
          )}
        </div>
      </div>
      {failed && (
        <p role="alert" data-print="hide" className="text-danger">
          {m.orders_download_failed()}
        </p>
      )}
      {order.difference_of === null ? <OrderStateNote order={order} /> : <DifferenceNote order={order} />}
      <TransferDetails order={order} />
      {order.payment.returnable && <ReturnSeats orderId={order.id} onDone={onAnswered} />}
      <OrderLines order={order} saved={saved} onDone={onDone} reload={reload} lines={order.lines} />
      <OrderChanges orderId={order.id} changes={order.changes} onAnswered={onAnswered} />
      {awaiting_clearance.includes("invoice") && <Alert tone="info">{m.invoicing_invoice_follows()}</Alert>}
      {invoice ? <TaxInvoice invoice={invoice} /> : <OrderSummary order={order} />}
      {awaiting_clearance.includes("credit-note") && <Alert tone="info">{m.invoicing_credit_follows()}</Alert>}
      <CreditNotes notes={notes} save={(note) => save(() => saveDocument(order.id, note))} />
      <p data-print="hide" className="text-sm text-ink-2">
        {m.orders_not_right()}{" "}
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(m.common_order_number({ id: order.id }))}`}
          className="inline-link"
        >
          <bdi lang="en">{email}</bdi>
        </a>
      </p>
    </div>
  );
}

function OrderLayout({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <h1 className="mb-6 text-h2">{title}</h1>
      <Card>{children}</Card>
    </>
  );
}

const renderMissing = () => (
  <OrderLayout key="missing" title={m.common_my_courses()}>
    <EmptyState title={m.orders_not_found()} action={<LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>}>
      {m.orders_not_found_text()}
    </EmptyState>
  </OrderLayout>
);

/** Tags of My Courses with the order's number as title, so that browser tabs and the history tell orders apart. */
export const meta: Route.MetaFunction = ({ matches, params: { id } }) => {
  const parentMeta = matches[0].meta ?? [];
  if (!/^[1-9]\d*$/.test(id)) return parentMeta;
  return [
    ...parentMeta.filter((tag) => !("title" in tag)),
    { title: `${m.common_order_number({ id })} · ${m.site_name()}` },
  ];
};

/** Requirement A-06. */
export default function OrderDetail({ loaderData: { id, email } }: Route.ComponentProps) {
  const user = useViewer(id === null ? "/my-courses" : `/my-courses/${id}`);
  const [updated, setUpdated] = useState<{ order: Order; saved: SaveResult | null } | null>(null);
  const { answer, refetch } = useApiQuery(user && id !== null ? `${user.id} ${id}` : null, (signal) =>
    callApi("/api/order_details", { user_id: user?.id ?? "", order_id: id ?? 0 }, signal),
  );

  const { answer: documents } = useApiQuery(user && id !== null ? `documents ${user.id} ${id}` : null, (signal) =>
    callApi("/api/order-documents", { order_id: id ?? 0 }, signal),
  );

  function onDone(order: Order, runId: number, message: string) {
    flushSync(() => setUpdated({ order, saved: { runId, message } }));
    document.getElementById(peopleId(runId))?.focus();
  }
  async function reload(): Promise<Order | null> {
    const response = await callApi("/api/order_details", { user_id: user?.id ?? "", order_id: id ?? 0 });
    return response.ok ? response.data.order : null;
  }
  async function showAnswered() {
    const order = await reload();
    if (order) flushSync(() => setUpdated({ order, saved: null }));
    document.getElementById("changes")?.focus();
  }

  function renderContent() {
    if (id === null) return renderMissing();
    const title = m.common_order_number({ id: isolate(id) });
    // The session has ended, and the browser is on its way to Login.
    if (!answer || !documents || (!answer.ok && answer.status === 401))
      return (
        <OrderLayout title={title}>
          <Loading />
        </OrderLayout>
      );
    if (answer.ok)
      return (
        <Details
          order={updated?.order.id === id ? updated.order : answer.data.order}
          saved={updated?.order.id === id ? updated.saved : null}
          documents={documents.ok ? documents.data : { documents: [], awaiting_clearance: [] }}
          email={email}
          onDone={onDone}
          onAnswered={() => void showAnswered()}
          reload={reload}
        />
      );
    return answer.status === 404 || answer.status === 422 ? (
      renderMissing()
    ) : (
      <OrderLayout title={title}>
        <LoadFailure message={answer.message} refetch={refetch} />
      </OrderLayout>
    );
  }
  return (
    <>
      <Breadcrumb
        items={[
          { label: m.common_my_courses(), to: "/my-courses" },
          { label: id === null ? m.common_order() : m.common_order_number({ id }) },
        ]}
      />
      <AccountLayout user={user}>{renderContent()}</AccountLayout>
    </>
  );
}
