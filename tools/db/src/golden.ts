import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Golden } from '@nameyard/contracts/golden'
import { applications } from '@nameyard/embedded/platform/applications'
import { migrateAll } from '@nameyard/embedded/platform/migrations'
import { startPostgres } from '@nameyard/embedded/postgres/postgres'
import { printSchema } from '@nameyard/persistence/print-schema'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Service } from '@nameyard/runtime/service'
import { assertRetention, retentionPage } from './retention-page'

const stored: readonly Service[] = applications.filter(({ migrations }) => migrations.length > 0)

/**
 * Prints the schemas that the migrations of all services make, from a temporary database, and what happens to the rows of
 * their tables.
 */
export async function goldens(): Promise<Golden[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-schema-'))
  const server = await startPostgres({ dataFolder: join(folder, 'postgres'), durable: false })
  try {
    await migrateAll(server.url)
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      const printed: Golden[] = [retentionPage(stored)]
      for (const service of stored) {
        const { schema } = schemaOf(service.name)
        const text = await printSchema(client, schema)
        assertRetention(service, text)
        printed.push({ file: `tools/db/golden/${schema}.sql`, text })
      }
      return printed
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
