import { useState, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Button } from "../../../src/ui/button.tsx";
import { Panel } from "../parts/panel.tsx";
import { Problem } from "../parts/problem.tsx";
import { useForm } from "../parts/use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { AuthorityMessages, type AuthorityMessage } from "./authority-messages.tsx";
import { CodeField } from "./code-field.tsx";
import type { EInvoicing } from "./use-einvoicing.ts";
import { Lines } from "../parts/lines.tsx";

const steps = ["code", "test", "live"] as const;
type Step = (typeof steps)[number];

/** Leads to a certificate in three steps: a one-time code, six example documents, and going live. */
export function Onboarding({ einvoicing: { mode, testing } }: { einvoicing: EInvoicing }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  // Only the authority remembers which examples it has accepted. After a reload they are sent again.
  const [testedId, setTestedId] = useState<number | null>(null);
  /** The unit that staff have given up, to start over with a new code. */
  const [abandonedId, setAbandonedId] = useState<number | null>(null);
  const [exampleErrors, setExampleErrors] = useState<AuthorityMessage[]>([]);
  const form = useForm(["code"]);
  const unit = testing && testing.id !== abandonedId ? testing : null;
  const currentStep: Step = unit === null ? "code" : unit.id === testedId ? "live" : "test";

  const runStep = (send: () => Promise<void>) => {
    setExampleErrors([]);
    return form.submit(async () => {
      await send();
      await queries.invalidateQueries();
    });
  };
  const start = () =>
    runStep(async () => {
      await callStaff("POST /api/staff/einvoice-units", { code });
      setCode("");
    });
  const test = (id: number) =>
    runStep(async () => {
      const { errors } = await callStaff("POST /api/staff/einvoice-units/:id/test", { id });
      setExampleErrors(errors);
      if (errors.length === 0) setTestedId(id);
    });
  const goLive = (id: number) =>
    runStep(async () => {
      await callStaff("POST /api/staff/einvoice-units/:id/live", { id });
      notify(m.staff_einvoicing_live_done(), { type: "success" });
    });

  const problem = <Problem>{form.problem}</Problem>;
  const renderStartOver = (id: number) => (
    <Button
      variant="secondary"
      disabled={form.isPending}
      onClick={() => {
        setAbandonedId(id);
        setExampleErrors([]);
        form.clear();
      }}
    >
      {m.staff_einvoicing_start_over()}
    </Button>
  );
  const content: Record<Step, ReactNode> = {
    code: (
      <form
        className="grid max-w-88 justify-items-start gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <CodeField value={code} error={form.messageFor("code")} onChange={setCode} />
        {problem}
        <Button type="submit" isPending={form.isPending} disabled={code.trim() === ""}>
          {m.staff_einvoicing_steps_code_action()}
        </Button>
      </form>
    ),
    test: unit && (
      <Lines as="div">
        {exampleErrors.length > 0 && (
          <Alert tone="danger" announces>
            <p>{m.staff_einvoicing_examples_refused()}</p>
            <AuthorityMessages messages={exampleErrors} />
          </Alert>
        )}
        {problem}
        <div className="flex flex-wrap items-center gap-2">
          <Button isPending={form.isPending} onClick={() => void test(unit.id)}>
            {m.staff_einvoicing_steps_test_action()}
          </Button>
          {renderStartOver(unit.id)}
        </div>
      </Lines>
    ),
    live: unit && (
      <Lines as="div">
        {problem}
        <div className="flex flex-wrap items-center gap-2">
          <Button isPending={form.isPending} onClick={() => void goLive(unit.id)}>
            {mode === "on" ? m.staff_einvoicing_steps_live_title() : m.staff_einvoicing_steps_live_rehearse()}
          </Button>
          {renderStartOver(unit.id)}
        </div>
      </Lines>
    ),
  };
  return (
    <Panel title={m.staff_einvoicing_onboarding_title()}>
      <ol className="grid gap-5">
        {steps.map((step, index) => {
          const isDone = index < steps.indexOf(currentStep);
          const isCurrent = step === currentStep;
          return (
            <li
              key={step}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-3"
              aria-current={isCurrent ? "step" : undefined}
            >
              <Icon
                name={isDone ? "circle-check" : isCurrent ? "circle-dot" : "circle-dashed"}
                className={isDone ? "mt-1 text-success" : isCurrent ? "mt-1 text-primary" : "mt-1 text-ink-3"}
              />
              <Lines as="div">
                <h3 className="font-sans text-h4">
                  {m[`staff_einvoicing_steps_${step}_title`]()}
                  {isDone && <span className="sr-only"> {m.staff_einvoicing_step_done()}</span>}
                </h3>
                <p className="text-ink-3">{m[`staff_einvoicing_steps_${step}_text`]()}</p>
                {isCurrent && content[step]}
              </Lines>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
