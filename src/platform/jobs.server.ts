/** The runner itself is in jobs-runner.server.ts. */
export interface Jobs {
  /**
   * Inside a transaction the job is queued only if that commits. Handlers run at least once, so they are idempotent.
   * `key` keeps at most one waiting job of that key.
   */
  send(name: string, data: object, options?: { key?: string }): Promise<void>;
}
