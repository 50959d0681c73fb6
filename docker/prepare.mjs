/**
 * Runs once before the services: migrates the database, lets the roles of the services log in, and creates the
 * certificates of a first start. Each program gets only the certificates and keys that it needs, in a volume of its own.
 */
import { chmodSync, copyFileSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

const require = createRequire(import.meta.url)
const { certificatesIn } = require('../tools/embedded/dist/platform/certificates.js')
const { allowLoginsOf, migrateAll } = require('../tools/embedded/dist/platform/migrations.js')

const { DATABASE_URL, DATABASE_PASSWORDS, CERTIFICATES } = process.env
const url = new URL(DATABASE_URL)
url.password = encodeURIComponent(readFileSync(join(DATABASE_PASSWORDS, 'postgres'), 'utf8').trim())
const applied = await migrateAll(url.href)
console.log(`${applied.length} migrations applied`)
for (const role of await allowLoginsOf(url.href, DATABASE_PASSWORDS)) console.log(`${role} may log in`)

const made = await certificatesIn(join(CERTIFICATES, 'all'), new Date())
const needs = {
  authority: [made.authority],
  gateway: [made.certificate, made.key],
  registry: [made.certificate, made.key, made.registrarCertificate],
  registrar: [made.registrarCertificate, made.registrarKey],
}
for (const [program, files] of Object.entries(needs)) {
  for (const file of files) {
    const copy = join(CERTIFICATES, program, basename(file))
    // A key cannot be written over: it is readable only.
    rmSync(copy, { force: true })
    copyFileSync(file, copy)
    if (copy.endsWith('.key')) chmodSync(copy, 0o400)
  }
  console.log(`certificates of ${program}`)
}
