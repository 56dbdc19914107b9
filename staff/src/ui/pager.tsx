import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { useFormats } from "./formats.ts";

/** Which rows these are, and the pages before and after. `more`: there are others beyond what was counted. */
export function Pager({
  page,
  perPage,
  total,
  more,
  onPage,
}: {
  page: number;
  perPage: number;
  total: number;
  more: boolean;
  onPage(page: number): void;
}) {
  const translate = useTranslate();
  const { number } = useFormats();
  return (
    <footer className="toolbar">
      <span className="grow small quiet" role="status">
        {translate("shell.pager", {
          from: number((page - 1) * perPage + 1),
          to: number(Math.min(page * perPage, total)),
          total: number(total) + (more ? "+" : ""),
        })}
      </span>
      {total > perPage && (
        <>
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {translate("ra.navigation.previous")}
          </Button>
          <Button size="small" disabled={page * perPage >= total} onClick={() => onPage(page + 1)}>
            {translate("ra.navigation.next")}
          </Button>
        </>
      )}
    </footer>
  );
}
