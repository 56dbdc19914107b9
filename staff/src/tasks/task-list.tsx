import { useState } from "react";
import { useTranslate } from "ra-core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Tab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { staffCall, type StaffApiError } from "../api.ts";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { LettersGoingOut, useLettersGoingOut } from "./letters-going-out.tsx";
import { TaskFile } from "./task-file.tsx";
import { TaskChip, TaskProgress } from "./task-state.tsx";
import { TaskTable } from "./task-table.tsx";
import { isOpen, lookAgainMs, type Task } from "./use-task.ts";

type Page = { data: Task[]; total: number; more: boolean };
const views = { all: {}, open: { state: ["queued", "running"] }, mine: { mine: true } };
type View = keyof typeof views;
const perPage = 25;

/** Long work one has started, and for owners everyone's: how far it is, and its file. */
export default function TaskList() {
  const translate = useTranslate();
  const [view, setView] = useState<View>("all");
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery<Page, StaffApiError>({
    queryKey: ["tasks", "list", view, page],
    queryFn: ({ signal }) =>
      staffCall<Page>(
        "GET tasks",
        { page: String(page), perPage: String(perPage), filter: JSON.stringify(views[view]) },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? lookAgainMs : false),
  });
  const letters = useLettersGoingOut();
  const isKnown = data !== undefined && letters !== null;
  return (
    <>
      <PageHead title={translate("tasks.title")} facts={translate("tasks.facts")} />
      <section className="card">
        <Tabs
          value={view}
          onChange={(_event, chosen: View) => {
            setView(chosen);
            setPage(1);
          }}
          aria-label={translate("tasks.columns.state")}
          sx={{ paddingInline: 3 }}
        >
          {(Object.keys(views) as View[]).map((name) => (
            <Tab key={name} value={name} label={translate(`tasks.views.${name}`)} />
          ))}
        </Tabs>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!isKnown && !error && <Loading />}
        {isKnown && view !== "mine" && page === 1 && <LettersGoingOut letters={letters} />}
        {isKnown && data.data.length === 0 && (
          <Empty icon="list-checks" title={translate("tasks.empty")}>
            {translate("tasks.empty_text")}
          </Empty>
        )}
        {isKnown && data.data.length > 0 && (
          <>
            <Rows tasks={data.data} />
            <Pager page={page} perPage={perPage} total={data.total} more={data.more} onPage={setPage} />
          </>
        )}
      </section>
    </>
  );
}

function Rows({ tasks }: { tasks: Task[] }) {
  const translate = useTranslate();
  const { localized } = useFormats();
  return (
    <TaskTable
      caption={translate("tasks.caption")}
      columns={["title", "state", "progress", "started_by", "at", "file"]}
    >
      {tasks.map((task) => (
        <tr key={task.id}>
          <td>
            <Link className="link" to={`/tasks/${task.id}/show`}>
              {localized(task.title_eng, task.title_ar)}
            </Link>
          </td>
          <td>
            <TaskChip task={task} />
          </td>
          <td>
            <TaskProgress task={task} />
          </td>
          <td>
            <bdi>{task.started_by.name}</bdi>
          </td>
          <td>
            <DateTime value={task.created_at} />
          </td>
          <td>
            <TaskFile task={task} />
          </td>
        </tr>
      ))}
    </TaskTable>
  );
}
