import { useState, type ReactNode } from "react";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { Chip, type Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Panel } from "../parts/panel.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { CertificateAlerts, CertificateFigures, isLost, RenewDialog } from "./certificate.tsx";
import { EInvoiceList } from "./einvoice-list.tsx";
import { Onboarding } from "./onboarding.tsx";
import { refetchMs, useEInvoicing, type EInvoicing } from "./use-einvoicing.ts";

const modeStyles: Record<EInvoicing["mode"], [Tone, IconName]> = {
  off: ["neutral", "circle-minus"],
  simulation: ["info", "circle-dashed"],
  on: ["good", "circle-check"],
};

/** E-invoicing with the tax authority: onboarding, the state of the certificate, and the XML of each document. */
export default function EInvoicingPage() {
  const can = useCan();
  const { data, error, refetch } = useEInvoicing(refetchMs);
  const [isRenewing, setIsRenewing] = useState(false);
  const canSetUp = can("settings.finance");
  const renew = () => setIsRenewing(true);
  const head = (
    <ScreenHead
      title={m.staff_menu_einvoicing()}
      facts={m.staff_einvoicing_facts()}
      state={data && <Mode mode={data.mode} />}
      actions={
        canSetUp && (
          <>
            <LinkButton variant="secondary" icon="settings" to="/settings?tab=einvoicing">
              {m.staff_menu_settings()}
            </LinkButton>
            {data?.unit && !isLost(data.unit) && (
              <Button variant="secondary" icon="refresh-cw" onClick={renew}>
                {m.staff_einvoicing_renew()}
              </Button>
            )}
          </>
        )
      }
    />
  );
  if (!data)
    return (
      <>
        {head}
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />}
      </>
    );
  const overview = <Overview einvoicing={data} canSetUp={canSetUp} onRenew={renew} />;
  return (
    <>
      {data.unit || data.isUsed ? (
        <EInvoiceList head={head} einvoicing={data}>
          {overview}
        </EInvoiceList>
      ) : (
        <>
          {head}
          <div className="grid gap-4">{overview}</div>
        </>
      )}
      {isRenewing && <RenewDialog onClose={() => setIsRenewing(false)} />}
    </>
  );
}

function Mode({ mode }: Pick<EInvoicing, "mode">) {
  const [tone, icon] = modeStyles[mode];
  return (
    <Chip tone={tone} icon={icon}>
      {m[`staff_settings_einvoicing_modes_${mode}`]()}
    </Chip>
  );
}

/** The parts above the list: alerts, the state of the certificate, and the onboarding. */
function Overview({
  einvoicing,
  canSetUp,
  onRenew,
}: {
  einvoicing: EInvoicing;
  canSetUp: boolean;
  onRenew(): void;
}): ReactNode {
  const { mode, unit, testing, isCompanyComplete: isComplete, isUsed } = einvoicing;
  if (mode === "off")
    return isUsed ? (
      <Alert>{m.staff_einvoicing_off_used()}</Alert>
    ) : (
      <Panel>
        <Empty icon="landmark" title={m.staff_einvoicing_off()}>
          {m.staff_einvoicing_off_text()}
        </Empty>
      </Panel>
    );
  const isOnboarding = !unit || isLost(unit) || testing !== null;
  return (
    <>
      {mode === "simulation" && <Alert>{m.staff_einvoicing_alerts_simulation()}</Alert>}
      {unit && <CertificateAlerts einvoicing={einvoicing} unit={unit} onRenew={onRenew} />}
      {unit && <CertificateFigures einvoicing={einvoicing} unit={unit} />}
      {isOnboarding && !isComplete && <Alert tone="warning">{m.staff_einvoicing_incomplete()}</Alert>}
      {isOnboarding && isComplete && canSetUp && <Onboarding einvoicing={einvoicing} />}
      {isOnboarding && isComplete && !canSetUp && <Alert>{m.staff_einvoicing_onboarding_by_finance()}</Alert>}
    </>
  );
}
