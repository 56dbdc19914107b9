import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate, useParams } from "react-router";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, StaffApiError, staffQuery, type FieldMap } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { useMay } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { Panel } from "../parts/panel.tsx";
import { LabelledTickBox, SegmentedRadio } from "../parts/choice.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DayField } from "../parts/date-time-fields.tsx";
import { today } from "../parts/days.ts";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { LeaveQuestion } from "../parts/leave-question.tsx";
import { Money } from "../parts/money.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Problem } from "../parts/problem.tsx";
import { Read } from "../parts/states.tsx";
import { CodeState, Uses, type FullCode } from "./code-labels.tsx";
import { CodeFacts } from "./code-facts.tsx";
import { ChangesCard } from "./changes-card.tsx";
import { ScopeField } from "./scope-field.tsx";
import { inputOf, valuesOf, type CodeValues } from "./code-values.ts";
import { TryCard } from "./try-card.tsx";
import { Button } from "../../../src/ui/button.tsx";

/** A discount code: new, or one that is there. */
export default function CodePage() {
  const { id } = useParams();
  if (id === undefined) return <CodeForm code={null} />;
  return <StoredCode key={id} id={id} />;
}

function StoredCode({ id }: { id: string }) {
  const code = useQuery(staffQuery("GET /api/staff/discount-codes/:id", { id }));
  return (
    <Read of={[code]} lines={8}>
      {(code) => <CodeForm code={code} />}
    </Read>
  );
}

