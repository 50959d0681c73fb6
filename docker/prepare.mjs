/** Runs once before the services: migrates the database, and lets the roles of the services log in. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const { allowLoginsOf, migrateAll } = require('../tools/embedded/dist/platform/migrations.js')

const { DATABASE_URL, DATABASE_PASSWORDS } = process.env
const url = new URL(DATABASE_URL)
url.password = encodeURIComponent(readFileSync(join(DATABASE_PASSWORDS, 'postgres'), 'utf8').trim())
const applied = await migrateAll(url.href)
console.log(`${applied.length} migrations applied`)
for (const role of await allowLoginsOf(url.href, DATABASE_PASSWORDS)) console.log(`${role} may log in`)
