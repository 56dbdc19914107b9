import { useState, type ReactNode } from "react";
import {
  ListBase,
  useGetIdentity,
  useListContext,
  useTranslate,
  type Identifier,
  type RaRecord,
  type SortPayload,
} from "ra-core";
import type { IconName } from "../icon-names.ts";
import { Pager } from "../pager.tsx";
import { Empty, Failed } from "../states.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterChip, type ListChoices } from "./filter-chip.tsx";
import { ListLook } from "./list-look.tsx";
import { ListSearch } from "./list-search.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { ListTable, type ListColumn } from "./list-table.tsx";
import type { ListFilter, ListView } from "./list-types.ts";
import { KeepView, ListViews } from "./list-views.tsx";
import { useChosenRows } from "./use-chosen-rows.ts";
import { useListMemory, type OwnView } from "./use-list-memory.ts";
import { useListWidth } from "./use-list-width.ts";
import "./views.css";
import "./list.css";

export type { ListFilter, ListView } from "./list-types.ts";

export interface ListLayoutProps<Row extends RaRecord> {
  resource: string;
  /** Over the rows, where a page has more than one list. */
  title?: string;
  /** Says what the rows are, to those who do not see them. */
  caption: string;
  sort: SortPayload;
  columns: ListColumn<Row>[];
  /** The row on a phone. */
  renderCard(row: Row): ReactNode;
  /** Where a row leads. */
  to?(row: Row): string;
  /** What a row shows when it is opened in its place. */
  renderDetail?(row: Row): ReactNode;
  views?: ListView[];
  /** What the search looks through; without it there is none. */
  search?: string;
  choices?: ListChoices[];
  /** Other filters, behind the chips. */
  tools?: ReactNode;
  /** Above the rows, such as the page's head. */
  head?: ReactNode;
  /** In force whatever is chosen. */
  always?: ListFilter;
  /** When nothing is there at all; after a search the words are the same everywhere. */
  empty: { title: string; text?: string; icon?: IconName };
  /** What may be done with the rows chosen, also those of other pages; without it none can be. */
  renderBulk?(rows: Row[], unselect: () => void): ReactNode;
  /** Beside the list: details of a row. */
  aside?: ReactNode;
  /** Under the list, once it is there: before, it would move. */
  below?: ReactNode;
  /** Something else has to come before its rows can be shown as they stay. */
  isWaiting?: boolean;
  perPage?: number;
  /** Of what is remembered of it, when one resource has several lists. */
  storeKey?: string;
  /** Part of a page whose address is its own: page, order and filters do not stand in it. */
  isPart?: boolean;
  /** How often it looks again; by the rows where only some of them go on. */
  refreshMs?: number | ((rows: readonly Row[]) => number | false);
}

/**
 * A list as every screen has it: views as tabs, search, filters as chips, a table that becomes cards on a phone, pages.
 * Page, order and filters stand in the address, so a view can be sent to a colleague.
 */
export function ListLayout<Row extends RaRecord>(props: ListLayoutProps<Row>) {
  const { resource, sort, always, perPage = 25, storeKey, isPart = false, refreshMs } = props;
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      exporter={false}
      empty={false}
      disableSyncWithLocation={isPart}
      {...(refreshMs === undefined
        ? {}
        : {
            queryOptions: {
              refetchInterval: ({ state }: { state: { data?: { data: readonly Row[] } | undefined } }) =>
                typeof refreshMs === "number" ? refreshMs : refreshMs(state.data?.data ?? []),
            },
          })}
      {...(always ? { filter: always } : {})}
      {...(storeKey ? { storeKey } : {})}
    >
      <ListParts {...props} />
    </ListBase>
  );
}

function ListParts<Row extends RaRecord>(props: ListLayoutProps<Row>) {
  const { isPending } = useListContext<Row>();
  const { identity } = useGetIdentity();
  const { head, aside, below, isWaiting = false } = props;
  return (
    <>
      {head}
      <div className={aside ? "list-with-aside" : undefined}>
        {/* Known before the rows are: what it remembers decides how they look. */}
        {identity && <ListCard key={identity.id} {...props} owner={identity.id} />}
        {aside}
      </div>
      {!isPending && !isWaiting && below}
    </>
  );
}

