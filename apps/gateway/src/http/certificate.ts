import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createSecureContext } from 'node:tls'
import { Logger } from '@nestjs/common'

const log = new Logger('gateway')

/** Where the operator keeps a certificate with its chain and its key, in PEM. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

/** What a TLS listener is opened with. */
export interface SecureContext {
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
}

/** Both files are written by whoever renews them, one after the other. */
const SETTLE_MS = 100

/** Reads a certificate and its key; throws when the two do not fit, or are none. */
export async function readCertificate({ certificate, key }: CertificateFiles): Promise<SecureContext> {
  const context = { cert: await readFile(certificate), key: await readFile(key), minVersion: 'TLSv1.2' } as const
  createSecureContext(context)
  return context
}

/**
 * Hands over a certificate whenever its files have changed: seen at once where the file system tells, else after
 * `everyMs`. Files that do not fit together are logged, and the certificate in use stays. Returns what ends the watch.
 */
export function watchCertificate(
  files: CertificateFiles,
  inUse: SecureContext,
  everyMs: number,
  take: (renewed: SecureContext) => void,
): () => void {
  let current = inUse
  let failing = ''
  const look = async (): Promise<void> => {
    try {
      const found = await readCertificate(files)
      failing = ''
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return
      take(found)
      current = found
      log.log('the certificate was renewed')
    } catch (error) {
      // Told once, not with every look.
      const { message } = error as Error
      if (message !== failing) log.error(`the new certificate cannot be used, the old one stays: ${message}`)
      failing = message
    }
  }
  let settling: NodeJS.Timeout | undefined
  const timer = setInterval(() => void look(), everyMs)
  // Folders, not files: a renewal puts a new file or a new link in the place of the old one.
  const folders = [...new Set([files.certificate, files.key].map((file) => dirname(file)))]
  const watched = new Set([basename(files.certificate), basename(files.key), '..data'])
  const watchers = folders.map((folder) =>
    watch(folder, (_, changed) => {
      if (changed !== null && !watched.has(changed)) return
      clearTimeout(settling)
      settling = setTimeout(() => void look(), SETTLE_MS)
    }).on('error', () => {}),
  )
  return () => {
    clearInterval(timer)
    clearTimeout(settling)
    for (const watcher of watchers) watcher.close()
  }
}
