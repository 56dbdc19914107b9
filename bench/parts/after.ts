/**
 * After the booking: four doors at one run, check-ins that waited, a thousand certificates issued by the job beside
 * visitors, their PDF, and the public check of a number.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { asc, eq, sql } from "drizzle-orm";
import pg from "pg";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { certificateNumber } from "#features/learning/certificates/certificate-number.ts";
import { certificateUrl } from "#features/learning/certificates/download.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { ticketUrl } from "#features/orders/tickets/tickets.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { paidOrders } from "#test/paid-order.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { cookieOf } from "#test/staff.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { alternate, median } from "../lib/compare.ts";
import { post, sendRequest } from "../lib/http.ts";
import { percentiles, type Shot } from "../lib/load.ts";
import { freePort, memoryOf, processorMsOf, startChild, type Running } from "../lib/processes.ts";
import { shown, type Figure, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import { authSecret, openBenchDatabase, poolSize, type Site, type Stage } from "../lib/stage.ts";

const doors = 4;
const people = 300;
const waiting = 40;
const issued = 1000;
const guesses = 100_000;
const addresses = 250;

/** The context of tests on a database of the stage, which signs as its sites do. */
const contextOf = (database: Awaited<ReturnType<typeof openBenchDatabase>>, url: string) =>
  testContext(database, { env: testEnv({ AUTH_SECRET: authSecret, BASE_URL: url }) });

/** A run with that many confirmed seats, each of someone with names and a number; resolves with seats and sessions. */
async function taughtRun(ctx: TestCtx, seats: number, startDate: string) {
  const endDate = addDays(startDate, 3);
  const dates = { startDate, endDate, days: 4, hours: "18.0", capacity: seats, timesConfirmed: true };
  const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, dates);
  await paidOrders(ctx, seats, { runId });
  await ctx.db
    .update(enrolments)
    .set({
      attendeeName: sql`'Omar Khalid ' || chr(65 + ${enrolments.id} % 26)`,
      attendeeNameOther: "عمر خالد",
      attendeeEmail: sql`'omar-' || ${enrolments.id} || '@example.com'`,
      scfhsNumber: sql`'00RN' || lpad(${enrolments.id}::text, 7, '0')`,
    })
    .where(eq(enrolments.runId, runId));
  const ofRun = await ctx.db.select().from(enrolments).where(eq(enrolments.runId, runId)).orderBy(asc(enrolments.id));
  const { id, startsAt } = runSessions;
  const sessions = await ctx.db.select({ id }).from(runSessions).where(eq(runSessions.runId, runId)).orderBy(startsAt);
  return { runId, seats: ofRun, sessions: sessions.map((session) => session.id) };
}

