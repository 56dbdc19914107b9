import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { Button, Menu, MenuItem } from "@mui/material";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Icon } from "../ui/icon.tsx";
import { useMay } from "../frame/session.ts";
import type { Order } from "./types.ts";

export type OrderDialog = "refund" | "approve" | "resend" | "record" | "release";

/** What someone may do with the order as it is; a line that does not apply is absent. */
export function OrderActions({
  order,
  isWaiting,
  onChoose,
}: {
  order: Order;
  isWaiting: boolean;
  onChoose(dialog: OrderDialog): void;
}) {
  const may = useMay();
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const awaitsTransfer = order.status === "pending" && order.payments.some(({ status }) => status === "awaiting");
  const mayResend =
    may("orders.resend") && (isPaid || awaitsTransfer || order.refunds.some(({ status }) => status === "done"));
  return (
    <>
      {may("orders.transfer") && awaitsTransfer && (
        <Button variant="contained" startIcon={<Icon name="landmark" />} onClick={() => onChoose("record")}>
          {m.staff_orders_record_open()}
        </Button>
      )}
      {mayResend && (
        <Button variant="outlined" startIcon={<Icon name="mail" />} onClick={() => onChoose("resend")}>
          {m.staff_orders_resend_documents()}
        </Button>
      )}
      {may("orders.refund") && isPaid && !isWaiting && (
        <Button variant="outlined" startIcon={<Icon name="undo-2" mirrors />} onClick={() => onChoose("refund")}>
          {m.staff_orders_refund_open()}
        </Button>
      )}
      <More order={order} mayRelease={may("orders.transfer") && awaitsTransfer} onRelease={() => onChoose("release")} />
    </>
  );
}

function More({ order, mayRelease, onRelease }: { order: Order; mayRelease: boolean; onRelease(): void }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const may = useMay();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const resync = async () => {
    close();
    try {
      await callStaff("POST /api/staff/orders/:id/resync", { id: order.id });
      notify(m.staff_orders_resynced(), { type: "success" });
      refresh();
    } catch (error) {
      notify(error instanceof Error ? error.message : m.staff_ra_notification_http_error(), { type: "error" });
    }
  };
  const hasCard = order.payments.some(({ method }) => method === "card");
  const mayResync = may("orders.resolve") && hasCard;
  const mayAudit = may("audit.read");
  if (!mayResync && !mayRelease && !mayAudit) return null;
  return (
    <>
      <Button
        variant="outlined"
        className="icon-on-phone"
        startIcon={<Icon name="ellipsis" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="words">{m.staff_orders_more()}</span>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {mayResync && <MenuItem onClick={() => void resync()}>{m.staff_orders_resync()}</MenuItem>}
        {mayRelease && (
          <MenuItem
            onClick={() => {
              close();
              onRelease();
            }}
          >
            {m.staff_orders_release_open()}
          </MenuItem>
        )}
        {mayAudit && (
          <MenuItem
            component={Link}
            to={{
              pathname: "/audit",
              search: `filter=${encodeURIComponent(JSON.stringify({ entity: "order", entity_id: String(order.id) }))}`,
            }}
          >
            {m.staff_orders_in_audit()}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
