/**
 * What a phone at the door stores: the list of a run for one day, and check-ins until the server has confirmed them.
 * They survive closing the page.
 */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { StaffInput, StaffReply } from "../api-types.ts";

export type DoorList = StaffReply<"GET /api/staff/runs/:id/door">;
export type DoorRow = DoorList["rows"][number];
/** The server's reply to a check-in. */
export type CheckInReply = StaffReply<"POST /api/staff/runs/:id/check-ins">;

export interface StoredList {
  runId: number;
  /** The day in Riyadh that the list is for. It is deleted after midnight. */
  day: string;
  readAt: string;
  list: DoorList;
  /** The signed-in person, for a page that is opened offline. */
  me: StaffReply<"GET /api/staff/me">;
}

export interface StoredCheckIn {
  key: string;
  runId: number;
  /** The input of the API, without `sentAt`, which is added when it is sent. */
  input: Omit<StaffInput<"POST /api/staff/runs/:id/check-ins">, "id" | "sentAt">;
  /** Name and seat according to the phone's list. */
  name: string | null;
  enrolmentId: number | null;
  /** The phone's own decision. */
  answer: DoorAnswer;
  /** Whether staff have undone it, but the server does not know yet. */
  isUndone: boolean;
  /** Why the server refused the check-in. Kept until staff dismiss it. */
  refusal: string | null;
}

/** `lists` holds a `StoredList` for each run, `waiting` the stored check-ins by their key. */
const stores = ["lists", "waiting"] as const;
type Store = (typeof stores)[number];

let databasePromise: Promise<IDBDatabase> | undefined;
const openDatabase = () =>
  (databasePromise ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("staff-door", 2);
    request.addEventListener("upgradeneeded", () => {
      // The records of version 1 have other names. No phone had any when the names changed: the site was not online yet.
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
      request.result.createObjectStore("lists", { keyPath: "runId" });
      request.result.createObjectStore("waiting", { keyPath: "key" });
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB did not open")));
  }));

/** Resolves when the transaction is committed to disk. */
async function withStore<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: "strict" });
    const request = work(transaction.objectStore(store));
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () =>
      reject(transaction.error ?? new Error("IndexedDB aborted the transaction")),
    );
  });
}

export const storeList = (list: StoredList) => withStore("lists", "readwrite", (store) => store.put(list));

/** The list of a run for that day. Deletes the lists of other days. */
export async function loadStoredList(runId: number, day: string): Promise<StoredList | undefined> {
  const lists = (await withStore("lists", "readonly", (store) => store.getAll())) as StoredList[];
  for (const list of lists)
    if (list.day !== day) await withStore("lists", "readwrite", (store) => store.delete(list.runId));
  return lists.find((list) => list.runId === runId && list.day === day);
}

export const storeCheckIn = (checkIn: StoredCheckIn) =>
  withStore("waiting", "readwrite", (store) => store.put(checkIn));

/**
 * Deletes a check-in that the server has confirmed, unless staff have undone it meanwhile. Resolves with true if they
 * have.
 */
export async function deleteAnswered(key: string): Promise<boolean> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("waiting", "readwrite", { durability: "strict" });
    const store = transaction.objectStore("waiting");
    const request = store.get(key) as IDBRequest<StoredCheckIn | undefined>;
    request.addEventListener("success", () => {
      if (request.result && !request.result.isUndone) store.delete(key);
    });
    transaction.addEventListener("complete", () => resolve(request.result?.isUndone === true));
    transaction.addEventListener("abort", () =>
      reject(transaction.error ?? new Error("IndexedDB aborted the transaction")),
    );
  });
}

export const deleteCheckIn = (key: string) => withStore("waiting", "readwrite", (store) => store.delete(key));

/** All stored check-ins, sorted by time. */
export async function loadCheckIns(): Promise<StoredCheckIn[]> {
  const checkIns = (await withStore("waiting", "readonly", (store) => store.getAll())) as StoredCheckIn[];
  return checkIns.toSorted((a, b) => a.input.at.localeCompare(b.input.at));
}

/** Number of check-ins in this browser that have not reached the server. */
export const countUnsent = async (): Promise<number> =>
  (await loadCheckIns()).filter(({ refusal }) => refusal === null).length;

/** Deletes all lists, so that the next user does not see them. Unsent check-ins stay until they are sent. */
export const deleteLists = () => withStore("lists", "readwrite", (store) => store.clear());
