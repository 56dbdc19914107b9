import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { staffQuery } from "../api.ts";
import { ChosenList } from "../parts/chosen-list.tsx";
import { useFormats } from "../parts/formats.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { useEditorView } from "./editor-context.ts";
import { kindPath } from "./types.ts";

const maxTrainers = 30;

export const useTrainers = (isEnabled = true) =>
  useQuery({ ...staffQuery("GET /api/staff/trainers"), enabled: isEnabled });

/** Returns a function from a trainer's id to their name. Trainers who are deleted or not loaded get a placeholder. */
export function useTrainerName(isEnabled = true): (id: number) => string {
  const { localized } = useFormats();
  const { data } = useTrainers(isEnabled);
  return (id) => {
    const trainer = data?.data.find((candidate) => candidate.id === id);
    return trainer ? localized(trainer.name_eng, trainer.name_ar) : m.staff_content_trainers_gone();
  };
}

/** The trainers of a course or run, in the order of its page. */
export function TrainerList({
  ids,
  onChange,
  error: fieldError,
  isReadOnly = false,
}: {
  ids: readonly number[];
  onChange(ids: number[]): void;
  error?: string | undefined;
  isReadOnly?: boolean;
}) {
  const { localized, joinWithCommas } = useFormats();
  const { data, error, refetch } = useTrainers();
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const trainers = data.data.map(({ id, name_eng, name_ar, job_title_eng, job_title_ar }) => ({
    id,
    name: joinWithCommas(localized(name_eng, name_ar), localized(job_title_eng, job_title_ar)),
  }));
  return (
    <ChosenList
      ids={ids}
      onChange={onChange}
      getName={(id) => trainers.find((trainer) => trainer.id === id)?.name ?? m.staff_content_trainers_gone()}
      choices={trainers}
      max={maxTrainers}
      addLabel={m.staff_content_trainers_add()}
      emptyText={m.staff_content_trainers_none()}
      error={fieldError}
      isReadOnly={isReadOnly}
    />
  );
}

/** The trainers who usually teach a course. */
export function CourseTrainers() {
  const { data, set, errors, isReadOnly } = useEditorView();
  const ids = Array.isArray(data["trainer_ids"]) ? (data["trainer_ids"] as number[]) : [];
  return (
    <div className="grid gap-2" data-field="trainer_ids">
      <TrainerList
        ids={ids}
        onChange={(chosen) => set("trainer_ids", chosen)}
        error={errors["trainer_ids"]?.[0]}
        isReadOnly={isReadOnly}
      />
      <p className="text-sm text-ink-3">
        {m.staff_content_trainers_hint()}{" "}
        <TextLink to={kindPath("trainer")}>{m.staff_content_kinds_trainer()}</TextLink>
      </p>
    </div>
  );
}
