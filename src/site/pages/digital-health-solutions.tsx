import { softwareModules } from "#features/content/pages.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { shownTexts } from "#i18n/shown-texts.ts";
import { errorForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as digitalHealthHeroArt from "#ui/art/pictures/digital-health-hero.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import type { Route } from "./+types/digital-health-solutions";
import { BrochureRow, brochureFile } from "../digital/brochure-row.tsx";
import { ModuleTables } from "../digital/module-tables.tsx";
import { NightHero } from "../digital/night-hero.tsx";
import { QualityModules } from "../digital/quality-modules.tsx";
import { RadarBand } from "../digital/radar-band.tsx";
import { RadarScreen } from "../digital/radar-screen.tsx";
import { ShellLabel } from "../shell-label.tsx";

/** Decisions §4: a failed list is omitted. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { modules: shownTexts(ctx.locale, await softwareModules(ctx)) };
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "software modules failed");
    return { modules: [] };
  }
}

/** C-06. */
export default function DigitalHealthSolutions({ loaderData: { modules } }: Route.ComponentProps) {
  const locale = useLocale();
  const quality = modules.filter(({ group }) => group === "quality" || group === "radar");
  const actions = (
    <>
      <LinkButton to="/contact-us" variant="cream" size="lg">
        <ShellLabel name="demo" />
      </LinkButton>
      <LinkButton
        href={brochureFile(locale)}
        hrefLang={locale}
        type="application/pdf"
        download
        variant="outlined"
        size="lg"
      >
        <Icon name="download" />
        {m.site_digital_his_brochure()}
      </LinkButton>
    </>
  );
  return (
    <>
      <Breadcrumb
        isDark
        label={m.site_breadcrumb()}
        items={[{ label: <ShellLabel name="home" />, to: "/" }, { label: m.site_digital_title() }]}
      />
      <NightHero
        art={locale === "ar" ? digitalHealthHeroArt.arabic : digitalHealthHeroArt.picture}
        eyebrow={m.site_digital_eyebrow()}
        title={m.site_digital_heading()}
        lead={m.site_digital_lead()}
        actions={actions}
      >
        <RadarScreen />
      </NightHero>
      {quality.length > 0 && (
        <section aria-labelledby="quality" className="wrap py-section">
          <SectionHead
            id="quality"
            title={m.site_digital_quality()}
            lead={m.site_digital_quality_lead()}
            action={
              <ArrowLink to="/contact-us">
                <ShellLabel name="demo" />
              </ArrowLink>
            }
          />
          <QualityModules modules={quality} />
        </section>
      )}
      <RadarBand />
      <div className="wrap grid gap-10 py-section *:min-w-0">
        <div>
          <ModuleTables modules={modules} />
        </div>
        <BrochureRow tone="stone" headingLevel={2}>
          <LinkButton to="/contact-us">
            <ShellLabel name="demo" />
          </LinkButton>
        </BrochureRow>
      </div>
    </>
  );
}
