/** Who or what is needed in two places at once: rules without I/O. */
export interface PlannedRun {
  id: number;
  /** Names as written on the course. */
  speakers: readonly string[];
  venueEng: string;
  delivery: "onsite" | "online";
  timesConfirmed: boolean;
  sessions: readonly { startsAt: Date; endsAt: Date }[];
}

export interface Clash {
  kind: "speaker" | "venue";
  /** The speaker's name, or the venue's. */
  name: string;
  /** The day in Riyadh, `YYYY-MM-DD`. */
  date: string;
  /** The two runs, the smaller id first. */
  runs: [number, number];
}

type DayOf = (instant: Date) => string;

/** While the times of one of them are not known, a day they share is enough. */
function sharedDay(one: PlannedRun, other: PlannedRun, dayOf: DayOf): string | null {
  const byTimes = one.timesConfirmed && other.timesConfirmed;
  for (const a of one.sessions)
    for (const b of other.sessions) {
      const meet = byTimes ? a.startsAt < b.endsAt && b.startsAt < a.endsAt : dayOf(a.startsAt) === dayOf(b.startsAt);
      if (meet) return dayOf(a.startsAt > b.startsAt ? a.startsAt : b.startsAt);
    }
  return null;
}

/** One clash for each person or room that two runs share on a day, the first day of it. */
export function clashesOf(runs: readonly PlannedRun[], dayOf: DayOf): Clash[] {
  const sorted = runs.toSorted((one, other) => one.id - other.id);
  return sorted.flatMap((one, at) =>
    sorted.slice(at + 1).flatMap((other): Clash[] => {
      const people = one.speakers.filter((name) => other.speakers.includes(name));
      const isSameRoom = one.delivery === "onsite" && other.delivery === "onsite" && one.venueEng === other.venueEng;
      if (people.length === 0 && !isSameRoom) return [];
      const date = sharedDay(one, other, dayOf);
      if (date === null) return [];
      const shared = { date, runs: [one.id, other.id] as [number, number] };
      return [
        ...people.map((name) => ({ kind: "speaker" as const, name, ...shared })),
        ...(isSameRoom ? [{ kind: "venue" as const, name: one.venueEng, ...shared }] : []),
      ];
    }),
  );
}
