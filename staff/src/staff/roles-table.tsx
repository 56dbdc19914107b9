import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";
import { m, type NameIn } from "../messages.ts";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Panel } from "../parts/panel.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import type { StaffReply } from "../api-types.ts";
import { NoRows } from "../parts/rows.tsx";

/** The rows of the table, in groups. Each row combines permissions that belong together. */
const groups: [NameIn<"staff_groups">, [NameIn<"staff_permissions">, StaffPermission[]][]][] = [
  [
    "content",
    [
      ["read_content", ["content.read"]],
      ["write_courses", ["courses.write", "courses.publish"]],
      ["write_content", ["content.write", "content.publish"]],
      ["media", ["media.write"]],
      ["newsletter", ["newsletter.write", "newsletter.send"]],
    ],
  ],
  [
    "runs",
    [
      ["make_runs", ["schedule.write"]],
      ["move_runs", ["schedule.move", "schedule.cancel"]],
      ["read_roster", ["roster.read"]],
      ["write_roster", ["roster.write"]],
      ["read_attendance", ["attendance.read"]],
      ["write_attendance", ["attendance.write"]],
    ],
  ],
  [
    "money",
    [
      ["read_orders", ["orders.read"]],
      ["notes", ["orders.note", "orders.resend"]],
      ["refund", ["orders.refund", "orders.transfer", "orders.resolve"]],
      ["approve", ["orders.approve"]],
      ["finance", ["finance.read", "finance.export"]],
      ["close_months", ["finance.close"]],
    ],
  ],
  [
    "people",
    [
      ["read_people", ["people.read"]],
      ["sessions", ["people.sessions"]],
      ["personal_data", ["people.export", "people.erase"]],
      ["enquiries", ["enquiries.read", "enquiries.write"]],
    ],
  ],
  [
    "system",
    [
      ["read_mails", ["mails.read"]],
      ["retry_mails", ["mails.retry"]],
      ["audit", ["audit.read"]],
      ["tax", ["settings.finance"]],
      ["settings", ["settings.write"]],
      ["staff", ["staff.manage"]],
    ],
  ],
];

/** A table of what each role may do. */
export function RolesTable() {
  const { data, error, isPending, refetch } = useQuery(staffQuery("GET /api/staff/roles"));
  return (
    <Panel title={m.staff_staff_what_roles_may()} flush>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <NoRows>
          <LoadingState />
        </NoRows>
      )}
      {data && <Table roles={data.data} />}
    </Panel>
  );
}

function Table({ roles }: { roles: StaffReply<"GET /api/staff/roles">["data"] }) {
  return (
    <ScrollRegion label={m.staff_staff_permission()}>
      <table className="table [&_tbody_th]:bg-transparent [&_tbody_th]:text-[length:inherit] [&_tbody_th]:text-inherit [&_tbody_th[scope=row]]:border-t-0 [&_tbody_th[scope=row]]:font-normal [&_tbody_th[scope=rowgroup]]:font-semibold">
        <caption className="sr-only">{m.staff_staff_what_roles_may()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.staff_staff_permission()}</th>
            {roles.map(({ id }) => (
              <th scope="col" key={id} className="text-center!">
                {m[`staff_roles_${id}`]()}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, rows]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {m[`staff_staff_groups_${group}`]()}
              </th>
            </tr>
            {rows.map(([row, permissions]) => (
              <tr key={row}>
                <th scope="row">{m[`staff_staff_permissions_${row}`]()}</th>
                {roles.map((role) => (
                  <td key={role.id} className="text-center!">
                    <PermissionMark
                      isAllowed={permissions.every((permission) => role.permissions.includes(permission))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}

function PermissionMark({ isAllowed }: { isAllowed: boolean }) {
  return (
    <>
      {isAllowed ? (
        <Icon name="check" size={16} className="inline-block text-success" />
      ) : (
        <span aria-hidden="true">–</span>
      )}
      <span className="sr-only">{isAllowed ? m.staff_common_boolean_true() : m.staff_common_boolean_false()}</span>
    </>
  );
}
