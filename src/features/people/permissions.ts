/** Permissions of staff roles (decisions §8). The server enforces this table; the portal builds its menu from it. */
export const staffRoles = ["owner", "training", "content", "finance", "support", "auditor"] as const;
export type StaffRole = (typeof staffRoles)[number];

const everyone = staffRoles;

/** The roles that have each permission. A permission that is not here does not exist. */
const rolesByPermission = {
  "dashboard.read": everyone,
  "content.read": everyone,
  "media.read": everyone,
  "schedule.read": everyone,
  "content.write": ["owner", "content"],
  "content.publish": ["owner", "content"],
  "courses.write": ["owner", "training", "content"],
  "courses.publish": ["owner", "training", "content"],
  "media.write": ["owner", "training", "content"],
  "schedule.write": ["owner", "training"],
  "schedule.move": ["owner", "training"],
  "schedule.cancel": ["owner", "training"],
  "roster.read": ["owner", "training", "finance", "support", "auditor"],
  "roster.write": ["owner", "training", "support"],
  "attendance.read": ["owner", "training", "support", "auditor"],
  "attendance.write": ["owner", "training", "support"],
  "certificates.issue": ["owner", "training"],
  "certificates.revoke": ["owner", "training"],
  "waiting.write": ["owner", "training", "support"],
  "feedback.read": ["owner", "training", "support", "auditor"],
  "feedback.comments": ["owner", "training"],
  "orders.read": ["owner", "training", "finance", "support", "auditor"],
  "orders.resend": ["owner", "training", "finance", "support"],
  "orders.note": ["owner", "training", "finance", "support"],
  "orders.refund": ["owner", "finance"],
  "orders.transfer": ["owner", "finance"],
  "orders.resolve": ["owner", "finance"],
  "orders.approve": ["owner", "finance"],
  "changes.decide": ["owner", "finance"],
  "discounts.read": ["owner", "training", "finance", "support", "auditor"],
  "discounts.write": ["owner", "finance"],
  "finance.read": ["owner", "finance", "auditor"],
  "finance.export": ["owner", "finance", "auditor"],
  "finance.close": ["owner", "finance"],
  "people.read": ["owner", "training", "finance", "support", "auditor"],
  "people.sessions": ["owner", "support"],
  "people.export": ["owner"],
  "people.erase": ["owner"],
  "enquiries.read": ["owner", "support"],
  "enquiries.write": ["owner", "support"],
  "newsletter.write": ["owner", "content"],
  "newsletter.send": ["owner", "content"],
  "mails.read": ["owner", "support", "auditor"],
  "mails.retry": ["owner", "support"],
  "audit.read": ["owner", "auditor"],
  "settings.write": ["owner"],
  "staff.manage": ["owner"],
  "settings.finance": ["owner", "finance"],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffPermission = keyof typeof rolesByPermission;

export const staffPermissions = Object.keys(rolesByPermission) as StaffPermission[];

/** Permissions of a role; none for an unknown role. */
export function getRolePermissions(role: string): ReadonlySet<StaffPermission> {
  return new Set(
    staffPermissions.filter((permission) => (rolesByPermission[permission] as readonly string[]).includes(role)),
  );
}
