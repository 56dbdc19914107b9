import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { staffQuery } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import { isLate, getWait } from "./enquiry-labels.tsx";
import type { Enquiry } from "../../../src/features/contact/inbox/inbox.schema.ts";
import { TextLink } from "../parts/text-link.tsx";

/** The latest orders with the sender's email address, for staff who may see orders. */
function PreviousOrders({ email }: { email: string }) {
  const { date } = useFormats();
  const { data } = useQuery(staffQuery("GET /api/staff/orders", { per_page: 5, q: email }));
  return (
    <section className="grid gap-1.5">
      <h3 className="font-sans text-base font-semibold">{m.staff_enquiries_bought()}</h3>
      {data?.data.length === 0 && <p className="text-sm text-ink-3">{m.staff_enquiries_bought_nothing()}</p>}
      {data?.data.map(({ id, createdAt }) => (
        <p key={id} className="text-sm">
          <TextLink dir="ltr" to={`/orders/${id}`}>
            #{id}
          </TextLink>{" "}
          {date(createdAt)}
        </p>
      ))}
    </section>
  );
}

/**
 * The sender, their contact details and orders, and how long the first reply took. While they wait for it: whether the
 * promised time has passed.
 */
export function SenderAside({ enquiry }: { enquiry: Enquiry }) {
  const can = useCan();
  const [now] = useState(() => Date.now());
  const isWaiting = enquiry.state === "new" || enquiry.state === "open";
  const facts = [
    ["email", enquiry.email, true],
    ["phone", enquiry.phone, true],
    ["workplace", enquiry.workplace, false],
    ["language", m[`staff_enquiries_languages_${enquiry.locale}`](), false],
  ] as const;
  return (
    <aside
      className="grid min-h-0 min-w-0 content-start gap-4.5 overflow-y-auto border-s border-edge bg-stone px-4.5 py-4.5 max-wide:hidden"
      aria-label={m.staff_enquiries_sender()}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Initial isGuest name={enquiry.name} />
        <div>
          <p className="font-medium" dir="auto">
            {enquiry.name}
          </p>
          <p className="text-sm text-ink-3" dir="auto">
            {enquiry.title}
          </p>
        </div>
      </div>
      <dl className="grid gap-2.5 text-sm">
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value, isLtr]) => (
            <div key={name}>
              <dt className="text-ink-3">{m[`staff_enquiries_facts_${name}`]()}</dt>
              <dd className="wrap-anywhere">
                <bdi dir={isLtr ? "ltr" : "auto"}>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      {can("orders.read") && <PreviousOrders email={enquiry.email} />}
      <p className="text-sm text-ink-3">
        {enquiry.firstAnsweredAt ? (
          <FirstAnswer enquiry={enquiry} />
        ) : (
          isWaiting &&
          (isLate(enquiry.createdAt, now) ? m.staff_enquiries_promise_broken() : m.staff_enquiries_promise())
        )}
      </p>
    </aside>
  );
}

function FirstAnswer({ enquiry: { createdAt, firstAnsweredAt } }: { enquiry: Enquiry }) {
  const { unit, count } = getWait(createdAt, new Date(firstAnsweredAt ?? createdAt).getTime());
  return m.staff_enquiries_first_answer({ time: m[`staff_enquiries_duration_${unit}`]({ count }) });
}
