import { Fragment, useId, useState, type MouseEvent, type ReactNode } from "react";
import { clsx } from "clsx/lite";
import { useListState, type ListRow, type RowId } from "../../frame/list-state.ts";
import { m } from "../../messages.ts";
import { ScrollRegion } from "../scroll-region.tsx";
import { TooltipButton } from "../tooltip-button.tsx";
import { TickBox } from "../choice.tsx";
import { Link, useNavigate } from "react-router";
import { Icon } from "../../../../src/ui/icon.tsx";

export interface ListColumn<Row> {
  name: string;
  label: string;
  /** The server's sort field for this column. */
  sort?: string;
  /** Whether the column is aligned at the end, for numbers, money and buttons. */
  isEndAligned?: boolean;
  /** Minimum window width in pixels at which the column is visible, unless the person has shown or hidden it. */
  minWidth?: 1200 | 1440 | 1680;
  /** Whether the cell is part of the row's name in the labels of its buttons, as the first cell always is. */
  isRowName?: boolean;
  render(row: Row): ReactNode;
}

interface ListTableProps<Row extends ListRow> {
  caption: string;
  columns: ListColumn<Row>[];
  rows: Row[];
  renderCard(row: Row): ReactNode;
  to?(row: Row): string;
  /** Details of a row, shown below it when it is expanded. */
  renderDetail?(row: Row): ReactNode;
  /** Changes when the rows are replaced rather than updated. */
  rowsKey: string;
  isPhone: boolean;
  isChoosable: boolean;
}

/** The rows as a table, or as cards on a phone. The first column links to the row. */
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
  const { chosenIds, choose, isStale } = useListState<Row>();
  const navigate = useNavigate();
  const [openId, setOpenId] = useState<Row["id"] | null>(null);
  const listId = useId();
  const namingCells = isPhone
    ? ["card"]
    : columns.filter(({ isRowName }, index) => index === 0 || isRowName).map(({ name }) => name);
  const getCellId = (name: string, row: Row) => `${listId}${name}${row.id}`;
  /** Returns props that label a control by its own label and the cells that name its row. */
  const getRowLabelProps = (label: "choose" | "open", row: Row) => ({
    id: getCellId(label, row),
    "aria-labelledby": [label, ...namingCells].map((name) => getCellId(name, row)).join(" "),
  });
  const renderOpenButton = (row: Row) => (
    <TooltipButton
      icon={openId === row.id ? "chevron-up" : "chevron-down"}
      iconSize={16}
      label={m.staff_list_details()}
      {...getRowLabelProps("open", row)}
      aria-expanded={openId === row.id}
      data-list-row
      onClick={() => setOpenId(openId === row.id ? null : row.id)}
    />
  );
  if (isPhone)
    return (
      <ul key={rowsKey} className="aria-busy:opacity-75" aria-busy={isStale}>
        {rows.map((row) => (
          <li key={row.id} className="border-t border-line px-pad py-3">
            {to ? (
              <Link
                to={to(row)}
                className="flex min-h-11 items-center gap-3 *:first:min-w-0 *:first:flex-1"
                data-list-row
              >
                {renderCard(row)}
                <Icon name="chevron-right" size={16} mirrors />
              </Link>
            ) : (
              <span className="flex flex-wrap items-center gap-2">
                <span id={getCellId("card", row)} className="min-w-0 flex-1">
                  {renderCard(row)}
                </span>
                {renderDetail && renderOpenButton(row)}
              </span>
            )}
            {openId === row.id && renderDetail?.(row)}
          </li>
        ))}
      </ul>
    );
  // A mouse click anywhere on a row opens it. Keyboard users open the row by its link.
  const openRow = (event: MouseEvent<HTMLElement>, path: string) => {
    if (!isRowClick(event)) return;
    if (event.metaKey || event.ctrlKey) window.open(`/staff${path}`, "_blank", "noopener");
    else void navigate(path);
  };
  const ids = rows.map(({ id }) => id);
  const toggleRow = (id: RowId) =>
    choose(chosenIds.includes(id) ? chosenIds.filter((chosenId) => chosenId !== id) : [...chosenIds, id]);
  const isAllChosen = ids.every((id) => chosenIds.includes(id));
  return (
    <ScrollRegion label={caption} isPending={isStale}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {isChoosable && (
              <th scope="col" className="w-11 pe-0!">
                <TickBox
                  aria-label={m.staff_common_action_select_all()}
                  checked={isAllChosen}
                  isIndeterminate={!isAllChosen && ids.some((id) => chosenIds.includes(id))}
                  onChange={() =>
                    choose(
                      isAllChosen ? chosenIds.filter((id) => !ids.includes(id)) : [...new Set([...chosenIds, ...ids])],
                    )
                  }
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.name} {...column} />
            ))}
            {renderDetail && (
              <th scope="col">
                <span className="sr-only">{m.staff_list_details()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody key={rowsKey}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr
                className={clsx(chosenIds.includes(row.id) && "bg-primary-tint", to && "cursor-pointer")}
                {...(to && { onClick: (event) => openRow(event, to(row)) })}
              >
                {isChoosable && (
                  <td className="w-11 pe-0!" data-choose>
                    <TickBox
                      {...getRowLabelProps("choose", row)}
                      aria-label={m.staff_common_action_select_row()}
                      checked={chosenIds.includes(row.id)}
                      onChange={() => toggleRow(row.id)}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td
                    key={column.name}
                    id={namingCells.includes(column.name) ? getCellId(column.name, row) : undefined}
                    className={column.isEndAligned ? "amount" : undefined}
                  >
                    {index === 0 && to ? (
                      <Link to={to(row)} className="font-medium hover:text-primary" data-list-row>
                        {column.render(row)}
                      </Link>
                    ) : (
                      column.render(row)
                    )}
                  </td>
                ))}
                {renderDetail && <td className="amount">{renderOpenButton(row)}</td>}
              </tr>
              {openId === row.id && renderDetail && (
                <tr className="[&>td]:bg-row [&>td]:pt-1.5 [&>td]:pb-4.5">
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

/** Whether a click counts as a click on the row: not on a control, beside a checkbox, or after selecting text. */
const isRowClick = ({ target, defaultPrevented }: Pick<MouseEvent, "target" | "defaultPrevented">): boolean =>
  !defaultPrevented &&
  !(target as Element).closest("a, button, input, label, select, textarea, [role=button], [data-choose]") &&
  (window.getSelection()?.isCollapsed ?? true);

function ColumnHead<Row>(column: ListColumn<Row>) {
  const { label, sort: field, isEndAligned } = column;
  const { sort, setSort } = useListState();
  const isAscending = sort === field;
  const isSorted = isAscending || sort === `-${field}`;
  return (
    <th
      scope="col"
      className={isEndAligned ? "amount" : undefined}
      {...(isSorted ? { "aria-sort": isAscending ? "ascending" : "descending" } : {})}
    >
      {field === undefined ? (
        label
      ) : (
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 font-medium in-aria-[sort]:text-ink"
          onClick={() => setSort(isAscending ? `-${field}` : field)}
        >
          {label}
          {isSorted && <Icon name={isAscending ? "arrow-up" : "arrow-down"} size={14} />}
        </button>
      )}
    </th>
  );
}
