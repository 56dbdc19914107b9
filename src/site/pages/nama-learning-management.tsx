import { clsx } from "clsx/lite";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as learningHeadArt from "#ui/art/pictures/learning-head.ts";
import * as learningDemoArt from "#ui/art/pictures/learning-demo.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Icon } from "#ui/icon.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import type { PaletteName } from "#ui/art/palettes.ts";
import { Avatar } from "#ui/avatar.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { DemoButton } from "../demo-dialog.tsx";
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

function RecordScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_record()}
      title={m.site_learning_screen_cme()}
      note={m.site_learning_screen_sara()}
      backgroundClass="bg-stone"
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

const states = {
  valid: { icon: "check", look: "bg-success-tint text-success" },
  soon: { icon: "clock", look: "bg-warning-tint text-warning" },
  expired: { icon: "x", look: "bg-danger-tint text-danger" },
  missing: { icon: undefined, look: "border border-dashed border-line-2" },
} as const;
type State = keyof typeof states;

const competencies = [
  m.site_learning_screen_bls,
  m.site_learning_screen_iv,
  m.site_learning_screen_meds,
  m.site_learning_screen_falls,
];
const people: { name: () => string; palette: PaletteName; has: State[] }[] = [
  { name: m.site_learning_screen_huda, palette: "palm", has: ["valid", "valid", "valid", "valid"] },
  { name: m.site_learning_screen_reem, palette: "lilac", has: ["valid", "valid", "soon", "valid"] },
  { name: m.site_learning_screen_omar, palette: "dawn", has: ["valid", "missing", "valid", "expired"] },
  { name: m.site_learning_screen_faris, palette: "mint", has: ["valid", "valid", "valid", "valid"] },
];

const rowClass =
  "grid grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,2.9rem))] items-center justify-items-center gap-x-1 ps-4 pe-2 md:ps-[1.35rem] md:grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,4.2rem))]";

/** Only a picture of a table, so it is not marked up as one. */
function CompetencyScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_grid()}
      title={m.site_learning_screen_competencies()}
      note={m.site_learning_screen_shift()}
      backgroundClass="bg-accent-tint"
    >
      <div className={clsx(rowClass, "py-[.7rem] text-xs font-medium text-ink-3")}>
        <span />
        {competencies.map((label) => (
          <span key={label()}>{label()}</span>
        ))}
      </div>
      {people.map(({ name, palette, has }) => (
        <div key={name()} className={clsx(rowClass, "border-t border-line py-2")}>
          <span className="flex items-center gap-[.7rem] justify-self-start text-sm font-medium whitespace-nowrap">
            <Avatar name={name()} palette={palette} size={32} className="max-md:hidden" />
            {name()}
          </span>
          {has.map((state, index) => {
            const { icon, look } = states[state];
            return (
              <span key={index} className={clsx("grid size-[30px] place-items-center rounded-sm", look)}>
                {icon && <Icon name={icon} size="sm" />}
              </span>
            );
          })}
        </div>
      ))}
    </ProductScreen>
  );
}

const lessons: { title: () => string; progress: string; tone: Tone; state: () => string }[] = [
  { title: m.site_learning_screen_hygiene, progress: "w-full", tone: "success", state: m.site_learning_screen_done },
  {
    title: m.site_learning_screen_medication,
    progress: "w-[70%]",
    tone: "info",
    state: m.site_learning_screen_progress,
  },
  { title: m.site_learning_screen_incident, progress: "w-0", tone: "warning", state: m.site_learning_screen_due },
  { title: m.site_learning_screen_line, progress: "w-0", tone: "muted", state: m.site_learning_screen_upcoming },
];

function PathScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_path()}
      title={m.site_learning_screen_my()}
      note={m.site_learning_screen_who()}
      backgroundClass="bg-sunken"
    >
      {lessons.map(({ title, progress, tone, state }) => (
        <div
          key={title()}
          className="flex items-center justify-between gap-4 px-4 py-[.8rem] md:px-[1.35rem] not-last:border-b not-last:border-line"
        >
          <div className="grid min-w-0 flex-1 gap-[.45rem] text-sm font-medium">
            {title()}
            <span className="block h-[5px] max-w-52 overflow-hidden rounded-full bg-line">
              <span className={`block h-full rounded-full bg-primary ${progress}`} />
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

function FeatureRows() {
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

const steps = [
  { title: m.site_learning_step_1, text: m.site_learning_step_1_text },
  { title: m.site_learning_step_2, text: m.site_learning_step_2_text },
  { title: m.site_learning_step_3, text: m.site_learning_step_3_text },
  { title: m.site_learning_step_4, text: m.site_learning_step_4_text },
];

function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-stone py-section">
      <div className="wrap grid gap-[clamp(2rem,5vw,5rem)] lg:grid-cols-[1fr_2.2fr]">
        <h2 id="steps">{m.site_learning_steps()}</h2>
        <ol className="grid gap-7 md:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title()} className="max-md:grid max-md:grid-cols-[2.75rem_1fr]">
              <span
                aria-hidden="true"
                className="block font-display text-[1.75rem] leading-none font-light text-primary tabular-nums max-md:row-span-2 md:mb-[1.1rem] md:border-b md:border-ink-3/30 md:pb-[1.1rem]"
              >
                {index + 1}
              </span>
              <h3 className="font-sans text-h4 tracking-normal">{title()}</h3>
              <p className="mt-[.35rem] text-[.9375rem] text-ink-2 text-pretty rtl:text-base">{text()}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const khuzamaColours = "[--nh-palm-900:#1f1738] [--nh-palm-200:#dcd2f4] [--nh-on-band-2:#dcd2f4]";

/** Requirement C-06. */
export default function NamaLearningManagement() {
  const locale = useLocale();
  const art = locale === "ar" ? learningHeadArt.arabic : learningHeadArt.picture;
  return (
    <>
      <Breadcrumb isDark items={[{ label: m.site_learning_title() }]} />
      <PageHead
        isArtBelowOnPhones
        tone="dark"
        title={m.site_learning_heading()}
        lead={m.site_learning_lead()}
        art={art}
        className={`${khuzamaColours} md:[&>.wrap]:pt-28 md:[&>.wrap]:pb-26 md:[&>span]:w-1/2 xl:[&>span]:w-[66%] md:[&>.wrap>div]:max-w-1/2 xl:[&>.wrap>div]:max-w-132`}
      >
        <DemoButton variant="cream" size="lg" className="max-md:w-full" />
        <LinkButton to="/medical-training-center" variant="outlined" size="lg" className="max-md:w-full">
          {m.site_home_training_go()}
        </LinkButton>
      </PageHead>
      <FeatureRows />
      <Steps />
      <div className="wrap py-section">
        <DemoCard
          tone="palm"
          art={{ en: learningDemoArt.picture, ar: learningDemoArt.arabic }}
          title={m.site_learning_demo()}
          text={m.site_learning_demo_text()}
        />
      </div>
    </>
  );
}
