/** As its owner sees it: no network address, no location. Instants are ISO 8601 UTC. */
export interface MySession {
  id: string;
  /** Such as "Firefox, Windows"; empty when unknown. */
  browser: string;
  created_at: string;
  /** To the hour. */
  used_at: string;
  /** At the latest; earlier when it is not used. */
  expires_at: string;
  current: boolean;
}
