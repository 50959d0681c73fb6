import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from './audit.store'

/**
 * A folder with every message and answer as a file, secrets masked, for checks against the schemas:
 * `<session>.<svTRID>.<code>.request.xml` and `….response.xml`. The code of a greeting or of a lost command is `none`.
 */
export class FrameFolder {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true })
  }

  async keep({ session, svTRID, code, request, response }: AuditEntry): Promise<void> {
    const name = `${session}.${svTRID}.${code ?? 'none'}`
    if (request !== undefined) await writeFile(join(this.folder, `${name}.request.xml`), request)
    if (response !== undefined) await writeFile(join(this.folder, `${name}.response.xml`), response)
  }
}
