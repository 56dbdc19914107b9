/** What a verb may ask of the job runner; the runner itself is in jobs-runner.server.ts. */
export interface Jobs {
  /**
   * Queues a job; inside a transaction it is queued only if that commits. Handlers run at least once, so they are idempotent.
   * `key` keeps at most one waiting job of that key.
   */
  send(name: string, data: object, options?: { key?: string }): Promise<void>;
}
