import { clsx } from "clsx/lite";
import { useEffect, useState, type ReactNode } from "react";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { RunDates } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { callApi } from "#platform/api-client.ts";
import { FieldMessage } from "#ui/field.tsx";
import { QuantityBox } from "#ui/quantity-box.tsx";
import {
  lineSubtotal,
  removeItem,
  getUnavailableReason,
  type CartItem,
  availableSeats,
  setQuantity,
} from "#features/checkout/cart.ts";
import { changeCart } from "#features/checkout/cart-store.ts";
import { CartMoney } from "#ui/money.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import { withSeatsLeft } from "#features/checkout/cart-refresh.ts";

/** How long the message about too high a quantity stays (specification §9). */
const overMessageMs = 2000;

/**
 * Quantity of a cart item. Checks a higher quantity with the server at once and lowers it to the available seats.
 * `ownHeld`: seats of the run that the person's own unpaid order holds.
 */
function CartQuantity({
  item,
  name,
  ownHeld,
  onRemoved,
}: {
  item: CartItem;
  name: string;
  ownHeld: number;
  onRemoved: () => void;
}) {
  /** The seats that were left when the quantity was lowered; null while no message says so. */
  const [loweredTo, setLoweredTo] = useState<number | null>(null);
  useEffect(() => {
    if (loweredTo === null) return;
    const timer = setTimeout(() => setLoweredTo(null), overMessageMs);
    return () => clearTimeout(timer);
  }, [loweredTo]);

  async function change(qty: number) {
    changeCart((state) => setQuantity(state, item.id, qty));
    if (qty <= 0) return onRemoved();
    if (qty <= item.qty) return;
    const answer = await callApi("/api/get-course-qty", { course_id: item.id, key: item.details.key });
    if (!answer.ok) return;
    const left = answer.data.qty + ownHeld;
    changeCart((state) => {
      const updated = withSeatsLeft(state, item.id, left, answer.data.held - ownHeld);
      if (updated.lowered) setLoweredTo(left);
      return updated.state;
    });
  }

  return (
    // The message is positioned below the box, so that nothing moves when it appears.
    <div className="relative max-md:mb-6 [&_p]:absolute [&_p]:end-auto [&_p]:start-0 [&_p]:top-[calc(100%+.375rem)] [&_p]:whitespace-nowrap max-md:[&_p]:start-auto max-md:[&_p]:end-0">
      <QuantityBox
        value={item.qty}
        max={availableSeats(item)}
        onChange={(qty) => void change(qty)}
        labels={{
          quantity: m.checkout_quantity_of({ course: isolate(name) }),
          less: m.checkout_less(),
          more: m.checkout_more(),
        }}
        overMessage={(n) => m.checkout_qty_above_available({ n })}
      />
      {loweredTo !== null && <FieldMessage announces>{m.checkout_qty_above_available({ n: loweredTo })}</FieldMessage>}
    </div>
  );
}

const row = "max-md:flex max-md:flex-wrap max-md:items-start max-md:justify-between max-md:gap-x-4 max-md:py-1.5";

function Cell({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <td role="cell" className={clsx(row, "align-middle md:px-3 md:py-5", className)}>
      <span aria-hidden="true" className="text-sm text-ink-3 md:hidden">
        {label}
      </span>
      {children}
    </td>
  );
}

interface RowProps {
  item: CartItem;
  symbol: string;
  ownHeld: number;
  onRemoved: () => void;
}

function Row({ item, symbol, ownHeld, onRemoved }: RowProps) {
  const locale = useLocale();
  const { details } = item;
  const name = localText(locale, details.name_eng, details.name_ar).text;
  const unavailable = getUnavailableReason(item);
  const remove = () => {
    changeCart((state) => removeItem(state, item.id));
    onRemoved();
  };
  return (
    <tr role="row" className="border-b border-line last:border-0 max-md:block max-md:py-6 max-md:first:pt-0">
      <th
        role="rowheader"
        scope="row"
        className="text-start align-middle font-normal max-md:block max-md:pb-2.5 md:py-5 md:pe-3"
      >
        <span className="flex flex-wrap items-center gap-x-4.5 gap-y-2">
          <Picture
            picture={thumbnail(details.image)}
            alt=""
            className="aspect-[16/10] w-21 flex-none rounded-control md:w-27"
          />
          <span className="min-w-0 flex-[1_1_7rem]">
            <Link
              to={`/courses/${details.slug}${runQuery(item.id, details.key)}`}
              className="font-medium leading-snug hover:text-primary hover:underline"
            >
              <LocalizedText eng={details.name_eng} ar={details.name_ar} />
            </Link>
            <span className="mt-0.5 block text-sm text-ink-3 tabular-nums">
              <RunDates of={details} />
            </span>
          </span>
        </span>
      </th>
      <Cell label={m.checkout_price()} className="text-end tabular-nums">
        <CartMoney amount={details.amount} symbol={symbol} />
      </Cell>
      <Cell label={m.checkout_quantity()}>
        {unavailable === "held" ? (
          <span className="block max-w-44 text-sm text-balance text-warning max-md:text-end">
            {m.catalogue_all_held()}
          </span>
        ) : unavailable ? (
          <Badge tone="warning">{m.common_sold_out()}</Badge>
        ) : (
          <CartQuantity item={item} name={name} ownHeld={ownHeld} onRemoved={onRemoved} />
        )}
      </Cell>
      <Cell label={m.common_subtotal()} className="text-end tabular-nums">
        <strong className="font-semibold">
          {unavailable ? "–" : <CartMoney amount={lineSubtotal(item)} symbol={symbol} />}
        </strong>
      </Cell>
      <td role="cell" className="align-middle max-md:flex max-md:justify-end md:py-5 md:ps-3 md:text-end">
        <IconButton
          icon="trash-2"
          label={m.checkout_remove({ course: isolate(name) })}
          onClick={remove}
          className="-me-[10px]"
        />
      </td>
    </tr>
  );
}

export interface CartTableProps {
  items: readonly CartItem[];
  symbol: string;
  /** Seats that unpaid orders of this person hold, by run. */
  ownHeld: ReadonlyMap<number, number>;
  /** Called after a row was removed; the focus was in that row. */
  onRemoved: () => void;
}

/** The items of the cart (S-01). On phones each course is a list of labelled lines instead of a row. */
export function CartTable({ items, symbol, ownHeld, onRemoved }: CartTableProps) {
  const head = "border-b border-line py-3.5 text-xs font-medium whitespace-nowrap text-ink-3";
  return (
    <table role="table" className="w-full border-collapse text-[.9375rem] max-md:block">
      <caption className="sr-only">{m.checkout_cart_caption()}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          <th role="columnheader" scope="col" className={clsx(head, "text-start")}>
            {m.common_course()}
          </th>
          <th role="columnheader" scope="col" className={clsx(head, "px-3 text-end")}>
            {m.checkout_price()}
          </th>
          <th role="columnheader" scope="col" className={clsx(head, "px-3 text-start")}>
            {m.checkout_quantity()}
          </th>
          <th role="columnheader" scope="col" className={clsx(head, "px-3 text-end")}>
            {m.common_subtotal()}
          </th>
          <th role="columnheader" scope="col" className={head}>
            <span className="sr-only">{m.checkout_remove_column()}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {items.map((item) => (
          <Row key={item.id} item={item} symbol={symbol} ownHeld={ownHeld.get(item.id) ?? 0} onRemoved={onRemoved} />
        ))}
      </tbody>
    </table>
  );
}
