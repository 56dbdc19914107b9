import { useTranslate } from "ra-core";
import { Link } from "react-router-dom";
import { courseCategories } from "../../../src/features/catalogue/filters.ts";
import type { CourseLine } from "../../../src/site/courses/course-types.ts";
import { Chip } from "../ui/chip.tsx";
import { today } from "../ui/days.ts";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { itemPath } from "../ui/item-path.ts";
import { ListLayout } from "../ui/list/list-layout.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { SeatBar } from "../ui/seat-bar.tsx";
import { isSlow } from "../ui/slow-run.ts";
import { useMay } from "../ui/use-may.ts";
import { BulkButtons } from "../content/bulk-buttons.tsx";
import { EditedCell, ItemCard, TitleCell } from "../content/item-cells.tsx";
import { NewItemButton } from "../content/new-item-button.tsx";
import { ArabicChip, StateChips } from "../content/state-chips.tsx";
import { useCounts } from "../content/use-counts.ts";
import "../content/content.css";

const views = ["draft", "arabic", "scheduled", "off-site", "never-published"] as const;

/** Courses with what visitors see of them, their Arabic, and how their next run sells. */
export function CoursesList() {
  const translate = useTranslate();
  const counts = useCounts()?.find(({ entity }) => entity === "course");
  return (
    <ListLayout<CourseLine>
      resource="courses"
      caption={translate("content.courses")}
      sort={{ field: "next_run", order: "ASC" }}
      head={
        <PageHead
          title={translate("content.courses")}
          facts={counts ? translate("content.course_count", { smart_count: counts.all }) : null}
          actions={<NewItemButton entity="course" />}
        />
      }
      views={[
        { name: "all", label: translate("content.views.all"), filter: {}, count: counts?.all ?? null },
        ...views.map((view) => ({
          name: view,
          label: translate(`content.views.${view}`),
          filter: { view },
          count: counts?.[view] ?? null,
        })),
      ]}
      search={translate("content.search")}
      choices={[
        {
          source: "category",
          label: translate("content.filters.category"),
          choices: courseCategories.map((id) => ({ id, name: translate(`content.choices.category.${id}`) })),
        },
        {
          source: "delivery",
          label: translate("content.filters.place"),
          choices: (["onsite", "online"] as const).map((id) => ({ id, name: translate(`content.filters.${id}`) })),
        },
      ]}
      columns={[
        {
          name: "course",
          label: translate("content.columns.course"),
          sort: "title",
          render: (line) => <CourseName line={line} />,
        },
        {
          name: "status",
          label: translate("content.columns.status"),
          render: (line) => <StateChips line={line} isShown={line.has_run} />,
        },
        {
          name: "arabic",
          label: translate("content.columns.arabic"),
          render: (line) => <ArabicChip state={line.arabic} />,
        },
        {
          name: "next_run",
          label: translate("content.columns.next_run"),
          sort: "next_run",
          from: 1200,
          render: (line) => <NextRun line={line} />,
        },
        {
          name: "seats",
          label: translate("content.columns.seats"),
          sort: "seats",
          from: 1200,
          render: ({ next_run: run }) =>
            run ? (
              <SeatBar sold={run.seats_sold} held={run.seats_held} capacity={run.capacity} isLow={isSlow(run)} />
            ) : (
              "–"
            ),
        },
        {
          name: "edited",
          label: translate("content.columns.edited"),
          sort: "saved_at",
          from: 1440,
          render: (line) => <EditedCell line={line} />,
        },
      ]}
      renderCard={(line) => <ItemCard line={line} />}
      to={({ id }) => itemPath(id)}
      renderBulk={(lines, unselect) => <BulkButtons chosen={lines} unselect={unselect} />}
      empty={{ title: translate("content.empty.title"), text: translate("content.empty.text") }}
    />
  );
}

function CourseName({ line }: { line: CourseLine }) {
  const translate = useTranslate();
  const second = line.has_run
    ? translate("content.run_count", { smart_count: line.runs_ahead })
    : translate("content.no_run");
  return <TitleCell line={line} second={second} hasPicture />;
}

function NextRun({ line: { next_run: run } }: { line: CourseLine }) {
  const translate = useTranslate();
  const may = useMay();
  const { nearDay, localized } = useFormats();
  if (!run)
    return may("schedule.write") ? (
      <Link className="link row" to="/runs/create">
        <Icon name="plus" size={14} />
        {translate("content.runs.add")}
      </Link>
    ) : (
      <>–</>
    );
  return (
    <>
      {run.start_date <= today() ? (
        <Chip tone="good" icon="play">
          {translate("runs.states.on_now")}
        </Chip>
      ) : (
        nearDay(run.start_date)
      )}
      <span className="second-line no-wrap">
        {run.delivery === "online" ? translate("content.filters.online") : localized(run.venue_eng, run.venue_ar)}
      </span>
    </>
  );
}
