import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as hospitalHeroArt from "#ui/art/pictures/hospital-hero.ts";
import * as hospitalDemoArt from "#ui/art/pictures/hospital-demo.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { BrochureRow } from "../digital/brochure-row.tsx";
import { ModuleGrid } from "../digital/module-grid.tsx";
import { NightHero } from "../digital/night-hero.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { ShellLabel } from "../shell-label.tsx";
import { BedBoard } from "../hospital/bed-board.tsx";
import { hospitalModules } from "../hospital/hospital-modules.ts";
import { OneMorning } from "../hospital/one-morning.tsx";

/** C-06. */
export default function HospitalInformationSystem() {
  const locale = useLocale();
  const trail = [
    { label: <ShellLabel name="home" />, to: "/" },
    { label: m.site_digital_title(), to: "/digital-health-solutions" },
    { label: m.site_hospital_title() },
  ];
  const actions = (
    <LinkButton to="/contact-us" variant="cream" size="lg">
      <ShellLabel name="demo" />
    </LinkButton>
  );
  return (
    <>
      <Breadcrumb isDark label={m.site_breadcrumb()} items={trail} />
      <NightHero
        art={locale === "ar" ? hospitalHeroArt.arabic : hospitalHeroArt.picture}
        eyebrow={m.site_hospital_title()}
        title={m.site_hospital_heading()}
        lead={m.site_hospital_lead()}
        actions={actions}
      >
        <BedBoard />
      </NightHero>
      <div className="wrap pt-10">
        <BrochureRow tone="surface" headingLevel={2} holds={m.site_digital_brochure_holds()} />
      </div>
      <section aria-labelledby="modules" className="wrap py-section">
        <SectionHead id="modules" title={m.site_hospital_modules()} lead={m.site_hospital_modules_lead()} />
        <ModuleGrid modules={hospitalModules()} />
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
