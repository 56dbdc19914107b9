import { useState } from "react";
import { useMe } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { m, toSnakeCase } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { callStaff } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Chip } from "../parts/chip.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RolesTable } from "./roles-table.tsx";
import { roleNames } from "./role-names.ts";
import type { RowOf } from "../api-types.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

type Colleague = RowOf<"staff">;

type PendingAction =
  | { verb: "role"; colleague: Colleague; role: StaffRole }
  | { verb: "sign-out" | "remove"; colleague: Colleague }
  | null;

export default function StaffList() {
  const notify = useNotify();
  const refresh = useRefresh();
  const [isInviting, setIsInviting] = useState(false);
  const [pendingAction, setPendingAction] = useState<PendingAction>(null);
  const runPendingAction = async () => {
    if (!pendingAction) return;
    const { colleague } = pendingAction;
    const { id, version } = colleague;
    if (pendingAction.verb === "role")
      await callStaff("PUT /api/staff/staff/:id", { id, role: pendingAction.role, version });
    else if (pendingAction.verb === "remove") await callStaff("DELETE /api/staff/staff/:id", { id });
    else await callStaff("POST /api/staff/staff/:id/sign-out", { id });
    notify(m[`staff_staff_done_${toSnakeCase(pendingAction.verb)}`]());
    refresh();
  };
  const columns: ListColumn<Colleague>[] = [
    { name: "person", label: m.staff_common_name(), sort: "name", render: (row) => <Person {...row} /> },
    {
      name: "role",
      label: m.staff_staff_role(),
      sort: "role",
      render: (row) => (
        <RoleChoice colleague={row} onChoose={(role) => setPendingAction({ verb: "role", colleague: row, role })} />
      ),
    },
    { name: "second", label: m.staff_staff_second_step(), minWidth: 1200, render: (row) => <SecondStep {...row} /> },
    {
      name: "last",
      label: m.staff_staff_last_sign_in(),
      minWidth: 1200,
      render: (row) => (row.lastSignInAt ? <DateTime value={row.lastSignInAt} /> : "–"),
    },
    { name: "state", label: m.staff_common_status(), render: (row) => <State {...row} /> },
    {
      name: "more",
      label: m.staff_common_more(),
      render: (row) => row.state !== "removed" && <MoreMenu colleague={row} onChoose={setPendingAction} />,
    },
  ];
  const name = pendingAction ? pendingAction.colleague.name || pendingAction.colleague.email : "";
  return (
    <>
      <ListLayout<Colleague>
        list="staff"
        caption={m.staff_menu_staff()}
        sort="name"
        search={m.staff_staff_search()}
        head={
          <ScreenHead
            title={m.staff_menu_staff()}
            facts={m.staff_staff_facts()}
            actions={
              <Button variant="primary" data-shortcut="new" icon="user-plus" onClick={() => setIsInviting(true)}>
                {m.staff_staff_invite()}
              </Button>
            }
          />
        }
        views={[
          { name: "all", label: m.staff_staff_views_all(), filter: {} },
          { name: "invited", label: m.staff_staff_views_invited(), filter: { state: "invited" } },
          { name: "removed", label: m.staff_staff_views_removed(), filter: { state: "removed" } },
        ]}
        columns={columns}
        renderCard={(row) => (
          <Lines>
            <Person {...row} />
            <span className="flex flex-wrap items-center gap-2">
              {m[`staff_roles_${row.role}`]()} <State {...row} />
            </span>
          </Lines>
        )}
        empty={{ title: m.staff_staff_none() }}
        below={
          <div className="mt-5">
            <RolesTable />
          </div>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onDone={refresh} />}
      <ConfirmDialog
        isOpen={pendingAction !== null}
        title={pendingAction ? m[`staff_staff_ask_${toSnakeCase(pendingAction.verb)}`]({ name }) : ""}
        actionLabel={pendingAction ? m[`staff_staff_action_${toSnakeCase(pendingAction.verb)}`]() : ""}
        isDangerous={pendingAction?.verb === "remove"}
        onClose={() => setPendingAction(null)}
        onConfirm={runPendingAction}
      >
        <p>
          {pendingAction?.verb === "role"
            ? m.staff_staff_text_role({
                before: m[`staff_roles_${pendingAction.colleague.role}`](),
                after: m[`staff_roles_${pendingAction.role}`](),
              })
            : pendingAction && m[`staff_staff_text_${toSnakeCase(pendingAction.verb)}`]()}
        </p>
      </ConfirmDialog>
    </>
  );
}

function Person({ name, email }: Colleague) {
  return (
    <span className="flex items-center gap-[0.7rem]">
      <Initial name={name || email} />
      <span>
        <bdi className="font-medium">{name || m.staff_staff_no_name()}</bdi>
        <SecondLine>
          <bdi dir="ltr">{email}</bdi>
        </SecondLine>
      </span>
    </span>
  );
}

function RoleChoice({ colleague, onChoose }: { colleague: Colleague; onChoose(role: StaffRole): void }) {
  const me = useMe();
  if (colleague.state !== "active" || me.id === colleague.id) return <>{m[`staff_roles_${colleague.role}`]()}</>;
  return (
    <select
      className="min-h-(--nh-button-sm) rounded-control border border-line-2 bg-surface px-2.5"
      aria-label={m.staff_staff_role_of({ name: colleague.name })}
      value={colleague.role}
      onChange={(event) => onChoose(event.target.value as StaffRole)}
    >
      {roleNames.map((role) => (
        <option key={role} value={role}>
          {m[`staff_roles_${role}`]()}
        </option>
      ))}
    </select>
  );
}

function SecondStep({ state }: Colleague) {
  if (state === "removed") return null;
  return state === "active" ? (
    <span className="flex flex-wrap items-center gap-2">
      <Icon name="shield-check" size={16} />
      {m.staff_staff_app()}
    </span>
  ) : (
    <Chip tone="attention" icon="shield-off">
      {m.staff_staff_not_yet()}
    </Chip>
  );
}

function State({ state, invitationExpiresAt: expiresAt }: Colleague) {
  if (state === "active")
    return (
      <Chip tone="good" icon="circle-check">
        {m.staff_staff_active()}
      </Chip>
    );
  if (state === "removed")
    return (
      <Chip tone="neutral" icon="user-x">
        {m.staff_staff_removed()}
      </Chip>
    );
  return (
    <span>
      <Chip tone="info" icon="mail">
        {m.staff_staff_invited()}
      </Chip>
      <SecondLine>
        {m.staff_staff_until()} <DateTime value={expiresAt} isInText />
      </SecondLine>
    </span>
  );
}

function MoreMenu({ colleague, onChoose }: { colleague: Colleague; onChoose(request: PendingAction): void }) {
  const name = colleague.name || colleague.email;
  return (
    <Menu
      isIcon
      icon="ellipsis-vertical"
      label={`${m.staff_common_more()}: ${name}`}
      items={[
        colleague.state === "active" && {
          label: m.staff_common_action_sign_out_everywhere(),
          onChoose: () => onChoose({ verb: "sign-out", colleague }),
        },
        { label: m.staff_common_action_remove(), onChoose: () => onChoose({ verb: "remove", colleague }) },
      ]}
    />
  );
}
