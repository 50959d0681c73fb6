import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowLogins } from '@nameyard/persistence/logins'
import { assertMigratable, migrate } from '@nameyard/persistence/migrate'
import { assertOwnSessions } from '@nameyard/persistence/own-sessions'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { applications } from './applications'

/** Migrates the database of all services; returns the applied migrations as `service/file`. */
export async function migrateAll(databaseUrl: string): Promise<string[]> {
  await assertOwnSessions(databaseUrl)
  const services = applications
    .filter(({ migrations }) => migrations.length > 0)
    .map(({ name, migrations }) => ({ service: name, folders: migrations }))
  // When one service refuses the database, no service is migrated: the old code can still run on it.
  for (const service of services) await assertMigratable(databaseUrl, service)
  const applied: string[] = []
  for (const service of services) {
    const files = await migrate(databaseUrl, service)
    applied.push(...files.map((file) => `${service.service}/${file}`))
  }
  return applied
}

/**
 * Lets the roles log in whose password is in a folder: one file for each role, with its name (`nameyard_dns`). Returns the
 * roles.
 */
export async function allowLoginsOf(databaseUrl: string, folder: string): Promise<string[]> {
  const found = applications.flatMap(({ name }) => {
    const file = join(folder, schemaOf(name).role)
    return existsSync(file) ? [[name, readFileSync(file, 'utf8').trim()] as const] : []
  })
  if (found.length === 0)
    throw new Error(`The folder ${folder} has no password: name each file as a role, nameyard_dns.`)
  await allowLogins(databaseUrl, new Map(found))
  return found.map(([name]) => schemaOf(name).role)
}
