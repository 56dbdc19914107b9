import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { downloadStaff, staffQuery } from "../api.ts";
import { useCan } from "../frame/session.ts";
import { m, findMessage } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { mailKindLabel } from "../mails/mail-kinds.ts";
import { Panel } from "../parts/panel.tsx";
import { DownloadIconButton } from "../parts/download-icon-button.tsx";
import { useFormats } from "../parts/formats.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { PaidWith, useReason } from "./order-labels.tsx";
import { isKnownEvent, getEventLabelKey, getEventStyle } from "./story-labels.ts";
import type { Order, StoryEvent } from "./types.ts";

const groups = ["all", "money", "mail", "staff"] as const;

/** The history of the order, newest first, grouped by day. Each event names its source. */
export function StoryCard({ order }: { order: Pick<Order, "id" | "documents"> }) {
  const { date } = useFormats();
  const [group, setGroup] = useState<(typeof groups)[number]>("all");
  const { data, error, refetch } = useQuery(staffQuery("GET /api/staff/orders/:id/story", { id: order.id }));
  const events = (data?.events ?? []).filter((event) => group === "all" || event.group === group).toReversed();
  const days = [...Map.groupBy(events, ({ at }) => date(at, "dayMonth"))];
  return (
    <Panel
      title={m.staff_orders_story_title()}
      action={<span className="text-sm text-ink-3">{m.staff_shell_riyadh_time()}</span>}
    >
      <div className="grid gap-4">
        <ToggleGroup
          label={m.staff_orders_story_show()}
          value={group}
          options={groups.map((value) => ({ value, label: m[`staff_orders_story_groups_${value}`]() }))}
          onChange={setGroup}
        />
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState lines={5} />}
        {data && events.length === 0 && <p className="text-ink-3">{m.staff_orders_story_none()}</p>}
        {days.map(([day, dayEvents]) => (
          <section key={day} aria-label={day}>
            <h3 className="mb-2.75 font-sans text-sm font-medium text-ink-2">{day}</h3>
            <Timeline
              timeStyle="time"
              events={dayEvents.map((event) => {
                const [icon, tone] = getEventStyle(event.what);
                return {
                  key: event.id,
                  icon,
                  tone,
                  at: event.at,
                  children: <StoryEntry event={event} documents={order.documents} />,
                };
              })}
            />
          </section>
        ))}
      </div>
    </Panel>
  );
}

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const riyals = (halalas: unknown): string | null => (typeof halalas === "number" ? (halalas / 100).toFixed(2) : null);

/** One event: what happened, who did it, and its source. */
function StoryEntry({ event, documents }: { event: StoryEvent; documents: Order["documents"] }) {
  const can = useCan();
  const { date, inCurrency } = useFormats();
  const reason = useReason();
  const { what, facts, actor } = event;
  const after = (facts["after"] ?? {}) as Record<string, unknown>;
  const amount = toText(facts["amount"] ?? facts["total"]) || riyals(after["amountHalalas"] ?? after["amount"]);
  const number = toText(facts["number"]);
  const document = can("finance.read") ? documents.find((document) => document.number === number) : undefined;
  const due = toText(facts["dueOn"]);
  const template = toText(facts["template"] ?? after["mail"]);
  const input = {
    amount: amount ? inCurrency(amount) : "",
    number: isolate(number),
    until: formatHoldEnd(toText(facts["heldUntil"]), event.at, date),
    template: mailKindLabel(template),
    to: toText(facts["to"]),
    due: due ? date(due) : "",
  };
  const text = isKnownEvent(what) ? m[getEventLabelKey(what, facts)](input) : what;
  const by = actor?.name ?? findMessage(`staff_orders_story_actors_${actor?.kind ?? "site"}`) ?? "";
  const comment = getComment(event, reason);
  const source = formatSource(event);
  return (
    <>
      <p>
        {text}
        {document && (
          <>
            {" "}
            {/* The button must not increase the height of its line. */}
            <span className="-my-3 inline-block align-middle">
              <DownloadIconButton
                save={() => downloadStaff("GET /api/staff/documents/:id/pdf", { id: document.id })}
                label={m.staff_orders_download({ number })}
              />
            </span>
          </>
        )}
        {actor && actor.kind !== "learner" && ` ${m.staff_orders_story_by({ name: isolate(by) })}`}
        {what.startsWith("payment.") && (
          <>
            {" "}
            <PaidWith
              method={toText(facts["method"])}
              scheme={toText(facts["scheme"])}
              masked={toText(facts["masked"])}
            />
          </>
        )}
      </p>
      {comment && (
        <p className="text-sm text-ink-3" dir="auto">
          {comment}
        </p>
      )}
      {source && (
        <details className="text-sm wrap-anywhere text-ink-2">
          <summary>{m.staff_orders_story_details()}</summary>
          <p className="mt-1.5 rounded-sm bg-sunken px-2.5 py-1.5" dir="ltr">
            {source}
          </p>
        </details>
      )}
    </>
  );
}

/** The end of a hold: a time on the same day, otherwise the date. Transfers end at midnight. */
function formatHoldEnd(until: string, at: string, date: ReturnType<typeof useFormats>["date"]): string {
  if (until === "") return "";
  const isSoon = Date.parse(until) - Date.parse(at) < 86_400_000;
  return isSoon ? date(until, "time") : date(new Date(Date.parse(until) - 1).toISOString());
}

/** Free text of the event: a note, a reason, or the message of the bank or mail server. */
function getComment({ what, facts }: StoryEvent, reason: (text: string) => string): string {
  const after = (facts["after"] ?? {}) as Record<string, unknown>;
  if (what === "order.noted") return toText(after["text"]);
  if (typeof after["word"] === "string") return after["word"];
  if (what.startsWith("refund.") && typeof after["reason"] === "string") return reason(after["reason"]);
  if (what.startsWith("seat.") || what === "payment-case.resolved") return toText(after["reason"]);
  return toText(facts["message"] ?? facts["error"]);
}

/** The source of an event: the ids of the provider's event, payment and document. */
function formatSource({ source, facts }: StoryEvent): string {
  const ids = [facts["eventId"], facts["type"], facts["paymentId"], facts["reference"]].map(toText).filter(Boolean);
  return source === "provider" || source === "payment" ? ids.join(" · ") : "";
}
