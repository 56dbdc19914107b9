import { listPath } from "../frame/list-state.ts";
import { isPaid } from "../../../src/features/orders/order-states.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { m } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { callStaff } from "../api.ts";
import { useCan } from "../frame/session.ts";
import type { Order } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";

export type OrderDialog = "refund" | "approve" | "resend" | "record" | "release";

/** The actions that apply to the order and that the signed-in person may use. */
export function OrderActions({
  order,
  hasWaitingRefund,
  onChoose,
}: {
  order: Order;
  hasWaitingRefund: boolean;
  onChoose(dialog: OrderDialog): void;
}) {
  const can = useCan();
  const awaitsTransfer = order.status === "pending" && order.payments.some(({ status }) => status === "awaiting");
  const canResend =
    can("orders.resend") && (isPaid(order) || awaitsTransfer || order.refunds.some(({ status }) => status === "done"));
  return (
    <>
      {can("orders.transfer") && awaitsTransfer && (
        <Button variant="primary" icon="landmark" onClick={() => onChoose("record")}>
          {m.staff_orders_record_action()}
        </Button>
      )}
      {canResend && (
        <Button variant="secondary" icon="mail" onClick={() => onChoose("resend")}>
          {m.staff_orders_resend_documents()}
        </Button>
      )}
      {can("orders.refund") && isPaid(order) && !hasWaitingRefund && (
        <Button variant="secondary" icon="undo-2" mirrorsIcon onClick={() => onChoose("refund")}>
          {m.staff_orders_refund_open()}
        </Button>
      )}
      <MoreMenu
        order={order}
        canRelease={can("orders.transfer") && awaitsTransfer}
        onRelease={() => onChoose("release")}
      />
    </>
  );
}

function MoreMenu({ order, canRelease, onRelease }: { order: Order; canRelease: boolean; onRelease(): void }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const can = useCan();
  const resync = async () => {
    try {
      await callStaff("POST /api/staff/orders/:id/resync", { id: order.id });
      notify(m.staff_orders_resynced(), { type: "success" });
      refresh();
    } catch (error) {
      notify(error instanceof Error ? error.message : m.staff_common_http_error(), { type: "error" });
    }
  };
  const hasCard = order.payments.some(({ method }) => method === "card");
  const canResync = can("orders.resolve") && hasCard;
  const canAudit = can("audit.read");
  if (!canResync && !canRelease && !canAudit) return null;
  return (
    <Menu
      icon="ellipsis"
      label={m.staff_common_more()}
      items={[
        canResync && { label: m.staff_orders_resync(), onChoose: () => void resync() },
        canRelease && { label: m.staff_orders_release_open(), onChoose: onRelease },
        canAudit && {
          label: m.staff_orders_in_audit(),
          to: listPath("/audit", { entity: "order", entity_id: String(order.id) }),
        },
      ]}
    >
      <span className="max-md:sr-only">{m.staff_common_more()}</span>
    </Menu>
  );
}
