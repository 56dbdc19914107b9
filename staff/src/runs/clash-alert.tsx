import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { useFormats } from "../parts/formats.ts";
import type { Clash } from "./types.ts";
import { TextLink } from "../parts/text-link.tsx";

/**
 * Lists people and venues that are booked twice at the same time, with links to the runs concerned, except the run of
 * the page, `runId`.
 */
export function ClashAlert({ clashes, runId }: { clashes: Clash[]; runId?: number }) {
  const { date, localized } = useFormats();
  if (clashes.length === 0) return null;
  return (
    <Alert tone="warning">
      <strong>{m.staff_runs_clashes_title()}</strong>
      <ul>
        {clashes.map((clash) => (
          <li key={`${clash.kind} ${clash.name_eng} ${clash.runs.map(({ id }) => id).join()}`}>
            <bdi>{localized(clash.name_eng, clash.name_ar)}</bdi> · {date(clash.date, "dayMonth")}:{" "}
            {clash.runs
              .filter(({ id }) => id !== runId)
              .map((run, index) => (
                <span key={run.id}>
                  {index > 0 && " · "}
                  <TextLink to={`/runs/${run.id}`}>{localized(run.name_eng, run.name_ar)}</TextLink>
                </span>
              ))}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
