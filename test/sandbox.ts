/** The fake card provider of a test file. */
import { afterAll, beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";

/** Starts the fake provider for all tests of the calling file; it forgets everything before each, and ends with them. */
export async function openSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.control.reset());
  return sandbox;
}
