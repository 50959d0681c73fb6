import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The migrations of a service: folders of `NNNN_what_changes.sql`, applied folder by folder, in name order. */
export interface MigrationFolders {
  readonly service: string
  readonly folders: readonly string[]
}

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Not wrapped in a transaction: for `create index concurrently` and for updates in batches. */
  readonly isOutsideTransaction: boolean
  /** The older migrations that this baseline replaces, by name, with their checksums. */
  readonly replaces?: ReadonlyMap<string, string>
}

/** First line of a migration that is not one transaction. */
const NO_TRANSACTION = '-- no transaction'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export async function readMigrations(folders: readonly string[]): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const folder of folders) {
    const files = (await readdir(folder)).sort()
    for (const name of files.filter((file) => file.endsWith('.sql'))) {
      const sql = await readFile(join(folder, name), 'utf8')
      const list = name.replace(/\.sql$/, '.replaces')
      migrations.push({
        name,
        sql,
        checksum: sha256(sql),
        isOutsideTransaction: sql.startsWith(NO_TRANSACTION),
        ...(files.includes(list) && { replaces: replacedBy(await readFile(join(folder, list), 'utf8')) }),
      })
    }
  }
  return migrations
}

/** Reads the output of `sha256sum`: a checksum, two spaces, a name. */
function replacedBy(list: string): Map<string, string> {
  return new Map([...list.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, checksum, name]) => [name!, checksum!]))
}
