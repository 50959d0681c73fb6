import { migrateAll } from '@nameyard/embedded/platform/migrations'

/** Brings the database at DATABASE_URL up to date for every service; may run any number of times, and beside itself. */
async function main(): Promise<void> {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: it names the database to migrate.')
  const applied = await migrateAll(DATABASE_URL)
  for (const migration of applied) console.log(migration)
  console.log(applied.length === 0 ? 'the database is up to date' : `${applied.length} migrations applied`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
