import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import type { CourseSummary } from "#features/catalogue/course.ts";
import { m } from "#messages";
import { SectionHead } from "#ui/section-head.tsx";

export function QualityTiles({
  courses,
  taxPercent,
}: {
  courses: readonly CourseSummary[];
  taxPercent: number | null;
}) {
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
