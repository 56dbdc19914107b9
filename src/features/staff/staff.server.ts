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
  summary: "The staff; those removed only with the filter `state`",
  sorts: ["name", "email", "role"],
  filter: staffFilter,
  row: memberReply,
  list: listStaff,
});

export const colleagues = staffEndpoint({
  access: "staff",
  summary: "Everyone of the staff who can sign in, by name: to give work to",
  input: z.object({ permission: z.enum(staffPermissions as [StaffPermission, ...StaffPermission[]]).optional() }),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(staffRoles) })) }),
  handle: async (ctx, { permission }) => ({ data: await listColleagues(ctx, permission) }),
});

export const one = getOne({
  access: readStaffMember.permission,
  summary: "One member of the staff",
  id: textId(),
  row: memberReply,
  read: readStaffMember,
});

/** better-auth, which signs staff in, refuses domains outside ASCII (`xn--…`). */
const staffEmail = () => emailField().pipe(z.email("email" satisfies FieldProblem));

export const invite = create({
  access: inviteStaff.permission,
  summary: "Invites someone by email, or a member to set password and second factor anew",
  fresh: true,
  errors: { 409: "A member with another role" },
  input: z.object({ email: staffEmail(), role: choice(staffRoles), locale: z.enum(["en", "ar"]).default("en") }),
  row: memberReply,
  handle: async (ctx, input) => readStaffMember(ctx, await inviteStaff(ctx, input)),
});

export const changeRole = update({
  access: changeStaffRole.permission,
  summary: "Gives a member another role; it counts from their next request on",
  fresh: true,
  errors: { 409: "The last owner; or saved by someone else meanwhile: `current` and `yours`" },
  input: z.object({ id: textId(), role: choice(staffRoles), version: versionField() }),
  row: memberReply,
  handle: changeStaffRole,
});

export const remove = staffEndpoint({
  access: removeStaff.permission,
  summary: "Removes someone from the staff; they are out at once",
  fresh: true,
  errors: { ...notFound, 409: "The last owner" },
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
  summary: "What each role may do",
  input: z.object({}),
  reply: z.object({ data: z.array(z.object({ id: z.enum(staffRoles), permissions: z.array(z.string()) })) }),
  handle: listRoles,
});
