import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { isObject } from "./validate.ts";
import type { Entry } from "./payment.ts";

/** The payments, found by id or by 3-D Secure chain. With a directory they outlive the process in a journal. */
export interface Store {
  get(id: string): Entry | undefined;
  byAuth(authId: string): Entry | undefined;
  /** All entries, oldest first. */
  all(): readonly Entry[];
  /** Adds or replaces an entry and writes it to the journal, so that a killed process loses no answered change. */
  save(entry: Entry): void;
  clear(): void;
  close(): void;
}

export const journalName = "payments-sandbox.jsonl";

/**
 * Opens the store. The journal has one JSON line per change, and the last line of an id counts. Opening the store
 * rewrites the journal with one line per payment.
 */
export function openStore(dataDir: string | null): Store {
  const byId = new Map<string, Entry>();
  const byAuth = new Map<string, Entry>();
  let list: Entry[] = [];
  const apply = (entry: Entry): void => {
    if (!byId.has(entry.payment.id)) list.push(entry);
    byId.set(entry.payment.id, entry);
    if (entry.authId !== null) byAuth.set(entry.authId, entry);
  };

  let journal: number | null = null;
  let path = "";
  if (dataDir !== null) {
    mkdirSync(dataDir, { recursive: true });
    path = join(dataDir, journalName);
    const latest = new Map<string, Entry>();
    for (const entry of readJournal(path)) latest.set(entry.payment.id, entry);
    for (const entry of latest.values()) apply(entry);
    writeFileSync(`${path}.new`, list.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    journal = openSync(path, "a", 0o600);
  }

  return {
    get: (id) => byId.get(id),
    byAuth: (authId) => byAuth.get(authId),
    all: () => list,
    save(entry) {
      apply(entry);
      // Without fsync, because a plain write survives the end of the process, which is enough for a fake provider.
      if (journal !== null) writeSync(journal, `${JSON.stringify(entry)}\n`);
    },
    clear() {
      byId.clear();
      byAuth.clear();
      list = [];
      if (journal !== null) writeFileSync(path, "");
    },
    close() {
      if (journal !== null) closeSync(journal);
      journal = null;
    },
  };
}

function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const entries: Entry[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const value = line === "" ? null : parseLine(line);
    if (value !== null) entries.push(value);
  }
  return entries;
}

/** Null for an incomplete line, which a killed process left behind: its change was never answered. */
function parseLine(line: string): Entry | null {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  return (
    isObject(value) &&
    isObject(value["payment"]) &&
    typeof value["payment"]["id"] === "string" &&
    isObject(value["verdict"])
  );
}
