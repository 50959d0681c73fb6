import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Inject, Injectable } from '@nestjs/common'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'

/** The files of the audit trail outside the database: signed heads. Who can change the database need not reach them. */
@Injectable()
export class AuditFiles {
  constructor(@Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig) {}

  /** Adds lines to a file. Resolves when they are on disk. */
  async append(folder: 'heads', name: string, lines: readonly string[]): Promise<void> {
    const path = join(this.config.AUDIT_FOLDER, folder)
    await mkdir(path, { recursive: true, mode: 0o700 })
    const file = await open(join(path, name), 'a', 0o600)
    try {
      await file.writeFile(lines.map((line) => `${line}\n`).join(''))
      await file.datasync()
    } finally {
      await file.close()
    }
  }
}
