import { useState } from "react";
import { useGetIdentity, useNotify, useRefresh, useTranslate } from "ra-core";
import { Button, IconButton, Menu, MenuItem } from "@mui/material";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { staffCall } from "../api.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { ListLayout } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RolesTable } from "./roles-table.tsx";
import { roleNames } from "./role-names.ts";
import type { Colleague } from "./staff-types.ts";

type Asked =
  | { verb: "role"; colleague: Colleague; role: StaffRole }
  | { verb: "sign-out" | "remove"; colleague: Colleague }
  | null;

export default function StaffList() {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isInviting, setIsInviting] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const act = async () => {
    if (!asked) return;
    const { colleague } = asked;
    const path = `staff/${encodeURIComponent(colleague.id)}`;
    if (asked.verb === "role") await staffCall(`PUT ${path}`, { role: asked.role, version: colleague.version });
    else if (asked.verb === "remove") await staffCall(`DELETE ${path}`);
    else await staffCall(`POST ${path}/sign-out`);
    notify(`staff.done.${asked.verb}`);
    refresh();
  };
  const columns: ListColumn<Colleague>[] = [
    { name: "person", label: translate("staff.person"), sort: "name", render: (row) => <Person {...row} /> },
    {
      name: "role",
      label: translate("staff.role"),
      sort: "role",
      render: (row) => (
        <RoleChoice colleague={row} onChoose={(role) => setAsked({ verb: "role", colleague: row, role })} />
      ),
    },
    { name: "second", label: translate("staff.second_step"), from: 1200, render: (row) => <SecondStep {...row} /> },
    {
      name: "last",
      label: translate("staff.last_sign_in"),
      from: 1200,
      render: (row) => (row.last_sign_in_at ? <DateTime value={row.last_sign_in_at} /> : "–"),
    },
    { name: "state", label: translate("staff.state"), render: (row) => <State {...row} /> },
    {
      name: "more",
      label: translate("staff.more"),
      render: (row) => row.state !== "removed" && <More colleague={row} onChoose={setAsked} />,
    },
  ];
  const name = asked ? asked.colleague.name || asked.colleague.email : "";
  return (
    <>
      <ListLayout<Colleague>
        resource="staff"
        caption={translate("staff.title")}
        sort={{ field: "name", order: "ASC" }}
        head={
          <PageHead
            title={translate("staff.title")}
            facts={translate("staff.facts")}
            actions={
              <Button
                variant="contained"
                data-shortcut="new"
                startIcon={<Icon name="user-plus" />}
                onClick={() => setIsInviting(true)}
              >
                {translate("staff.invite")}
              </Button>
            }
          />
        }
        views={[
          { name: "all", label: translate("staff.views.all"), filter: {} },
          { name: "invited", label: translate("staff.views.invited"), filter: { state: "invited" } },
          { name: "removed", label: translate("staff.views.removed"), filter: { state: "removed" } },
        ]}
        columns={columns}
        renderCard={(row) => (
          <span className="stack-tight">
            <Person {...row} />
            <span className="row">
              {translate(`roles.${row.role}`)} <State {...row} />
            </span>
          </span>
        )}
        empty={{ title: translate("staff.none") }}
        below={
          <div className="roles-card">
            <RolesTable />
          </div>
        }
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onDone={refresh} />}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? translate(`staff.ask.${asked.verb}`, { name }) : ""}
        action={asked ? translate(`staff.action.${asked.verb}`) : ""}
        isDangerous={asked?.verb === "remove"}
        onClose={() => setAsked(null)}
        onConfirm={act}
      >
        <p>
          {asked?.verb === "role"
            ? translate("staff.text.role", {
                before: translate(`roles.${asked.colleague.role}`),
                after: translate(`roles.${asked.role}`),
              })
            : asked && translate(`staff.text.${asked.verb}`)}
        </p>
      </ConfirmDialog>
    </>
  );
}

function Person({ name, email }: Colleague) {
  const translate = useTranslate();
  return (
    <span className="person">
      <Avatar name={name || email} />
      <span>
        <bdi className="strong">{name || translate("staff.no_name")}</bdi>
        <span className="second-line">
          <bdi className="ltr">{email}</bdi>
        </span>
      </span>
    </span>
  );
}

function RoleChoice({ colleague, onChoose }: { colleague: Colleague; onChoose(role: StaffRole): void }) {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  if (colleague.state !== "active" || identity?.id === colleague.id) return <>{translate(`roles.${colleague.role}`)}</>;
  return (
    <select
      className="role-choice"
      aria-label={translate("staff.role_of", { name: colleague.name })}
      value={colleague.role}
      onChange={(event) => onChoose(event.target.value as StaffRole)}
    >
      {roleNames.map((role) => (
        <option key={role} value={role}>
          {translate(`roles.${role}`)}
        </option>
      ))}
    </select>
  );
}

function SecondStep({ state }: Colleague) {
  const translate = useTranslate();
  if (state === "removed") return null;
  return state === "active" ? (
    <span className="row">
      <Icon name="shield-check" size={16} />
      {translate("staff.app")}
    </span>
  ) : (
    <Chip tone="attention" icon="shield-off">
      {translate("staff.not_yet")}
    </Chip>
  );
}

function State({ state, invitation_expires_at: until }: Colleague) {
  const translate = useTranslate();
  if (state === "active")
    return (
      <Chip tone="good" icon="circle-check">
        {translate("staff.active")}
      </Chip>
    );
  if (state === "removed")
    return (
      <Chip tone="neutral" icon="user-x">
        {translate("staff.removed")}
      </Chip>
    );
  return (
    <span>
      <Chip tone="info" icon="mail">
        {translate("staff.invited")}
      </Chip>
      <span className="second-line">
        {translate("staff.until")} <DateTime value={until} isInText />
      </span>
    </span>
  );
}

function More({ colleague, onChoose }: { colleague: Colleague; onChoose(asked: Asked): void }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (asked: Asked) => () => {
    setAnchor(null);
    if (asked) onChoose(asked);
  };
  const name = colleague.name || colleague.email;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={`${translate("staff.more")}: ${name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="ellipsis-vertical" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={choose(null)}>
        {colleague.state === "active" && (
          <MenuItem onClick={choose({ verb: "sign-out", colleague })}>{translate("staff.menu.sign_out")}</MenuItem>
        )}
        <MenuItem onClick={choose({ verb: "remove", colleague })}>{translate("staff.menu.remove")}</MenuItem>
      </Menu>
    </>
  );
}
