/** Ends with 0 when the site in this container lives; with `/readyz`, when it is ready. JavaScript: it runs every ten seconds. */
const path = process.argv[2] ?? "/healthz";
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}${path}`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
