import { requestContext } from "#platform/request-context.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import * as trainingHeadArt from "#ui/art/pictures/training-head.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import type { CourseSummary } from "#features/catalogue/course.ts";
import { CarouselArrows, CarouselProgress, CarouselSlides } from "#ui/carousel-parts.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { Icon } from "#ui/icon.tsx";
import { Card } from "#ui/card.tsx";
import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import { readTrainingCourses } from "../training/course-lists.server.ts";
import type { Route } from "./+types/medical-training-center";

function VideoBand() {
  return (
    <section aria-labelledby="film" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,5vw,4.5rem)] lg:grid-cols-[1fr_1.75fr]">
        <div className="grid gap-5">
          <h2 id="film">{m.site_training_film()}</h2>
          <p className="text-lead text-ink-2 text-pretty">{m.site_training_film_lead()}</p>
          <p className="text-sm text-ink-2">{m.site_training_film_captions()}</p>
        </div>
        <Video
          source={videoFiles.fellowship}
          label={m.site_training_film_label()}
          playLabel={m.site_training_film_play()}
          className="rounded-panel border border-line"
        />
      </div>
    </section>
  );
}

function QualityTiles({ courses, taxPercent }: { courses: readonly CourseSummary[]; taxPercent: number | null }) {
  return (
    <section aria-labelledby="quality" className="wrap pt-section">
      <SectionHead id="quality" title={m.site_training_quality()} lead={m.site_training_quality_lead()} />
      <ul className="grid gap-x-7 gap-y-9 md:grid-cols-2 lg:grid-cols-3 lg:gap-y-12">
        {courses.map((course) => (
          <li key={course.id} className="grid min-w-0">
            <CourseTile course={course} taxPercent={taxPercent} perRow={3} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartnerPanel() {
  return (
    <section aria-labelledby="partner" className="wrap py-section">
      <Card className="flex flex-col items-start justify-between gap-8 p-7! md:flex-row md:items-center md:px-12! md:py-10!">
        <div>
          <h2 id="partner" className="text-h3">
            {m.site_training_partner()}
          </h2>
          <p className="mt-1.5 max-w-136 text-ink-2 text-pretty">{m.site_training_partner_text()}</p>
        </div>
        <img
          src="/media/partner.svg"
          alt={m.site_training_partner_logo()}
          width={300}
          height={80}
          loading="lazy"
          decoding="async"
          className="h-auto w-60 flex-none dark:opacity-85 dark:[filter:brightness(0)_invert()]"
        />
      </Card>
    </section>
  );
}

const points = [
  { icon: "users", title: m.site_training_groups, text: m.site_training_groups_text },
  { icon: "award", title: m.site_training_hours, text: m.site_training_hours_text },
  { icon: "file-text", title: m.site_training_documents, text: m.site_training_documents_text },
  { icon: "map-pin", title: m.site_training_place, text: m.site_training_place_text },
] as const;

function Expectations() {
  return (
    <section
      aria-labelledby="expect"
      className="wrap grid gap-[clamp(2rem,5vw,5rem)] pt-section lg:grid-cols-[1fr_1.9fr]"
    >
      <h2 id="expect">{m.site_training_expect()}</h2>
      <ul className="grid gap-x-12 gap-y-6 md:grid-cols-2 md:gap-y-9">
        {points.map(({ icon, title, text }) => (
          <li key={title()} className="flex gap-[1.1rem]">
            <Icon name={icon} size="lg" className="text-primary" />
            <div>
              <h3 className="font-sans text-h4 tracking-normal">{title()}</h3>
              <p className="mt-1 text-ink-2 text-pretty">{text()}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const layouts = [
  { slidesInView: 1, className: "md:hidden" },
  { slidesInView: 2, className: "max-md:hidden lg:hidden" },
  { slidesInView: 4, className: "max-lg:hidden" },
];

function EducationSlider({ courses, taxPercent }: { courses: readonly CourseSummary[]; taxPercent: number | null }) {
  return (
    <div className="bg-sunken py-section">
      <Carousel label={m.site_training_education()} slideCount={courses.length} className="wrap">
        <SectionHead
          title={m.site_training_education()}
          lead={m.site_training_education_lead()}
          action={<CarouselArrows className="[&>button]:border-line-2 [&>button:enabled:hover]:border-primary" />}
        />
        <CarouselSlides
          slides={courses.map((course) => ({
            id: course.id,
            content: <CourseTile course={course} taxPercent={taxPercent} />,
          }))}
          slideClassName="basis-full ps-6 -scroll-ms-6 md:basis-1/2 lg:basis-1/4"
          className="-ms-6"
        />
        <CarouselProgress layouts={layouts} className="mt-10 text-ink-2" />
      </Carousel>
    </div>
  );
}

export const loader = ({ context }: Route.LoaderArgs) => readTrainingCourses(context.get(requestContext));

/** Requirement C-04. */
export default function MedicalTrainingCenter({
  loaderData: { quality, education, taxPercent },
}: Route.ComponentProps) {
  const locale = useLocale();
  return (
    <>
      <Breadcrumb isDark items={[{ label: m.common_training() }]} />
      <PageHead
        isArtBelowOnPhones
        tone="dark"
        title={m.site_training_heading()}
        lead={m.site_training_lead()}
        art={locale === "ar" ? trainingHeadArt.arabic : trainingHeadArt.picture}
        className="md:[&>.wrap]:pt-26 md:[&>.wrap]:pb-24 md:[&>span]:w-1/2 xl:[&>span]:w-[62%]"
      >
        <LinkButton to="/courses" variant="cream" size="lg" className="max-md:w-full">
          {m.common_action_browse_courses()}
        </LinkButton>
        <LinkButton to="/course-registration-info" variant="outlined" size="lg" className="max-md:w-full">
          {m.site_training_how()}
        </LinkButton>
      </PageHead>
      <div className="pb-section">
        <Expectations />
        {quality.length > 0 && <QualityTiles courses={quality} taxPercent={taxPercent} />}
      </div>
      {education.length > 0 && <EducationSlider courses={education} taxPercent={taxPercent} />}
      <VideoBand />
      <PartnerPanel />
    </>
  );
}
