import { clsx } from "clsx/lite";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as hospitalHeroArt from "#ui/art/pictures/hospital-hero.ts";
import * as hospitalDemoArt from "#ui/art/pictures/hospital-demo.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { BrochureRow } from "#site/digital/brochure-row.tsx";
import { DarkHero } from "#site/digital/dark-hero.tsx";
import { ModuleGrid, type GridModule } from "#site/digital/module-grid.tsx";
import { ProductScreen, ScreenRows } from "#site/digital/product-screen.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { Label } from "#i18n/label.tsx";

const steps = [
  { time: "07:10", who: m.site_hospital_story_ward, text: m.site_hospital_story_ward_text },
  { time: "07:25", who: m.site_hospital_laboratory, text: m.site_hospital_story_laboratory_text },
  { time: "07:26", who: m.site_hospital_story_doctor, text: m.site_hospital_story_doctor_text },
  { time: "07:31", who: m.site_hospital_pharmacy, text: m.site_hospital_story_pharmacy_text },
];

function OneMorning() {
  return (
    <section aria-labelledby="morning" className="bg-stone py-section">
      <div className="wrap grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-[clamp(2rem,6vw,6rem)]">
        <div>
          <h2 id="morning">{m.site_hospital_story()}</h2>
          <p className="mt-4.5 text-lead text-ink-2 text-pretty">{m.site_hospital_story_lead()}</p>
        </div>
        <ol>
          {steps.map(({ time, who, text }) => (
            <li
              key={time}
              className="grid grid-cols-[4.25rem_1fr] border-ink-3/25 py-5.5 first:pt-1.5 last:pb-0 not-last:border-b md:grid-cols-[5.5rem_1fr]"
            >
              <time
                dateTime={time}
                className="font-display text-[1.375rem] leading-tight font-light text-primary tabular-nums"
              >
                <bdi dir="ltr">{time}</bdi>
              </time>
              <div>
                <h3 className="font-sans text-h4 tracking-normal">{who()}</h3>
                <p className="mt-1 text-ink-2">{text()}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const listHospitalModules = (): GridModule[] => [
  { id: "patients", icon: "id-card", name: m.site_hospital_patients(), text: m.site_hospital_patients_text() },
  { id: "clinics", icon: "stethoscope", name: m.site_hospital_clinics(), text: m.site_hospital_clinics_text() },
  { id: "orders", icon: "flask-conical", name: m.site_hospital_orders(), text: m.site_hospital_orders_text() },
  { id: "pharmacy", icon: "pill", name: m.site_hospital_pharmacy(), text: m.site_hospital_pharmacy_text() },
  { id: "nursing", icon: "clipboard-list", name: m.site_hospital_nursing(), text: m.site_hospital_nursing_text() },
  { id: "theatre", icon: "scissors", name: m.site_hospital_theatre(), text: m.site_hospital_theatre_text() },
  { id: "billing", icon: "receipt-text", name: m.site_hospital_billing(), text: m.site_hospital_billing_text() },
  {
    id: "management",
    icon: "chart-column",
    name: m.site_hospital_management(),
    text: m.site_hospital_management_text(),
  },
];

const states = {
  used: { label: m.site_hospital_bed_used, box: "border-line", text: "text-ink-3" },
  free: { label: m.site_hospital_bed_free, box: "border-transparent bg-success-tint", text: "text-success" },
  leaving: { label: m.site_hospital_bed_leaving, box: "border-transparent bg-warning-tint", text: "text-warning" },
  cleaning: { label: m.site_hospital_bed_cleaning, box: "border-transparent bg-accent-tint", text: "text-accent" },
};
type BedState = keyof typeof states;
/** States of the beds, bed 01 first. The brochure shows the same states. */
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
const formatStepNumber = (index: number) => String(index + 1).padStart(2, "0");

function BedBoard() {
  const rows = [
    {
      title: m.site_hospital_bed({ bed: "05" }),
      text: m.site_hospital_task_05(),
      tone: "success",
      state: m.site_hospital_pharmacy(),
    },
    {
      title: m.site_hospital_bed({ bed: "09" }),
      text: m.site_hospital_task_09(),
      tone: "danger",
      state: m.site_hospital_laboratory(),
    },
    {
      title: m.site_hospital_bed({ bed: "12" }),
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
            key={formatStepNumber(index)}
            className={clsx("grid gap-0.5 rounded-control border px-[.8rem] py-[.65rem]", states[state].box)}
          >
            <span className="font-display text-[1.25rem] leading-tight tabular-nums">{formatStepNumber(index)}</span>
            <span className={clsx("text-[11.5px] leading-[1.4]", states[state].text)}>{states[state].label()}</span>
          </li>
        ))}
      </ul>
      <ScreenRows rows={rows} />
    </ProductScreen>
  );
}

/** Requirement C-06. */
export default function HospitalInformationSystem() {
  const locale = useLocale();
  const trail = [{ label: m.common_digital(), to: "/digital-health-solutions" }, { label: m.site_hospital_title() }];
  const actions = (
    <LinkButton to="/contact-us" variant="cream" size="lg">
      <Label name="demo" />
    </LinkButton>
  );
  return (
    <>
      <Breadcrumb isDark items={trail} />
      <DarkHero
        art={locale === "ar" ? hospitalHeroArt.arabic : hospitalHeroArt.picture}
        eyebrow={m.site_hospital_title()}
        title={m.site_hospital_heading()}
        lead={m.site_hospital_lead()}
        actions={actions}
      >
        <BedBoard />
      </DarkHero>
      <div className="wrap pt-10">
        <BrochureRow tone="surface" headingLevel={2} contents={m.site_digital_brochure_holds()} />
      </div>
      <section aria-labelledby="modules" className="wrap py-section">
        <SectionHead id="modules" title={m.site_hospital_modules()} lead={m.site_hospital_modules_lead()} />
        <ModuleGrid modules={listHospitalModules()} />
      </section>
      <OneMorning />
      <div className="wrap py-section">
        <DemoCard
          tone="palm"
          art={{ en: hospitalDemoArt.picture, ar: hospitalDemoArt.arabic }}
          title={m.site_hospital_demo()}
          text={m.site_hospital_demo_text()}
        />
      </div>
    </>
  );
}
