/**
 * Ends with 0 when the site in this container is alive, or with the argument `/readyz` when it is ready; otherwise with
 * 1. It is plain JavaScript, because it runs every ten seconds and Node starts it without stripping types.
 */
const path = process.argv[2] ?? "/healthz";
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
