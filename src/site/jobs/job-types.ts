/** What the API says of background jobs. Instants are ISO 8601, UTC. */
export interface QueueState {
  id: string;
  /** Null: it runs when it is sent. */
  every_seconds: number | null;
  waiting: number;
  running: number;
  failed: number;
  /** The last end that is still known: some minutes back without a schedule, two turns at least with one. */
  last_ended_at: string | null;
  last_failed: boolean;
}

export interface FailedJob {
  id: string;
  queue: string;
  /** Name of the error; its text is in the log of the server. */
  reason: string;
  tries: number;
  created_at: string;
  failed_at: string;
}
