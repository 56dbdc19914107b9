import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { ActivityKind } from "./record.ts";

const kinds: Record<ActivityKind, (inputs: object, options: { locale: Locale }) => string> = {
  workshop: m.cpd_kind_workshop,
  conference: m.cpd_kind_conference,
  teaching: m.cpd_kind_teaching,
  reading: m.cpd_kind_reading,
  online: m.cpd_kind_online,
};

export const kindLabel = (kind: ActivityKind, locale: Locale): string => kinds[kind]({}, { locale });

/** Label for the hours of a certificate: in person, online, or why the certificate has no hours. */
export function categoryLabel(
  { delivery, hours, isRepeated }: { delivery: "onsite" | "online"; hours: number; isRepeated: boolean },
  locale: Locale,
): string {
  if (isRepeated) return m.cpd_counted_before({}, { locale });
  if (hours === 0) return m.cpd_attendance_only({}, { locale });
  return (delivery === "online" ? m.cpd_online : m.cpd_onsite)({}, { locale });
}
