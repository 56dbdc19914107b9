import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { CompetencyScreen } from "./competency-screen.tsx";
import { RecordScreen } from "./record-screen.tsx";
import { ProductScreen } from "../digital/product-screen.tsx";

const lessons: { title: () => string; done: string; tone: Tone; state: () => string }[] = [
  { title: m.site_learning_screen_hygiene, done: "w-full", tone: "success", state: m.site_learning_screen_done },
  { title: m.site_learning_screen_medication, done: "w-[70%]", tone: "info", state: m.site_learning_screen_progress },
  { title: m.site_learning_screen_incident, done: "w-0", tone: "warning", state: m.site_learning_screen_due },
  { title: m.site_learning_screen_line, done: "w-0", tone: "muted", state: m.site_learning_screen_upcoming },
];

function PathScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_path()}
      title={m.site_learning_screen_my()}
      note={m.site_learning_screen_who()}
      ground="bg-sunken"
    >
      {lessons.map(({ title, done, tone, state }) => (
        <div
          key={title()}
          className="flex items-center justify-between gap-4 px-4 py-[.8rem] md:px-[1.35rem] not-last:border-b not-last:border-line"
        >
          <div className="grid min-w-0 flex-1 gap-[.45rem] text-sm font-medium">
            {title()}
            <span className="block h-[5px] max-w-52 overflow-hidden rounded-full bg-line">
              <span className={`block h-full rounded-full bg-primary ${done}`} />
            </span>
          </div>
          <Badge tone={tone} className="ltr:text-[.72rem]!">
            {state()}
          </Badge>
        </div>
      ))}
    </ProductScreen>
  );
}

const features = [
  {
    Screen: PathScreen,
    title: m.site_learning_paths,
    lead: m.site_learning_paths_lead,
    points: [m.site_learning_paths_1, m.site_learning_paths_2, m.site_learning_paths_3],
  },
  {
    Screen: CompetencyScreen,
    title: m.site_learning_grid,
    lead: m.site_learning_grid_lead,
    points: [m.site_learning_grid_1, m.site_learning_grid_2, m.site_learning_grid_3],
  },
  {
    Screen: RecordScreen,
    title: m.site_learning_record,
    lead: m.site_learning_record_lead,
    points: [m.site_learning_record_1, m.site_learning_record_2, m.site_learning_record_3],
  },
];

export function FeatureRows() {
  return (
    <div className="wrap grid gap-[clamp(4rem,8vw,7.5rem)] py-section">
      {features.map(({ Screen, title, lead, points }) => (
        <section
          key={title()}
          className="group grid items-center gap-[clamp(2rem,7vw,6.5rem)] lg:grid-cols-[1fr_1.1fr] lg:even:grid-cols-[1.1fr_1fr]"
        >
          <div className="grid min-w-0 gap-5 lg:group-even:order-2">
            <h2>{title()}</h2>
            <p className="text-lead text-ink-2 text-pretty">{lead()}</p>
            <ul className="grid gap-[.7rem]">
              {points.map((point) => (
                <li key={point()} className="flex gap-[.8rem]">
                  <Icon name="check" size="sm" className="mt-[.3rem] text-primary rtl:mt-[.45rem]" />
                  {point()}
                </li>
              ))}
            </ul>
          </div>
          <Screen />
        </section>
      ))}
    </div>
  );
}
