import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { ClaimedOperation } from './operation.store'

/** An operation that the registry has carried out. */
export interface CarriedOut {
  readonly operation: Pick<ClaimedOperation, 'account' | 'id' | 'intent' | 'kind' | 'object' | 'resellerId'>
  readonly at: Date
}

/** The kinds that are archived, as `portfolio recover` names them. */
const archived: Readonly<Partial<Record<ClaimedOperation['kind'], string>>> = {
  'domain.create': 'create',
  'domain.renew': 'renew',
  'domain.transfer': 'transfer',
}

const HEAD = 'id,account,name,operation,at,years,reseller\n'

/**
 * An archive of the journal outside the database: who registered, renewed or transferred what and when. A restored backup of
 * the database does not have what happened after it; these files have. One file for each day (UTC), a line for each operation;
 * an operation whose settlement was repeated after a crash may have two lines with the same id.
 */
@Injectable()
export class JournalArchive {
  private readonly log = new Logger('journal archive')

  constructor(@Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig) {}

  get isKept(): boolean {
    return this.config.JOURNAL_FOLDER !== undefined
  }

  /** Adds operations. Resolves when they are on disk; a folder that cannot be written to stops no operation. */
  async add(carriedOut: readonly CarriedOut[]): Promise<void> {
    const { JOURNAL_FOLDER: folder } = this.config
    const lines = folder === undefined ? [] : carriedOut.flatMap(lineOf)
    if (folder === undefined || lines.length === 0) return
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const day of new Set(lines.map((line) => line.day))) {
        const text = lines.flatMap((line) => (line.day === day ? [line.text] : [])).join('')
        await append(join(folder, `${day}.csv`), text)
      }
    } catch (error) {
      this.log.error(`${lines.length} operations are not archived: ${(error as Error).message}`)
    }
  }
}

/** Several workers may append to the same file, in one write each. Two that begin it at the same time both write the header. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    const isNew = (await file.stat()).size === 0
    await file.write(isNew ? HEAD + text : text)
    await file.datasync()
  } finally {
    await file.close()
  }
}

function lineOf({ operation, at }: CarriedOut): { readonly day: string; readonly text: string }[] {
  const { id, account, kind, object, intent, resellerId } = operation
  const word = archived[kind]
  if (word === undefined) return []
  const { value = 1, unit = 'y' } = ('period' in intent && intent.period) || {}
  const years = unit === 'm' ? Math.max(1, Math.round(value / 12)) : value
  const instant = at.toISOString()
  return [{ day: instant.slice(0, 10), text: `${[id, account, object, word, instant, years, resellerId].join(',')}\n` }]
}
