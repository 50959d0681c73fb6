import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** A virtual host of one test file on a broker; removed when it is over. */
export interface TestBroker {
  readonly url: string
  drop(): Promise<void>
}

const run = promisify(execFile)

/** Brokers of this run, the embedded one first; on a developer's machine the RabbitMQ that runs there. */
export function brokerUrls(): string[] {
  return (process.env.TEST_AMQP_URLS ?? 'amqp://guest:guest@127.0.0.1:5672').split(',').filter(Boolean)
}

/** The brokers of this run with names to tell tests by. */
export const namedBrokers = (): readonly (readonly [name: string, url: string])[] =>
  brokerUrls().map((url) => [url.includes('broker=embedded') ? 'the embedded broker' : 'RabbitMQ', url])

/**
 * An own virtual host on the given broker. The embedded broker makes one when it is first named; RabbitMQ is told by
 * its command line tool, with the node the run uses.
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
