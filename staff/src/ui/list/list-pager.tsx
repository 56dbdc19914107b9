import { useListContext, useTranslate } from "ra-core";
import { IconButton } from "@mui/material";
import { useFormats } from "../formats.ts";
import { Icon } from "../icon.tsx";

const sizes = [25, 50, 100];

/** Which rows these are, of how many; what lies beyond 10,000 is found by a filter, not by paging. */
export function ListPager() {
  const translate = useTranslate();
  const { number } = useFormats();
  const { page, perPage, total = 0, setPage, setPerPage, meta } = useListContext();
  if (total === 0) return null;
  const isMore = (meta as { more?: boolean } | undefined)?.more === true;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  const isLast = to >= total;
  return (
    <footer className="pager">
      <span className="number" role="status">
        {translate("list.range", { from: number(from), to: number(to), total: number(total) + (isMore ? "+" : "") })}
      </span>
      <label className="rows-per-page">
        {translate("list.rows")}
        <select value={perPage} onChange={(event) => setPerPage(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <IconButton
        size="small"
        disabled={page === 1}
        aria-label={translate("ra.navigation.previous")}
        onClick={() => setPage(page - 1)}
      >
        <Icon name="chevron-left" mirrors />
      </IconButton>
      <IconButton
        size="small"
        disabled={isLast}
        aria-label={translate("ra.navigation.next")}
        onClick={() => setPage(page + 1)}
      >
        <Icon name="chevron-right" mirrors />
      </IconButton>
    </footer>
  );
}
