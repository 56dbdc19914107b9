import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { MonthView } from "./month-view.tsx";
import { RunsList } from "./runs-list.tsx";
import type { RunCounts } from "./types.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

const upcomingQuery = "state=ahead&sort=start_date";

/** Shows the runs as a calendar or as a list, according to the address. */
export default function RunsPage() {
  const can = useCan();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { joinWithCommas } = useFormats();
  const { data: counts } = useQuery(staffQuery("GET /api/staff/run-counts"));
  const formatCounts = ({ views, teachingDays: days }: RunCounts) =>
    joinWithCommas(
      m.staff_runs_ahead({ count: views.find(({ name }) => name === "ahead")?.total ?? 0 }),
      m.staff_runs_teaching_days_of_month({ count: days }),
    );
  // If the address sets nothing, the list shows the upcoming runs, the next one first.
  if (params.size === 0) return <Navigate replace to={`/runs?${upcomingQuery}`} />;
  const view = params.get("view") === "month" ? "month" : "list";
  return (
    <>
      <ScreenHead
        title={m.staff_menu_runs()}
        facts={counts ? formatCounts(counts) : null}
        actions={
          <>
            <ToggleGroup
              label={m.staff_runs_view()}
              value={view}
              onChange={(newView) => void navigate(newView === "month" ? "/runs?view=month" : "/runs")}
              options={(["month", "list"] as const).map((value) => ({
                value,
                label: (
                  <>
                    <Icon name={value === "month" ? "calendar-days" : "list"} size={16} />
                    {m[`staff_runs_${value}`]()}
                  </>
                ),
              }))}
            />
            {can("schedule.write") && (
              <LinkButton to="/runs/create" variant="primary" icon="calendar-plus">
                {m.staff_common_action_new_run()}
              </LinkButton>
            )}
          </>
        }
      />
      {view === "month" ? <MonthView /> : <RunsList counts={counts} />}
    </>
  );
}
