import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loading } from "#ui/skeleton.tsx";
import { useApiQuery } from "#platform/use-api-query.ts";
import { CourseLists, NeededForCertificate } from "#features/learning/courses/components/course-list.tsx";
import { WaitingLists } from "#features/learning/courses/components/waiting-lists.tsx";
import { CourseOfToday } from "#features/learning/courses/components/course-of-today.tsx";
import { HoursStrip } from "#features/learning/courses/components/hours-strip.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import { AccountLayout } from "#features/people/profile/profile-layout.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { OrdersTable } from "#features/order-views/my-orders/orders-table.tsx";
import { useRemovePaidFromCart } from "#features/order-views/my-orders/use-retry.ts";
import { AnswersAwaited } from "#features/order-views/my-orders/answers-awaited.tsx";

function Courses({ user }: { user: StoredUser | null }) {
  const courseQuery = useApiQuery(user && user.id, (signal) => callApi("/api/my-courses", {}, signal));
  const orderQuery = useApiQuery(user && user.id, (signal) => callApi("/api/orders", { id: user?.id ?? "" }, signal));
  const waitingQuery = useApiQuery(user && user.id, (signal) => callApi("/api/my-waiting-lists", {}, signal));
  useRemovePaidFromCart(orderQuery.answer?.ok ? orderQuery.answer.data.orders : null);
  const answers = [courseQuery.answer, orderQuery.answer, waitingQuery.answer];
  if (answers.some((answer) => !answer || (!answer.ok && answer.status === 401))) return <Loading />;
  const failed = answers.find((answer) => answer?.ok === false);
  const refetch = () => {
    courseQuery.refetch();
    orderQuery.refetch();
    waitingQuery.refetch();
  };
  if (failed?.ok === false) return <LoadFailure message={failed.message} refetch={refetch} />;
  if (!courseQuery.answer?.ok || !orderQuery.answer?.ok || !waitingQuery.answer?.ok) return null;
  const { courses, ...hours } = courseQuery.answer.data;
  const { orders } = orderQuery.answer.data;
  const { places: waitlistEntries } = waitingQuery.answer.data;
  if (courses.length === 0 && orders.length === 0 && waitlistEntries.length === 0)
    return (
      <Card className="md:px-9! md:py-4!">
        <EmptyState
          title={m.orders_no_orders()}
          action={<LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>}
        />
      </Card>
    );
  const today = courses.find((course) => course.attends && course.today !== null);
  return (
    <>
      <AnswersAwaited orders={orders} />
      {(hours.attended > 0 || hours.booked > 0) && <HoursStrip {...hours} />}
      {today?.today && (
        <>
          <CourseOfToday course={today} today={today.today} />
          <NeededForCertificate course={today} />
        </>
      )}
      <CourseLists
        courses={courses.filter((course) => course !== today)}
        between={waitlistEntries.length > 0 && <WaitingLists entries={waitlistEntries} onChange={refetch} />}
      />
      {orders.length > 0 && (
        <section aria-labelledby="orders-heading" className="mt-9 first:mt-0 md:mt-12">
          <h2 id="orders-heading" className="mb-4 flex items-baseline gap-2.5 text-h3">
            {m.learning_orders()} <span className="font-sans text-base text-ink-3">{orders.length}</span>
          </h2>
          <Card className="md:px-9! md:py-4!">
            <OrdersTable orders={orders} />
          </Card>
        </section>
      )}
    </>
  );
}

/** Requirement A-05. */
export default function MyCourses() {
  const user = useViewer("/my-courses");
  return (
    <>
      <Breadcrumb items={[{ label: m.common_my_courses() }]} />
      <AccountLayout user={user} current="courses">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-h2">{m.common_my_courses()}</h1>
          <LinkButton variant="secondary" size="sm" to="/courses">
            {m.common_action_browse_courses()}
          </LinkButton>
        </div>
        <Courses user={user} />
      </AccountLayout>
    </>
  );
}
