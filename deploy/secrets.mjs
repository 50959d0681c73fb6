/**
 * Gives each service its own secrets only, from a folder that docker/secrets.mjs made. For Kubernetes it prints secrets:
 *   node docker/secrets.mjs secrets && node deploy/secrets.mjs kubernetes secrets nameyard | kubectl apply -f -
 * For systemd it makes a folder for each service, which only root can read:
 *   node deploy/secrets.mjs folders secrets /etc/nameyard
 * Four files are yours: `postgres`, the password of the role that migrates; `mail_smtp_url`, the URL of the mail server with
 * user and password; `mail_dkim_key`, the key that signs mails, where this installation signs them; and `keda_host`, the
 * URL of the broker's management interface, where KEDA scales workers.
 */
import { copyFileSync, chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const roles = ['customers', 'dns', 'domains', 'events', 'orders', 'registry_worker', 'sandbox_registry'].map(
  (name) => `nameyard_${name}`,
)

/** The files of each service; those with a question mark may be missing. */
const secrets = {
  gateway: ['nameyard-gateway', 'repeat_secret', 'mcp_secret'],
  mcp: ['mcp_secret'],
  customers: [
    'nameyard_customers',
    'nameyard-customers',
    'actor_keys',
    'actor_signing_key',
    'link_secret',
    'factor_secret',
    'mail_smtp_url',
    'mail_dkim_key?',
  ],
  orders: ['nameyard_orders', 'nameyard-orders', 'actor_keys', 'ca_key_secret'],
  domains: ['nameyard_domains', 'nameyard-domains', 'actor_keys', 'auth_code_secret'],
  dns: ['nameyard_dns', 'nameyard-dns', 'actor_keys', 'powerdns_api_key', 'dnssec_key_secret'],
  events: ['nameyard_events', 'nameyard-events', 'actor_keys', 'webhook_secret'],
  'registry-worker': [
    'nameyard_registry_worker',
    'nameyard-registry-worker',
    'actor_keys',
    'auth_code_secret',
    'registry_password',
  ],
  'sandbox-registry': ['nameyard_sandbox_registry', 'registry_password', 'rival_password'],
  admin: ['nameyard-admin'],
  migration: ['postgres', ...roles],
  keda: ['keda_host?'],
}

const [form, folder, target] = process.argv.slice(2)
if (!['kubernetes', 'folders'].includes(form) || !folder || !target)
  fail('Give kubernetes or folders, the folder of the secrets, and the name of the release or the folder to fill.')

const given = Object.entries(secrets).flatMap(([component, names]) => {
  const files = names.flatMap((word) => {
    const name = word.replace('?', '')
    if (existsSync(join(folder, name))) return [name]
    return word === name ? fail(`${join(folder, name)} is missing.`) : []
  })
  return files.length === 0 ? [] : [[component, files]]
})

if (form === 'kubernetes') {
  const items = given.map(([component, files]) => {
    const data = Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))
    return { apiVersion: 'v1', kind: 'Secret', metadata: { name: `${target}-${component}` }, type: 'Opaque', data }
  })
  console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2))
} else
  for (const [component, files] of given) {
    mkdirSync(join(target, component), { recursive: true, mode: 0o700 })
    for (const name of files) {
      copyFileSync(join(folder, name), join(target, component, name))
      chmodSync(join(target, component, name), 0o400)
    }
    console.log(join(target, component))
  }

function fail(sentence) {
  console.error(sentence)
  process.exit(64)
}
