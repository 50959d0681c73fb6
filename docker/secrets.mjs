/**
 * Makes the secrets of one installation: random values in docker/secrets, or another folder, one file each. A file that exists stays. The
 * folder is closed to other users; the files are readable, because containers run as users of their own.
 */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? join(import.meta.dirname, 'secrets')

const services = ['customers', 'dns', 'domains', 'events', 'orders', 'registry_worker', 'sandbox_registry']
const programs = ['customers', 'dns', 'domains', 'events', 'orders', 'registry-worker', 'gateway', 'admin']

const names = [
  'postgres',
  ...services.map((service) => `nameyard_${service}`),
  ...programs.map((program) => `nameyard-${program}`),
  'powerdns_api_key',
  'link_secret',
  'factor_secret',
  'webhook_secret',
  'repeat_secret',
  'mcp_secret',
  'dnssec_key_secret',
  'ca_key_secret',
  'auth_code_secret',
  'registry_password',
  'rival_password',
  'grafana',
]

mkdirSync(folder, { recursive: true, mode: 0o700 })
for (const name of names) {
  const file = join(folder, name)
  if (existsSync(file)) continue
  // EPP passwords have 6 to 16 characters (RFC 5730).
  const isEpp = name === 'registry_password' || name === 'rival_password'
  writeFileSync(file, randomBytes(isEpp ? 12 : 32).toString('base64url'), { mode: 0o444 })
  console.log(file)
}

// The key with which the customers service signs who makes a request, and the public keys that all services accept.
const signingKey = join(folder, 'actor_signing_key')
if (!existsSync(signingKey)) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(signingKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o444 })
  console.log(signingKey)
}
const actorKeys = join(folder, 'actor_keys')
if (!existsSync(actorKeys)) {
  const publicKey = createPublicKey(readFileSync(signingKey))
  writeFileSync(actorKeys, publicKey.export({ type: 'spki', format: 'pem' }), { mode: 0o644 })
  console.log(actorKeys)
}

// PowerDNS reads its key from a file of settings.
const key = readFileSync(join(folder, 'powerdns_api_key'), 'utf8')
const settings = [
  'api=yes',
  `api-key=${key}`,
  'webserver=yes',
  'webserver-address=0.0.0.0',
  'webserver-allow-from=172.28.53.0/24',
]
writeFileSync(join(folder, 'powerdns_conf'), `${settings.join('\n')}\n`, { mode: 0o644 })
