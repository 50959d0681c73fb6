import { migrate } from '@nameyard/persistence/migrate'
import { applications } from './applications'

/** Brings the whole platform's database up to date; returns what was applied, as `service/file`. */
export async function migrateAll(databaseUrl: string): Promise<string[]> {
  const applied: string[] = []
  for (const { name, migrations } of applications) {
    if (migrations.length === 0) continue
    const files = await migrate(databaseUrl, { service: name, folders: migrations })
    applied.push(...files.map((file) => `${name}/${file}`))
  }
  return applied
}
