import type { ReactNode } from "react";
import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import type { Registration } from "./registration.ts";

export const registrationLabels: Record<Registration, () => ReactNode> = {
  // The specification prescribes this label, so it may be English on an Arabic page.
  open: () => <Label name="register">{m.catalogue_register()}</Label>,
  closed: m.catalogue_closed,
  ended: m.catalogue_ended,
  "sold-out": m.common_sold_out,
  held: m.catalogue_all_held,
  registered: m.catalogue_registered,
};
