import { useGetOne, useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import type { CourseLine, RunAhead } from "../../../src/site/courses/course-types.ts";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { SeatBar } from "../ui/seat-bar.tsx";
import { isSlow } from "../ui/slow-run.ts";
import { Failed, Loading } from "../ui/states.tsx";

/** The runs ahead of a course, with their seats. */
export function CourseRuns({ id }: { id: string }) {
  const translate = useTranslate();
  const { date, dateRange, localized } = useFormats();
  const { data, error, refetch } = useGetOne<CourseLine & { runs: RunAhead[] }>("courses", {
    id,
    // The list keeps its rows as records, without their runs.
    meta: { hasRuns: true },
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  return (
    <Card title={translate("menu.runs")} count={data.runs.length}>
      {data.runs.length === 0 && <p className="quiet">{translate("content.runs.none")}</p>}
      <ul className="stack">
        {data.runs.map((run) => (
          <li key={run.id} className="two-columns">
            <Link to={`/runs/${run.id}`}>
              <span className="strong">
                {run.start_date === run.end_date ? date(run.start_date) : dateRange(run.start_date, run.end_date)}
              </span>
              <span className="second-line">{localized(run.venue_eng, run.venue_ar)}</span>
            </Link>
            <SeatBar sold={run.seats_sold} held={run.seats_held} capacity={run.capacity} isLow={isSlow(run)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
