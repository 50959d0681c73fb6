import { join } from 'node:path'

/** Tables every service with an outbox has; applied before the service's own migrations. */
export const outboxMigrations = join(__dirname, '..', 'migrations')
