import { Logger } from '@nestjs/common'
import { connect, type Channel, type ChannelModel, type ConfirmChannel } from 'amqplib'
import { setTimeout as delay } from 'node:timers/promises'
import type { Party } from './topology'

/**
 * The two doors of one connection. `rpc` is plain: a lost request is a timeout its caller may retry. `work` confirms
 * what is published and acknowledges what is consumed.
 */
export interface Channels {
  readonly rpc: Channel
  readonly work: ConfirmChannel
}

/** Someone who uses the connection and sets itself up again whenever it has come back. */
export interface Attachment {
  up(channels: Channels): Promise<void>
  /** Called at once when the connection is lost; the channels are dead already. */
  down?(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** A peer that vanished without closing is noticed after two of these. */
const HEARTBEAT_S = 10

/** The one connection of a service application to the broker; it comes back by itself until it is closed. */
export class Connection {
  private readonly log = new Logger('messaging')
  private readonly attachments: Attachment[] = []
  private readonly stop = new AbortController()
  private model: ChannelModel | undefined
  private opened: Channels | undefined
  private running: { firstAttempt: Promise<void>; ended: Promise<void> } | undefined

  constructor(
    private readonly url: string,
    private readonly party: Party,
  ) {}

  /** The channels while the broker is reached, else undefined. */
  get channels(): Channels | undefined {
    return this.opened
  }

  /** Begins to connect, once; resolves when the first attempt has succeeded or failed. */
  start(): Promise<void> {
    if (!this.running) {
      let attempted = (): void => {}
      const firstAttempt = new Promise<void>((resolve) => (attempted = resolve))
      this.running = { firstAttempt, ended: this.run(attempted) }
    }
    return this.running.firstAttempt
  }

  /** Adds a user of the connection; resolves when it is set up, or at once while the broker is away. */
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
    // Its last acknowledgements wait on the channel; closing the connection alone would overtake them.
    await this.opened?.work.close().catch(() => {})
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
        // Told once per outage; the attempts go on in silence.
        if (failures === 0 && !this.stop.signal.aborted) this.log.warn(`no broker: ${(error as Error).message}`)
      }
      attempted()
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      // Half of the pause is chance, so that services which lost the broker together do not return together.
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal: this.stop.signal }).catch(() => {})
    }
  }

  /** Connects and sets every attachment up; `lost` then tells why the connection ended. */
  private async open(): Promise<{ lost: Promise<string> }> {
    const model = await connect(withHeartbeat(this.url), {
      // Without it Nagle's algorithm and delayed acknowledgements cost 40 ms per exchange.
      noDelay: true,
      timeout: 10_000,
      clientProperties: { connection_name: this.party },
    })
    this.model = model
    let reason = 'connection closed'
    const lost = new Promise<void>((resolve) => {
      model.on('error', (error) => (reason = error.message))
      model.on('close', resolve)
    })
    void lost.then(() => {
      this.model = undefined
      this.opened = undefined
      for (const attachment of this.attachments) attachment.down?.()
    })
    try {
      const channels = { rpc: await model.createChannel(), work: await model.createConfirmChannel() }
      for (const channel of [channels.rpc, channels.work]) {
        channel.on('error', (error) => (reason = error.message))
        // One closed channel is half a service: begin again with both.
        channel.on('close', () => void model.close().catch(() => {}))
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

function withHeartbeat(url: string): string {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('heartbeat')) parsed.searchParams.set('heartbeat', String(HEARTBEAT_S))
  return parsed.href
}
