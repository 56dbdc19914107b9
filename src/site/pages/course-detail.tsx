import { useRef } from "react";
import { data } from "react-router";
import { courseDetails, relatedCourses } from "#features/catalogue/courses.server.ts";
import type { Course, CourseSummary } from "#features/catalogue/course.ts";
import { coursePicture } from "#features/catalogue/components/course-picture.ts";
import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import { redirectMoved } from "#features/content/redirects.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { sessionLines } from "#i18n/session-times.ts";
import { shownTexts } from "#i18n/shown-texts.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { Label } from "#i18n/label.tsx";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { BuyBar } from "../course/buy-bar.tsx";
import { CourseFacts } from "../course/course-facts.tsx";
import { CourseMissing } from "../course/course-missing.tsx";
import { CourseTabs } from "../course/course-tabs.tsx";
import { OtherDates } from "../course/other-dates.tsx";
import { PurchaseCard } from "../course/purchase-card.tsx";
import { useRegistration } from "../course/registration.ts";
import type { Route } from "./+types/course-detail";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const requested = /^[1-9]\d{0,8}$/.exec(new URL(request.url).searchParams.get("run") ?? "");
  try {
    const course = await courseDetails(ctx, { slug: params.slug, run: requested ? Number(requested[0]) : undefined });
    const [related, percent] = await Promise.all([relatedCourses(ctx, course), taxPercent(ctx)]);
    // Names stay in both languages: they go into the cart.
    const {
      about_course_eng,
      about_course_ar,
      prerequisites_eng,
      prerequisites_ar,
      summary_eng,
      summary_ar,
      curriculum,
    } = course;
    const texts = shownTexts(ctx.locale, {
      about_course_eng,
      about_course_ar,
      prerequisites_eng,
      prerequisites_ar,
      summary_eng,
      summary_ar,
      curriculum,
    });
    return {
      course: { ...course, ...texts },
      times: sessionLines(course.sessions, ctx.locale),
      related,
      taxPercent: percent,
      run: requested && course.id === Number(requested[0]) ? course.id : null,
    };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await redirectMoved(ctx, url);
    return data(null, { status: 404 });
  }
}

interface DetailProps {
  course: Course;
  times: string[];
  related: CourseSummary[];
  taxPercent: number;
  run: number | null;
}

function Detail({ course, times, related, taxPercent, run }: DetailProps) {
  const card = useRef<HTMLDivElement>(null);
  const { registration, seatsLeft, ask } = useRegistration(course);
  const name = <LocalizedText eng={course.name_eng} ar={course.name_ar} />;
  return (
    <>
      <Breadcrumb
        isDark
        label={m.catalogue_you_are_here()}
        items={[
          { label: m.catalogue_home(), to: "/" },
          { label: <Label name="courses">{m.catalogue_courses()}</Label>, to: "/courses" },
          { label: name },
        ]}
      />
      <PageHead
        tone="dark"
        eyebrow={<LocalizedText eng={course.subject_eng} ar={course.subject_ar} />}
        title={name}
        lead={<LocalizedText eng={course.summary_eng} ar={course.summary_ar} />}
        art={coursePicture(course)}
        className="pb-12 max-md:[&_picture]:opacity-40"
      />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 pb-section lg:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div className="-mt-12 min-w-0 print:mt-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:-mt-22">
          <PurchaseCard
            ref={card}
            {...{ course, times, run, taxPercent, registration, seatsLeft }}
            hasRelated={related.length > 0}
            onAsk={ask}
          />
        </div>
        <div className="min-w-0 pt-6 lg:col-start-1 lg:row-start-1">
          <CourseFacts course={course} times={times} />
          <CourseTabs key={course.slug} course={course} />
          <OtherDates course={course} />
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="related" data-print="hide" className="bg-sunken py-section">
          <div className="wrap">
            <SectionHead
              id="related"
              title={m.catalogue_related()}
              action={<ArrowLink to="/courses">{m.catalogue_view_more()}</ArrowLink>}
            />
            <ul className="grid gap-x-6 gap-y-9 md:grid-cols-2 lg:grid-cols-4">
              {related.map((other) => (
                <li key={other.id} className="grid min-w-0">
                  <CourseTile course={other} taxPercent={taxPercent} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <BuyBar {...{ card, course, run, taxPercent, registration }} onAsk={ask} />
    </>
  );
}

export default function CourseDetail({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Detail {...loaderData} /> : <CourseMissing />;
}
