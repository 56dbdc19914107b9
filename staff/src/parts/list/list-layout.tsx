import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useMe } from "../../frame/session.ts";
import {
  ListProvider,
  readList,
  useList,
  useListState,
  type ListFilter,
  type ListNameFor,
  type ListRow,
  type ListState,
} from "../../frame/list-state.ts";
import { useNotify } from "../../frame/notices.tsx";
import { clsx } from "clsx/lite";
import { TextField } from "../../../../src/ui/text-field.tsx";
import { Skeleton } from "../../../../src/ui/skeleton.tsx";
import { m } from "../../messages.ts";
import type { IconName } from "../portal-icon-names.ts";
import { Pager } from "../pager.tsx";
import { Empty, Failed } from "../states.tsx";
import { FilterChip, type ListChoices } from "./filter-chip.tsx";
import { ListDisplayOptions } from "./list-display-options.tsx";
import { ListTable, type ListColumn } from "./list-table.tsx";
import { SaveView, ListViews, type ListView } from "./list-views.tsx";
import { useListMemory, type OwnView } from "./use-list-memory.ts";
import { useListWidth } from "./use-list-width.ts";
import { useFormats } from "../formats.ts";

/** Maximum number of selected rows, because bulk actions run one by one. */
const maxSelected = 500;
const rowsPerRequest = 100;

interface ChosenRows<Row> {
  /** The selected rows, including those on other pages. */
  rows: Row[];
  isLoadingAll: boolean;
  /** Selects all rows that match the current filter. */
  chooseAll(): Promise<void>;
}

/**
 * The selected rows of a list. Changing the filter or leaving the list clears the selection, so that bulk actions
 * change only rows that match the current filter.
 */
function useChosenRows<Row extends ListRow>(list: ListNameFor<Row>, state: ListState<Row>): ChosenRows<Row> {
  const { data, filter, fixedFilter, sort, total, chosenIds, choose } = state;
  const [loadedRows, setLoadedRows] = useState<ReadonlyMap<Row["id"], Row>>(new Map());
  const [lastData, setLastData] = useState<Row[] | undefined>(undefined);
  const [isLoadingAll, setIsLoadingAll] = useState(false);
  const addRows = (rows: readonly Row[]) =>
    setLoadedRows(new Map([...loadedRows, ...rows.map((row) => [row.id, row] as const)]));
  if (data && data !== lastData) {
    setLastData(data);
    addRows(data);
  }
  const filterKey = JSON.stringify(filter);
  const lastFilterKey = useRef<string | null>(null);
  useEffect(() => {
    if (lastFilterKey.current === filterKey) return;
    lastFilterKey.current = filterKey;
    choose([]);
  }, [filterKey, choose]);
  const chooseAll = async () => {
    setIsLoadingAll(true);
    try {
      const allRows: Row[] = [];
      const pages = Math.ceil(Math.min(total, maxSelected) / rowsPerRequest);
      for (let page = 1; page <= pages; page += 1) {
        const pageQuery = { page, perPage: rowsPerRequest, sort, filter: { ...filter, ...fixedFilter } };
        allRows.push(...(await readList<Row>(list, pageQuery)).data);
      }
      addRows(allRows);
      choose(allRows.map(({ id }) => id));
    } finally {
      setIsLoadingAll(false);
    }
  };
  return { rows: chosenIds.flatMap((id) => loadedRows.get(id) ?? []), isLoadingAll, chooseAll };
}

const skeletonRows = 8;

/** Placeholder rows with the height of real rows. */
function ListSkeleton({ isPhone }: { isPhone: boolean }) {
  return (
    <div
      // Hidden at first, so that short waits do not flicker.
      className="border-t border-line transition-opacity delay-300 starting:opacity-0"
    >
      <span className="sr-only" role="status">
        {m.staff_common_loading()}
      </span>
      {Array.from({ length: skeletonRows }, (_, index) => (
        <div
          key={index}
          aria-hidden="true"
          className={clsx("flex items-center gap-[8%] border-b border-line px-pad", isPhone ? "h-21" : "h-13")}
        >
          <Skeleton className="h-4 w-[28%]" />
          <Skeleton className="h-4 w-[20%]" />
          <Skeleton className="h-4 w-[14%]" />
        </div>
      ))}
    </div>
  );
}

const searchDelayMs = 300;

interface ListSearchText {
  text: string;
  setText(text: string): void;
  /** The filter with the text as typed. The list gets it when typing pauses. */
  typedFilter: ListFilter;
}

