import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { useAges } from "../parts/age.ts";
import { Button } from "../../../src/ui/button.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Figures } from "../parts/figures.tsx";
import { useFormats } from "../parts/formats.ts";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { CodeField } from "./code-field.tsx";
import type { EInvoicing } from "./use-einvoicing.ts";

type Unit = NonNullable<EInvoicing["unit"]>;

/** Maximum clock difference in seconds. A larger one shows a warning. */
const maxClockSeconds = 60;

/** Whether the certificate is unusable. Then a new onboarding is necessary. */
export const isLost = (unit: Unit): boolean => !unit.isReadable || unit.refusedSince !== null;

/** Shows the numbers of documents by state, the certificate's expiry, and the clock difference. */
export function CertificateFigures({ einvoicing, unit }: { einvoicing: EInvoicing; unit: Unit }) {
  const { date, number } = useFormats();
  const { age } = useAges();
  const { waiting, rejected } = einvoicing;
  return (
    <Figures
      className="card"
      figures={[
        {
          key: "waiting",
          label: m.staff_einvoicing_states_waiting(),
          value: number(waiting),
          detail: unit.oldestWaitingAt
            ? m.staff_einvoicing_oldest({ age: age(unit.oldestWaitingAt) })
            : m.staff_einvoicing_nothing_waits(),
        },
        {
          key: "rejected",
          label: m.staff_einvoicing_states_rejected(),
          value: number(rejected),
          detail: m.staff_einvoicing_to_correct(),
        },
        {
          key: "sealed",
          label: m.staff_einvoicing_figures_sealed(),
          value: number(unit.sealed),
          detail: m.staff_einvoicing_of_certificate(),
        },
        {
          key: "valid",
          label: m.staff_einvoicing_figures_valid(),
          value: date(unit.validTo),
          detail: m.staff_einvoicing_clock({ seconds: number(Math.abs(unit.clockAheadSeconds)) }),
        },
      ]}
    />
  );
}

/** Problems with the certificate, the clock or earlier documents, each with its solution. */
export function CertificateAlerts({
  einvoicing,
  unit,
  onRenew,
}: {
  einvoicing: EInvoicing;
  unit: Unit;
  onRenew(): void;
}) {
  const can = useCan();
  const { date, number } = useFormats();
  const seconds = Math.abs(unit.clockAheadSeconds);
  return (
    <>
      {unit.isReadable && unit.refusedSince && (
        <Alert tone="danger">{m.staff_einvoicing_alerts_refused({ since: date(unit.refusedSince, "dateTime") })}</Alert>
      )}
      {!unit.isReadable && <Alert tone="danger">{m.staff_einvoicing_alerts_unreadable()}</Alert>}
      {unit.isReadable && einvoicing.stranded > 0 && <SealAgainAlert einvoicing={einvoicing} />}
      {unit.isEnding && !isLost(unit) && (
        <Alert
          tone={unit.isEnded ? "danger" : "warning"}
          actions={
            can("settings.finance") && (
              <Button variant="secondary" size="sm" onClick={onRenew}>
                {m.staff_einvoicing_renew()}
              </Button>
            )
          }
        >
          {unit.isEnded
            ? m.staff_einvoicing_alerts_ended({ day: date(unit.validTo) })
            : m.staff_einvoicing_alerts_ending({ day: date(unit.validTo) })}
        </Alert>
      )}
      {seconds > maxClockSeconds && (
        <Alert tone="warning">{m.staff_einvoicing_alerts_clock({ seconds: number(seconds) })}</Alert>
      )}
    </>
  );
}

/** Offers to seal documents again, because the certificate that sealed them is unusable now. */
function SealAgainAlert({ einvoicing: { stranded, strandedAndSent: sent } }: { einvoicing: EInvoicing }) {
  const can = useCan();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const seal = async () => {
    const { count } = await callStaff("POST /api/staff/einvoices/seal-again");
    await queries.invalidateQueries();
    notify(m.staff_einvoicing_sealed_again({ count }), { type: "success" });
  };
  return (
    <Alert
      tone="warning"
      actions={
        can("orders.resolve") && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            {m.staff_einvoicing_seal_again()}
          </Button>
        )
      }
    >
      {m.staff_einvoicing_alerts_stranded({ count: stranded })}
      <ConfirmDialog
        isOpen={isOpen}
        title={m.staff_einvoicing_seal_again()}
        actionLabel={m.staff_einvoicing_seal_again()}
        onClose={() => setIsOpen(false)}
        onConfirm={seal}
      >
        <p>{m.staff_einvoicing_seal_again_text()}</p>
        {sent > 0 && <Alert tone="warning">{m.staff_einvoicing_seal_again_sent({ count: sent })}</Alert>}
      </ConfirmDialog>
    </Alert>
  );
}

/** Asks for a code and renews the certificate. */
export function RenewDialog({ onClose }: { onClose(): void }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const form = useForm(["code"]);
  const renew = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/einvoice-units/renew", { code });
      await queries.invalidateQueries();
      notify(m.staff_einvoicing_renewed(), { type: "success" });
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_einvoicing_renew_title()}
      actionLabel={m.staff_einvoicing_renew()}
      isReady={code.trim() !== ""}
      onClose={onClose}
      onConfirm={renew}
    >
      <p>{m.staff_einvoicing_renew_text()}</p>
      <CodeField value={code} error={form.messageFor("code")} onChange={setCode} />
    </ConfirmDialog>
  );
}
