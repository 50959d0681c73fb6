import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Channel, type ChannelModel, type ConsumeMessage, type GetMessage } from 'amqplib'
import { startBroker, type Broker } from '../src/broker/broker'

const vhost = `conformance-${randomUUID()}`
const rabbitmqctl = (...args: string[]): boolean => spawnSync('rabbitmqctl', ['-q', ...args]).status === 0
const hasRabbit =
  rabbitmqctl('add_vhost', vhost) && rabbitmqctl('set_permissions', '-p', vhost, 'guest', '.*', '.*', '.*')

const brokers = [
  ['the embedded broker', async (): Promise<Broker> => startBroker()],
  ...(hasRabbit
    ? [
        [
          'RabbitMQ',
          async (): Promise<Broker> => ({
            url: `amqp://guest:guest@127.0.0.1:5672/${vhost}`,
            port: 5672,
            close: async () => void rabbitmqctl('delete_vhost', vhost),
          }),
        ] as const,
      ]
    : []),
] as const

/**
 * Runs tests of the AMQP features that the platform relies on against the embedded broker and, if it is installed, against
 * RabbitMQ. The same assertions must hold for both. Every test has its own connection.
 */
export function onEachBroker(tests: (client: BrokerClient) => void): void {
  describe.each(brokers)('%s', (_name, start) => {
    const client = new BrokerClient()
    let broker: Broker

    beforeAll(async () => {
      broker = await start()
    })
    afterAll(() => broker.close())
    beforeEach(() => client.connect(broker.url))
    afterEach(() => client.close())

    tests(client)
  })
}

/** A connection with a channel, and helpers for tests. */
export class BrokerClient {
  connection!: ChannelModel
  channel!: Channel
  private url!: string

  async connect(url: string): Promise<void> {
    this.url = url
    this.connection = await this.another()
    this.channel = await this.connection.createChannel()
    this.channel.on('error', () => undefined)
  }

  /** Opens another connection to the same broker. */
  async another(): Promise<ChannelModel> {
    const opened = await connect(this.url, { noDelay: true })
    opened.on('error', () => undefined)
    return opened
  }

  async close(): Promise<void> {
    await this.connection.close().catch(() => undefined)
  }

  send(queue: string, body: string, options = {}): boolean {
    return this.channel.sendToQueue(queue, Buffer.from(body), options)
  }

  /** Declares an exclusive queue, which is deleted with its connection. */
  async temporary(options = {}): Promise<string> {
    return (await this.channel.assertQueue('', { exclusive: true, ...options })).queue
  }

  /** Consumes the next messages of a queue, without acknowledgements. */
  async take(queue: string, count: number): Promise<ConsumeMessage[]> {
    const taken: ConsumeMessage[] = []
    let done!: () => void
    const complete = new Promise<void>((resolve) => (done = resolve))
    const { consumerTag } = await this.channel.consume(
      queue,
      (message) => {
        if (message && taken.push(message) === count) done()
      },
      { noAck: true },
    )
    await complete
    await this.channel.cancel(consumerTag)
    return taken
  }
}

export const text = (message: GetMessage | ConsumeMessage | false): string | false =>
  message && message.content.toString()

/** Returns the error that closes a channel. */
export const channelError = (on: Channel): Promise<{ code: number }> =>
  once(on, 'error').then(([error]) => error as { code: number })
