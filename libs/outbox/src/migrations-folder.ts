import { join } from 'node:path'

/** The tables of every service with an outbox. Applied before the service's own migrations. */
export const outboxMigrations = join(__dirname, '..', 'migrations')
