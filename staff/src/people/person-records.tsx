import { useState } from "react";
import { useTranslate } from "ra-core";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { Tab, Tabs } from "@mui/material";
import { Link } from "react-router-dom";
import { auditLabel } from "../audit/audit-labels.ts";
import type { AuditPage } from "../audit/audit-types.ts";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import { OrderState } from "../ui/order-state.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useMay } from "../ui/use-may.ts";
import { useStaffQuery } from "../ui/use-staff-query.ts";
import type { Person } from "./person-types.ts";

type Records = "orders" | "sessions" | "changes";

/** Orders, sign-ins and changes of a person, a tab each. */
export function PersonRecords({ person }: { person: Person }) {
  const translate = useTranslate();
  const may = useMay();
  const [tab, setTab] = useState<Records>("orders");
  const tabs: [Records, number?][] = [
    ["orders", person.orders.length],
    ["sessions", person.sessions.length],
  ];
  if (may("audit.read")) tabs.push(["changes"]);
  return (
    <section className="card">
      <Tabs value={tab} onChange={(_, value: Records) => setTab(value)} aria-label={translate("people.records")}>
        {tabs.map(([name, count]) => (
          <Tab
            key={name}
            value={name}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            label={
              <span>
                {translate(`people.tabs.${name}`)}{" "}
                {count !== undefined && <span className="quiet number">{count}</span>}
              </span>
            }
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === "orders" && <Orders orders={person.orders} />}
        {tab === "sessions" && <Sessions sessions={person.sessions} />}
        {tab === "changes" && <Changes id={person.id} />}
      </div>
    </section>
  );
}

function Orders({ orders }: { orders: Person["orders"] }) {
  const translate = useTranslate();
  const { date, localized } = useFormats();
  if (orders.length === 0) return <p className="none">{translate("people.no_orders")}</p>;
  return (
    <ScrollRegion label={translate("people.tabs.orders")}>
      <table className="table">
        <caption className="visually-hidden">{translate("people.tabs.orders")}</caption>
        <thead>
          <tr>
            {["order", "placed", "course"].map((key) => (
              <th scope="col" key={key}>
                {translate(`people.${key}`)}
              </th>
            ))}
            <th scope="col" className="amount">
              {translate("people.seats")}
            </th>
            <th scope="col">{translate("people.state")}</th>
            <th scope="col" className="amount">
              {translate("people.with_vat")}
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <Link className="link" to={`/orders/${order.id}/show`}>
                  #{order.id}
                </Link>
              </td>
              <td>{date(order.created_at)}</td>
              <td>
                {order.courses.map(({ name_eng, name_ar }, at) => (
                  <span key={at} className={at > 0 ? "second-line" : ""}>
                    {localized(name_eng, name_ar)}
                  </span>
                ))}
              </td>
              <td className="amount">{order.seats}</td>
              <td>
                <OrderState status={order.status} />
              </td>
              <td className="amount strong">
                <Money riyals={order.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Sessions({ sessions }: { sessions: Person["sessions"] }) {
  const translate = useTranslate();
  if (sessions.length === 0) return <p className="none">{translate("people.no_sessions")}</p>;
  return (
    <ul className="rows">
      {sessions.map((session) => (
        <li key={session.created_at}>
          <bdi className="grow strong">{session.browser || translate("people.unknown_browser")}</bdi>
          <span className="quiet">
            {translate("people.used")} <DateTime value={session.used_at} isInText />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Changes({ id }: { id: string }) {
  const translate = useTranslate();
  const input = { filter: JSON.stringify({ person_id: id }), perPage: "25" };
  const { data, error, isPending, refetch } = useStaffQuery<AuditPage>("audit", { input });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <div className="none">
        <Loading lines={3} />
      </div>
    );
  if (data.data.length === 0) return <p className="none">{translate("people.no_changes")}</p>;
  return (
    <ul className="rows">
      {data.data.map((event) => (
        <li key={event.id}>
          <span className="grow strong">{auditLabel(translate, event.action)}</span>
          <span className="quiet">
            {event.actor.name && <bdi>{event.actor.name}, </bdi>}
            <DateTime value={event.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
