import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { namesIn } from "../../../src/platform/form-fields.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { listPath } from "../frame/list-state.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { today } from "../parts/days.ts";
import { Details } from "../parts/details.tsx";
import { getChangedNames } from "../parts/form-values.ts";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { Money } from "../parts/money.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Problem } from "../parts/problem.tsx";
import { Read } from "../parts/states.tsx";
import { CodeState, Uses, type FullCode } from "./code-labels.tsx";
import { CodeFacts } from "./code-facts.tsx";
import { CodeFields } from "./code-fields.tsx";
import { ChangesCard } from "./changes-card.tsx";
import { toCodeInput, toCodeValues, type CodeValues } from "./code-values.ts";
import { TryCard } from "./try-card.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** A new or existing discount code. */
export default function CodePage() {
  const { id } = useParams();
  if (id === undefined) return <CodeForm code={null} />;
  return <StoredCode key={id} id={id} />;
}

function StoredCode({ id }: { id: string }) {
  const code = useQuery(staffQuery("GET /api/staff/discount-codes/:id", { id }));
  return (
    <Read queries={[code]} lines={8}>
      {(code) => <CodeForm code={code} />}
    </Read>
  );
}

function CodeForm({ code }: { code: FullCode | null }) {
  const notify = useNotify();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const can = useCan();
  const [savedValues, setSavedValues] = useState(() => toCodeValues(code, today()));
  const [values, setValues] = useState(savedValues);
  const form = useForm(namesIn(values));
  const [dialog, setDialog] = useState<"end" | "delete" | null>(null);
  const isEditable = can("discounts.write") && code?.isEnded !== true;
  const changedNames = getChangedNames(values, savedValues);
  const isDirty = changedNames.length > 0;
  const change = (changes: Partial<CodeValues>) => setValues((current) => ({ ...current, ...changes }));
  const send = async (call: () => Promise<FullCode>, successMessage: string): Promise<FullCode | null> => {
    let saved: FullCode | null = null;
    await form.submit(async () => {
      saved = await call();
      notify(successMessage, { type: "success" });
      refresh();
    });
    return saved;
  };
  const save = async () => {
    const input = toCodeInput(values);
    const saved = await send(
      () =>
        code
          ? callStaff("PUT /api/staff/discount-codes/:id", { id: code.id, version: code.version, ...input })
          : callStaff("POST /api/staff/discount-codes", input),
      m.staff_common_saved(),
    );
    if (!saved) return;
    // Done before the navigation, so that the leave dialog finds no unsaved edits.
    flushSync(() => {
      setSavedValues(toCodeValues(saved, today()));
      setValues(toCodeValues(saved, today()));
    });
    if (!code) void navigate(`/discounts/${saved.id}`, { replace: true });
  };
  /** Pauses or resumes the code. Keeps unsaved edits. */
  const setPaused = (isPaused: boolean) =>
    code &&
    void send(
      () => callStaff("POST /api/staff/discount-codes/:id/pause", { id: code.id, isPaused }),
      isPaused ? m.staff_discounts_paused() : m.staff_discounts_resumed(),
    );
  const isPaused = code?.state === "paused";
  /** Discards unsaved edits, because an ended code is read-only. */
  const endOrDelete = async () => {
    if (!code) return;
    if (dialog === "end") await callStaff("POST /api/staff/discount-codes/:id/end", { id: code.id });
    else await callStaff("DELETE /api/staff/discount-codes/:id", { id: code.id });
    flushSync(() => setValues(savedValues));
    notify(dialog === "end" ? m.staff_discounts_ended() : m.staff_discounts_deleted(), { type: "success" });
    // Refreshing here would request the deleted code. The list requests its rows when it opens.
    if (dialog === "delete") await navigate("/discounts", { replace: true });
    else refresh();
  };
  return (
    <>
      <ScreenHead
        sticky={isEditable}
        title={code?.code ?? m.staff_discounts_new()}
        breadcrumb={[{ label: m.staff_menu_discounts(), to: "/discounts" }]}
        state={code && <CodeState code={code} />}
        actions={
          isEditable && (
            <>
              {code && isDirty && (
                <span className="text-sm text-ink-3">{m.staff_common_unsaved({ count: changedNames.length })}</span>
              )}
              {code && (
                <Button
                  variant="secondary"
                  icon={isPaused ? "play" : "pause"}
                  isPending={form.isPending}
                  onClick={() => setPaused(!isPaused)}
                >
                  {isPaused ? m.staff_discounts_resume() : m.staff_discounts_pause()}
                </Button>
              )}
              {code &&
                (code.isUsed ? (
                  <Button variant="secondary" icon="circle-minus" onClick={() => setDialog("end")}>
                    {m.staff_discounts_end()}
                  </Button>
                ) : (
                  <Button variant="secondary" icon="trash-2" onClick={() => setDialog("delete")}>
                    {m.staff_common_action_delete()}
                  </Button>
                ))}
              <Button variant="primary" isPending={form.isPending} data-shortcut="save" onClick={() => void save()}>
                {code ? m.staff_common_action_save() : m.staff_discounts_create()}
              </Button>
            </>
          )
        }
      />
      <AsideLayout>
        <div className="grid gap-4">
          <Problem>{form.problem}</Problem>
          {code && !isEditable ? (
            <CodeFacts code={code} />
          ) : (
            <CodeFields code={code} values={values} errors={form.errors} onChange={change} />
          )}
        </div>
        <div className="grid gap-4">
          <TryCard values={values} />
          {code && <UsedCard code={code} />}
          {code && <ChangesCard changes={code.changes} />}
        </div>
      </AsideLayout>
      <LeaveDialog isDirty={isEditable && isDirty} />
      <ConfirmDialog
        isOpen={dialog !== null}
        title={
          dialog === "delete"
            ? m.staff_discounts_delete_ask({ code: code?.code ?? "" })
            : m.staff_discounts_end_ask({ code: code?.code ?? "" })
        }
        actionLabel={dialog === "delete" ? m.staff_common_action_delete() : m.staff_discounts_end()}
        isDangerous
        onClose={() => setDialog(null)}
        onConfirm={endOrDelete}
      >
        <p>{dialog === "delete" ? m.staff_discounts_delete_text() : m.staff_discounts_end_text()}</p>
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
        code.isUsed && (
          <TextLink to={listPath("/orders", { code_id: code.id })}>{m.staff_discounts_all_orders()}</TextLink>
        )
      }
    >
      <p className="mb-3">
        <Uses code={code} />
      </p>
      <Details
        isAmounts
        rows={[
          { label: m.staff_discounts_given_label(), value: <Money riyals={code.discounted} /> },
          { label: m.staff_discounts_brought_label(), value: <Money riyals={code.revenue} /> },
          {
            label: m.staff_common_seats(),
            value: <span className="whitespace-nowrap tabular-nums">{code.seats}</span>,
          },
          ...code.orders.map(({ id, name, discounted }) => ({
            label: (
              <>
                <TextLink to={`/orders/${id}`}>#{id}</TextLink> <bdi>{name}</bdi>
              </>
            ),
            value: <Money riyals={discounted} />,
          })),
        ]}
      />
    </Panel>
  );
}
