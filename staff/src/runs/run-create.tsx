import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { ComboBox } from "../parts/combo-box.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { formFields, toRunInput, toCopiedValues, newRow, newValues, toSessionInputs } from "./form-values.ts";
import { RunFields } from "./run-fields.tsx";
import { TeachingDays } from "./teaching-days.tsx";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** Creates a run. Venue, seats, price and hours are copied from the latest run of the course, and can be edited. */
export default function RunCreate() {
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { localized } = useFormats();
  const { data: options, error, refetch } = useQuery(staffQuery("GET /api/staff/run-options"));
  const [courseId, setCourseId] = useState<number | null>(null);
  const [values, setValues] = useState(newValues);
  const [days, setDays] = useState(() => [newRow()]);
  const form = useForm(["courseId", ...formFields]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!options) return <LoadingState lines={8} />;
  const chooseCourse = (id: number | null) => {
    setCourseId(id);
    const lastRun = options.courses.find((course) => course.id === id)?.lastRun;
    if (lastRun) setValues((current) => ({ ...current, ...toCopiedValues(lastRun) }));
  };
  const save = () =>
    form.submit(async () => {
      const input = {
        ...toRunInput(values),
        courseId: courseId ?? 0,
        sessions: toSessionInputs(days, values.delivery),
      };
      const created = await callStaff("POST /api/staff/runs", input);
      notify(m.staff_runs_made(), { type: "success" });
      void client.invalidateQueries();
      void navigate(`/runs/${created.id}`);
    });
  const selectedCourse = options.courses.find(({ id }) => id === courseId) ?? null;
  return (
    <>
      <ScreenHead
        sticky
        title={m.staff_common_action_new_run()}
        breadcrumb={[{ label: m.staff_menu_runs(), to: "/runs" }]}
        actions={
          <Button
            variant="primary"
            isPending={form.isPending}
            disabled={courseId === null}
            data-shortcut="save"
            onClick={() => void save()}
          >
            {m.staff_runs_make()}
          </Button>
        }
      />
      <div className="grid gap-4 max-w-240">
        <Problem>{form.problem}</Problem>
        <Panel title={m.staff_common_course()}>
          <ComboBox
            isRequired
            autoFocus
            label={m.staff_common_course()}
            items={options.courses}
            getKey={({ id }) => String(id)}
            getText={(course) => localized(course.name_eng, course.name_ar)}
            value={selectedCourse}
            onChange={(course) => chooseCourse(course?.id ?? null)}
            error={form.messageFor("courseId")}
            hint={selectedCourse?.closed ? m.staff_runs_course_closed() : undefined}
          />
        </Panel>
        <TeachingDays
          days={days}
          delivery={values.delivery}
          errors={form.errors}
          isUnconfirmed={false}
          clashes={[]}
          onChange={setDays}
        />
        <RunFields
          values={values}
          errors={form.errors}
          options={options}
          onChange={(changes) => setValues((current) => ({ ...current, ...changes }))}
        />
        <Alert>
          {values.visibility === "public" ? m.staff_runs_on_sale_at_once() : m.staff_runs_on_sale_by_link()}
        </Alert>
      </div>
    </>
  );
}
