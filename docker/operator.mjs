/**
 * Prints the definitions of a RabbitMQ user for one operator, with the permissions of `nameyard-admin`. The audit log has
 * the name of the user, so each operator needs one of their own:
 *   node docker/operator.mjs maria > maria.json
 *   rabbitmqctl import_definitions maria.json && rabbitmqctl change_password nameyard-admin-maria
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [name] = process.argv.slice(2)
if (!/^[a-z0-9][a-z0-9.-]{0,63}$/.test(name ?? '')) {
  console.error('Give the name of the operator: up to 64 lower-case letters, digits, dots and hyphens.')
  process.exit(64)
}
const definitions = JSON.parse(readFileSync(join(import.meta.dirname, 'rabbitmq-definitions.json'), 'utf8'))
const user = `nameyard-admin-${name}`
const ofAdmin = (permissions) =>
  permissions.filter((each) => each.user === 'nameyard-admin').map((each) => ({ ...each, user }))
const users = definitions.users
  .filter((each) => each.name === 'nameyard-admin')
  .map((each) => ({ ...each, name: user }))
const permissions = ofAdmin(definitions.permissions)
const topic_permissions = ofAdmin(definitions.topic_permissions)
console.log(JSON.stringify({ users, permissions, topic_permissions }, null, 2))
