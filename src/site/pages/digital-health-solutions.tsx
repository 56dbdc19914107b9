import { clsx } from "clsx/lite";
import { softwareModules } from "#features/content/pages.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { shownTexts } from "#i18n/shown-texts.ts";
import { errorForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as digitalHealthHeroArt from "#ui/art/pictures/digital-health-hero.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead, Eyebrow } from "#ui/section-head.tsx";
import type { SoftwareModule } from "#features/content/content.schema.server.ts";
import { localText } from "#i18n/locale.ts";
import type { IconName } from "#ui/icon-names.ts";
import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import type { Tone } from "#ui/badge.tsx";
import { BrochureRow, brochureFile } from "#site/digital/brochure-row.tsx";
import { DarkHero } from "#site/digital/dark-hero.tsx";
import { ModuleGrid } from "#site/digital/module-grid.tsx";
import { ProductScreen, ScreenBadge, ScreenRows } from "#site/digital/product-screen.tsx";
import type { Route } from "./+types/digital-health-solutions";
import { ModuleTables } from "../digital/module-tables.tsx";
import { Label } from "#i18n/label.tsx";

const figures: readonly { label: () => string; value: number; tone: Tone; note: () => string }[] = [
  { label: m.site_digital_frame_incidents, value: 14, tone: "warning", note: m.site_digital_frame_incidents_note },
  { label: m.site_digital_frame_audits, value: 9, tone: "success", note: m.site_digital_frame_audits_note },
  { label: m.site_digital_frame_licences, value: 22, tone: "info", note: m.site_digital_frame_licences_note },
  { label: m.site_digital_frame_risks, value: 2, tone: "danger", note: m.site_digital_frame_risks_note },
];
/** Tailwind finds only literal class names. */
const barHeights = [
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
const highestBar = "h-[82%]";

function RadarScreen() {
  const rows = [
    {
      title: m.site_digital_frame_medication(),
      text: m.site_digital_frame_medication_text(),
      tone: "warning",
      state: m.site_digital_frame_medication_state(),
    },
    {
      title: m.site_digital_frame_handover(),
      text: m.site_digital_frame_handover_text(),
      tone: "info",
      state: m.site_digital_frame_handover_state(),
    },
    {
      title: m.site_digital_frame_equipment(),
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
      title={m.site_menu_digital_radar()}
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
        {/* Not mirrored, to match the video and the brochure. */}
        <div dir="ltr" className="mt-4 flex h-[110px] items-end gap-2">
          {barHeights.map((height) => (
            <span
              key={height}
              className={clsx(
                "flex-1 rounded-t-[4px]",
                height,
                height === highestBar ? "bg-khuzama-500" : "bg-palm-200",
              )}
            />
          ))}
        </div>
      </div>
      <ScreenRows rows={rows} />
    </ProductScreen>
  );
}

function RadarBand() {
  return (
    <section id="radar-section" aria-labelledby="radar" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-10 lg:grid-cols-[1fr_1.5fr] lg:gap-16">
        <div>
          <Eyebrow className="text-spark!">{m.site_menu_digital_radar()}</Eyebrow>
          <h2 id="radar" className="mt-5">
            {m.site_digital_radar_heading()}
          </h2>
          <p className="mt-5 mb-5 text-lead text-ink-2 text-pretty">{m.site_digital_radar_lead()}</p>
          <LinkButton to="/contact-us" variant="outlined">
            <Label name="demo" />
          </LinkButton>
        </div>
        <Video
          source={videoFiles.radar}
          label={m.site_digital_film()}
          playLabel={m.site_digital_film_play()}
          className="min-w-0 rounded-panel border border-line"
        />
      </div>
    </section>
  );
}

const icons: Record<string, IconName> = {
  "incident-and-event-management": "siren",
  "audit-management": "clipboard-check",
  "workforce-compliance": "badge-check",
  "action-and-improvement-plans": "list-checks",
  "document-management": "folder-open",
  "risk-management": "triangle-alert",
  "business-compliance": "scale",
  analytics: "chart-column",
};

function QualityModules({ modules }: { modules: readonly SoftwareModule[] }) {
  const locale = useLocale();
  const moduleCards = modules.map((module) => {
    const name = localText(locale, module.name_eng, module.name_ar);
    const { text } = localText(locale, module.description_eng, module.description_ar);
    return {
      id: module.slug,
      icon: icons[module.slug] ?? "sparkle",
      name: name.text,
      text,
      lang: name.lang === locale ? undefined : name.lang,
    };
  });
  return <ModuleGrid modules={moduleCards} />;
}

/** Leaves out the modules if they cannot be read. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { modules: shownTexts(ctx.locale, await softwareModules(ctx)) };
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "software modules failed");
    return { modules: [] };
  }
}

/** Requirement C-06. */
export default function DigitalHealthSolutions({ loaderData: { modules } }: Route.ComponentProps) {
  const locale = useLocale();
  const quality = modules.filter(({ group }) => group === "quality" || group === "radar");
  const actions = (
    <>
      <LinkButton to="/contact-us" variant="cream" size="lg">
        <Label name="demo" />
      </LinkButton>
      <LinkButton
        href={brochureFile(locale)}
        hrefLang={locale}
        type="application/pdf"
        download
        variant="outlined"
        size="lg"
        icon="download"
      >
        {m.site_digital_his_brochure()}
      </LinkButton>
    </>
  );
  return (
    <>
      <Breadcrumb isDark items={[{ label: m.common_digital() }]} />
      <DarkHero
        art={locale === "ar" ? digitalHealthHeroArt.arabic : digitalHealthHeroArt.picture}
        eyebrow={m.site_home_digital()}
        title={m.site_digital_heading()}
        lead={m.site_digital_lead()}
        actions={actions}
      >
        <RadarScreen />
      </DarkHero>
      {quality.length > 0 && (
        <section aria-labelledby="quality" className="wrap py-section">
          <SectionHead
            id="quality"
            title={m.site_digital_quality()}
            lead={m.site_digital_quality_lead()}
            action={
              <ArrowLink to="/contact-us">
                <Label name="demo" />
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
            <Label name="demo" />
          </LinkButton>
        </BrochureRow>
      </div>
    </>
  );
}
