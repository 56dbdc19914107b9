import { clsx } from "clsx/lite";
import { m } from "#messages";
import type { Tone } from "#ui/badge.tsx";
import { ScreenBadge, ScreenRows, ProductScreen } from "./product-screen.tsx";

const figures: readonly { label: () => string; value: number; tone: Tone; note: () => string }[] = [
  { label: m.site_digital_frame_incidents, value: 14, tone: "warning", note: m.site_digital_frame_incidents_note },
  { label: m.site_digital_frame_audits, value: 9, tone: "success", note: m.site_digital_frame_audits_note },
  { label: m.site_digital_frame_licences, value: 22, tone: "info", note: m.site_digital_frame_licences_note },
  { label: m.site_digital_frame_risks, value: 2, tone: "danger", note: m.site_digital_frame_risks_note },
];
/** Tailwind finds only literal class names. */
const bars = [
  "h-[38%]",
  "h-[52%]",
  "h-[44%]",
  "h-[60%]",
  "h-[48%]",
  "h-[71%]",
  "h-[66%]",
  "h-[82%]",
  "h-[58%]",
  "h-[49%]",
  "h-[40%]",
  "h-[33%]",
];
const highest = "h-[82%]";

export function RadarScreen() {
  const rows = [
    {
      about: m.site_digital_frame_medication(),
      text: m.site_digital_frame_medication_text(),
      tone: "warning",
      state: m.site_digital_frame_medication_state(),
    },
    {
      about: m.site_digital_frame_handover(),
      text: m.site_digital_frame_handover_text(),
      tone: "info",
      state: m.site_digital_frame_handover_state(),
    },
    {
      about: m.site_digital_frame_equipment(),
      text: m.site_digital_frame_equipment_text(),
      tone: "success",
      state: m.site_digital_frame_equipment_state(),
    },
  ] as const;
  return (
    <ProductScreen
      id="about_main_image_block"
      label={m.site_digital_frame()}
      icon="radar"
      title={m.site_digital_radar()}
      note={m.site_digital_frame_when()}
    >
      <div className="grid grid-cols-2 *:border-line max-md:*:even:border-s max-md:*:nth-[n+3]:border-t md:grid-cols-4 md:*:not-first:border-s">
        {figures.map(({ label, value, tone, note }) => (
          <div key={label()} className="grid min-w-0 content-start justify-items-start p-[1.1rem]">
            <span className="text-xs text-ink-3">{label()}</span>
            <span className="font-display text-[2rem] leading-[1.3] font-light tabular-nums">{value}</span>
            <ScreenBadge tone={tone}>{note()}</ScreenBadge>
          </div>
        ))}
      </div>
      <div className="border-t border-line px-[1.35rem] pt-[1.2rem] pb-[1.2rem]">
        <p className="text-sm font-medium">{m.site_digital_frame_chart()}</p>
        {/* Not mirrored, as in video and brochure. */}
        <div dir="ltr" className="mt-4 flex h-[110px] items-end gap-2">
          {bars.map((height) => (
            <span
              key={height}
              className={clsx("flex-1 rounded-t-[4px]", height, height === highest ? "bg-khuzama-500" : "bg-palm-200")}
            />
          ))}
        </div>
      </div>
      <ScreenRows rows={rows} />
    </ProductScreen>
  );
}
