import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEntry } from './audit.store'

/**
 * A folder that keeps every message and answer as a file of its own, secrets masked, so that they can be checked against
 * schemas: `<session>.<svTRID>.<code>.request.xml` and `….response.xml`, where a greeting or an answer that was never
 * decided has the code `none`.
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
