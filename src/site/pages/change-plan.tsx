import { useState, type ReactNode } from "react";
import { data, useLocation } from "react-router";
import { fullDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { localText } from "#i18n/locale.ts";
import { callApi } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Select } from "#ui/select.tsx";
import { Loading } from "#ui/skeleton.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import type { ChangeLine, ChangeReply, OpenRequestState } from "#features/changes/change.schema.ts";
import { ChangeChoices, type Choice } from "#features/changes/components/change-choices.tsx";
import { ExceptionForm } from "#features/changes/components/exception-form.tsx";
import { PayDifference } from "#features/changes/components/pay-difference.tsx";
import { PolicySteps } from "#features/changes/components/policy-steps.tsx";
import { RequestNote } from "#features/changes/components/request-note.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { AccountLayout } from "#features/people/profile/profile-layout.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import type { Route } from "./+types/change-plan";

/** Responds 404 for an invalid id. The request of the browser checks whose order it is. */
export function loader({ params }: Route.LoaderArgs) {
  const isOrder = /^[1-9]\d{0,8}$/.test(params.id);
  return data({ id: isOrder ? Number(params.id) : null }, { status: isOrder ? 200 : 404 });
}

type Done = Choice | "asked";

const doneTitles: Record<Done, (inputs: { count: number }) => string> = {
  cancel: m.changes_mail_cancelled_heading,
  move: m.changes_mail_moved_heading,
  person: m.changes_done_person,
  asked: m.changes_done_asked,
};

function DonePanel({ done, seats, orderId }: { done: Done; seats: number; orderId: number }) {
  return (
    <Card>
      <div role="status">
        <EmptyState
          isResult
          title={doneTitles[done]({ count: seats })}
          action={<LinkButton to={`/my-courses/${orderId}`}>{m.changes_back_to_order()}</LinkButton>}
        >
          {done === "asked" ? m.changes_done_asked_text() : m.changes_done_text()}
        </EmptyState>
      </div>
    </Card>
  );
}

/** Seats with a kept value have a line of their own, apart from other seats of the same run. */
const getLineKey = ({ course_id, kept_until }: ChangeLine) =>
  `${course_id}${kept_until === null ? "" : `-${kept_until}`}`;

interface PlanProps {
  orderId: number;
  userId: string;
  lines: readonly ChangeLine[];
  requestState: OpenRequestState | null;
  refetch: () => void;
}

function Plan({ orderId, userId, lines, requestState, refetch }: PlanProps) {
  const locale = useLocale();
  const { hash } = useLocation();
  const [lineKey, setLineKey] = useState(hash.slice(1));
  const [done, setDone] = useState<{ kind: Done; seats: number } | null>(null);
  const [paying, setPaying] = useState<Partial<ChangeReply> | null>(null);
  const line = lines.find((each) => (lineKey === "kept" ? each.kept_until : getLineKey(each) === lineKey)) ?? lines[0];
  if (done) return <DonePanel done={done.kind} seats={done.seats} orderId={orderId} />;
  if (!line)
    return (
      <Card>
        <EmptyState
          title={m.changes_nothing()}
          action={<LinkButton to={`/my-courses/${orderId}`}>{m.changes_back_to_order()}</LinkButton>}
        >
          {m.changes_nothing_text()}
        </EmptyState>
      </Card>
    );
  const formatLineName = ({ name_eng, name_ar, start_date, end_date, kept_until }: ChangeLine) => {
    const name = `${localText(locale, name_eng, name_ar).text}, ${weekdayRange(start_date, end_date, locale)}`;
    return kept_until === null ? name : m.changes_kept_name({ name });
  };
  const keptUntil = line.kept_until && isolate(fullDate(line.kept_until, locale));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {requestState && <RequestNote orderId={orderId} state={requestState} />}
      {lines.length > 1 && (
        <Select
          name="course"
          label={m.changes_course()}
          value={getLineKey(line)}
          onChange={(event) => setLineKey(event.target.value)}
          options={lines.map((each) => ({ value: getLineKey(each), label: formatLineName(each) }))}
        />
      )}
      <div className="flex items-center gap-4">
        <Picture picture={thumbnail(line.image)} alt="" className="aspect-[16/10] w-25 flex-none rounded-control" />
        <div className="min-w-0">
          <h2 className="font-sans text-h4 font-medium tracking-normal">
            <LocalizedText eng={line.name_eng} ar={line.name_ar} />
          </h2>
          <p className="text-sm text-ink-2">
            {weekdayRange(line.start_date, line.end_date, locale)}
            {" · "}
            {m.orders_seats({ count: line.seats.length })}
          </p>
        </div>
      </div>
      {keptUntil ? (
        <Alert tone="info">
          {line.may_move ? m.changes_kept_note({ date: keptUntil }) : m.changes_kept_over({ date: keptUntil })}
        </Alert>
      ) : (
        <PolicySteps line={line} />
      )}
      {paying?.checkout ? (
        <PayDifference
          checkout={paying.checkout}
          userId={userId}
          runId={paying.to_course_id ?? 0}
          onLeave={() => {
            setPaying(null);
            refetch();
          }}
        />
      ) : (
        <>
          <h2 className="text-h3">{m.changes_what()}</h2>
          <ChangeChoices
            key={getLineKey(line)}
            orderId={orderId}
            line={line}
            onDone={(choice, reply, seats) => {
              if (reply.checkout) setPaying(reply);
              else setDone({ kind: reply.state === "asked" ? "asked" : choice, seats });
            }}
          />
          {!requestState && (
            <ExceptionForm
              key={`exception-${getLineKey(line)}`}
              orderId={orderId}
              line={line}
              onSent={() => setDone({ kind: "asked", seats: 0 })}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Here a buyer changes an order without staff: the page shows a quote first, then one button. */
export default function ChangePlan({ loaderData: { id } }: Route.ComponentProps) {
  const user = useViewer(id === null ? "/my-courses" : `/my-courses/${id}/change`);
  const { answer, refetch } = useApiQuery(user && id !== null ? `${user.id} ${id}` : null, (signal) =>
    callApi("/api/change-options", { order_id: id ?? 0 }, signal),
  );
  function renderContent(): ReactNode {
    if (id !== null && user && answer?.ok) {
      const { lines, request } = answer.data;
      return <Plan orderId={id} userId={user.id} lines={lines} requestState={request} refetch={refetch} />;
    }
    // The session has ended, and the browser is on its way to Login.
    if (id !== null && (!answer || (!answer.ok && answer.status === 401)))
      return (
        <Card>
          <Loading />
        </Card>
      );
    const status = answer && !answer.ok ? answer.status : 404;
    if (status === 404 || status === 422 || status === 409)
      return (
        <Card>
          <EmptyState
            title={status === 409 && answer && !answer.ok ? answer.message : m.orders_not_found()}
            action={<LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>}
          >
            {status !== 409 && m.orders_not_found_text()}
          </EmptyState>
        </Card>
      );
    return (
      <Card>
        <LoadFailure message={answer && !answer.ok ? answer.message : ""} refetch={refetch} />
      </Card>
    );
  }
  return (
    <>
      <Breadcrumb
        items={[
          { label: m.common_my_courses(), to: "/my-courses" },
          ...(id === null ? [] : [{ label: m.common_order_number({ id: isolate(id) }), to: `/my-courses/${id}` }]),
          { label: m.changes_title() },
        ]}
      />
      <AccountLayout user={user}>
        <h1 className="mb-6 text-h2">{m.changes_title()}</h1>
        {renderContent()}
      </AccountLayout>
    </>
  );
}
