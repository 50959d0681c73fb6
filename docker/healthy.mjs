/** The image's health check: the service on HEALTH_PORT says that it can do its work. */
const answer = await fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/readyz`).catch(() => ({ ok: false }))
process.exitCode = answer.ok ? 0 : 1
