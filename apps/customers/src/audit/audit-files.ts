import { mkdir, open, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Inject, Injectable } from '@nestjs/common'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'

/**
 * The files of the audit trail outside the database: signed heads and archived months. Who can change the database need
 * not reach them.
 */
@Injectable()
export class AuditFiles {
  constructor(@Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig) {}

  /** Adds lines to a file of heads. Resolves when they are on disk. */
  async append(name: string, lines: readonly string[]): Promise<void> {
    const folder = await this.folder('heads')
    await written(join(folder, name), 'a', (file) => file.writeFile(textOf(lines)))
  }

  /**
   * Writes the file of an archived month of an account, in place of a former one. Resolves when the whole file is on disk
   * under its name. If `pages` throws, the former file stays.
   */
  async archive(account: number, month: string, pages: AsyncIterable<readonly string[]>): Promise<void> {
    const folder = await this.folder('archive', String(account))
    const path = join(folder, `${month}.ndjson`)
    await written(`${path}.part`, 'w', async (file) => {
      for await (const lines of pages) await file.writeFile(textOf(lines))
    })
    await rename(`${path}.part`, path)
    await written(folder, 'r', () => Promise.resolve())
  }

  private async folder(...names: readonly string[]): Promise<string> {
    const path = join(this.config.AUDIT_FOLDER, ...names)
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  }
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** Opens a file or folder, writes, and waits until that is on disk. */
async function written(path: string, flag: 'a' | 'r' | 'w', write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}
