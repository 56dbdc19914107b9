import { IconButton } from "@mui/material";
import { m } from "../messages.ts";
import { useFormats } from "./formats.ts";
import { Icon } from "./icon.tsx";
import "./pager.css";

const sizes = [25, 50, 100];

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  /** There are others beyond what was counted: a filter finds them, not paging. */
  more: boolean;
  onPage(page: number): void;
  /** Without it the size of a page is fixed. */
  onPerPage?(perPage: number): void;
}

/** Which rows these are, of how many, and the pages before and after. */
export function Pager({ page, perPage, total, more, onPage, onPerPage }: PagerProps) {
  const { number } = useFormats();
  if (total === 0) return null;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  return (
    <footer className="pager">
      <span className="number" role="status">
        {m.staff_list_range({ from: number(from), to: number(to), total: number(total) + (more ? "+" : "") })}
      </span>
      {onPerPage && (
        <label className="rows-per-page">
          {m.staff_list_rows()}
          <select value={perPage} onChange={(event) => onPerPage(Number(event.target.value))}>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      )}
      <IconButton
        size="small"
        disabled={page === 1}
        aria-label={m.staff_ra_navigation_previous()}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="chevron-left" mirrors />
      </IconButton>
      <IconButton
        size="small"
        disabled={to >= total}
        aria-label={m.staff_ra_navigation_next()}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="chevron-right" mirrors />
      </IconButton>
    </footer>
  );
}
