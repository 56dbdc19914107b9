import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import { featuredCourses } from "#features/catalogue/courses.server.ts";
import { banners } from "#features/content/pages.server.ts";
import { knownTaxPercent } from "#features/settings/settings.server.ts";
import { logFailure } from "#platform/outage-log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as demoArt from "#ui/art/pictures/demo.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { ConsultancyBand } from "../home/consultancy-band.tsx";
import { DigitalBand } from "../home/digital-band.tsx";
import { DivisionStrip } from "../home/division-strip.tsx";
import { Hero } from "../home/hero.tsx";
import type { Route } from "./+types/home";

/** H-01, H-02. Decisions §4: a failed list is omitted. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const orNone = <Item,>(list: Promise<Item[]>, what: string) =>
    list.catch((error: unknown): Item[] => {
      logFailure(ctx.log, "error", error, { request_id: ctx.requestId, text: `${what} failed` });
      return [];
    });
  const [slides, featured, percent] = await Promise.all([
    orNone(banners(ctx, "home"), "banners"),
    orNone(featuredCourses(ctx), "featured courses"),
    knownTaxPercent(ctx),
  ]);
  return { banners: slides, featured, taxPercent: percent };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero banners={loaderData.banners} />
      <DivisionStrip />
      {loaderData.featured.length > 0 && (
        <section aria-labelledby="featured" className="wrap py-section">
          <SectionHead
            id="featured"
            title={m.site_home_featured()}
            lead={m.site_home_featured_lead()}
            action={<ArrowLink to="/medical-training-center">{m.site_home_featured_more()}</ArrowLink>}
          />
          <ul className="grid gap-x-6 gap-y-9 md:grid-cols-2 lg:grid-cols-4">
            {loaderData.featured.map((course) => (
              <li key={course.id} className="grid">
                <CourseTile course={course} taxPercent={loaderData.taxPercent} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <DigitalBand />
      <ConsultancyBand />
      <div className="wrap py-section">
        <DemoCard
          title={m.site_home_demo()}
          text={m.site_home_demo_text()}
          art={{ en: demoArt.picture, ar: demoArt.arabic }}
        />
      </div>
    </>
  );
}
