/** Empty, failed and loading: the same words for the same case everywhere. */
import type { ReactNode } from "react";
import { Button, Skeleton } from "@mui/material";
import { StaffApiError } from "../api.ts";
import { m } from "../messages.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

/** Nothing there (yet): what it is, and what may be done. */
export function Empty({
  icon = "inbox",
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="round">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What could not be loaded, with a way to try again. `error` is what callStaff threw. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : "";
  return (
    <div className="empty" role="alert">
      <span className="round wrong">
        <Icon name="cloud-off" size={28} />
      </span>
      <h2>{m.staff_shell_states_failed()}</h2>
      <p>{message}</p>
      {onRetry && (
        <Button variant="outlined" onClick={onRetry}>
          {m.staff_shell_states_retry()}
        </Button>
      )}
    </div>
  );
}

/** Grey lines while something loads. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" className="stack">
      <span className="visually-hidden">{m.staff_ra_page_loading()}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={index === 0 ? 32 : 20} />
      ))}
    </div>
  );
}

/**
 * What a page shows in place of what it has read. Null while there is something to show: reading it again may fail, and
 * what is open or typed on the page stays. What is gone or forbidden by now does not.
 */
export function failureOf({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const isOver = error instanceof StaffApiError && (error.status === 403 || error.status === 404);
  return data === undefined || isOver ? error : null;
}
