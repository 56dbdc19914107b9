import { lazy, Suspense } from "react";
import { data } from "react-router";
import { courseDetails, relatedCourses } from "#features/catalogue/courses.server.ts";
import { darkCover } from "#features/catalogue/dark-cover.server.ts";
import { policySentences, policySummary } from "#features/catalogue/schedule/change-policy-labels.ts";
import { minimumText } from "#features/catalogue/schedule/minimum.ts";
import { readRunQuery } from "#features/catalogue/schedule/run-address.ts";
import { redirectMoved } from "#features/content/redirects/redirect-list.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { shownTexts } from "#i18n/shown-texts.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { CoursePage } from "../course/course-page.tsx";
import type { Route } from "./+types/course-detail";

/** Its code is loaded only where it is shown. */
const CourseMissing = lazy(() => import("../course/course-missing.tsx"));

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = readRunQuery(request.url);
  try {
    const course = await courseDetails(ctx, { slug: params.slug, ...query });
    const [related, percent] = await Promise.all([relatedCourses(ctx, course), taxPercent(ctx)]);
    // Names stay in both languages, because the cart stores them.
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
      headImage: darkCover(course.image),
      times: sessionLines(course.sessions, ctx.locale),
      // Built on the server, so that the page's script does not need these messages.
      terms: {
        minimum: course.minimum && minimumText(course.minimum, ctx.locale),
        refund: policySummary(course.change_steps, ctx.locale),
        policy: policySentences(course.change_steps, ctx.locale),
      },
      related,
      taxPercent: percent,
      run: course.id === query.run ? course.id : null,
    };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await redirectMoved(ctx, url);
    return data(null, { status: 404 });
  }
}

export default function CourseDetail({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <CoursePage {...loaderData} />;
  return (
    <Suspense>
      <CourseMissing />
    </Suspense>
  );
}
