import { useTranslate } from "ra-core";
import { Skeleton } from "@mui/material";

const rows = 8;

/** Grey rows, as tall as those that come; nothing stands under them meanwhile. */
export function ListSkeleton({ isPhone }: { isPhone: boolean }) {
  const translate = useTranslate();
  return (
    <div className={isPhone ? "list-skeleton cards" : "list-skeleton"}>
      <span className="visually-hidden" role="status">
        {translate("ra.page.loading")}
      </span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="row" aria-hidden="true">
          <Skeleton variant="rounded" width="28%" height={16} />
          <Skeleton variant="rounded" width="20%" height={16} />
          <Skeleton variant="rounded" width="14%" height={16} />
        </div>
      ))}
    </div>
  );
}
