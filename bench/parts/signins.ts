/**
 * Sign-ins one after another on every connection a few people have, while others read pages: hashing must not hold up
 * the loop.
 */
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { makeBuyers, password } from "../lib/buyers.ts";
import { anew } from "../lib/anew.ts";
import { sendRequest, post } from "../lib/http.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

/** People logging in at once; each sign-in hashes 19 MiB twice. */
const people = 8;
/** As many as come when a course opens. */
const crowd = 64;
/** Pages requested meanwhile: cached ones and one that is rendered each time. */
const paths = ["/", "/courses", "/ar/faq", anew("/courses", 1)];
const everyMs = 10;

export async function signins({ stage, seconds, rounds }: Bench): Promise<PartFigures> {
  const databaseUrl = await stage.database("bench_signins");
  const database = await openBenchDatabase(databaseUrl);
  const site = await stage.site({ databaseUrl });
  const agent = new Agent({ keepAlive: true });
  try {
    const buyers = await makeBuyers(database, site.url, crowd);
    for (const path of paths) await sendRequest(agent, site.url + path);
    const time = seconds * rounds * 1000;
    const quiet = await readPages(agent, site.url, time / 4);
    const signInWhilePagesAreRead = async (count: number) => {
      const ends = performance.now() + time;
      const times: number[] = [];
      const one = async (email: string) => {
        while (performance.now() < ends) {
          const began = performance.now();
          const { status } = await post(agent, `${site.url}/api/login`, { email, password });
          if (status !== 200) throw new Error(`A sign-in was answered with ${status}`);
          times.push(performance.now() - began);
        }
      };
      const [pages] = await Promise.all([
        readPages(agent, site.url, time),
        ...buyers.slice(0, count).map(({ user }) => one(user.email)),
      ]);
      return { times, pages };
    };
    const few = await signInWhilePagesAreRead(people);
    const many = await signInWhilePagesAreRead(crowd);
    const noteOf = ({ pages }: typeof few) =>
      `${pages.length} answers, median ${shown(percentiles(pages).p50Ms)} ms; without sign-ins ${shown(percentiles(quiet).p95Ms)} ms`;
    return {
      figures: [
        {
          name: "sign-ins",
          value: (few.times.length * 1000) / time,
          unit: "/s",
          target: { atLeast: 10 },
          note: `${people} at once, ${shown(percentiles(few.times).p95Ms)} ms each at the 95th percentile`,
        },
        {
          name: "pages while people sign in, 95th percentile",
          value: percentiles(few.pages).p95Ms,
          unit: "ms",
          target: { atMost: 50 },
          note: noteOf(few),
        },
        {
          name: `pages while ${crowd} sign in at once, 95th percentile`,
          value: percentiles(many.pages).p95Ms,
          unit: "ms",
          target: { atMost: 100 },
          note: `${noteOf(many)}; ${shown((many.times.length * 1000) / time)} sign-ins/s`,
        },
      ],
      remarks: [],
    };
  } finally {
    agent.destroy();
    await site.end();
    await database.close();
  }
}

/** Asks for a page every few milliseconds, whether or not the last has come; answers with how long each took. */
async function readPages(agent: Agent, origin: string, time: number): Promise<number[]> {
  const times: number[] = [];
  const requests: Promise<unknown>[] = [];
  const ends = performance.now() + time;
  for (let at = 0; performance.now() < ends; at += 1) {
    const began = performance.now();
    requests.push(
      sendRequest(agent, origin + (paths[at % paths.length] ?? "/")).then(({ status }) =>
        status === 200 ? times.push(performance.now() - began) : Promise.reject(new Error(`A page answered ${status}`)),
      ),
    );
    await pause(everyMs);
  }
  await Promise.all(requests);
  return times;
}
