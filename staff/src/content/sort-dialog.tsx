import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import { callStaff, staffQuery } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { m } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { SortableList } from "../parts/sortable-list.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { kinds, publishPermission, type Kind } from "./kinds.ts";
import { StateChips } from "./state-chips.tsx";
import { useItemTitle } from "./use-item-title.ts";

/** A button that opens the dialog that arranges the items of a kind. Shown to staff who may publish the kind. */
export function SortButton({ entity }: { entity: EntityName }) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  const { order } = kinds[entity];
  if (!order || !can(publishPermission(entity))) return null;
  return (
    <>
      <Button variant="secondary" icon="list-ordered" onClick={() => setIsOpen(true)}>
        {m[`staff_content_order_open_${order}`]()}
      </Button>
      {isOpen && <SortDialog entity={entity} order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SortDialog({
  entity,
  order,
  onClose,
}: {
  entity: EntityName;
  order: NonNullable<Kind["order"]>;
  onClose(): void;
}) {
  const notify = useNotify();
  const queries = useQueryClient();
  const getTitle = useItemTitle();
  const { data, error, refetch } = useQuery({
    ...staffQuery("GET /api/staff/content", { entity, sort: "position", per_page: 100 }),
    // Always loaded from the server, so that items a colleague has just added are included.
    staleTime: 0,
    gcTime: 0,
  });
  const [newOrder, setNewOrder] = useState<ItemLine[] | null>(null);
  const items = newOrder ?? data?.data.filter(({ position }) => position !== null) ?? [];
  return (
    <ConfirmDialog
      isOpen
      title={m[`staff_content_order_title_${order}`]()}
      actionLabel={m.staff_content_order_save()}
      isReady={newOrder !== null}
      onClose={onClose}
      onConfirm={async () => {
        await callStaff("POST /api/staff/content/order", { entity, ids: items.map(({ entity_id }) => entity_id) });
        await queries.invalidateQueries();
        notify(m.staff_content_order_saved(), { type: "success" });
      }}
    >
      <p className="text-ink-2">{m.staff_content_order_hint()}</p>
      {order === "popular" && <p className="text-ink-2">{m.staff_content_order_popular()}</p>}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && items.length === 0 && <p className="text-ink-3">{m.staff_content_order_none()}</p>}
      <SortableList<ItemLine> items={items} getKey={({ id }) => id} getName={getTitle} onChange={setNewOrder}>
        {(item) => (
          <>
            <bdi className="min-w-0 flex-1 truncate">{getTitle(item)}</bdi>
            {!item.onSite && <StateChips line={item} />}
          </>
        )}
      </SortableList>
    </ConfirmDialog>
  );
}
