import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Golden } from '@nameyard/contracts/golden'
import { applications } from '@nameyard/embedded/platform/applications'
import { migrateAll } from '@nameyard/embedded/platform/migrations'
import { startPostgres } from '@nameyard/embedded/postgres/postgres'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { Client } from 'pg'
import { printSchema } from './print-schema'

/** What the migrations of every service make, printed from a database that is thrown away. */
export async function goldens(): Promise<Golden[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-schema-'))
  const server = await startPostgres({ dataFolder: join(folder, 'postgres'), durable: false })
  try {
    await migrateAll(server.url)
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      const schemas = applications
        .filter(({ migrations }) => migrations.length > 0)
        .map(({ name }) => schemaOf(name).schema)
      const printed: Golden[] = []
      for (const schema of schemas) {
        printed.push({ file: `tools/db/golden/${schema}.sql`, text: await printSchema(client, schema) })
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
