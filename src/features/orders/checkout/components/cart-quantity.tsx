import { useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { FieldMessage } from "#ui/field.tsx";
import { QuantityBox } from "#ui/quantity-box.tsx";
import { availableSeats, setQuantity, type CartItem } from "../cart.ts";
import { withSeatsLeft } from "../cart-refresh.ts";
import { changeCart } from "../cart-store.ts";

/** How long the message stays (specification §9). */
const overMs = 2000;

/** More seats are checked at once, falling back to those available. `held`: seats of the person's own unpaid order. */
export function CartQuantity({
  item,
  name,
  held,
  onRemoved,
}: {
  item: CartItem;
  name: string;
  held: number;
  onRemoved: () => void;
}) {
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    if (over === null) return;
    const timer = setTimeout(() => setOver(null), overMs);
    return () => clearTimeout(timer);
  }, [over]);

  async function change(qty: number) {
    changeCart((state) => setQuantity(state, item.id, qty));
    if (qty <= 0) return onRemoved();
    if (qty <= item.qty) return;
    const answer = await callApi("/api/get-course-qty", { course_id: item.id });
    if (!answer.ok) return;
    const left = answer.data.qty + held;
    changeCart((state) => {
      const now = withSeatsLeft(state, item.id, left, answer.data.held - held);
      if (now.lowered) setOver(left);
      return now.state;
    });
  }

  return (
    // Positioned below the box, so that the message moves nothing.
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
      {over !== null && <FieldMessage announces>{m.checkout_qty_above_available({ n: over })}</FieldMessage>}
    </div>
  );
}
