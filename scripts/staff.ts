/**
 * `npm run staff -- invite <email> --role <role> [--locale ar]` invites the first owner, or a colleague who has lost
 * their second factor.
 */
import { parseArgs } from "node:util";
import { staffRoles } from "../src/features/people/permissions.ts";
import { inviteStaff } from "../src/features/staff/invitations.server.ts";
import { emailField } from "../src/platform/http/fields.server.ts";
import { mailRetry } from "../src/platform/mail/outbox.server.ts";
import { runCommand } from "./run-command.ts";

const usage = `npm run staff -- invite <email> --role ${staffRoles.join("|")} [--locale en|ar]`;

process.chdir(new URL("..", import.meta.url).pathname);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: "string" }, locale: { type: "string", default: "en" } },
});
const [command, address, ...more] = positionals;
const email = emailField().safeParse(address);
const role = staffRoles.find((candidate) => candidate === values.role);
const locale = (["en", "ar"] as const).find((candidate) => candidate === values.locale);
if (command !== "invite" || !email.success || !role || !locale || more.length > 0) {
  console.error(usage);
  process.exit(2);
}

await runCommand(async (ctx, services) => {
  // This command queues emails; the running site sends them.
  await services.runner.prepare({ "mail.send": { retry: mailRetry } });
  const { link } = await inviteStaff(ctx, { email: email.data, role, locale });
  console.log(
    `Invited ${email.data} as ${role}. The link opens once, within 24 hours; it is in the email, too:\n${link}`,
  );
});
