import { fullDate, riyadhDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { groupedAmount } from "#i18n/money.ts";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { StatusChip } from "#ui/badge.tsx";
import { Table, type Column } from "#ui/table.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";
import { statusBadge } from "#features/orders/order-labels.ts";
import { Sar } from "#ui/money.tsx";

export function OrderStatusChip({ status }: { status: string }) {
  const { tone, label } = statusBadge(status);
  return <StatusChip tone={tone}>{label}</StatusChip>;
}

function OrderStatus({ payment: { status, returned }, changes }: Pick<Order, "payment" | "changes">) {
  const locale = useLocale();
  const keptUntil = changes.find(({ kept }) => kept === "open")?.kept_until;
  return (
    <>
      <OrderStatusChip status={status} />
      {returned && status !== "refunded" && (
        <span className="mt-1 block text-sm text-ink-3">
          {m.orders_returned_amount()}: <Sar amount={returned} />
        </span>
      )}
      {keptUntil && (
        <span className="mt-1 block text-sm text-ink-3">
          {m.changes_kept_until({ date: isolate(fullDate(keptUntil, locale)) })}
        </span>
      )}
    </>
  );
}

function PlacedOn({ at }: { at: string }) {
  const date = fullDate(riyadhDate(new Date(at)), useLocale());
  return <bdi className="whitespace-nowrap text-ink-3">{date}</bdi>;
}

const buildColumns = (): Column<Order>[] => [
  { id: "id", label: m.common_order(), cell: (order) => <bdi>#{order.id}</bdi> },
  {
    id: "course",
    label: m.common_course(),
    isHeader: true,
    cell: (order) => (
      <>
        <span className="font-medium">
          <LocalizedText eng={order.course.name_eng} ar={order.course.name_ar} />
        </span>
        {order.lines.length > 1 && (
          <span className="text-sm text-ink-3"> {m.orders_and_more({ count: order.lines.length - 1 })}</span>
        )}
      </>
    ),
  },
  {
    id: "date",
    label: m.common_date(),
    cell: (order) => <PlacedOn at={order.created_at} />,
  },
  {
    id: "sub_total",
    label: m.common_subtotal(),
    isNumber: true,
    cell: (order) => <bdi>{groupedAmount(order.sub_total)}</bdi>,
  },
  { id: "tax", label: m.orders_tax_plain(), isNumber: true, cell: (order) => <bdi>{groupedAmount(order.tax)}</bdi> },
  {
    id: "total",
    label: m.orders_total(),
    isNumber: true,
    cell: (order) => (
      <strong className="font-semibold">
        <Sar amount={order.total} />
      </strong>
    ),
  },
  {
    id: "status",
    label: m.common_status(),
    cell: (order) => <OrderStatus payment={order.payment} changes={order.changes} />,
  },
  {
    id: "view",
    label: "",
    name: m.orders_view(),
    cell: (order) => (
      <ArrowLink quiet to={`/my-courses/${order.id}`} aria-label={m.orders_view_number({ id: order.id })}>
        {m.orders_view()}
      </ArrowLink>
    ),
  },
];

/** An order on a phone: three lines that form one link. */
function OrderCard({ order }: { order: Order }) {
  return (
    <Link to={`/my-courses/${order.id}`} className="grid gap-1.5 py-4">
      <span className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-3 tabular-nums">
        <bdi>
          #{order.id} · {riyadhDate(new Date(order.created_at))}
        </bdi>
        <strong className="font-semibold text-ink">
          <Sar amount={order.total} />
        </strong>
      </span>
      <span className="font-medium">
        <LocalizedText eng={order.course.name_eng} ar={order.course.name_ar} />
        {order.lines.length > 1 && (
          <span className="text-sm font-normal text-ink-3">
            {" "}
            {m.orders_and_more({ count: order.lines.length - 1 })}
          </span>
        )}
      </span>
      <span>
        <OrderStatus payment={order.payment} changes={order.changes} />
      </span>
    </Link>
  );
}

export function OrdersTable({ orders }: { orders: readonly Order[] }) {
  return (
    <div className="@container">
      <ul aria-label={m.orders_caption()} className="divide-y divide-line @min-[44rem]:hidden">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <div className="@max-[44rem]:hidden">
        <Table caption={m.orders_caption()} columns={buildColumns()} rows={orders} rowKey={(order) => order.id} />
      </div>
    </div>
  );
}
