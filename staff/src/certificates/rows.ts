/** Rows of the list of certificates: one for each certificate, person without certificate and unpaid seat. */
import type { Certificate, Person, RunCertificates } from "./types.ts";

export const rowStates = [
  "decide",
  "issued",
  "eligible",
  "held",
  "feedback",
  "scfhs",
  "name",
  "unpaid",
  "unmarked",
  "attendance",
  "replaced",
  "revoked",
] as const;
export type RowState = (typeof rowStates)[number];

export interface Row {
  key: string;
  seatId: number;
  state: RowState;
  name: string | null;
  nameOther: string | null;
  /** The person who holds the seat now. */
  person: Person | null;
  certificate: Certificate | null;
  /** The certificate that replaced this one. */
  newer: Certificate | null;
  /** The order of a seat that waits for a bank transfer. */
  orderId: number | null;
}

function getPersonState({ gaps }: Person, isRunHeld: boolean): RowState {
  const [first] = gaps;
  if (first === undefined) return isRunHeld ? "held" : "eligible";
  if (first === "person-held") return "held";
  return first === "other-name" || first === "unprintable" ? "name" : first;
}

const getCertificateState = ({ state, asksAfterRefund }: Certificate): RowState =>
  asksAfterRefund ? "decide" : state === "valid" ? "issued" : state;

/** Builds the rows, in the order of the roster. Rows that need a decision come first. */
export function toRows({ people, unpaid, certificates, hold }: RunCertificates): Row[] {
  const certificatesBySeat = Map.groupBy(certificates, (certificate) => certificate.seatId);
  const seatsWithPerson = new Set(people.map((person) => person.seatId));
  const toCertificateRow = (certificate: Certificate, person: Person | null): Row => ({
    key: `certificate-${certificate.id}`,
    seatId: certificate.seatId,
    state: getCertificateState(certificate),
    name: person?.name ?? certificate.name_eng ?? certificate.name_ar,
    nameOther: person ? person.name_other : certificate.name_eng && certificate.name_ar,
    person,
    certificate,
    newer: certificates.find((other) => other.replacesId === certificate.id) ?? null,
    orderId: null,
  });
  const rows = [
    ...people.flatMap((person): Row[] => {
      const ownCertificates = certificatesBySeat.get(person.seatId);
      if (ownCertificates) return ownCertificates.map((certificate) => toCertificateRow(certificate, person));
      const { seatId, name, name_other: nameOther } = person;
      const state = getPersonState(person, hold !== null);
      return [
        {
          key: `seat-${seatId}`,
          seatId,
          state,
          name,
          nameOther,
          person,
          certificate: null,
          newer: null,
          orderId: null,
        },
      ];
    }),
    ...unpaid.map(({ seatId, name, name_other: nameOther, orderId }): Row => {
      return {
        key: `seat-${seatId}`,
        seatId,
        state: "unpaid",
        name,
        nameOther,
        person: null,
        certificate: null,
        newer: null,
        orderId,
      };
    }),
    ...certificates
      .filter((certificate) => !seatsWithPerson.has(certificate.seatId))
      .map((certificate) => toCertificateRow(certificate, null)),
  ];
  return rows.toSorted((a, b) => Number(b.state === "decide") - Number(a.state === "decide"));
}

/** Counts the rows by group. */
export function countRows(rows: readonly Row[]) {
  const count = (...states: RowState[]) => rows.filter(({ state }) => states.includes(state)).length;
  return {
    issued: count("issued", "decide"),
    eligible: count("eligible"),
    waiting: count("held", "feedback", "scfhs", "name", "unpaid", "unmarked"),
    ended: count("replaced", "revoked"),
  };
}

/** Whether a row contains the text: in a name, a certificate number or an SCFHS number, with or without hyphens. */
export function matchesQuery({ name, nameOther, certificate, person }: Row, query: string): boolean {
  const normalize = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, "");
  const texts = [
    name,
    nameOther,
    certificate?.number,
    certificate?.name_eng,
    certificate?.name_ar,
    person?.scfhs_number,
  ];
  return texts.some((text) => text && normalize(text).includes(normalize(query)));
}
