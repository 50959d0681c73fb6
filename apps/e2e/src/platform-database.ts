import { applications } from '@nameyard/embedded/platform/applications'
import { migrate } from '@nameyard/persistence/migrate'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'

const withTables = applications.filter(({ migrations }) => migrations.length > 0)

/** A new database with the tables of every application. */
export const platformDatabase = (): Promise<TestDatabase> => testDatabase(...withTables)

/** Migrates a database that another server has. */
export async function migratePlatform(databaseUrl: string): Promise<void> {
  for (const { name, migrations } of withTables) await migrate(databaseUrl, { service: name, folders: migrations })
}