/** One after the other in each lane, as a person at a door does; milliseconds of each. */
async function inLanes<T>(lanes: number, items: readonly T[], work: (item: T, lane: number) => Promise<void>) {
  const times: number[] = [];
  const lane = async (number: number) => {
    for (let at = number; at < items.length; at += lanes) {
      const item = items[at];
      if (item === undefined) continue;
      const from = performance.now();
      await work(item, number);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return times;
}

/** The least that a check-in writes, through `pg`: the seat locked, a mark, its change, and a line of the log. */
async function bareCheckIn(pool: pg.Pool, runId: number, sessionId: number, seatId: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select id from enrolment where id = $1 for update", [seatId]);
    await client.query(
      "insert into attendance_mark (enrolment_id, session_id, state, way, marked_at, recorded_at) values ($1, $2, 'present', 'door', now(), now())",
      [seatId, sessionId],
    );
    await client.query(
      "insert into attendance_change (key, enrolment_id, session_id, changed_at) values ($1, $2, $3, now())",
      [randomUUID(), seatId, sessionId],
    );
    await client.query(
      "insert into audit_event (at, actor_kind, action, entity, entity_id, request_id) values (now(), 'staff', 'attendance.marked', 'run', $1, '-')",
      [String(runId)],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

async function atTheDoor(stage: Stage): Promise<Figure[]> {
  const databaseUrl = await stage.database("bench_doors");
  const database = await openBenchDatabase(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: doors });
  const agent = new Agent({ keepAlive: true, maxSockets: doors });
  const site = await stage.site({ databaseUrl });
  try {
    const ctx = contextOf(database, site.url);
    const { runId, seats, sessions } = await taughtRun(ctx, people, riyadhDate(new Date()));
    await database.executeSql(
      `update run_session s set starts_at = now() + place * interval '2 seconds', ends_at = now() + (place + 0.5) * interval '2 seconds'
       from (select id, row_number() over (order by starts_at) as place from run_session where run_id = $1) r where r.id = s.id`,
      [runId],
    );
    const [first = 0, ours = 0, late = 0, theirs = 0] = sessions;
    const cookies = await Promise.all(Array.from({ length: doors }, () => cookieOf(ctx, "support")));
    type Arrival = { seat: (typeof seats)[number]; key: string; minutesAgo?: number };
    const scan = async (sessionId: number, { seat, key, minutesAgo = 0 }: Arrival, door: number) => {
      const now = Date.now();
      const { status, json } = await post<{ answer: string }>(
        agent,
        `${site.url}/api/staff/runs/${runId}/check-ins`,
        {
          session_id: sessionId,
          key,
          at: new Date(now - minutesAgo * 60_000).toISOString(),
          sent_at: new Date(now).toISOString(),
          scanned: ticketUrl(ctx, seat, "en"),
        },
        { cookie: cookies[door] ?? "", origin: site.url },
      );
      if (status !== 200) throw new Error(`A check-in answered ${status}: ${JSON.stringify(json)}`);
      return json.answer;
    };
    const arrivals = seats.map((seat): Arrival => ({ seat, key: randomUUID() }));
    const comeIn = async (sessionId: number, arrival: Arrival, door: number) => {
      const answer = await scan(sessionId, arrival, door);
      if (answer !== "in") throw new Error(`Someone who comes in was answered ${answer}`);
    };
    // Each phone loads the list before its door opens.
    await inLanes(doors, cookies, async (cookie) => {
      const { status } = await sendRequest(agent, `${site.url}/api/staff/runs/${runId}/door`, { headers: { cookie } });
      if (status !== 200) throw new Error(`The list of the door answered ${status}`);
    });
    // The first day, while the site's own jobs of a start are under way, is not measured.
    await inLanes(doors, seats, (seat, door) => comeIn(first, { seat, key: randomUUID() }, door));
    await pause(3000);
    const times = await inLanes(doors, arrivals, (arrival, door) => comeIn(ours, arrival, door));
    const bare = await inLanes(doors, seats, ({ id }) => bareCheckIn(pool, runId, theirs, id));
    // The same tickets at another door, and each request once more.
    const twice = arrivals.flatMap((arrival) => [{ ...arrival, key: randomUUID() }, arrival]);
    const answers: Record<string, number> = {};
    await inLanes(doors, twice, async (arrival, door) => {
      const answer = await scan(ours, arrival, (door + 1) % doors);
      answers[answer] = (answers[answer] ?? 0) + 1;
    });
    const waited = arrivals.slice(0, waiting).map(({ seat }) => ({ seat, key: randomUUID(), minutesAgo: 20 }));
    const from = performance.now();
    await inLanes(1, waited, async (arrival) => void (await scan(late, arrival, 0)));
    const seconds = (performance.now() - from) / 1000;
    const marksOf = async (sessionId: number) =>
      (await ctx.db.select().from(attendanceMarks).where(eq(attendanceMarks.sessionId, sessionId))).length;
    const changes = await database.executeSql(
      "select count(*)::int as n from attendance_change where session_id = $1",
      [ours],
    );
    const { p50Ms, p95Ms } = percentiles(times);
    const reference = percentiles(bare);
    return [
      {
        name: `check-in, ${doors} doors, run of ${people}: 95th percentile`,
        value: p95Ms,
        unit: "ms",
        target: { atMost: 60 },
        note: `median ${shown(p50Ms)} ms; bare through pg ${shown(reference.p50Ms)} and ${shown(reference.p95Ms)} ms`,
      },
      { name: "check-in / bare check-in through pg, medians", value: p50Ms / reference.p50Ms, unit: "x" },
      {
        name: "check-ins lost or doubled",
        value:
          Math.abs(people - (await marksOf(ours))) +
          Math.abs(people - Number(changes.rows[0]?.["n"])) +
          Math.abs(waiting - (await marksOf(late))),
        unit: "",
        target: { atMost: 0 },
        note: `each ticket and each request again: ${JSON.stringify(answers)}`,
      },
      { name: `${waiting} check-ins that waited`, value: seconds, unit: "s", target: { atMost: 3 } },
    ];
  } finally {
    agent.destroy();
    await site.end();
    await Promise.all([database.close(), pool.end()]);
  }
}

/** A visitor after the other, forty a second, until `isDone`; times of the cached home page and the most memory. */
async function visit(site: Site, isDone: () => Promise<boolean>) {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let memory = 0;
  const shot: Shot = { path: "/", headers: { "accept-encoding": "br" } };
  const watching = new AbortController();
  const watch = async () => {
    while (!(await isDone())) await pause(200);
    watching.abort();
  };
  const lane = async () => {
    while (!watching.signal.aborted) {
      const from = performance.now();
      await sendRequest(agent, site.url + shot.path, shot);
      times.push(performance.now() - from);
      memory = Math.max(memory, memoryOf(site.pid));
      await pause(25);
    }
  };
  await Promise.all([watch(), lane()]).finally(() => agent.destroy());
  return { ...percentiles(times), memory };
}

async function byTheJob(stage: Stage): Promise<Figure[]> {
  const databaseUrl = await stage.database("bench_certificates");
  const database = await openBenchDatabase(databaseUrl);
  const ctx = contextOf(database, "http://127.0.0.1");
  const count = async (table: string) =>
    Number((await database.executeSql(`select count(*)::int as n from ${table}`)).rows[0]?.["n"]);
  const kept = async () => ({ certificates: await count("certificate"), mails: await count("outbox_mail") });
  try {
    // The same site first, without anything to issue.
    const idle = await stage.site({ databaseUrl }, "/");
    const until = performance.now() + 15_000;
    const alone = await visit(idle, () => Promise.resolve(performance.now() > until)).finally(() => idle.end());
    const before = await kept();
    // Its last session ended the day before yesterday: the job waits 24 hours.
    const { seats, sessions } = await taughtRun(ctx, issued, addDays(riyadhDate(new Date()), -5));
    const at = { markedAt: ctx.now(), recordedAt: ctx.now() };
    for (const sessionId of sessions)
      await ctx.db.insert(attendanceMarks).values(
        seats.map(({ id }) => ({
          enrolmentId: id,
          sessionId,
          state: "present" as const,
          way: "door" as const,
          ...at,
        })),
      );
    // The job runs when a site starts, unless it has run in these five minutes.
    await database.executeSql("delete from pgboss.job where name = 'certificates.issue'");
    const site = await stage.site({ databaseUrl }, "/");
    const from = performance.now();
    let seconds = 0;
    const beside = await visit(site, async () => {
      const now = await kept();
      if (seconds === 0 && now.certificates - before.certificates === issued)
        seconds = (performance.now() - from) / 1000;
      const isLate = performance.now() - from > 120_000;
      const { rows } = await database.executeSql("select count(*)::int as n from outbox_mail where status = 'queued'");
      return isLate || (seconds > 0 && Number(rows[0]?.["n"]) === 0);
    }).finally(() => site.end());
    const after = await kept();
    if (after.certificates - before.certificates !== issued)
      throw new Error(`${after.certificates - before.certificates} of ${issued} certificates were issued`);
    return [
      {
        name: `${shown(issued)} certificates issued by the job`,
        value: seconds,
        unit: "s",
        target: { atMost: 60 },
        note: `from the first answer of the site that issues them; ${after.mails - before.mails} emails written`,
      },
      {
        name: "memory beside that",
        value: beside.memory - alone.memory,
        unit: "MB",
        target: { atMost: 80 },
        note: `at most ${shown(beside.memory)} MB, without ${shown(alone.memory)} MB, until the last email was dealt with`,
      },
      {
        name: "cached page beside that, 95th percentile",
        value: beside.p95Ms,
        unit: "ms",
        target: { atMost: 50 },
        note: `median ${shown(beside.p50Ms)} ms; without the job ${shown(alone.p50Ms)} and ${shown(alone.p95Ms)} ms`,
      },
      ...(await asPaper(stage, databaseUrl)),
    ];
  } finally {
    await database.close();
  }
}

async function asPaper(stage: Stage, databaseUrl: string): Promise<Figure[]> {
  const database = await openBenchDatabase(databaseUrl);
  const site = await stage.site({ databaseUrl });
  try {
    const ctx = contextOf(database, site.url);
    const rows = await ctx.db.select({ number: certificates.number }).from(certificates).limit(25);
    const sizes: number[] = [];
    let text = "";
    const times: number[] = [];
    const busy: number[] = [];
    for (const { number } of rows) {
      const [from, used] = [performance.now(), processorMsOf(site.pid)];
      const { status, bytes } = await sendRequest(undefined, certificateUrl(ctx, number, "pdf"));
      if (status !== 200) throw new Error(`A certificate answered ${status}`);
      sizes.push(bytes.length / 1000);
      times.push(performance.now() - from);
      busy.push(processorMsOf(site.pid) - used);
      text = pdfPages(bytes).join("\n");
    }
    const found = ["Omar Khalid", "عمر خالد", "00-RN-"].filter((words) => text.includes(words));
    return [
      {
        name: "certificate as PDF, median",
        value: median(times.slice(5)),
        unit: "ms",
        target: { atMost: 150 },
        note: `another one each time, through the site, after five; 95th percentile ${shown(percentiles(times.slice(5)).p95Ms)} ms; ${shown(median(busy.slice(5)))} ms of the processor`,
      },
      { name: "its size", value: Math.max(...sizes), unit: "kB", target: { atMost: 150 } },
      {
        name: "words found in its text, both scripts",
        value: found.length,
        unit: "",
        target: { atLeast: 3 },
        note: found.join(", "),
      },
    ];
  } finally {
    await site.end();
    await database.close();
  }
}

const verify = (number: string): Shot => ({
  path: "/api/verify-certificate",
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ number }),
});

/** What a bare handler asks: the row of the number, prepared as little as the site prepares it. */
const bareQuery = (number: string) => ({
  text: "select number, state, holder, activity, issued_at, ended_at from certificate where number = $1",
  values: [number],
});

async function checked({ stage, generator, seconds, rounds }: Bench): Promise<Figure[]> {
  const databaseUrl = await stage.database("bench_verify");
  const database = await openBenchDatabase(databaseUrl);
  const running: Running[] = [];
  try {
    const site = await stage.site({ databaseUrl });
    running.push(site);
    const ctx = contextOf(database, site.url);
    const { seats, runId } = await taughtRun(ctx, 10, addDays(riyadhDate(new Date()), -10));
    const { number } = await makeCertificate(ctx.db, { enrolmentId: seats[0]?.id ?? 0, runId });
    const queryFile = join(stage.scratch, "verify.json");
    writeFileSync(queryFile, JSON.stringify(bareQuery(number)));
    const port = await freePort();
    running.push(await startChild("raw-courses", [String(port), queryFile, databaseUrl, String(poolSize)]));
    const shots = [verify(number)];
    const sides = Object.entries({ site: site.url, raw: `http://127.0.0.1:${port}` }).map(([name, origin]) => ({
      name,
      measure: async () => (await generator.run({ origin, shots, seconds, connections })).perSecond,
    }));
    for (const side of sides) await side.measure();
    const { perSecond, ratio } = await alternate(sides, rounds);
    return [
      {
        name: "check of a number / bare handler with one query",
        value: ratio("site", "raw"),
        unit: "x",
        target: { atLeast: 0.4 },
        note: `${shown(perSecond["site"] ?? 0)}/s against ${shown(perSecond["raw"] ?? 0)}/s`,
      },
      ...(await guessed(stage, databaseUrl)),
    ];
  } finally {
    for (const process of running) await process.end();
    await database.close();
  }
}

/** With the limits of the site as it is used, from many addresses. */
async function guessed(stage: Stage, databaseUrl: string): Promise<Figure[]> {
  const site = await stage.site({ databaseUrl }, "/healthz", { RATE_LIMIT_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  const year = Number(riyadhDate(new Date()).slice(0, 4));
  try {
    const tries = Array.from({ length: guesses }, (_, at) => `198.51.100.${at % addresses}`);
    await inLanes(connections, tries, async (address) => {
      const number = certificateNumber(year, crypto.getRandomValues(new Uint8Array(8)));
      const shot = verify(number);
      const headers = { ...shot.headers, "x-forwarded-for": address };
      const { status } = await sendRequest(agent, site.url + shot.path, { ...shot, headers });
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  } finally {
    agent.destroy();
    await site.end();
  }
  const others = guesses - (statuses[404] ?? 0) - (statuses[429] ?? 0);
  return [
    { name: `certificates found by ${shown(guesses)} guesses`, value: others, unit: "", target: { atMost: 0 } },
    {
      name: "guesses that were answered at all",
      value: statuses[404] ?? 0,
      unit: "",
      target: { atMost: limits.verifyPerAddress.max * addresses },
      note: `${statuses[429] ?? 0} were told to wait`,
    },
  ];
}

export async function after(bench: Bench): Promise<PartFigures> {
  const figures = [...(await atTheDoor(bench.stage)), ...(await byTheJob(bench.stage)), ...(await checked(bench))];
  return { figures, remarks: [] };
}
