import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import type { CourseSummary } from "#features/catalogue/course.ts";
import { m } from "#messages";
import { CarouselArrows, CarouselProgress, CarouselSlides } from "#ui/carousel-parts.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { SectionHead } from "#ui/section-head.tsx";

const inView = [
  { slides: 1, className: "md:hidden" },
  { slides: 2, className: "max-md:hidden lg:hidden" },
  { slides: 4, className: "max-lg:hidden" },
];

export function EducationSlider({
  courses,
  taxPercent,
}: {
  courses: readonly CourseSummary[];
  taxPercent: number | null;
}) {
  return (
    <div className="bg-sunken py-section">
      <Carousel label={m.site_training_education()} count={courses.length} className="wrap">
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
        <CarouselProgress inView={inView} className="mt-10 text-ink-2" />
      </Carousel>
    </div>
  );
}
