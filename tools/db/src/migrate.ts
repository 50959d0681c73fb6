import { allowLoginsOf, migrateAll } from '@nameyard/embedded/platform/migrations'

/**
 * Brings the database at DATABASE_URL up to date for every service. Runs at the same time wait for each other. With
 * DATABASE_PASSWORDS, a folder with a file for each role, the services can log in as their own roles.
 */
async function main(): Promise<void> {
  const { DATABASE_URL, DATABASE_PASSWORDS } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: it names the database to migrate.')
  const applied = await migrateAll(DATABASE_URL)
  for (const migration of applied) console.log(migration)
  if (DATABASE_PASSWORDS) {
    for (const role of await allowLoginsOf(DATABASE_URL, DATABASE_PASSWORDS)) console.log(`${role} may log in`)
  }
  console.log(applied.length === 0 ? 'the database is up to date' : `${applied.length} migrations applied`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