/**
 * The filter that the rows shown are of. Rows and pager of another one are new ones: they take the place of the old
 * ones and do not wander there.
 */
function useShownFor(data: unknown, isOld: boolean, filter: ListFilter): string {
  const asked = JSON.stringify(filter);
  const [shown, setShown] = useState({ data, asked });
  if (data !== shown.data && !isOld) setShown({ data, asked });
  return shown.asked;
}

function ListCard<Row extends RaRecord>(props: ListLayoutProps<Row> & { owner: Identifier }) {
  const { resource, storeKey = resource, owner, isWaiting = false, columns, search, choices, tools, empty } = props;
  const { renderBulk } = props;
  const translate = useTranslate();
  const list = useListContext<Row>();
  const { data, isPending, error, filterValues, setFilters } = list;
  const { page, perPage, total = 0, setPage, setPerPage, meta } = list;
  const [memory, remember] = useListMemory(String(owner), storeKey);
  const chosen = useChosenRows<Row>(resource);
  const shownFor = useShownFor(data, list.isPlaceholderData === true, filterValues as ListFilter);
  const width = useListWidth();
  const isPhone = width === "phone";
  const isShown = ({ name, from }: ListColumn<Row>) =>
    memory.columns[name] ?? (from === undefined || isPhone || width >= from);
  const choose = (filter: ListFilter) => setFilters(filter, [], false);
  const isFiltered = Object.keys(filterValues).length > 0;
  const isMore = (meta as { more?: boolean } | undefined)?.more === true;
  const { views = [{ name: "all", label: translate("list.all"), filter: {} }] } = props;
  const keep = (own: OwnView[]) => remember({ views: own });
  const named = { views, own: memory.views, filter: filterValues as ListFilter, onKeep: keep };
  const rows = () => {
    if (error) return <Failed error={error} onRetry={() => void list.refetch()} />;
    if (isPending || isWaiting || !data) return <ListSkeleton isPhone={isPhone} />;
    if (data.length === 0)
      return isFiltered ? (
        <Empty icon="search-x" title={translate("list.none_found")}>
          {translate("list.none_found_text")}
        </Empty>
      ) : (
        <Empty {...(empty.icon ? { icon: empty.icon } : {})} title={empty.title}>
          {empty.text}
        </Empty>
      );
    const shown = columns.filter((column, at) => at === 0 || isShown(column));
    return (
      <ListTable
        {...props}
        columns={shown}
        rows={data}
        rowsKey={shownFor}
        isPhone={isPhone}
        isChoosable={renderBulk !== undefined}
      />
    );
  };
  return (
    <section className={`card list${memory.isCompact ? " is-compact" : ""}`}>
      {props.title && (
        <header>
          <h2>{props.title}</h2>
        </header>
      )}
      {/* Also while the others are not known: their place is kept. */}
      {(props.views || memory.views.length > 0) && <ListViews {...named} onChoose={choose} />}
      {renderBulk && chosen.rows.length > 0 ? (
        <BulkBar<Row> chosen={chosen} isMore={isMore} render={renderBulk} />
      ) : (
        <div className="toolbar">
          {search && <ListSearch label={search} />}
          {choices?.map((one) => (
            <FilterChip key={one.source} {...one} filter={filterValues} onChange={choose} />
          ))}
          {tools}
          <KeepView {...named} />
          {isFiltered && (
            <button type="button" className="link clear" onClick={() => choose({})}>
              {translate("ra.action.remove_all_filters")}
            </button>
          )}
          {!isPhone && (
            <ListLook
              columns={columns.slice(1).map((column) => ({
                name: column.name,
                label: column.label,
                isChosen: isShown(column),
                onChoose: () => remember({ columns: { ...memory.columns, [column.name]: !isShown(column) } }),
              }))}
              isCompact={memory.isCompact}
              onCompact={(isCompact) => remember({ isCompact })}
              onReset={Object.keys(memory.columns).length > 0 ? () => remember({ columns: {} }) : null}
            />
          )}
        </div>
      )}
      {rows()}
      {!isWaiting && (
        <Pager
          key={shownFor}
          page={page}
          perPage={perPage}
          total={total}
          more={isMore}
          onPage={setPage}
          onPerPage={setPerPage}
        />
      )}
    </section>
  );
}