function CodeForm({ code }: { code: FullCode | null }) {
  const notify = useNotify();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const may = useMay();
  const { facts } = useFormats();
  const [first, setFirst] = useState(() => valuesOf(code, today()));
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<FieldMap>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [asked, setAsked] = useState<"end" | "delete" | null>(null);
  const isEditable = may("discounts.write") && code?.is_ended !== true;
  const changed = (Object.keys(values) as (keyof CodeValues)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(first[name]),
  );
  const isDirty = changed.length > 0;
  const change = (more: Partial<CodeValues>) => setValues((now) => ({ ...now, ...more }));
  const send = async (act: () => Promise<FullCode>, said: string): Promise<FullCode | null> => {
    setIsPending(true);
    setErrors({});
    setProblem(null);
    try {
      const saved = await act();
      notify(said, { type: "success" });
      refresh();
      return saved;
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      if (error.status === 422) setErrors(error.fields);
      else setProblem(error.message);
      return null;
    } finally {
      setIsPending(false);
    }
  };
  const save = async () => {
    const input = inputOf(values);
    const saved = await send(
      () =>
        code
          ? callStaff("PUT /api/staff/discount-codes/:id", { id: code.id, version: code.version, ...input })
          : callStaff("POST /api/staff/discount-codes", input),
      m.staff_discounts_saved(),
    );
    if (!saved) return;
    // Before the page is left: nothing is unsaved any more.
    flushSync(() => {
      setFirst(valuesOf(saved, today()));
      setValues(valuesOf(saved, today()));
    });
    if (!code) void navigate(`/discounts/${saved.id}`, { replace: true });
  };
  /** What is typed and not saved stays. */
  const pause = (paused: boolean) =>
    code &&
    void send(
      () => callStaff("POST /api/staff/discount-codes/:id/pause", { id: code.id, paused }),
      paused ? m.staff_discounts_paused() : m.staff_discounts_resumed(),
    );
  const isPaused = code?.state === "paused";
  /** What is typed is lost, as the code is not changed any more. */
  const stop = async () => {
    if (!code) return;
    if (asked === "end") await callStaff("POST /api/staff/discount-codes/:id/end", { id: code.id });
    else await callStaff("DELETE /api/staff/discount-codes/:id", { id: code.id });
    flushSync(() => setValues(first));
    notify(asked === "end" ? m.staff_discounts_ended() : m.staff_discounts_deleted(), { type: "success" });
    // What is deleted is not read again; the list is, when it opens.
    if (asked === "delete") await navigate("/discounts", { replace: true });
    else refresh();
  };
  const field = (
    name: Exclude<keyof CodeValues, "kind" | "scope" | "course_ids" | "run_ids" | "first_order_only">,
  ) => ({
    label: m[`staff_discounts_fields_${name}`](),
    value: values[name],
    error: errors[name]?.[0],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const dayField = (name: "valid_from" | "valid_to") => ({
    ...field(name),
    onChange: (day: string) => change({ [name]: day }),
  });
  return (
    <>
      <ScreenHead
        sticky={isEditable}
        title={code?.code ?? m.staff_discounts_new()}
        breadcrumb={[{ label: m.staff_discounts_title(), to: "/discounts" }]}
        state={code && <CodeState code={code} />}
        actions={
          isEditable && (
            <>
              {code && isDirty && (
                <span className="small quiet">{m.staff_runs_unsaved({ count: changed.length })}</span>
              )}
              {code && (
                <Button
                  variant="secondary"
                  icon={isPaused ? "play" : "pause"}
                  isPending={isPending}
                  onClick={() => pause(!isPaused)}
                >
                  {isPaused ? m.staff_discounts_resume() : m.staff_discounts_pause()}
                </Button>
              )}
              {code &&
                (code.is_used ? (
                  <Button variant="secondary" icon="circle-minus" onClick={() => setAsked("end")}>
                    {m.staff_discounts_end()}
                  </Button>
                ) : (
                  <Button variant="secondary" icon="trash-2" onClick={() => setAsked("delete")}>
                    {m.staff_discounts_delete()}
                  </Button>
                ))}
              <Button variant="primary" isPending={isPending} data-shortcut="save" onClick={() => void save()}>
                {code ? m.staff_discounts_save() : m.staff_discounts_create()}
              </Button>
            </>
          )
        }
      />
      <div className="with-aside">
        <div className="stack">
          <Problem>{problem}</Problem>
          {code && !isEditable ? (
            <CodeFacts code={code} />
          ) : (
            <>
              <Panel title={m.staff_discounts_code()}>
                <div className="two-columns">
                  <TextField
                    {...field("code")}
                    required
                    dir="ltr"
                    maxLength={40}
                    hint={m.staff_discounts_code_hint()}
                    end={
                      !code && (
                        <TooltipButton
                          icon="refresh-cw"
                          label={m.staff_discounts_make_up()}
                          onClick={() => change({ code: crypto.randomUUID().slice(0, 8).toUpperCase() })}
                        />
                      )
                    }
                  />
                  <TextField {...field("purpose")} maxLength={120} hint={m.staff_discounts_purpose_hint()} />
                </div>
              </Panel>
              <Panel title={m.staff_discounts_discount()}>
                <div className="stack">
                  <SegmentedRadio
                    label={m.staff_discounts_discount()}
                    value={values.kind}
                    onChange={(kind) => change({ kind })}
                    options={[
                      { value: "percent", label: m.staff_discounts_kind_percent() },
                      { value: "amount", label: m.staff_discounts_kind_amount() },
                    ]}
                  />
                  <div className={values.kind === "percent" ? "three-columns" : "two-columns"}>
                    {values.kind === "percent" ? (
                      <>
                        <TextField
                          {...field("percent")}
                          required
                          inputMode="numeric"
                          dir="ltr"
                          hint={m.staff_discounts_percent_hint()}
                        />
                        <TextField
                          {...field("most")}
                          inputMode="decimal"
                          dir="ltr"
                          placeholder={m.staff_discounts_most_none()}
                          hint={m.staff_discounts_most_hint()}
                        />
                      </>
                    ) : (
                      <TextField
                        {...field("amount")}
                        required
                        inputMode="decimal"
                        dir="ltr"
                        hint={m.staff_discounts_amount_hint()}
                      />
                    )}
                    <TextField
                      {...field("least_seats")}
                      required
                      inputMode="numeric"
                      dir="ltr"
                      hint={m.staff_discounts_least_hint()}
                    />
                  </div>
                  <Alert>{m.staff_discounts_vat_note()}</Alert>
                </div>
              </Panel>
              <Panel title={m.staff_discounts_courses()}>
                <ScopeField values={values} codeRuns={code?.runs ?? []} errors={errors} onChange={change} />
              </Panel>
              <Panel title={m.staff_discounts_when()}>
                <div className="two-columns">
                  <DayField {...dayField("valid_from")} required />
                  <DayField {...dayField("valid_to")} hint={m.staff_discounts_valid_to_hint()} />
                  <TextField
                    {...field("uses_in_all")}
                    inputMode="numeric"
                    dir="ltr"
                    hint={
                      code && code.used + code.reserved > 0
                        ? facts(
                            m.staff_discounts_used_now({ count: code.used }),
                            code.reserved > 0 ? m.staff_discounts_reserved({ count: code.reserved }) : null,
                          )
                        : m.staff_discounts_no_limit()
                    }
                  />
                  <TextField
                    {...field("uses_per_account")}
                    inputMode="numeric"
                    dir="ltr"
                    hint={m.staff_discounts_no_limit()}
                  />
                </div>
                <div className="mt-4">
                  <LabelledTickBox
                    label={m.staff_discounts_fields_first_order_only()}
                    hint={m.staff_discounts_first_order_hint()}
                    checked={values.first_order_only}
                    onChange={(isOn) => change({ first_order_only: isOn })}
                  />
                </div>
              </Panel>
            </>
          )}
        </div>
        <div className="stack">
          <TryCard values={values} />
          {code && <UsedCard code={code} />}
          {code && <ChangesCard changes={code.changes} />}
        </div>
      </div>
      <LeaveQuestion isDirty={isEditable && isDirty} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={
          asked === "delete"
            ? m.staff_discounts_delete_ask({ code: code?.code ?? "" })
            : m.staff_discounts_end_ask({ code: code?.code ?? "" })
        }
        action={asked === "delete" ? m.staff_discounts_delete() : m.staff_discounts_end()}
        isDangerous
        onClose={() => setAsked(null)}
        onConfirm={stop}
      >
        <p>{asked === "delete" ? m.staff_discounts_delete_text() : m.staff_discounts_end_text()}</p>
      </ConfirmDialog>
    </>
  );
}

function UsedCard({ code }: { code: FullCode }) {
  return (
    <Panel
      title={m.staff_discounts_used()}
      count={code.used}
      action={
        code.is_used && (
          <Link className="link" to={`/orders?filter=${encodeURIComponent(JSON.stringify({ code_id: code.id }))}`}>
            {m.staff_discounts_all_orders()}
          </Link>
        )
      }
    >
      <p className="mb-3">
        <Uses code={code} />
      </p>
      <Details
        isAmounts
        rows={[
          { label: m.staff_discounts_given_label(), value: <Money riyals={code.given} /> },
          { label: m.staff_discounts_brought_label(), value: <Money riyals={code.brought} /> },
          { label: m.staff_discounts_seats(), value: <span className="number">{code.seats}</span> },
          ...code.orders.map(({ id, name, given }) => ({
            label: (
              <>
                <Link className="link" to={`/orders/${id}/show`}>
                  #{id}
                </Link>{" "}
                <bdi>{name}</bdi>
              </>
            ),
            value: <Money riyals={given} />,
          })),
        ]}
      />
    </Panel>
  );
}
