import { Fragment, useState, type ReactNode } from "react";
import { useListState, type ListRow, type RowId } from "../../frame/list-state.ts";
import { m } from "../../messages.ts";
import { ScrollRegion } from "../scroll-region.tsx";
import { Checkbox } from "@mui/material";
import { Link } from "react-router";
import { Icon } from "../icon.tsx";

export interface ListColumn<Row> {
  name: string;
  label: string;
  /** The server's name of an order by this column. */
  sort?: string;
  /** At the end edge: numbers and money. */
  isAmount?: boolean;
  /** Shown from this width of the window on, unless a person has chosen otherwise. */
  from?: 1200 | 1440 | 1680;
  render(row: Row): ReactNode;
}

interface ListTableProps<Row extends ListRow> {
  caption: string;
  columns: ListColumn<Row>[];
  rows: Row[];
  renderCard(row: Row): ReactNode;
  to?(row: Row): string;
  /** What a row shows when it is opened in its place. */
  renderDetail?(row: Row): ReactNode;
  /** Other rows, not the same ones changed. */
  rowsKey: string;
  isPhone: boolean;
  isChoosable: boolean;
}

/** The rows: a table, on a phone cards. The first column leads to the row. */
export function ListTable<Row extends ListRow>({
  caption,
  columns,
  rows,
  renderCard,
  to,
  renderDetail,
  rowsKey,
  isPhone,
  isChoosable,
}: ListTableProps<Row>) {
  const { chosenIds, choose, isFetching } = useListState<Row>();
  const [openId, setOpenId] = useState<Row["id"] | null>(null);
  const opener = (row: Row) => (
    <button
      type="button"
      className="opener"
      aria-expanded={openId === row.id}
      aria-label={m.staff_list_details()}
      data-list-row
      onClick={() => setOpenId(openId === row.id ? null : row.id)}
    >
      <Icon name={openId === row.id ? "chevron-up" : "chevron-down"} size={16} />
    </button>
  );
  if (isPhone)
    return (
      <ul key={rowsKey} className="list-cards" aria-busy={isFetching}>
        {rows.map((row) => (
          <li key={row.id}>
            {to ? (
              <Link to={to(row)} data-list-row>
                {renderCard(row)}
                <Icon name="chevron-right" size={16} mirrors />
              </Link>
            ) : (
              <span className="row">
                <span className="grow">{renderCard(row)}</span>
                {renderDetail && opener(row)}
              </span>
            )}
            {openId === row.id && renderDetail?.(row)}
          </li>
        ))}
      </ul>
    );
  const ids = rows.map(({ id }) => id);
  const toggle = (id: RowId) =>
    choose(chosenIds.includes(id) ? chosenIds.filter((one) => one !== id) : [...chosenIds, id]);
  const isAllChosen = ids.every((id) => chosenIds.includes(id));
  return (
    <ScrollRegion label={caption} isBusy={isFetching}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {isChoosable && (
              <th scope="col" className="choose">
                <Checkbox
                  size="small"
                  checked={isAllChosen}
                  indeterminate={!isAllChosen && ids.some((id) => chosenIds.includes(id))}
                  onChange={() =>
                    choose(
                      isAllChosen ? chosenIds.filter((id) => !ids.includes(id)) : [...new Set([...chosenIds, ...ids])],
                    )
                  }
                  slotProps={{ input: { "aria-label": m.staff_ra_action_select_all() } }}
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.name} {...column} />
            ))}
            {renderDetail && (
              <th scope="col">
                <span className="visually-hidden">{m.staff_list_details()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody key={rowsKey}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr className={chosenIds.includes(row.id) ? "chosen" : undefined}>
                {isChoosable && (
                  <td className="choose">
                    <Checkbox
                      size="small"
                      checked={chosenIds.includes(row.id)}
                      onChange={() => toggle(row.id)}
                      slotProps={{ input: { "aria-label": m.staff_ra_action_select_row() } }}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td key={column.name} className={column.isAmount ? "amount" : undefined}>
                    {at === 0 && to ? (
                      <Link to={to(row)} className="row-link" data-list-row>
                        {column.render(row)}
                      </Link>
                    ) : (
                      column.render(row)
                    )}
                  </td>
                ))}
                {renderDetail && <td className="amount">{opener(row)}</td>}
              </tr>
              {openId === row.id && renderDetail && (
                <tr className="opened">
                  <td colSpan={columns.length + (isChoosable ? 2 : 1)}>{renderDetail(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function ColumnHead<Row>(column: ListColumn<Row>) {
  const { label, sort: field, isAmount } = column;
  const { sort, setSort } = useListState();
  const isSorted = field !== undefined && sort.field === field;
  const isUp = sort.order === "ASC";
  return (
    <th
      scope="col"
      className={isAmount ? "amount" : undefined}
      {...(isSorted ? { "aria-sort": isUp ? "ascending" : "descending" } : {})}
    >
      {field === undefined ? (
        label
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() => setSort({ field, order: isSorted && isUp ? "DESC" : "ASC" })}
        >
          {label}
          {isSorted && <Icon name={isUp ? "arrow-up" : "arrow-down"} size={14} />}
        </button>
      )}
    </th>
  );
}
