import { z } from "zod";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { choice, emailField, type FieldProblem } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  textId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";
import { listColleagues } from "./colleagues.server.ts";
import {
  getRolePermissions,
  staffPermissions,
  staffRoles,
  type StaffPermission,
} from "#features/people/permissions.ts";
import { inviteStaff } from "./invitations.server.ts";
import {
  changeStaffRole,
  listStaff,
  readStaffMember,
  removeStaff,
  signOutMember,
  staffFilter,
  memberReply,
} from "./members.server.ts";

export const list = getList({
  access: listStaff.permission,
  summary: "Lists the staff; removed members only with the filter `state`",
  sorts: ["name", "email", "role"],
  filter: staffFilter,
  row: memberReply,
  list: listStaff,
});

export const colleagues = staffEndpoint({
  access: "staff",
  summary: "Lists the staff who can sign in, by name, to assign work to them",
  input: z.object({ permission: z.enum(staffPermissions as [StaffPermission, ...StaffPermission[]]).optional() }),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(staffRoles) })) }),
  handle: async (ctx, { permission }) => ({ data: await listColleagues(ctx, permission) }),
});

export const one = getOne({
  access: readStaffMember.permission,
  summary: "Reads one member of the staff",
  id: textId(),
  row: memberReply,
  read: readStaffMember,
});

/**
 * better-auth, which signs staff in, refuses internationalised top-level domains, which `emailField` stores as `xn--…`.
 */
const staffEmail = () => emailField().pipe(z.email("email" satisfies FieldProblem));

export const invite = create({
  access: inviteStaff.permission,
  summary: "Invites someone by email, or invites a member to set a new password and second factor",
  fresh: true,
  errors: { 409: "The person is a member with another role" },
  input: z.object({ email: staffEmail(), role: choice(staffRoles), locale: z.enum(["en", "ar"]).default("en") }),
  row: memberReply,
  handle: async (ctx, input) => readStaffMember(ctx, await inviteStaff(ctx, input)),
});

export const changeRole = update({
  access: changeStaffRole.permission,
  summary: "Changes a member's role from their next request on",
  fresh: true,
  errors: {
    409: "The member is the last owner, or someone else saved the member meanwhile; the reply then has `current` and `yours`",
  },
  input: z.object({ id: textId(), role: choice(staffRoles), version: versionField() }),
  row: memberReply,
  handle: changeStaffRole,
});

export const remove = staffEndpoint({
  access: removeStaff.permission,
  summary: "Removes a member and ends their sessions at once",
  fresh: true,
  errors: { ...notFound, 409: "The member is the last owner" },
  input: z.object({ id: textId() }),
  reply: memberReply,
  handle: removeStaff,
});

export const signOut = staffEndpoint({
  access: signOutMember.permission,
  summary: "Ends every session of a member",
  errors: notFound,
  input: z.object({ id: textId() }),
  reply: z.object({ ended: z.int() }),
  handle: signOutMember,
});

function listRoles(ctx: Ctx) {
  requirePermission(ctx, listRoles.permission);
  return { data: staffRoles.map((id) => ({ id, permissions: [...getRolePermissions(id)] })) };
}
listRoles.permission = "staff.manage" as const;

export const roles = staffEndpoint({
  access: listRoles.permission,
  summary: "Lists the roles with their permissions",
  input: z.object({}),
  reply: z.object({ data: z.array(z.object({ id: z.enum(staffRoles), permissions: z.array(z.string()) })) }),
  handle: listRoles,
});
