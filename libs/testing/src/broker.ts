import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** A virtual host of one test file on a broker; the test file drops it at its end. */
export interface TestBroker {
  readonly url: string
  drop(): Promise<void>
}

const run = promisify(execFile)

/** URLs of the brokers of this run, the embedded one first; by default the RabbitMQ of this machine. */
export function brokerUrls(): string[] {
  return (process.env.TEST_AMQP_URLS ?? 'amqp://guest:guest@127.0.0.1:5672').split(',').filter(Boolean)
}

/** The operator in the audit trail when a test sends operations of operators: the user of its broker. */
export const operatorOn = (brokerUrl: string): string => decodeURIComponent(new URL(brokerUrl).username)

/** The brokers of this run with names for test names. */
export const namedBrokers = (): readonly (readonly [name: string, url: string])[] =>
  brokerUrls().map((url) => [url.includes('broker=embedded') ? 'the embedded broker' : 'RabbitMQ', url])

/**
 * Creates a virtual host on the given broker. The embedded broker creates it at the first connection. For RabbitMQ its
 * command line tool creates it, on the node of the test run.
 */
export async function testBroker(brokerUrl: string = brokerUrls()[0]!): Promise<TestBroker> {
  const url = new URL(brokerUrl)
  const vhost = `nameyard-${process.env.TEST_RUN ?? 'local'}-${randomBytes(6).toString('hex')}`
  const embedded = url.searchParams.get('broker') === 'embedded'
  url.search = ''
  url.pathname = `/${vhost}`
  if (embedded) return { url: url.toString(), drop: async () => undefined }
  const node = process.env.TEST_RABBITMQ_NODE
  const control = (...args: string[]) => run('rabbitmqctl', [...(node ? ['-n', node] : []), '-q', ...args])
  await control('add_vhost', vhost)
  await control('set_permissions', '-p', vhost, decodeURIComponent(url.username) || 'guest', '.*', '.*', '.*')
  return { url: url.toString(), drop: async () => void (await control('delete_vhost', vhost)) }
}
