/**
 * What a phone at the door keeps: the list of a run for today, and check-ins until the server has answered each of
 * them. Closing the page loses none.
 */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { StaffInput, StaffReply } from "../api-types.ts";

export type DoorList = StaffReply<"GET /api/staff/runs/:id/door">;
export type DoorRow = DoorList["rows"][number];
export type Answer = StaffReply<"POST /api/staff/runs/:id/check-ins">;

export interface KeptList {
  runId: number;
  /** The day in Riyadh that it is for; no list outlives its midnight. */
  day: string;
  readAt: string;
  list: DoorList;
  /** Who is signed in, for a page that is opened without a connection. */
  me: StaffReply<"GET /api/staff/me">;
}

export interface Waiting {
  key: string;
  runId: number;
  /** Without the moment of sending. */
  input: Omit<StaffInput<"POST /api/staff/runs/:id/check-ins">, "id" | "sent_at">;
  /** As the phone knows them. */
  name: string | null;
  enrolmentId: number | null;
  /** What the phone said of it. */
  answer: DoorAnswer;
  /** Taken back, which the server has not heard. */
  isUndone: boolean;
  /** What the server said that has to be looked at: it stays until someone has seen it. */
  refusal: string | null;
}

const stores = ["lists", "waiting"] as const;
type Store = (typeof stores)[number];

let opened: Promise<IDBDatabase> | undefined;
const open = () =>
  (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("staff-door", 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("lists", { keyPath: "runId" });
      request.result.createObjectStore("waiting", { keyPath: "key" });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB did not open")));
  }));

/** Resolves when the transaction is on the disk, not when it was asked for. */
async function inStore<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
    const request = work(transaction.objectStore(store));
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB gave up")));
  });
}

export const keepList = (list: KeptList) => inStore("lists", "readwrite", (store) => store.put(list));

/** The list of a run for that day; those of other days are deleted. */
export async function keptList(runId: number, day: string): Promise<KeptList | undefined> {
  const lists = (await inStore("lists", "readonly", (store) => store.getAll())) as KeptList[];
  for (const list of lists)
    if (list.day !== day) await inStore("lists", "readwrite", (store) => store.delete(list.runId));
  return lists.find((list) => list.runId === runId && list.day === day);
}

export const keepWaiting = (one: Waiting) => inStore("waiting", "readwrite", (store) => store.put(one));

/** Deletes a check-in that the server has answered, unless it was taken back meanwhile; resolves with whether it was. */
export async function dropAnswered(key: string): Promise<boolean> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("waiting", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("waiting");
    const request = store.get(key) as IDBRequest<Waiting | undefined>;
    request.addEventListener("success", () => {
      if (request.result && !request.result.isUndone) store.delete(key);
    });
    transaction.addEventListener("complete", () => resolve(request.result?.isUndone === true));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("IndexedDB gave up")));
  });
}

export const dropWaiting = (key: string) => inStore("waiting", "readwrite", (store) => store.delete(key));

/** In the order of their time. */
export async function allWaiting(): Promise<Waiting[]> {
  const all = (await inStore("waiting", "readonly", (store) => store.getAll())) as Waiting[];
  return all.toSorted((one, other) => one.input.at.localeCompare(other.input.at));
}

/** How many check-ins of this browser have not reached the server. */
export const countUnsent = async (): Promise<number> =>
  (await allWaiting()).filter(({ refusal }) => refusal === null).length;

/** No list stays for the next caller; check-ins that wait stay until they are sent. */
export const wipeLists = () => inStore("lists", "readwrite", (store) => store.clear());
