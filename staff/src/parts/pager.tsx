import { m } from "../messages.ts";
import { useFormats } from "./formats.ts";
import { TooltipButton } from "./tooltip-button.tsx";

const sizes = [25, 50, 100];

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  /** Whether there are more rows than the server counted. Only a filter can find those rows. */
  more: boolean;
  onPage(page: number): void;
  /** Without it the number of rows per page is fixed. */
  onPerPage?(perPage: number): void;
}

/** Shows the range of rows, the total, and buttons to other pages. */
export function Pager({ page, perPage, total, more, onPage, onPerPage }: PagerProps) {
  const { number } = useFormats();
  if (total === 0) return null;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  return (
    <footer className="flex items-center gap-2 border-t border-line px-(--nh-pad) py-2 text-ink-2">
      <span className="me-auto tabular-nums" role="status">
        {m.staff_list_range({ from: number(from), to: number(to), total: number(total) + (more ? "+" : "") })}
      </span>
      {onPerPage && (
        <label className="flex items-center gap-1.5 max-md:hidden pointer-coarse:hidden">
          {m.staff_list_rows()}
          <select
            className="min-h-7.5 rounded-sm border border-line-2 bg-surface px-1"
            value={perPage}
            onChange={(event) => onPerPage(Number(event.target.value))}
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <TooltipButton
        icon="chevron-left"
        mirrors
        label={m.staff_common_previous()}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <TooltipButton
        icon="chevron-right"
        mirrors
        label={m.staff_common_next()}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      />
    </footer>
  );
}
