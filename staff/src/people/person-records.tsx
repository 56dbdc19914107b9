import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { ViewTabs } from "../parts/view-tabs.tsx";
import { getActionLabel } from "../audit/audit-labels.ts";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { OrderState } from "../parts/order-state.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import type { Person } from "./person-types.ts";
import { NoRows, Row, Rows } from "../parts/rows.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";

type Records = "orders" | "sessions" | "changes";

/** Orders, sign-ins and changes of a person, in tabs. */
export function PersonRecords({ person }: { person: Person }) {
  const can = useCan();
  const [tab, setTab] = useState<Records>("orders");
  const tabs: [Records, number?][] = [
    ["orders", person.orders.length],
    ["sessions", person.sessions.length],
  ];
  if (can("audit.read")) tabs.push(["changes"]);
  return (
    <section className="card">
      <ViewTabs
        label={m.staff_people_records()}
        tabs={tabs.map(([id, count]) => ({
          id,
          label: (
            <>
              {m[`staff_people_tabs_${id}`]()}{" "}
              {count !== undefined && <span className="text-ink-3 whitespace-nowrap tabular-nums">{count}</span>}
            </>
          ),
        }))}
        value={tab}
        onChange={setTab}
      >
        {tab === "orders" && <Orders orders={person.orders} />}
        {tab === "sessions" && <Sessions sessions={person.sessions} />}
        {tab === "changes" && <Changes id={person.id} />}
      </ViewTabs>
    </section>
  );
}

function Orders({ orders }: { orders: Person["orders"] }) {
  const { date, localized } = useFormats();
  if (orders.length === 0) return <NoRows>{m.staff_people_no_orders()}</NoRows>;
  return (
    <ScrollTable
      label={m.staff_people_tabs_orders()}
      columns={[
        m.staff_common_order(),
        m.staff_common_placed(),
        m.staff_common_course(),
        { label: m.staff_common_seats(), isEndAligned: true },
        m.staff_common_status(),
        { label: m.staff_people_with_vat(), isEndAligned: true },
      ]}
    >
      {orders.map((order) => (
        <tr key={order.id}>
          <td>
            <TextLink to={`/orders/${order.id}`}>#{order.id}</TextLink>
          </td>
          <td>{date(order.created_at)}</td>
          <td>
            {order.courses.map(({ name_eng, name_ar }, index) => {
              const Line = index === 0 ? "span" : SecondLine;
              return <Line key={index}>{localized(name_eng, name_ar)}</Line>;
            })}
          </td>
          <td className="amount">{order.seats}</td>
          <td>
            <OrderState status={order.status} />
          </td>
          <td className="amount font-medium">
            <Money riyals={order.total} />
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function Sessions({ sessions }: { sessions: Person["sessions"] }) {
  if (sessions.length === 0) return <NoRows>{m.staff_people_no_sessions()}</NoRows>;
  return (
    <Rows>
      {sessions.map((session) => (
        <Row
          key={session.created_at}
          end={
            <>
              {m.staff_people_used()} <DateTime value={session.used_at} isInText />
            </>
          }
        >
          <bdi className="font-medium">{session.browser || m.staff_common_unknown_browser()}</bdi>
        </Row>
      ))}
    </Rows>
  );
}

function Changes({ id }: { id: string }) {
  const input = { person_id: id, per_page: 25 };
  const { data, error, isPending, refetch } = useQuery(staffQuery("GET /api/staff/audit", input));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <NoRows>
        <LoadingState lines={3} />
      </NoRows>
    );
  if (data.data.length === 0) return <NoRows>{m.staff_people_no_changes()}</NoRows>;
  return (
    <Rows>
      {data.data.map((event) => (
        <Row
          key={event.id}
          end={
            <>
              {event.actor.name && <bdi>{event.actor.name}, </bdi>}
              <DateTime value={event.at} />
            </>
          }
        >
          <span className="font-medium">{getActionLabel(event.action)}</span>
        </Row>
      ))}
    </Rows>
  );
}
