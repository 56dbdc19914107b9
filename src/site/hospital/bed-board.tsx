import { clsx } from "clsx/lite";
import { m } from "#messages";
import { ScreenRows, ProductScreen } from "../digital/product-screen.tsx";

const states = {
  used: { word: m.site_hospital_bed_used, box: "border-line", text: "text-ink-3" },
  free: { word: m.site_hospital_bed_free, box: "border-transparent bg-success-tint", text: "text-success" },
  leaving: { word: m.site_hospital_bed_leaving, box: "border-transparent bg-warning-tint", text: "text-warning" },
  cleaning: { word: m.site_hospital_bed_cleaning, box: "border-transparent bg-accent-tint", text: "text-accent" },
};
type BedState = keyof typeof states;
/** Bed 01 first; the brochure shows the same morning. */
const beds: readonly BedState[] = [
  "used",
  "used",
  "free",
  "used",
  "leaving",
  "used",
  "cleaning",
  "used",
  "used",
  "free",
  "used",
  "leaving",
];
const numberOf = (index: number) => String(index + 1).padStart(2, "0");

export function BedBoard() {
  const rows = [
    {
      about: m.site_hospital_bed({ bed: "05" }),
      text: m.site_hospital_task_05(),
      tone: "success",
      state: m.site_hospital_pharmacy(),
    },
    {
      about: m.site_hospital_bed({ bed: "09" }),
      text: m.site_hospital_task_09(),
      tone: "danger",
      state: m.site_hospital_laboratory(),
    },
    {
      about: m.site_hospital_bed({ bed: "12" }),
      text: m.site_hospital_task_12(),
      tone: "info",
      state: m.site_hospital_clerk(),
    },
  ] as const;
  return (
    <ProductScreen
      label={m.site_hospital_board()}
      icon="bed-double"
      title={m.site_hospital_board_title()}
      note={m.site_hospital_board_when()}
    >
      <ul className="grid grid-cols-3 gap-2.5 px-[1.35rem] pt-[1.2rem] pb-[1.35rem] md:grid-cols-4">
        {beds.map((state, index) => (
          <li
            key={numberOf(index)}
            className={clsx("grid gap-0.5 rounded-control border px-[.8rem] py-[.65rem]", states[state].box)}
          >
            <span className="font-display text-[1.25rem] leading-tight tabular-nums">{numberOf(index)}</span>
            <span className={clsx("text-[11.5px] leading-[1.4]", states[state].text)}>{states[state].word()}</span>
          </li>
        ))}
      </ul>
      <ScreenRows rows={rows} />
    </ProductScreen>
  );
}
