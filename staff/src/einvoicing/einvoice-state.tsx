import { m } from "../messages.ts";
import { downloadStaff } from "../api.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { DownloadIconButton } from "../parts/download-icon-button.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import type { EInvoice } from "./use-einvoicing.ts";

const stateStyles: Record<EInvoice["state"], [Tone, IconName]> = {
  waiting: ["attention", "clock"],
  rejected: ["wrong", "circle-x"],
  corrected: ["neutral", "replace"],
  replaced: ["neutral", "replace"],
  accepted: ["good", "circle-check"],
};

/** The state of an e-invoice at the tax authority. */
export function EInvoiceState({ state }: { state: EInvoice["state"] }) {
  const [tone, icon] = stateStyles[state];
  return (
    <Chip tone={tone} icon={icon}>
      {m[`staff_einvoicing_states_${state}`]()}
    </Chip>
  );
}

export const XmlButton = ({ id, number }: { id: number; number: string }) => (
  <DownloadIconButton
    save={() => downloadStaff("GET /api/staff/einvoices/:id/xml", { id })}
    label={m.staff_einvoicing_xml({ number })}
  />
);
