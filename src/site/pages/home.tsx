import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import { featuredCourses } from "#features/catalogue/courses.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { ConsultancyBand } from "../home/consultancy-band.tsx";
import { DivisionStrip } from "../home/division-strip.tsx";
import { Hero } from "../home/hero.tsx";
import type { Route } from "./+types/home";

/** H-02: up to four featured courses. Decisions §4: a list that cannot be loaded is left out, and the page works. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { featured: await featuredCourses(ctx) };
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "featured courses failed");
    return { featured: [] };
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <DivisionStrip />
      {loaderData.featured.length > 0 && (
        <section aria-labelledby="featured" className="wrap py-section">
          <SectionHead id="featured" title={m.site_home_featured()} lead={m.site_home_featured_lead()} action={<ArrowLink to="/courses">{m.site_home_featured_more()}</ArrowLink>} />
          <ul className="grid gap-x-6 gap-y-9 md:grid-cols-2 lg:grid-cols-4">
            {loaderData.featured.map((course) => (
              <li key={course.id} className="grid">
                <CourseTile course={course} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ConsultancyBand />
    </>
  );
}
