import { outgoingCalls } from "./counters.server.ts";
import { errorForLog } from "./log.server.ts";
import { traced } from "./tracing.server.ts";
import { currentWork } from "./work.server.ts";

const slowSeconds = 2;

/**
 * Calls another service: counted, timed, in a span, and logged with the id of the work it is made for; `name` holds no
 * id and nothing personal. What `call` throws is passed on.
 */
export async function outgoingCall<T extends { status: number }>(
  service: string,
  name: string,
  call: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const ended = (status: number | "failed", more: object = {}) => {
    const seconds = (performance.now() - began) / 1000;
    const isBad = status === "failed" || status >= 500;
    outgoingCalls.observe({ service, outcome: isBad ? "failed" : "answered" }, seconds);
    const line = { service, call: name, status, milliseconds: Math.round(seconds * 1000), ...more };
    const log = currentWork()?.log;
    if (isBad || seconds > slowSeconds) log?.warn(line, "outgoing call");
    else log?.debug(line, "outgoing call");
  };
  return traced(
    () => ({ name: `${service} ${name}`, kind: "client", attributes: { "peer.service": service } }),
    async (span) => {
      try {
        const answer = await call();
        if (span) span.attributes["http.response.status_code"] = answer.status;
        ended(answer.status);
        return answer;
      } catch (error) {
        ended("failed", errorForLog(error));
        throw error;
      }
    },
  );
}
