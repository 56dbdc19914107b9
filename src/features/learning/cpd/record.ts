/** Rules for the hours of a CPD record, without I/O. Declared hours are never added to verified hours. */
export const activityKinds = ["workshop", "conference", "teaching", "reading", "online"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** An activity that a valid certificate proves. */
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
  /** Whether another certificate of the same course already counts its hours. */
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
 * Sets the hours of repeated courses to 0, and lists the activities latest first. The hours of a course count once,
 * when it was first finished, so that the sums of earlier years never change.
 */
export function zeroRepeatedHours(activities: readonly Omit<VerifiedActivity, "isRepeated">[]): VerifiedActivity[] {
  const counted = new Set<number>();
  return activities
    .toSorted((a, b) => a.endDate.localeCompare(b.endDate) || a.number.localeCompare(b.number))
    .map((activity) => {
      if (activity.hours === 0) return { ...activity, isRepeated: false };
      const isRepeated = counted.has(activity.courseId);
      counted.add(activity.courseId);
      return { ...activity, hours: isRepeated ? 0 : activity.hours, isRepeated };
    })
    .reverse();
}

/**
 * Returns the name of the account, followed by the name in the other script if it is known. That name comes from the
 * account, or else from the newest certificate with the same name.
 */
export function getHolderNames(
  { name, nameOther }: { name: string; nameOther: string | null },
  certificates: readonly { holder: { nameEng: string; nameAr: string } }[],
): string[] {
  const spellings = certificates.map(({ holder }) => [holder.nameEng, holder.nameAr]);
  const certifiedName = spellings.find((names) => names.includes(name))?.find((spelling) => spelling !== name);
  const otherName = nameOther ?? certifiedName;
  return otherName && otherName !== name ? [name, otherName] : [name];
}

const sumHours = (activities: readonly { hours: number }[]) => activities.reduce((sum, { hours }) => sum + hours, 0);

/** Sums up the hours of each year, latest first. Includes every year with an activity, and `thisYear`. */
export function sumHoursByYear(
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
    .toSorted((a, b) => b - a)
    .map((year) => {
      const yearActivities = verified.filter(({ endDate }) => getYear(endDate) === year);
      return {
        year,
        onsite: sumHours(yearActivities.filter(({ delivery }) => delivery === "onsite")),
        online: sumHours(yearActivities.filter(({ delivery }) => delivery === "online")),
        declared: sumHours(declared.filter(({ date }) => getYear(date) === year)),
      };
    });
}

/** Sums the hours between the first and the last day of a cycle. */
export function sumHoursWithin(
  cycle: { startsOn: string; endsOn: string },
  verified: readonly Pick<VerifiedActivity, "endDate" | "hours">[],
  declared: readonly Pick<DeclaredActivity, "date" | "hours">[],
): { verified: number; declared: number } {
  const isIn = (date: string) => cycle.startsOn <= date && date <= cycle.endsOn;
  return {
    verified: sumHours(verified.filter(({ endDate }) => isIn(endDate))),
    declared: sumHours(declared.filter(({ date }) => isIn(date))),
  };
}
