/**
 * Runs first: creates the certificates of this installation, and renews them before they expire. Each program gets only the
 * certificates and keys that it needs, in a volume of its own.
 */
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const require = createRequire(import.meta.url)
const { certificatesIn } = require('../tools/embedded/dist/platform/certificates.js')

const { CERTIFICATES } = process.env
const made = await certificatesIn(join(CERTIFICATES, 'all'), new Date(), ['postgres', 'rabbitmq'])
const [postgres, rabbitmq] = made.hosts
const needs = {
  authority: [made.authority],
  postgres: [postgres.certificate, postgres.key],
  rabbitmq: [made.authority, rabbitmq.certificate, rabbitmq.key],
  gateway: [made.certificate, made.key],
  balancer: [made.authority, made.certificate, made.key],
  registry: [made.certificate, made.key, made.registrarCertificate],
  registrar: [made.registrarCertificate, made.registrarKey],
}
for (const [program, files] of Object.entries(needs)) {
  for (const file of files) {
    // HAProxy looks for the key of server.pem in server.pem.key.
    const isOfBalancer = program === 'balancer' && file === made.key
    const copy = join(CERTIFICATES, program, isOfBalancer ? `${basename(made.certificate)}.key` : basename(file))
    // A key cannot be written over: it is readable only.
    rmSync(copy, { force: true })
    copyFileSync(file, copy)
    // RabbitMQ runs as a user of its own. No other program has this volume.
    if (file.endsWith('.key')) chmodSync(copy, program === 'rabbitmq' ? 0o444 : 0o400)
  }
  console.log(`certificates of ${program}`)
}
