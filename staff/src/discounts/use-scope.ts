import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";
import { useFormats } from "../parts/formats.ts";
import type { FullCode } from "./code-labels.tsx";
import type { CodeValues } from "./code-values.ts";

export interface ScopeChoice {
  field: "courseIds" | "runIds";
  id: number;
  name: string;
}

/**
 * The courses and runs that a code can be limited to, and those selected in `values`. `codeRuns` are the code's own
 * runs, including past ones that can no longer be selected.
 */
export function useScope(values: Pick<CodeValues, ScopeChoice["field"]>, codeRuns: FullCode["runs"]) {
  const { localized, days, joinWithCommas } = useFormats();
  const { data } = useQuery(staffQuery("GET /api/staff/discount-options"));
  const toRunChoice = ({ id, name_eng: eng, name_ar: ar, startDate: from, endDate: to }: FullCode["runs"][number]) => {
    return { field: "runIds" as const, id, name: joinWithCommas(localized(eng, ar), days(from, to)) };
  };
  const choices: ScopeChoice[] = [
    ...(data?.courses ?? []).map(({ id, name_eng: eng, name_ar: ar }) => {
      return { field: "courseIds" as const, id, name: localized(eng, ar) };
    }),
    ...(data?.runs ?? []).map(toRunChoice),
  ];
  const knownChoices = [...choices, ...codeRuns.map(toRunChoice)];
  const selected = (["courseIds", "runIds"] as const).flatMap((field) =>
    values[field].flatMap((id) => knownChoices.find((choice) => choice.field === field && choice.id === id) ?? []),
  );
  return { choices, selected };
}
