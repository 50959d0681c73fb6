import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { connect, type Channel, type ChannelModel, type ConfirmChannel } from 'amqplib'
import { Topology, type Party } from './topology'
import { joinFramesOnce, type Reading } from './whole-frames'

/**
 * The channels of one connection. `rpc` has no confirms: a lost request is a timeout, and its caller may retry.
 * `work` confirms published messages and acknowledges consumed ones.
 */
export interface Channels {
  readonly rpc: Channel
  readonly work: ConfirmChannel
  /** Opens a channel for a user that needs its own prefetch. It ends with the others. */
  open(): Promise<ConfirmChannel>
  /** Opens a channel that may end alone: the broker closes it when it refuses what is asked there. */
  openApart(): Promise<ConfirmChannel>
}

/** A user of the connection. It sets itself up again after each reconnect. */
export interface Attachment {
  up(channels: Channels): Promise<void>
  /** Called at once when the connection is lost; the channels cannot be used any more. */
  down?(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** Seconds. A peer that vanished without closing is noticed after two heartbeats. */
const HEARTBEAT_S = 10

/** The one connection of a service application to the broker. It reconnects by itself until it is closed. */
export class Connection {
  private readonly log = new Logger('messaging')
  private readonly attachments: Attachment[] = []
  private readonly stop = new AbortController()
  private model: ChannelModel | undefined
  private opened: Channels | undefined
  private added: ConfirmChannel[] = []
  private running: { firstAttempt: Promise<void>; ended: Promise<void> } | undefined

  constructor(
    private readonly url: string,
    readonly party: Party,
    readonly topology = new Topology(false),
  ) {}

  /** The name of the user who authenticates at the broker. */
  get user(): string {
    return decodeURIComponent(new URL(this.url).username) || 'guest'
  }

  /** The product of the broker, with its version if it tells it; undefined while it cannot be reached. */
  get broker(): string | undefined {
    const told = this.model?.connection.serverProperties
    return told && [told.product, told.version].filter(Boolean).join(' ')
  }

  /** The channels; undefined while the broker cannot be reached. */
  get channels(): Channels | undefined {
    return this.opened
  }

  /** Begins to connect, once. Resolves when the first attempt has succeeded or failed. */
  start(): Promise<void> {
    if (!this.running) {
      let attempted = (): void => {}
      const firstAttempt = new Promise<void>((resolve) => (attempted = resolve))
      this.running = { firstAttempt, ended: this.run(attempted) }
    }
    return this.running.firstAttempt
  }

  /** Adds a user of the connection. Resolves when the user is set up; at once while the broker cannot be reached. */
  async attach(attachment: Attachment): Promise<void> {
    this.attachments.push(attachment)
    if (!this.opened) return
    try {
      await attachment.up(this.opened)
    } catch (error) {
      this.log.error(`the broker refused the set-up: ${(error as Error).message}`)
      await this.model?.close().catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.stop.abort()
    // The last acknowledgements wait on the channel. Closing only the connection would drop them.
    await Promise.all([this.opened?.work, ...this.added].map((channel) => channel?.close().catch(() => {})))
    await this.model?.close().catch(() => {})
    await this.running?.ended
  }

  private async run(attempted: () => void): Promise<void> {
    let failures = 0
    while (!this.stop.signal.aborted) {
      try {
        const { lost } = await this.open()
        if (failures > 0) this.log.log('connected to the broker again')
        failures = 0
        attempted()
        const reason = await lost
        if (this.stop.signal.aborted) return
        this.log.warn(`lost the broker: ${reason}`)
      } catch (error) {
        // Logged once for each outage; further attempts are not logged.
        if (failures === 0 && !this.stop.signal.aborted) this.log.warn(`no broker: ${(error as Error).message}`)
      }
      attempted()
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      // Half of the pause is random, so that services that lost the broker together do not reconnect together.
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal: this.stop.signal }).catch(() => {})
    }
  }

  /** Connects and sets up all attachments. `lost` resolves with the reason when the connection ends. */
  private async open(): Promise<{ lost: Promise<string> }> {
    const { url, ca } = addressOf(this.url)
    const model = await connect(url, {
      ...(ca && { ca: [ca] }),
      // Otherwise Nagle's algorithm and delayed acknowledgements cost 40 ms for each exchange.
      noDelay: true,
      timeout: 10_000,
      clientProperties: { connection_name: this.party },
    })
    joinFramesOnce(model.connection as unknown as Reading)
    this.model = model
    let reason = 'connection closed'
    const lost = new Promise<void>((resolve) => {
      model.on('error', (error) => (reason = error.message))
      model.on('close', resolve)
    })
    void lost.then(() => {
      this.model = undefined
      this.opened = undefined
      this.added = []
      for (const attachment of this.attachments) attachment.down?.()
    })
    try {
      const watched = <C extends Channel>(channel: C): C => {
        channel.on('error', (error) => (reason = error.message))
        // With one closed channel the service works only in part, so all are opened again.
        channel.on('close', () => {
          // When it ends, each channel is closed first, and the connection last.
          if (!this.stop.signal.aborted) void model.close().catch(() => {})
        })
        return channel
      }
      const channels: Channels = {
        rpc: watched(await model.createChannel()),
        work: watched(await model.createConfirmChannel()),
        open: async () => {
          const channel = watched(await model.createConfirmChannel())
          this.added.push(channel)
          return channel
        },
        openApart: async () => {
          const channel = await model.createConfirmChannel()
          // What was asked fails too, and tells its caller.
          channel.on('error', () => {})
          return channel
        },
      }
      for (const attachment of this.attachments) await attachment.up(channels)
      if (this.stop.signal.aborted) await model.close()
      else this.opened = channels
    } catch (error) {
      await model.close().catch(() => {})
      throw error
    }
    return { lost: lost.then(() => reason) }
  }
}

/**
 * The URL with a heartbeat, and the certificate of the authority that it names: `amqps://…?cacertfile=/path`, as in the
 * URIs of RabbitMQ. The file is read at each connection, so that it can be renewed. Without it the authorities of Node
 * count. The certificate of the broker is always checked, with its name.
 */
function addressOf(url: string): { url: string; ca: Buffer | undefined } {
  const parsed = new URL(url)
  const file = parsed.searchParams.get('cacertfile')
  parsed.searchParams.delete('cacertfile')
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S))
  return { url: parsed.href, ca: file === null ? undefined : readFileSync(file) }
}
