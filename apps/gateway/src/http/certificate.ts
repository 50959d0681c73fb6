import { X509Certificate } from 'node:crypto'
import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { createSecureContext } from 'node:tls'
import { Logger } from '@nestjs/common'

const log = new Logger('gateway')

/** Paths of a certificate with its chain and of its key, in PEM. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

/** Options of a TLS listener. */
export interface SecureContext {
  readonly cert: Buffer
  readonly key: Buffer
  readonly minVersion: 'TLSv1.2'
  readonly ciphers: string
}

/**
 * The ciphers of TLS 1.3, and those of TLS 1.2 that authenticate what they encrypt (AEAD) and agree on a new key for each
 * connection (RFC 9325 section 4.2).
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

/** Time to wait after a change, because the two files are written one after the other. */
const SETTLE_MS = 100

/** Reads a certificate and its key; throws if they are invalid or do not match. */
export async function readCertificate({ certificate, key }: CertificateFiles): Promise<SecureContext> {
  const [cert, privateKey] = await Promise.all([readFile(certificate), readFile(key)])
  const context: SecureContext = { cert, key: privateKey, minVersion: 'TLSv1.2', ciphers: CIPHERS }
  createSecureContext(context)
  return context
}

/** When a certificate ends, the first of its chain; milliseconds since 1970. */
export const endOf = ({ cert }: SecureContext): number => Date.parse(new X509Certificate(cert).validTo)

/**
 * Calls `take` with the new certificate whenever its files have changed: at once if the file system reports the change,
 * otherwise after `everyMs`. Invalid files are logged, and the current certificate stays. Returns a function that ends the
 * watch.
 */
export function watchCertificate(
  files: CertificateFiles,
  inUse: SecureContext,
  everyMs: number,
  take: (renewed: SecureContext) => void,
): () => void {
  let current = inUse
  let failing = ''
  const check = async (): Promise<void> => {
    try {
      const found = await readCertificate(files)
      failing = ''
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return
      take(found)
      current = found
      log.log('the certificate was renewed')
    } catch (error) {
      // Logged once, not with every check.
      const { message } = error as Error
      if (message !== failing) log.error(`the new certificate cannot be used, the old one stays: ${message}`)
      failing = message
    }
  }
  let settling: NodeJS.Timeout | undefined
  const timer = setInterval(() => void check(), everyMs)
  // Folders, not files: a renewal puts a new file or a new link in the place of the old one.
  const folders = [...new Set([files.certificate, files.key].map((file) => dirname(file)))]
  const watched = new Set([basename(files.certificate), basename(files.key), '..data'])
  const watchers = folders.map((folder) =>
    watch(folder, (_, changed) => {
      if (changed !== null && !watched.has(changed)) return
      clearTimeout(settling)
      settling = setTimeout(() => void check(), SETTLE_MS)
    }).on('error', () => {}),
  )
  return () => {
    clearInterval(timer)
    clearTimeout(settling)
    for (const watcher of watchers) watcher.close()
  }
}
