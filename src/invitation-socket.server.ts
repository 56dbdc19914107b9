/**
 * `npm run staff` on the embedded database, which belongs to one process: the running site invites for it. Whoever may
 * enter the socket's folder may read the database's files as well, so nothing more is asked of them.
 */
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { staffRoles } from "#features/people/permissions.ts";
import { inviteStaff } from "#features/staff/invitations.server.ts";
import { HttpError } from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { systemContext } from "./context.server.ts";
import type { Services } from "./services.server.ts";

const wantedSchema = z.object({
  email: z.email(),
  role: z.enum(staffRoles),
  locale: z.enum(["en", "ar"]),
  /** Whom the audit log names. */
  operator: z.string(),
});
const answerSchema = z.union([z.object({ link: z.string() }), z.object({ problem: z.string() })]);
type Wanted = z.output<typeof wantedSchema>;
type Answer = z.output<typeof answerSchema>;

const socketOf = (dataDir: string) => join(dataDir, "commands", "invite.sock");

/** Invites for other processes of this user until the returned function is called; not on PostgreSQL. */
export function serveInvitations(services: Services): () => void {
  if (services.database.kind === "postgres") return () => {};
  const path = socketOf(services.env.DATA_DIR);
  // The folder keeps others out from the first moment; a socket could only be closed to them once it listens.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  // What a killed process left: the database is ours alone, so no one listens on it.
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on("error", () => {});
    socket.end(JSON.stringify(await answer(services, socket)));
  });
  server.on("error", (error) => services.log.warn(errorForLog(error), "npm run staff cannot reach this process"));
  server.listen(path);
  server.unref();
  return () => void server.close();
}

async function answer(services: Services, socket: Socket): Promise<Answer> {
  try {
    const { operator, ...wanted } = wantedSchema.parse(await json(socket));
    const ctx = systemContext(services, { kind: "command", name: operator });
    return { link: (await inviteStaff(ctx, wanted)).link };
  } catch (error) {
    if (error instanceof HttpError) return { problem: error.message };
    services.log.error(errorForLog(error), "the staff command failed");
    return { problem: "The running site could not do it; its log says why." };
  }
}

/** Has the site that runs on this folder invite someone. Rejects when none answers there. */
export async function inviteByRunningSite(dataDir: string, wanted: Wanted): Promise<Answer> {
  const socket = connect({ path: socketOf(dataDir) });
  socket.end(JSON.stringify(wanted));
  return answerSchema.parse(await json(socket));
}
