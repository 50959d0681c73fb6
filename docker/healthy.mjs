/** The image's health check: succeeds when the service on HEALTH_PORT is ready. */
const answer = await fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`).catch(() => ({ ok: false }))
process.exitCode = answer.ok ? 0 : 1
