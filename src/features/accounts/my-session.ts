/** An open login as its owner sees it: no network address, no place. Instants ISO 8601 UTC. */
export interface MySession {
  id: string;
  /** Such as "Firefox, Windows"; empty when the browser did not say. */
  browser: string;
  created_at: string;
  /** To the hour. */
  used_at: string;
  /** At the latest; earlier when it is not used. */
  expires_at: string;
  /** The one that asks. */
  current: boolean;
}
