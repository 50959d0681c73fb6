import { readFile } from 'node:fs/promises'

/** Milliseconds for which files count as read. */
const FRESH_MS = 60_000

/** Certificate and key of a listener. Files that were replaced are read again, so that a renewal needs no restart. */
export class CertificateFiles {
  private readAt = Number.NEGATIVE_INFINITY
  private last = ''

  constructor(
    private readonly paths: { readonly certificate: string; readonly key: string },
    private readonly machineMs: () => number,
  ) {}

  /** Returns the files when they are not those of the last call; undefined otherwise. Throws when they cannot be read. */
  async changed(): Promise<{ cert: string; key: string } | undefined> {
    if (this.machineMs() - this.readAt < FRESH_MS) return undefined
    this.readAt = this.machineMs()
    const [cert, key] = await Promise.all([readFile(this.paths.certificate, 'utf8'), readFile(this.paths.key, 'utf8')])
    if (this.last === cert + key) return undefined
    this.last = cert + key
    return { cert, key }
  }
}
