import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callStaff, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Switch } from "../parts/choice.tsx";

/** Switches whether certificates of a run require feedback. Saves immediately, and can be changed after the run. */
export function FeedbackCard({ runId }: { runId: number }) {
  const can = useCan();
  const notify = useNotify();
  const client = useQueryClient();
  const id = String(runId);
  const { data } = useQuery({
    ...staffQuery("GET /api/staff/runs/:id/feedback", { id }),
    enabled: can("feedback.read"),
  });
  const change = useMutation({
    mutationFn: (required: boolean) => callStaff("PUT /api/staff/runs/:id/feedback", { id, required }),
    onSuccess: ({ required }) =>
      notify(required ? m.staff_feedback_required_on() : m.staff_feedback_required_off(), { type: "success" }),
    onError: (error) => notify(error.message, { type: "error" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["staff"] }),
  });
  if (!data) return null;
  return (
    <Panel title={m.staff_feedback_required_card()}>
      {can("schedule.write") ? (
        <>
          <Switch
            label={m.staff_feedback_required()}
            checked={change.isPending ? change.variables : data.required}
            disabled={change.isPending}
            onChange={(required) => change.mutate(required)}
          />
          <p className="text-sm text-ink-3">{m.staff_feedback_required_hint()}</p>
        </>
      ) : (
        <p>{data.required ? m.staff_feedback_is_required() : m.staff_feedback_is_free()}</p>
      )}
    </Panel>
  );
}
