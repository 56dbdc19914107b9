import { useEffect } from "react";
import { data, useNavigation } from "react-router";
import { ListingResults } from "#features/catalogue/components/listing-results.tsx";
import { ListingToolbar } from "#features/catalogue/components/listing-toolbar.tsx";
import { listChoices, listCourses, toListInput } from "#features/catalogue/courses.server.ts";
import { parseListing } from "#features/catalogue/listing.ts";
import { listSuggestions } from "#features/catalogue/suggestions.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as pageHeadArt from "#ui/art/pictures/page-head.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { PageHead } from "#ui/page-head.tsx";
import type { Route } from "./+types/courses";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const listing = parseListing(new URL(request.url).searchParams);
  const input = toListInput(listing);
  const [courses, choices, percent] = await Promise.all([
    listCourses(ctx, { ...input, page: listing.page }),
    listChoices(ctx, input),
    taxPercent(ctx),
  ]);
  const suggestions = courses.total === 0 ? await listSuggestions(ctx, listing) : [];
  const isPastTheEnd = courses.current_page > courses.last_page;
  return data({ listing, courses, choices, suggestions, taxPercent: percent }, { status: isPastTheEnd ? 404 : 200 });
}

export default function Courses({ loaderData: { listing, ...results } }: Route.ComponentProps) {
  const locale = useLocale();
  const isPending = useNavigation().state !== "idle";
  useEffect(() => {
    // Loads the code of the course page in advance, so that a tap on a course waits only for its data. If this fails, as
    // without a connection, the code is loaded after the tap.
    import("../course/course-page.tsx").catch(() => {});
  }, []);
  return (
    <>
      <Breadcrumb items={[{ label: <Label name="courses" /> }]} />
      <PageHead
        title={<Label name="courses" />}
        lead={m.catalogue_courses_lead()}
        art={locale === "ar" ? pageHeadArt.arabic : pageHeadArt.picture}
        className="pb-8"
      />
      <div className="wrap pt-8 pb-section">
        <ListingToolbar listing={listing} choices={results.choices} isPending={isPending} />
        <div aria-live="polite" aria-busy={isPending} className="pt-10">
          <ListingResults listing={listing} {...results} />
        </div>
      </div>
    </>
  );
}
