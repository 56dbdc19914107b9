import { Socket } from "node:net";

/**
 * A socket that sends what was written to it in one turn of the event loop in one piece: statements that do not wait for each other then cost one
 * system call, and wake PostgreSQL once. `pg` holds back a statement's messages until it is whole (cork); here they go when every promise that is
 * settled by then has been heard.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
