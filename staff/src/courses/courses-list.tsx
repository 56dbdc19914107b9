import { listPath } from "../frame/list-state.ts";
import { m, toSnakeCase } from "../messages.ts";
import { courseCategories } from "../../../src/features/catalogue/filters.ts";
import type { CourseLine } from "../../../src/site/courses/course-types.ts";
import { Chip } from "../parts/chip.tsx";
import { today } from "../parts/days.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { itemPath } from "../parts/item-path.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { useCan } from "../frame/session.ts";
import { BulkButtons } from "../content/bulk-buttons.tsx";
import { EditedCell, ItemCard, TitleCell } from "../content/item-cells.tsx";
import { NewItemButton } from "../content/new-item-button.tsx";
import { ArabicChip, StateChips } from "../content/state-chips.tsx";
import { kindPath } from "../content/types.ts";
import { useCounts } from "../content/use-counts.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const views = ["draft", "arabic", "scheduled", "off-site", "never-published"] as const;

/** Lists courses with their state on the site, the state of their Arabic, and the sales of the next run. */
export default function CoursesList() {
  const counts = useCounts()?.find(({ entity }) => entity === "course");
  return (
    <ListLayout<CourseLine>
      list="courses"
      otherParams={["new"]}
      caption={m.staff_content_courses()}
      sort="next_run"
      head={
        <ScreenHead
          title={m.staff_content_courses()}
          facts={counts ? m.staff_content_course_count({ count: counts.all }) : null}
          actions={
            <>
              <LinkButton variant="secondary" to={listPath("/trash", { entity: "course" })} icon="trash-2">
                {m.staff_content_trash_link()}
              </LinkButton>
              <LinkButton variant="secondary" to={kindPath("trainer")} icon="presentation">
                {m.staff_content_kinds_trainer()}
              </LinkButton>
              <NewItemButton entity="course" />
            </>
          }
        />
      }
      views={[
        { name: "all", label: m.staff_content_views_all(), filter: {}, count: counts?.all ?? null },
        ...views.map((view) => ({
          name: view,
          label: m[`staff_content_views_${toSnakeCase(view)}`](),
          filter: { view },
          count: counts?.[view] ?? null,
        })),
      ]}
      search={m.staff_content_search()}
      choices={[
        {
          source: "category",
          label: m.staff_content_filters_category(),
          choices: courseCategories.map((id) => ({
            id,
            name: m[`staff_content_choices_category_${toSnakeCase(id)}`](),
          })),
        },
        {
          source: "delivery",
          label: m.staff_content_filters_place(),
          choices: (["onsite", "online"] as const).map((id) => ({ id, name: m[`staff_content_filters_${id}`]() })),
        },
      ]}
      columns={[
        {
          name: "course",
          label: m.staff_common_course(),
          sort: "title",
          render: (line) => <CourseName line={line} />,
        },
        {
          name: "status",
          label: m.staff_common_status(),
          render: (line) => <StateChips line={line} isShown={line.hasRun} />,
        },
        {
          name: "arabic",
          label: m.staff_content_columns_arabic(),
          render: (line) => <ArabicChip state={line.arabic} />,
        },
        {
          name: "next_run",
          label: m.staff_content_filters_next_run(),
          sort: "next_run",
          minWidth: 1200,
          render: (line) => <NextRun line={line} />,
        },
        {
          name: "seats",
          label: m.staff_common_seats(),
          sort: "seats",
          minWidth: 1200,
          render: ({ nextRun: run }) =>
            run ? (
              <SeatBar sold={run.seatsSold} held={run.seatsHeld} capacity={run.capacity} isLow={isSlow(run)} />
            ) : (
              "–"
            ),
        },
        {
          name: "edited",
          label: m.staff_content_columns_edited(),
          sort: "saved_at",
          minWidth: 1440,
          render: (line) => <EditedCell line={line} />,
        },
      ]}
      renderCard={(line) => <ItemCard line={line} />}
      to={({ id }) => itemPath(id)}
      renderBulk={(lines, unselect) => <BulkButtons chosen={lines} unselect={unselect} />}
      empty={{ title: m.staff_content_empty_title(), text: m.staff_content_empty_text() }}
    />
  );
}

function CourseName({ line }: { line: CourseLine }) {
  const secondLine = line.hasRun ? m.staff_content_run_count({ count: line.runsAhead }) : m.staff_content_no_run();
  return <TitleCell line={line} second={secondLine} hasPicture />;
}

function NextRun({ line: { nextRun: run } }: { line: CourseLine }) {
  const can = useCan();
  const { nearDay, localized } = useFormats();
  if (!run)
    return can("schedule.write") ? (
      <TextLink className="flex flex-wrap items-center gap-2" to="/runs/create">
        <Icon name="plus" size={14} />
        {m.staff_content_runs_add()}
      </TextLink>
    ) : (
      <>–</>
    );
  return (
    <>
      {run.startDate <= today() ? (
        <Chip tone="good" icon="play">
          {m.staff_runs_states_on_now()}
        </Chip>
      ) : (
        nearDay(run.startDate)
      )}
      <SecondLine className="whitespace-nowrap">
        {run.delivery === "online" ? m.staff_content_filters_online() : localized(run.venueEng, run.venueAr)}
      </SecondLine>
    </>
  );
}
