/** Rules for sums of a CPD record, without I/O. Declared hours are never added to verified ones. */
export const activityKinds = ["workshop", "conference", "teaching", "reading", "online"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Of a valid certificate. */
export interface VerifiedActivity {
  number: string;
  courseId: number;
  titleEng: string;
  titleAr: string;
  startDate: string;
  endDate: string;
  delivery: "onsite" | "online";
  /** CME hours; 0 for a certificate of attendance, and when the course has counted before. */
  hours: number;
  accreditationNumber: string | null;
  /** Whether another certificate of the same course has its hours. */
  isRepeated: boolean;
}

export interface DeclaredActivity {
  id: number;
  title: string;
  provider: string;
  kind: ActivityKind;
  date: string;
  hours: number;
}

export interface YearHours {
  year: number;
  onsite: number;
  online: number;
  declared: number;
}

export const getYear = (date: string): number => Number(date.slice(0, 4));

/**
 * Lists what counts, latest first. A course counts once, when it was first finished, so that the sums of earlier years
 * never change.
 */
export function countedOnce(activities: readonly Omit<VerifiedActivity, "isRepeated">[]): VerifiedActivity[] {
  const counted = new Set<number>();
  return activities
    .toSorted((one, other) => one.endDate.localeCompare(other.endDate) || one.number.localeCompare(other.number))
    .map((activity) => {
      if (activity.hours === 0) return { ...activity, isRepeated: false };
      const isRepeated = counted.has(activity.courseId);
      counted.add(activity.courseId);
      return { ...activity, hours: isRepeated ? 0 : activity.hours, isRepeated };
    })
    .reverse();
}

/**
 * Returns the name of the account, and in the other script if the account or a certificate with the same name has it;
 * the newest certificate comes first.
 */
export function holderNames(
  { name, nameOther }: { name: string; nameOther: string | null },
  certificates: readonly { holder: { nameEng: string; nameAr: string } }[],
): string[] {
  const spellings = certificates.map(({ holder }) => [holder.nameEng, holder.nameAr]);
  const certified = spellings.find((names) => names.includes(name))?.find((spelling) => spelling !== name);
  const other = nameOther ?? certified;
  return other && other !== name ? [name, other] : [name];
}

const sum = (hours: readonly { hours: number }[]) => hours.reduce((total, one) => total + one.hours, 0);

/** Sums by year, one entry per year with an activity and one for `thisYear`; latest first. */
export function hoursByYear(
  verified: readonly Pick<VerifiedActivity, "endDate" | "delivery" | "hours">[],
  declared: readonly Pick<DeclaredActivity, "date" | "hours">[],
  thisYear?: number,
): YearHours[] {
  const years = new Set([
    ...(thisYear === undefined ? [] : [thisYear]),
    ...verified.map(({ endDate }) => getYear(endDate)),
    ...declared.map(({ date }) => getYear(date)),
  ]);
  return [...years]
    .toSorted((one, other) => other - one)
    .map((year) => {
      const yearActivities = verified.filter(({ endDate }) => getYear(endDate) === year);
      return {
        year,
        onsite: sum(yearActivities.filter(({ delivery }) => delivery === "onsite")),
        online: sum(yearActivities.filter(({ delivery }) => delivery === "online")),
        declared: sum(declared.filter(({ date }) => getYear(date) === year)),
      };
    });
}

/** Sums the hours between the first and the last day of a cycle. */
export function hoursWithin(
  cycle: { startsOn: string; endsOn: string },
  verified: readonly Pick<VerifiedActivity, "endDate" | "hours">[],
  declared: readonly Pick<DeclaredActivity, "date" | "hours">[],
): { verified: number; declared: number } {
  const isIn = (date: string) => cycle.startsOn <= date && date <= cycle.endsOn;
  return {
    verified: sum(verified.filter(({ endDate }) => isIn(endDate))),
    declared: sum(declared.filter(({ date }) => isIn(date))),
  };
}
