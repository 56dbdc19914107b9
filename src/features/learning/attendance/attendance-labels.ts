import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { MarkState, MarkWay } from "./attendance.ts";

const states = {
  present: m.attendance_state_present,
  late: m.attendance_state_late,
  absent: m.attendance_state_absent,
  excused: m.attendance_state_excused,
};
/** Null: not marked. */
export const stateLabel = (state: MarkState | null, locale: Locale): string =>
  (state === null ? m.attendance_state_none : states[state])({}, { locale });

const ways = { door: m.attendance_way_door, list: m.attendance_way_list, import: m.attendance_way_import };
export const wayLabel = (way: MarkWay, locale: Locale): string => ways[way]({}, { locale });
