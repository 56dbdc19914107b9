import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useViewer } from "#features/people/use-viewer.ts";
import { AccountLayout } from "#features/people/profile/profile-layout.tsx";
import { LoadFailure } from "#features/orders/my-orders/load-failure.tsx";
import { OrdersTable } from "#features/orders/my-orders/orders-table.tsx";
import { usePaidCart } from "#features/orders/my-orders/use-retry.ts";

function Orders({ user }: { user: StoredUser | null }) {
  const { answer, refetch } = useApiQuery(user && user.id, (signal) =>
    callApi("/api/orders", { id: user?.id ?? "" }, signal),
  );
  usePaidCart(answer?.ok ? answer.data.orders : null);
  if (!answer || (!answer.ok && answer.status === 401)) {
    return (
      <div aria-busy="true">
        <span className="sr-only">{m.orders_loading()}</span>
        <SkeletonRows />
      </div>
    );
  }
  if (!answer.ok) return <LoadFailure message={answer.message} refetch={refetch} />;
  if (answer.data.orders.length === 0)
    return (
      <EmptyState title={m.orders_no_orders()} action={<LinkButton to="/courses">{m.orders_browse()}</LinkButton>} />
    );
  return <OrdersTable orders={answer.data.orders} />;
}

/** */
export default function MyCourses() {
  const user = useViewer("/my-courses");
  return (
    <>
      <Breadcrumb
        label={m.catalogue_you_are_here()}
        items={[{ label: m.catalogue_home(), to: "/" }, { label: m.orders_my_courses() }]}
      />
      <AccountLayout user={user}>
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-h2">{m.orders_my_courses()}</h1>
          <LinkButton variant="secondary" size="sm" to="/courses">
            {m.orders_browse()}
          </LinkButton>
        </div>
        <Card className="md:px-9! md:py-4!">
          <Orders user={user} />
        </Card>
      </AccountLayout>
    </>
  );
}
