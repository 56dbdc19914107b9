import { useState } from "react";
import { dayAndTime, fullDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { callApi } from "#platform/api-client.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { AttachFiles, type AttachedFile } from "#features/changes/components/attach-files.tsx";
import type { Order, OrderedChange } from "#features/orders/order.schema.server.ts";

const stateLabels: Record<OrderedChange["state"], () => string> = {
  done: m.changes_state_done,
  paying: m.changes_state_paying,
  dropped: m.changes_state_done,
  asked: m.changes_state_asked,
  questioned: m.changes_state_questioned,
  agreed: m.changes_state_agreed,
  refused: m.changes_state_refused,
};

const requestLabels = {
  cancel: m.changes_mail_asked_cancel,
  move: m.changes_mail_asked_move,
  person: m.changes_mail_asked_person,
};

function useChangeText() {
  const locale = useLocale();
  return ({ kind, state, seats: count, start_date, to_start_date, to_end_date }: OrderedChange) => {
    if (state !== "done" && state !== "paying") return m.changes_story_asked({ what: requestLabels[kind]({ count }) });
    const date = isolate(fullDate(start_date, locale));
    if (kind === "person") return m.changes_story_person({ date });
    if (kind === "cancel" || to_start_date === null) return m.changes_story_cancel({ count, date });
    return m.changes_story_move({
      count,
      date,
      to: isolate(weekdayRange(to_start_date, to_end_date ?? to_start_date, locale)),
    });
  };
}

/** Shows questions of the staff and answers of the buyer, in order. */
function Thread({ messages }: Pick<OrderedChange, "messages">) {
  const locale = useLocale();
  return messages.map(({ from, text, at, files }) => (
    <div key={at} className="mt-2 text-sm text-ink-2">
      <p className="text-ink-3">
        {from === "staff" ? m.changes_said_staff() : m.changes_said_buyer()}
        {" · "}
        <bdi>{dayAndTime(new Date(at), locale)}</bdi>
      </p>
      <p className="whitespace-pre-line" dir="auto">
        {text ?? m.changes_said_erased()}
      </p>
      {files.map(({ name }) => (
        <p key={name} className="flex items-center gap-2">
          <Icon name="file-text" size="sm" />
          <bdi>{name}</bdi>
        </p>
      ))}
    </div>
  ));
}

/** A form to answer a question of the staff. */
function AnswerForm({ changeId, onDone }: { changeId: number; onDone: () => void }) {
  const [files, setFiles] = useState<AttachedFile[]>([]);
  async function send(data: FormData) {
    const sent = await callApi("/api/change-answer", {
      change_id: changeId,
      message: getFormText(data, "message"),
      file_ids: files.map(({ id }) => id),
    });
    if (!sent.ok) return { ...sent, message: sent.message || (sent.fields["file_ids"]?.[0] ?? "") };
    onDone();
    return undefined;
  }
  return (
    <Form onSend={send} className="mt-4 grid gap-4" data-print="hide">
      <TextArea name="message" label={m.changes_answer()} maxLength={1000} required />
      <AttachFiles files={files} onChange={setFiles} />
      <FormAlert />
      <div>
        <Button type="submit">{m.changes_answer_send()}</Button>
      </div>
    </Form>
  );
}

/** Shows the kept value of cancelled seats. */
function Kept({ orderId, until, isOver }: { orderId: number; until: string; isOver: boolean }) {
  const locale = useLocale();
  const date = isolate(fullDate(until, locale));
  if (isOver) return <p className="mt-1 text-sm text-ink-2">{m.changes_kept_over({ date })}</p>;
  return (
    <>
      <p className="mt-1 mb-3 text-sm text-ink-2">{m.changes_kept({ date })}</p>
      <LinkButton variant="secondary" size="sm" to={`/my-courses/${orderId}/change#kept`}>
        {m.changes_kept_choose()}
      </LinkButton>
    </>
  );
}

interface OrderChangesProps {
  orderId: number;
  changes: readonly OrderedChange[];
  onAnswered: () => void;
}

/** Shows the changes and requests of an order and their states. */
export function OrderChanges({ orderId, changes, onAnswered }: OrderChangesProps) {
  const locale = useLocale();
  const formatChange = useChangeText();
  if (changes.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="changes">
      <h2 id="changes" tabIndex={-1} className="mb-4 text-h3">
        {m.changes_story()}
      </h2>
      <ol className="grid gap-4 text-[.9375rem]">
        {changes.map((change) => {
          // Nothing is refunded until a second person has approved it.
          const isDone = change.state === "done";
          return (
            <li key={change.id} className="border-s-2 border-line-2 ps-4">
              <p className="font-medium">{formatChange(change)}</p>
              <p className="text-sm text-ink-3">
                {stateLabels[change.state]()}
                {" · "}
                <bdi>{dayAndTime(new Date(change.at), locale)}</bdi>
              </p>
              {isDone && Number(change.back) > 0 && (
                <p className="text-sm text-ink-2">
                  {m.changes_story_back({ amount: isolate(formatSar(change.back, locale)) })}
                </p>
              )}
              {isDone && Number(change.paid) > 0 && (
                <p className="text-sm text-ink-2">
                  {m.changes_story_paid({ amount: isolate(formatSar(change.paid, locale)) })}
                </p>
              )}
              <Thread messages={change.messages} />
              {change.state === "questioned" && <AnswerForm changeId={change.id} onDone={onAnswered} />}
              {change.answer && (
                <div className="mt-2 text-sm text-ink-2">
                  <p className="text-ink-3">{m.changes_said_answer()}</p>
                  <p className="whitespace-pre-line" dir="auto">
                    {change.answer}
                  </p>
                </div>
              )}
              {change.kept_until !== null && change.kept !== "used" && (
                <Kept orderId={orderId} until={change.kept_until} isOver={change.kept === "over"} />
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** Note on an order that only paid a price difference: links to the order that has the seats. */
export function DifferenceNote({ order }: { order: Order }) {
  if (order.difference_of === null) return null;
  const [before = "", after = ""] = (
    order.payment.status === "pending" ? m.changes_difference_open : m.changes_difference
  )({ id: "\u0001" }).split("\u0001");
  return (
    <Alert tone="info">
      {before}
      <Link to={`/my-courses/${order.difference_of}`} className="font-medium underline underline-offset-3">
        <bdi>{order.difference_of}</bdi>
      </Link>
      {after}
    </Alert>
  );
}
