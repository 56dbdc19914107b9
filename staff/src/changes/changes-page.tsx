import { clsx } from "clsx/lite";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { staffQuery } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useAges } from "../parts/age.ts";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import { ChangeCase } from "./change-case.tsx";
import { useRequestSummary, type ChangeRow } from "./use-request-summary.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

function Row({ row, isOpen, search }: { row: ChangeRow; isOpen: boolean; search: string }) {
  const { age, isOlder } = useAges();
  const { localized, date, joinWithCommas } = useFormats();
  const formatRequest = useRequestSummary();
  const isLate = row.state === "asked" && isOlder(row.dueAt, 0);
  return (
    <Link
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.75 gap-y-0.5 border-s-3 border-b border-s-transparent border-b-line px-4 py-3 -outline-offset-2! hover:bg-row aria-current:border-s-primary aria-current:bg-primary-tint"
      data-list-row
      to={{ pathname: `/changes/${row.id}`, search }}
      aria-current={isOpen ? "true" : undefined}
    >
      <Initial isGuest name={row.buyer.name} className="row-span-3" />
      <span className="truncate min-w-0 font-medium text-match-parent" dir="auto">
        {row.buyer.name}
      </span>
      <span className={clsx("text-sm", isLate ? "font-medium text-danger" : "text-ink-3")}>
        {row.state === "questioned" ? <Icon name="hourglass" /> : age(row.decidedAt ?? row.since)}
      </span>
      <span className="truncate min-w-0 col-span-2">{formatRequest(row)}</span>
      <span className="truncate min-w-0 col-span-2 text-sm text-ink-3">
        {row.state === "questioned"
          ? m.staff_changes_state_questioned()
          : joinWithCommas(localized(row.name_eng, row.name_ar), date(row.startDate))}
      </span>
    </Link>
  );
}

const views = ["waiting", "mine", "decided"] as const;
const emptyTitles = {
  waiting: m.staff_changes_none,
  mine: m.staff_changes_none_mine,
  decided: m.staff_changes_none_decided,
};

/** Lists the change requests of buyers, with one open beside the list. The oldest waiting request comes first. */
export default function ChangesPage() {
  const { id } = useParams();
  const can = useCan();
  const { joinWithCommas } = useFormats();
  const [query, setQuery] = useSearchParams();
  const list = "GET /api/staff/change-requests";
  const lists = {
    waiting: useQuery(staffQuery(list, { per_page: 100, view: "waiting" })),
    mine: useQuery(staffQuery(list, { per_page: 100, view: "mine" })),
    decided: useQuery(staffQuery(list, { per_page: 50, view: "decided" })),
  };
  const { waiting } = lists;
  const withoutStaff = useQuery(staffQuery(list, { per_page: 1, view: "alone" }));
  const view = views.find((view) => view === query.get("view")) ?? "waiting";
  const { data, error, refetch } = lists[view];
  const openId = id ?? (data?.data[0] && String(data.data[0].id));
  const search = view === "waiting" ? "" : `?view=${view}`;
  return (
    <>
      <ScreenHead
        title={m.staff_menu_changes()}
        facts={
          !waiting.data || withoutStaff.isLoading
            ? null
            : joinWithCommas(
                m.staff_changes_facts({ count: waiting.data.total }),
                withoutStaff.data && withoutStaff.data.total > 0
                  ? m.staff_changes_alone({ count: withoutStaff.data.total })
                  : null,
              )
        }
        actions={
          can("settings.finance") && (
            <LinkButton variant="secondary" to="/settings?tab=payments" icon="settings">
              {m.staff_changes_policy()}
            </LinkButton>
          )
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <section
          className={clsx("card overflow-hidden", id !== undefined && "max-lg:hidden")}
          aria-label={m.staff_menu_changes()}
        >
          <div className="flex border-b border-line px-2" role="group" aria-label={m.staff_changes_views()}>
            {views.map((viewName) => (
              <button
                key={viewName}
                type="button"
                aria-pressed={viewName === view}
                onClick={() => setQuery(viewName === "waiting" ? {} : { view: viewName })}
                className="border-b-2 border-transparent px-2.5 py-2.5 text-sm text-ink-2 aria-pressed:border-primary aria-pressed:font-medium aria-pressed:text-primary"
              >
                {m[`staff_changes_${viewName}`]()}{" "}
                <span className="text-ink-3 whitespace-nowrap tabular-nums inline-block min-w-[3ch] text-start">
                  {lists[viewName].data?.total}
                </span>
              </button>
            ))}
          </div>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {!data && !error && <LoadingState lines={4} />}
          {data?.data.map((row) => (
            <Row key={row.id} row={row} isOpen={String(row.id) === openId} search={search} />
          ))}
          {data?.data.length === 0 && <Empty icon="circle-check" title={emptyTitles[view]()} />}
        </section>
        {openId !== undefined && (
          <div className={clsx("min-w-0", id === undefined && "max-lg:hidden")}>
            <LinkButton to={`/changes${search}`} variant="ghost" size="sm" icon="list" className="mb-2 lg:hidden">
              {m.staff_menu_changes()}
            </LinkButton>
            <ChangeCase key={openId} id={openId} />
          </div>
        )}
      </div>
    </>
  );
}
