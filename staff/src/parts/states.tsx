/** Empty, error and loading states, with the same texts everywhere. */
import type { ReactNode } from "react";
import { StaffApiError } from "../api.ts";
import { m } from "../messages.ts";
import { Skeleton } from "../../../src/ui/skeleton.tsx";
import { toneClasses, type Tone } from "./chip.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { Button } from "../../../src/ui/button.tsx";

/** An empty state: what is missing and what to do. */
export function Empty({
  icon = "inbox",
  tone = "neutral",
  role,
  title,
  as: Heading = "h2",
  children,
  action,
}: {
  icon?: IconName;
  tone?: Tone;
  role?: "alert";
  title: string;
  as?: "h1" | "h2";
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2.5 px-5 py-12 text-center text-ink-2" role={role}>
      <span className={`mb-2 grid size-16 place-items-center rounded-full ${toneClasses[tone]}`}>
        <Icon name={icon} size={28} />
      </span>
      <Heading className="text-h2 text-ink">{title}</Heading>
      {children && <p className="max-w-88">{children}</p>}
      {action}
    </div>
  );
}

/** A loading error with a button to retry. `error` was thrown by callStaff. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : "";
  return (
    <Empty
      role="alert"
      tone="wrong"
      icon="cloud-off"
      title={m.staff_shell_states_failed()}
      action={
        onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {m.staff_shell_states_retry()}
          </Button>
        )
      }
    >
      {message}
    </Empty>
  );
}

/** Placeholder lines while something loads. */
export function LoadingState({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{m.staff_common_loading()}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={index === 0 ? "h-8" : "h-5"} />
      ))}
    </div>
  );
}

interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch(): Promise<unknown>;
}

/** Renders its children once all queries have loaded. Before, shows placeholders, or the error of a failed query. */
export function Read<Data extends readonly unknown[] | []>({
  queries,
  lines,
  children,
}: {
  queries: { [Index in keyof Data]: Query<Data[Index]> };
  lines: number;
  children(...data: Data): ReactNode;
}) {
  const all = queries as readonly Query<unknown>[];
  const failure = all.map(getFailure).find((error) => error !== null);
  if (failure) return <Failed error={failure} onRetry={() => void Promise.all(all.map((query) => query.refetch()))} />;
  const data = all.map((query) => query.data);
  return data.includes(undefined) ? <LoadingState lines={lines} /> : children(...(data as unknown as Data));
}

/**
 * The error to show instead of the data. Null if older data is there, so that a failed refresh closes no dialog and
 * loses no typed text. 403 and 404 are always shown, because the data is forbidden or gone now.
 */
export function getFailure({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const isUnavailable = error instanceof StaffApiError && (error.status === 403 || error.status === 404);
  return data === undefined || isUnavailable ? error : null;
}
