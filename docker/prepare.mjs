/**
 * Runs once before the services: brings the database at DATABASE_URL up to date and makes the certificates of a first
 * start in the folder CERTIFICATES.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { certificatesIn } = require('../tools/embedded/dist/platform/certificates.js')
const { migrateAll } = require('../tools/embedded/dist/platform/migrations.js')

const applied = await migrateAll(process.env.DATABASE_URL)
console.log(`${applied.length} migrations applied`)
const { certificate } = await certificatesIn(process.env.CERTIFICATES, new Date())
console.log(`certificate ${certificate}`)
