import { randomBytes } from 'node:crypto'
import { allowLogins, loginUrl } from '@nameyard/persistence/logins'
import { applications, type ApplicationName } from './applications'
import type { Place } from './settings'

/** Lets each application log in to the database as its own role, with a password for this start only. */
export async function withOwnRoles(place: Place): Promise<Place> {
  const names = applications
    .filter(({ migrations }) => migrations.length > 0)
    .map(({ name }) => name as ApplicationName)
  const passwords = new Map(names.map((name) => [name, randomBytes(24).toString('base64url')]))
  await allowLogins(place.databaseUrl, passwords)
  const overrides = Object.fromEntries(
    [...passwords].map(([name, password]) => [
      name,
      { ...place.overrides?.[name], DATABASE_URL: loginUrl(place.databaseUrl, name, password) },
    ]),
  )
  return { ...place, overrides: { ...place.overrides, ...overrides } }
}
