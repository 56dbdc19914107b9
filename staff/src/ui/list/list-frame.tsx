import type { ReactNode } from "react";
import { ListBase, useListContext, useTranslate, type RaRecord, type SortPayload } from "ra-core";
import { Pager } from "../pager.tsx";
import { Empty, Failed, Loading } from "../states.tsx";
import { FilterChip, type ListChoices } from "./filter-chip.tsx";
import { ListSearch } from "./list-search.tsx";
import { ListTable, type ListColumn } from "./list-table.tsx";
import "./list.css";

export type ListFilter = Record<string, unknown>;
/** A view of a list that people come for: a tab. */
export interface ListView {
  name: string;
  label: string;
  filter: ListFilter;
  /** Null while it is not known: its place is kept. */
  count?: number | null | undefined;
}

export interface ListFrameProps<Row extends RaRecord> {
  resource: string;
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
  empty: { title: string; text?: string };
  /** What may be done with the rows chosen; without it none can be. */
  renderBulk?(ids: RaRecord["id"][], unselect: () => void): ReactNode;
  /** Beside the list: details of a row. */
  aside?: ReactNode;
  /** Under the list, once it is there: before, it would move. */
  below?: ReactNode;
  perPage?: number;
  /** Of what is remembered of it, when one resource has several lists. */
  storeKey?: string;
}

/**
 * A list as every screen has it: views as tabs, search, filters as chips, a table that becomes cards on a phone, pages. Page, order and
 * filters stand in the address, so a view can be sent to a colleague.
 */
export function ListFrame<Row extends RaRecord>(props: ListFrameProps<Row>) {
  const { resource, sort, always, perPage = 25, storeKey } = props;
  return (
    <ListBase
      resource={resource}
      sort={sort}
      perPage={perPage}
      exporter={false}
      empty={false}
      {...(always ? { filter: always } : {})}
      {...(storeKey ? { storeKey } : {})}
    >
      <ListParts {...props} />
    </ListBase>
  );
}

const sameFilter = (one: ListFilter, other: ListFilter) => {
  const words = (filter: ListFilter) =>
    JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => a.localeCompare(b, "en")));
  return words(one) === words(other);
};

function ListParts<Row extends RaRecord>(props: ListFrameProps<Row>) {
  const { head, views, search, choices, tools, empty, renderBulk, aside, below } = props;
  const translate = useTranslate();
  const list = useListContext<Row>();
  const { data, isPending, error, filterValues, setFilters, selectedIds = [], onUnselectItems } = list;
  const { page, perPage: rowsPerPage, total = 0, setPage, setPerPage, meta } = list;
  const isFiltered = Object.keys(filterValues).length > 0;
  const choose = (filter: ListFilter) => setFilters(filter, [], false);
  const rows = () => {
    if (error) return <Failed error={error} onRetry={() => void list.refetch()} />;
    if (isPending || !data)
      return (
        <div className="list-loading">
          <Loading lines={6} />
        </div>
      );
    if (data.length === 0)
      return isFiltered ? (
        <Empty icon="search-x" title={translate("list.none_found")}>
          {translate("list.none_found_text")}
        </Empty>
      ) : (
        <Empty title={empty.title}>{empty.text}</Empty>
      );
    return <ListTable {...props} rows={data} isChoosable={renderBulk !== undefined} />;
  };
  return (
    <>
      {head}
      <div className={aside ? "list-with-aside" : undefined}>
        <section className="card list">
          {views && (
            <div className="list-views" role="group" aria-label={translate("list.views")}>
              {views.map((view) => (
                <button
                  key={view.name}
                  type="button"
                  aria-pressed={sameFilter(view.filter, filterValues)}
                  onClick={() => choose(view.filter)}
                >
                  {view.label} {view.count !== undefined && <span className="quiet number count">{view.count}</span>}
                </button>
              ))}
            </div>
          )}
          {selectedIds.length > 0 && renderBulk ? (
            <div className="bulk-bar" role="group" aria-label={translate("list.chosen_actions")}>
              <span role="status">{translate("list.chosen", { smart_count: selectedIds.length })}</span>
              <button type="button" onClick={() => onUnselectItems()}>
                {translate("ra.action.unselect")}
              </button>
              {renderBulk(selectedIds, () => onUnselectItems())}
            </div>
          ) : (
            (search || choices || tools) && (
              <div className="toolbar">
                {search && <ListSearch label={search} />}
                {choices?.map((one) => (
                  <FilterChip key={one.source} {...one} filter={filterValues} onChange={choose} />
                ))}
                {tools}
                {isFiltered && (
                  <button type="button" className="link clear" onClick={() => choose({})}>
                    {translate("ra.action.remove_all_filters")}
                  </button>
                )}
              </div>
            )
          )}
          {rows()}
          <Pager
            page={page}
            perPage={rowsPerPage}
            total={total}
            more={(meta as { more?: boolean } | undefined)?.more === true}
            onPage={setPage}
            onPerPage={setPerPage}
          />
        </section>
        {aside}
      </div>
      {!isPending && below}
    </>
  );
}
