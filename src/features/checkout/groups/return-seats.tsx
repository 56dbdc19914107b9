import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { ConfirmButton } from "#ui/confirm-button.tsx";

/** Cancels an unpaid booking by transfer after a confirmation. */
export function ReturnSeats({ orderId, onDone }: { orderId: number; onDone: () => void }) {
  async function cancelBooking() {
    const answer = await callApi("/api/return-booking", { order_id: orderId });
    if (!answer.ok) return answer.message;
    onDone();
    return "";
  }
  return (
    <div data-print="hide">
      <ConfirmButton
        label={m.groups_transfer_return()}
        title={m.groups_transfer_return_title()}
        text={m.groups_transfer_return_text()}
        keepLabel={m.groups_transfer_return_keep()}
        onConfirm={cancelBooking}
      />
    </div>
  );
}
