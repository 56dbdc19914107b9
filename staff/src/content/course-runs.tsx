import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { SeatBar } from "../ui/seat-bar.tsx";
import { isSlow } from "../ui/slow-run.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { useCourseRuns } from "./use-course-runs.ts";

/** The runs ahead of a course, with their seats. */
export function CourseRuns({ id }: { id: string }) {
  const translate = useTranslate();
  const { nearDays, localized } = useFormats();
  const { data, error, refetch } = useCourseRuns(id);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lines={2} />;
  return (
    <Card title={translate("menu.runs")} count={data.runs.length}>
      {data.runs.length === 0 && (
        <p className="quiet">{translate(data.has_run ? "content.runs.none_ahead" : "content.runs.none")}</p>
      )}
      <ul className="stack">
        {data.runs.map((run) => (
          <li key={run.id} className="two-columns">
            <Link to={`/runs/${run.id}`}>
              <span className="strong">{nearDays(run.start_date, run.end_date)}</span>
              <span className="second-line">{localized(run.venue_eng, run.venue_ar)}</span>
            </Link>
            <SeatBar sold={run.seats_sold} held={run.seats_held} capacity={run.capacity} isLow={isSlow(run)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