/** The search text of a list. Updates the filter of the list when typing pauses. */
export function useListSearch({ filter, setFilter }: Pick<ListState<ListRow>, "filter" | "setFilter">): ListSearchText {
  const searchText = typeof filter["q"] === "string" ? filter["q"] : "";
  const [text, setText] = useState(searchText);
  const [lastSearch, setLastSearch] = useState(searchText);
  // A saved view or the URL has changed the search text.
  if (searchText !== lastSearch) {
    setLastSearch(searchText);
    setText(searchText);
  }
  const search = text.trim();
  const typedFilter = useMemo(() => {
    const { q: _, ...otherFilters } = filter;
    return search ? { ...otherFilters, q: search } : otherFilters;
  }, [filter, search]);
  useEffect(() => {
    if (search === searchText) return undefined;
    const timer = setTimeout(() => {
      setLastSearch(search);
      setFilter(typedFilter);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [search, searchText, typedFilter, setFilter]);
  return { text, setText, typedFilter };
}

interface ListSearchProps {
  label: string;
  search: ListSearchText;
}

export function ListSearch({ label, search: { text, setText } }: ListSearchProps) {
  const { locale } = useFormats();
  return (
    <TextField
      hideLabel
      type="search"
      icon="search"
      className="min-w-0 flex-[0_1_23.5rem] max-md:basis-full"
      label={label}
      // An empty field uses the direction of the page. With `auto`, an Arabic placeholder would be cut at its start.
      dir={text === "" ? (locale === "ar" ? "rtl" : "ltr") : "auto"}
      maxLength={100}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface BulkBarProps<Row extends ListRow> {
  chosen: ChosenRows<Row>;
  render(rows: Row[], unselect: () => void): ReactNode;
}

/** Replaces the toolbar while rows are selected. Shows their number, the actions, and a button to select all. */
function BulkBar<Row extends ListRow>({ chosen, render }: BulkBarProps<Row>) {
  const notify = useNotify();
  const { number } = useFormats();
  const { total, more, choose } = useListState<Row>();
  const { rows, isLoadingAll, chooseAll } = chosen;
  const unselect = () => choose([]);
  const selectAll = () => chooseAll().catch((error: Error) => notify(error.message, { type: "error" }));
  return (
    <div
      className="flex min-h-15.5 flex-wrap items-center gap-3 bg-palm-900 px-pad py-2.5 text-on-band [--nh-focus:#c6b7ee] [&>button]:min-h-7.5 [&>button]:underline"
      role="group"
      aria-label={m.staff_list_chosen_actions()}
    >
      <strong className="font-medium" role="status">
        {m.staff_list_chosen({ count: rows.length })}
      </strong>
      {rows.length < total && !more && total <= maxSelected && (
        <button type="button" disabled={isLoadingAll} onClick={() => void selectAll()}>
          {m.staff_list_choose_all({ count: number(total) })}
        </button>
      )}
      <button type="button" onClick={unselect}>
        {m.staff_common_action_unselect()}
      </button>
      <span className="ms-auto flex flex-wrap gap-2">{render(rows, unselect)}</span>
    </div>
  );
}

export interface ListLayoutProps<Row extends ListRow> {
  list: ListNameFor<Row>;
  /** Heading of the list, if a page has several. */
  title?: string;
  /** Describes the rows for screen readers. */
  caption: string;
  /** A field name. A leading `-` sorts descending. */
  sort: string;
  columns: ListColumn<Row>[];
  /** Renders a row as a card on a phone. */
  renderCard(row: Row): ReactNode;
  /** Path that the link of a row opens. */
  to?(row: Row): string;
  /** Details of a row, shown below it when it is expanded. */
  renderDetail?(row: Row): ReactNode;
  views?: ListView[];
  /** Placeholder that says what the search covers. Without it there is no search. */
  search?: string;
  choices?: ListChoices[];
  /** Additional filters, shown after the filter chips. */
  tools?: ReactNode;
  /** Shown above the list, such as the page head. */
  head?: ReactNode;
  /** A filter that always applies. */
  fixedFilter?: ListFilter;
  /** Shown if the list is empty. If no row matches the filter, a standard text is shown instead. */
  empty: { title: string; text?: string; icon?: IconName };
  /** Renders actions for the selected rows, which may be on other pages. Without this, rows cannot be selected. */
  renderBulk?(rows: Row[], unselect: () => void): ReactNode;
  /** Shown beside the list, such as the details of a row. */
  aside?: ReactNode;
  /** Shown below the list, only after the rows have loaded, so that it does not move. */
  below?: ReactNode;
  /** Other data that must load before the rows are shown. */
  isWaiting?: boolean;
  perPage?: number;
  /** Storage key, needed if there are several lists with the same rows. */
  storeKey?: string;
  /** The list is only part of a page, so the URL does not contain its page number, sort and filters. */
  isPart?: boolean;
  /** Query parameters of the surrounding page. The list does not read them as filters. */
  otherParams?: readonly string[];
  /** Refresh interval in milliseconds, or a function of the rows. */
  refreshMs?: number | ((rows: readonly Row[]) => number | false);
}

/**
 * The standard list: views as tabs, search, filter chips, a table that becomes cards on a phone, and a pager. The URL
 * contains page number, sort and filters, so that staff can send a view to a colleague.
 */
export function ListLayout<Row extends ListRow>(props: ListLayoutProps<Row>) {
  const state = useList<Row>(props);
  const { id } = useMe();
  const { head, aside, below, isWaiting = false } = props;
  return (
    <ListProvider value={state}>
      {head}
      <div className={aside ? "grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_380px]" : undefined}>
        <ListCard {...props} owner={id} />
        {aside}
      </div>
      {!state.isPending && !isWaiting && below}
    </ListProvider>
  );
}

/** Key for the filter of the visible rows. When it changes, rows and pager are remounted, so that they do not move. */
function useVisibleFilterKey(data: unknown, isStale: boolean, filter: ListFilter): string {
  const filterKey = JSON.stringify(filter);
  const [visible, setVisible] = useState({ data, filterKey });
  if (data !== visible.data && !isStale) setVisible({ data, filterKey });
  return visible.filterKey;
}

function ListCard<Row extends ListRow>(props: ListLayoutProps<Row> & { owner: string }) {
  const { list, storeKey = list, owner, isWaiting = false, columns, search, choices, tools, empty } = props;
  const { renderBulk } = props;
  const state = useListState<Row>();
  const { data, isPending, error, filter, setFilter, page, perPage, total, more, setPage, setPerPage } = state;
  const [memory, remember] = useListMemory(owner, storeKey);
  const chosen = useChosenRows<Row>(list, state);
  const visibleFilterKey = useVisibleFilterKey(data, state.isStale, filter);
  const width = useListWidth();
  const isPhone = width === "phone";
  const isVisible = ({ name, minWidth }: ListColumn<Row>) =>
    memory.columns[name] ?? (minWidth === undefined || isPhone || width >= minWidth);
  const searchText = useListSearch(state);
  const isFiltered = Object.keys(filter).length > 0;
  const { views = [{ name: "all", label: m.staff_list_all(), filter: {} }] } = props;
  const saveViews = (ownViews: OwnView[]) => remember({ views: ownViews });
  const viewProps = { views, ownViews: memory.views, onSave: saveViews };
  const removeFilters = () => {
    searchText.setText("");
    setFilter({});
  };
  const renderRows = () => {
    if (error) return <Failed error={error} onRetry={state.refetch} />;
    if (isPending || isWaiting || !data) return <ListSkeleton isPhone={isPhone} />;
    if (data.length === 0)
      return isFiltered ? (
        <Empty icon="search-x" title={m.staff_list_none_found()}>
          {m.staff_list_none_found_text()}
        </Empty>
      ) : (
        <Empty {...(empty.icon ? { icon: empty.icon } : {})} title={empty.title}>
          {empty.text}
        </Empty>
      );
    const visibleColumns = columns.filter((column, index) => index === 0 || isVisible(column));
    return (
      <ListTable
        {...props}
        columns={visibleColumns}
        rows={data}
        rowsKey={visibleFilterKey}
        isPhone={isPhone}
        isChoosable={renderBulk !== undefined}
      />
    );
  };
  return (
    <section
      className={clsx(
        "card [&_td]:h-11 [&_td]:py-1.5",
        memory.isCompact && "[&_.avatar]:size-6 [&_.second-line]:hidden [&_img]:max-h-7 [&_td]:h-9! [&_td]:py-0.5!",
      )}
    >
      {props.title && (
        <header>
          <h2>{props.title}</h2>
        </header>
      )}
      {/* Rendered even while the counts are loading, to reserve the space. */}
      {(props.views || memory.views.length > 0) && <ListViews {...viewProps} filter={filter} onChoose={setFilter} />}
      {renderBulk && chosen.rows.length > 0 ? (
        <BulkBar<Row> chosen={chosen} render={renderBulk} />
      ) : (
        <div className="flex flex-wrap items-center gap-2 px-pad py-3">
          {search && <ListSearch label={search} search={searchText} />}
          {choices?.map((choice) => (
            <FilterChip key={choice.source} {...choice} filter={filter} onChange={setFilter} />
          ))}
          {tools}
          {/* These follow the text as typed: if they appeared with the rows, the list would move while it is read. */}
          <SaveView {...viewProps} filter={searchText.typedFilter} />
          {Object.keys(searchText.typedFilter).length > 0 && (
            <button type="button" className="text-primary" onClick={removeFilters}>
              {m.staff_common_action_remove_all_filters()}
            </button>
          )}
          {!isPhone && (
            <ListDisplayOptions
              columns={columns.slice(1).map((column) => ({
                label: column.label,
                isTicked: isVisible(column),
                onChoose: () => remember({ columns: { ...memory.columns, [column.name]: !isVisible(column) } }),
              }))}
              isCompact={memory.isCompact}
              onCompact={(isCompact) => remember({ isCompact })}
              onReset={Object.keys(memory.columns).length > 0 ? () => remember({ columns: {} }) : null}
            />
          )}
        </div>
      )}
      {renderRows()}
      {!isWaiting && (
        <Pager
          key={visibleFilterKey}
          page={page}
          perPage={perPage}
          total={total}
          more={more}
          onPage={setPage}
          onPerPage={setPerPage}
        />
      )}
    </section>
  );
}
