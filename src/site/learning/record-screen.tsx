import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { ProductScreen } from "../digital/product-screen.tsx";

const sources = [
  { label: m.site_learning_screen_from_courses, share: "flex-18", colour: "bg-palm-600" },
  { label: m.site_learning_screen_from_workshops, share: "flex-12", colour: "bg-palm-300" },
  { label: m.site_learning_screen_from_elsewhere, share: "flex-12", colour: "bg-khuzama-500" },
];
const certificates = [
  {
    title: m.site_learning_screen_safety,
    date: m.site_learning_screen_safety_date,
    hours: m.site_learning_screen_safety_hours,
  },
  {
    title: m.site_learning_screen_infection,
    date: m.site_learning_screen_infection_date,
    hours: m.site_learning_screen_infection_hours,
  },
];

export function RecordScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_record()}
      title={m.site_learning_screen_cme()}
      note={m.site_learning_screen_sara()}
      ground="bg-stone"
    >
      <div className="grid gap-[.9rem] px-4 py-5 md:px-[1.35rem]">
        <div>
          <p className="text-xs text-ink-3">{m.site_learning_screen_year()}</p>
          <p className="font-display text-[2.75rem] leading-[1.1] font-light tabular-nums">42</p>
        </div>
        <div className="flex h-3 gap-[3px]">
          {sources.map(({ share, colour }) => (
            <span key={colour} className={`rounded-[4px] ${share} ${colour}`} />
          ))}
        </div>
        <p className="flex flex-wrap gap-x-[1.1rem] gap-y-1 text-sm text-ink-2">
          {sources.map(({ label, colour }) => (
            <span key={colour} className="flex items-center gap-2">
              <span className={`size-[9px] rounded-[3px] ${colour}`} />
              {label()}
            </span>
          ))}
        </p>
      </div>
      {certificates.map(({ title, date, hours }) => (
        <div
          key={title()}
          className="flex items-center gap-[.8rem] border-t border-line px-4 py-[.8rem] md:px-[1.35rem]"
        >
          <Icon name="award" />
          <div className="min-w-0 flex-1">
            <p className="text-sm font-medium">{title()}</p>
            <p className="text-xs text-ink-3">{date()}</p>
          </div>
          <span className="text-sm whitespace-nowrap">{hours()}</span>
        </div>
      ))}
    </ProductScreen>
  );
}
