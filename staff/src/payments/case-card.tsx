import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m, findMessage, toSnakeCase } from "../messages.ts";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { callStaff } from "../api.ts";
import { useAges } from "../parts/age.ts";
import { Chip } from "../parts/chip.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Money } from "../parts/money.tsx";
import { useCan } from "../frame/session.ts";
import type { RowOf } from "../api-types.ts";
import { boxClass } from "../parts/panel.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { Lines } from "../parts/lines.tsx";

export type PaymentCase = RowOf<"payment-cases">;
type CaseAction = PaymentCase["actions"][number];

const icons: Record<PaymentCase["kind"], IconName> = {
  "refund-needs-person": "undo-2",
  "refund-stuck": "clock-alert",
  "check-overdue": "clock-alert",
  "paid-at-provider": "circle-alert",
  "refunds-differ": "copy",
  "unknown-payment": "circle-dashed",
  "difference-without-seat": "undo-2",
  "einvoice-rejected": "circle-alert",
  "einvoice-overdue": "clock-alert",
};
const actionIcons: Record<CaseAction, IconName> = {
  resync: "refresh-cw",
  refund: "undo-2",
  "paid-back": "check",
  resolve: "list-checks",
};

/** A payment case: what our books and the provider's say, and the actions to resolve it. */
export function CaseCard({ paymentCase, onChange }: { paymentCase: PaymentCase; onChange(): void }) {
  const can = useCan();
  const [selectedAction, setSelectedAction] = useState<CaseAction | null>(null);
  const { kind, orderId, buyer } = paymentCase;
  return (
    <article
      className="card case grid grid-cols-1 items-start gap-4 p-pad wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_264px] wide:gap-6"
      aria-labelledby={`case-${paymentCase.id}`}
    >
      <Lines as="div">
        <div className="flex flex-wrap items-center gap-2">
          <Icon name={icons[kind]} className="text-warning" />
          <h2 className="font-sans text-h4" id={`case-${paymentCase.id}`}>
            {m[`staff_payments_kinds_${toSnakeCase(kind)}_title`]()}
          </h2>
          <Age since={paymentCase.openedAt} />
        </div>
        {orderId !== null && (
          <TextLink to={`/orders/${orderId}`}>
            {m.staff_payments_of_order({ id: orderId, name: buyer?.name ?? "" })}
          </TextLink>
        )}
        {paymentCase.documentNumber && (
          <p>
            <bdi dir="ltr">{paymentCase.documentNumber}</bdi>{" "}
            {can("finance.read") && <TextLink to="/einvoicing">{m.staff_menu_einvoicing()}</TextLink>}
          </p>
        )}
        <p>{m[`staff_payments_kinds_${toSnakeCase(kind)}_text`]()}</p>
        {paymentCase.problem && (
          <p className="text-ink-3">
            {findMessage(`staff_payments_problems_${paymentCase.problem}`) ?? paymentCase.problem}
          </p>
        )}
      </Lines>
      {/* The books have nothing to show for a document that waits for the tax authority. */}
      {paymentCase.documentNumber === null && <Books paymentCase={paymentCase} />}
      {can("orders.resolve") && (
        <div className="grid gap-2 wide:col-start-3">
          {paymentCase.actions.map((action, index) => (
            <Button
              key={action}
              className="w-full"
              variant={index === 0 ? "primary" : "secondary"}
              icon={actionIcons[action]}
              mirrorsIcon={action === "refund"}
              onClick={() => setSelectedAction(action)}
            >
              {m[`staff_payments_actions_${toSnakeCase(action)}`]()}
            </Button>
          ))}
        </div>
      )}
      {selectedAction && (
        <ActionDialog
          paymentCase={paymentCase}
          action={selectedAction}
          onClose={() => setSelectedAction(null)}
          onDone={onChange}
        />
      )}
    </article>
  );
}

function Age({ since }: { since: string }) {
  const { age, isOlder } = useAges();
  return (
    <Chip tone={isOlder(since, 24) ? "wrong" : "attention"} icon="clock">
      {age(since)}
    </Chip>
  );
}

function Books({ paymentCase }: { paymentCase: PaymentCase }) {
  const { ours, provider, amount } = paymentCase;
  const isRefund = ours.refundId !== null;
  const isDifference = paymentCase.kind === "difference-without-seat";
  return (
    <div className={boxClass}>
      <dl className="details">
        <dt>{m.staff_payments_ours()}</dt>
        <dd>
          {isRefund && amount && (
            <>
              {m.staff_payments_to_refund()} <Money riyals={amount} withCurrency />
            </>
          )}
          {isDifference && amount && (
            <>
              {m.staff_payments_still_held()} <Money riyals={amount} withCurrency />
            </>
          )}
          {!isRefund && !isDifference && ours.orderStatus && findMessage(`staff_order_state_${ours.orderStatus}`)}
          {!isRefund && !ours.orderStatus && m.staff_payments_not_known()}
          {ours.refunded && Number(ours.refunded) > 0 && (
            <>
              {", "}
              {m.staff_payments_refunded()} <Money riyals={ours.refunded} />
            </>
          )}
        </dd>
        {!isDifference && (
          <>
            <dt>{m.staff_payments_provider()}</dt>
            <dd>
              {provider.status ? (
                <>
                  <bdi dir="ltr">{provider.status}</bdi>{" "}
                  {provider.amount && <Money riyals={provider.amount} withCurrency />}
                  {provider.refunded && Number(provider.refunded) > 0 && (
                    <>
                      {", "}
                      {m.staff_payments_refunded()} <Money riyals={provider.refunded} />
                    </>
                  )}
                </>
              ) : paymentCase.method === "transfer" ? (
                m.staff_payments_by_transfer()
              ) : (
                m.staff_payments_not_confirmed()
              )}
            </dd>
          </>
        )}
        <dt>{m.staff_payments_payment()}</dt>
        <dd>
          <bdi className="text-sm" dir="ltr">
            {paymentCase.paymentId}
          </bdi>
        </dd>
      </dl>
    </div>
  );
}

function ActionDialog({
  paymentCase,
  action,
  onClose,
  onDone,
}: {
  paymentCase: PaymentCase;
  action: CaseAction;
  onClose(): void;
  onDone(): void;
}) {
  const notify = useNotify();
  const [reason, setReason] = useState("");
  const isResolve = action === "resolve";
  const runAction = async () => {
    const input = { action, ...(isResolve ? { reason: reason.trim() } : {}) };
    const { closedAt } = await callStaff("POST /api/staff/payment-cases/:id/actions", {
      id: paymentCase.id,
      ...input,
    });
    notify(closedAt ? m.staff_payments_closed() : m.staff_payments_still_open(), {
      type: closedAt ? "success" : "warning",
    });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m[`staff_payments_kinds_${toSnakeCase(paymentCase.kind)}_title`]()}
      actionLabel={m[`staff_payments_actions_${toSnakeCase(action)}`]()}
      isReady={!isResolve || reason.trim() !== ""}
      onClose={onClose}
      onConfirm={runAction}
    >
      <p>{m[`staff_payments_explain_${toSnakeCase(action)}`]()}</p>
      {paymentCase.amount && action !== "resync" && (
        <p>
          <Money riyals={paymentCase.amount} withCurrency />
        </p>
      )}
      {isResolve && (
        <TextArea
          required
          rows={2}
          label={m.staff_payments_reason()}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          dir="auto"
          maxLength={500}
        />
      )}
    </ConfirmDialog>
  );
}
