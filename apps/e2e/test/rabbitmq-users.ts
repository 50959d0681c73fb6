import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Channel } from 'amqplib'
import { root } from '../src/run'

/**
 * A virtual host of RabbitMQ with the users, queues and permissions of `docker/rabbitmq-definitions.json`, and of the
 * operator maria.
 */
export interface GuardedBroker {
  /** The URL with the user of a program, `dns`, `gateway` or `admin`, or of the operator `admin-maria`. */
  urlOf(party: string): string
  /** The URL with the administrator of the test run. */
  readonly administratorUrl: string
  /** The code with which RabbitMQ closes the channel of a program; undefined if it does not. */
  refusalOf(party: string, attempt: (channel: Channel) => unknown): Promise<number | undefined>
  /** Reads queues as the administrator of the test run. */
  asAdministrator<T>(work: (channel: Channel) => Promise<T>): Promise<T>
  drop(): Promise<void>
}

const run = promisify(execFile)
const node = process.env.TEST_RABBITMQ_NODE
const control = (...args: string[]) => run('rabbitmqctl', [...(node ? ['-n', node] : []), '-q', ...args])

interface Definitions {
  readonly users: readonly { readonly name: string }[]
}

/** Imports the definitions under names of their own, and sets passwords as an operator does. */
export async function guardedBroker(brokerUrl: string): Promise<GuardedBroker> {
  const suffix = randomBytes(6).toString('hex')
  const vhost = `nameyard-${process.env.TEST_RUN ?? 'local'}-${suffix}`
  const shipped = readFileSync(join(root, 'docker/rabbitmq-definitions.json'), 'utf8')
  const ofOperator = await run(process.execPath, [join(root, 'docker/operator.mjs'), 'maria'])
  const renamed = [shipped, ofOperator.stdout].map((text) =>
    text
      .replace(/"vhost": "\/"/g, `"vhost": "${vhost}"`)
      .replace('"name": "/"', `"name": "${vhost}"`)
      .replace(/"(name|user)": "nameyard-([a-z-]+)"/g, `"$1": "nameyard-$2-${suffix}"`),
  )
  // The tool runs as the user of RabbitMQ, which can read only what everybody can.
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-definitions-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'definitions.json')
  for (const definitions of renamed) {
    writeFileSync(file, definitions)
    chmodSync(file, 0o644)
    await control('import_definitions', file)
  }
  rmSync(folder, { recursive: true })
  const url = new URL(brokerUrl)
  url.pathname = `/${vhost}`
  await control('set_permissions', '-p', vhost, decodeURIComponent(url.username), '.*', '.*', '.*')
  const users = renamed.flatMap((text) => (JSON.parse(text) as Definitions).users.map(({ name }) => name))
  const password = randomBytes(16).toString('hex')
  for (const user of users) await control('change_password', user, password)
  const urlOf = (party: string) => {
    const own = new URL(url)
    own.username = `nameyard-${party}-${suffix}`
    own.password = password
    return own.href
  }
  return {
    urlOf,
    administratorUrl: url.href,
    async refusalOf(party, attempt) {
      const connection = await connect(urlOf(party))
      connection.on('error', () => {})
      const channel = await connection.createConfirmChannel()
      const refused = once(channel, 'error').then(([error]) => (error as { code: number }).code)
      const accepted = (async () => {
        await attempt(channel)
        await channel.waitForConfirms()
        return undefined
      })()
      const code = await Promise.race([refused, accepted.catch(() => refused)])
      await connection.close().catch(() => {})
      return code
    },
    async asAdministrator(work) {
      const connection = await connect(url.href)
      try {
        return await work(await connection.createChannel())
      } finally {
        await connection.close()
      }
    },
    async drop() {
      await control('delete_vhost', vhost)
      for (const user of users) await control('delete_user', user)
    },
  }
}
