/** The fake card provider for a test file. */
import { afterAll, beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";

/** Starts the fake provider for the calling file. Resets it before each test and closes it after the last. */
export async function openSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  afterAll(() => sandbox.close());
  beforeEach(() => sandbox.control.reset());
  return sandbox;
}
