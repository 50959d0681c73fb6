/**
 * Runs once before RabbitMQ: writes its definitions with the passwords of this installation, and settings that let clients
 * connect over TLS only. RabbitMQ stores the hash of a
 * password (rabbit_password_hashing_sha256): four random bytes, then SHA-256 of these and the password.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { DEFINITIONS, PASSWORDS, OUTPUT } = process.env

function hashOf(user) {
  const salt = randomBytes(4)
  const password = readFileSync(join(PASSWORDS, user), 'utf8').trim()
  if (password.length < 16) throw new Error(`The password of ${user} has fewer than 16 characters.`)
  return Buffer.concat([salt, createHash('sha256').update(salt).update(password).digest()]).toString('base64')
}

const definitions = JSON.parse(readFileSync(DEFINITIONS, 'utf8'))
const users = definitions.users.map((user) => ({ ...user, password_hash: hashOf(user.name) }))
writeFileSync(join(OUTPUT, 'definitions.json'), JSON.stringify({ ...definitions, users }), { mode: 0o644 })
const settings = {
  load_definitions: join(OUTPUT, 'definitions.json'),
  'listeners.tcp': 'none',
  'listeners.ssl.default': 5671,
  'ssl_options.cacertfile': '/certificates/authority.pem',
  'ssl_options.certfile': '/certificates/rabbitmq.pem',
  'ssl_options.keyfile': '/certificates/rabbitmq.key',
}
const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
writeFileSync(join(OUTPUT, 'nameyard.conf'), lines.join(''))
console.log(`${users.length} users of the broker`)
