import { isolate } from "#i18n/isolate.ts";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import type { Order } from "#features/orders/order.schema.server.ts";

/** Shows requests that wait for the buyer's answer to a question of the staff; renders nothing without one. */
export function AnswersAwaited({ orders }: { orders: readonly Pick<Order, "id" | "changes">[] }) {
  const questioned = orders.filter(({ changes }) => changes.some(({ state }) => state === "questioned"));
  return questioned.map(({ id }) => (
    <Alert key={id} tone="warning" className="mb-5">
      {m.changes_answer_awaited({ id: isolate(id) })}{" "}
      <Link to={`/my-courses/${id}`} className="font-medium underline underline-offset-3">
        {m.changes_answer_now()}
      </Link>
    </Alert>
  ));
}
