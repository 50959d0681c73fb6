import { once } from 'node:events'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { CertificateFiles } from './certificate-files'
import { Mailboxes } from './mailboxes'
import { faultOf } from './message-fault'
import { MessageRate } from './message-rate'
import { Reply } from './reply'

/** Milliseconds without a byte of the client, and for the messages in progress when the process ends. */
const [IDLE_MS, CLOSE_MS] = [30_000, 5_000]

/** Commands without a message. A client has no reason to send more, so it is searching for addresses. */
const MOST_UNKNOWN = 10

/**
 * Receives mail (RFC 5321) for the addresses of features. Everything is decided before the client ends a message: a message is
 * stored or refused then, so this service never sends a bounce. A message has one recipient; clients send others again.
 */
@Injectable()
export class SmtpListener implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('incoming mail')
  private readonly server?: SMTPServer
  private readonly files: CertificateFiles
  private readonly rate: MessageRate
  private readonly outcomes
  private readonly ends = new Map<string, NodeJS.Timeout>()
  /** Unknown recipients of each session. */
  private readonly unknown = new Map<string, number>()

  constructor(
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    private readonly mailboxes: Mailboxes,
    clock: Clock,
    metrics: Metrics,
  ) {
    const { MAIL_INCOMING_TLS_CERTIFICATE: certificate = '', MAIL_INCOMING_TLS_KEY: key = '' } = config
    this.files = new CertificateFiles({ certificate, key }, () => clock.machineMs())
    this.rate = new MessageRate(config.MAIL_INCOMING_MESSAGES, () => clock.machineMs())
    this.outcomes = metrics.counter({
      name: 'customers_incoming_mails_total',
      help: 'Incoming messages by outcome: stored, repeated, refused, unknown (recipient), limited, failed (tried again).',
      labels: ['outcome'],
    })
    metrics.add({
      name: 'customers_incoming_mail_connections',
      help: 'Open connections of mail servers that send to us.',
      read: () => this.server?.connections.size ?? 0,
    })
    if (config.MAIL_INCOMING_PORT !== undefined) this.server = this.newServer()
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.server) return
    await this.renewCertificate()
    const { MAIL_INCOMING_HOST: host, MAIL_INCOMING_PORT: port } = this.config
    const listening = once(this.server.server, 'listening')
    this.server.listen(port, host)
    await listening
    this.log.log(`mail is received at ${host}, port ${port}`)
  }

  /** Takes no new connections, and ends the others when their messages in progress are decided. */
  async onModuleDestroy(): Promise<void> {
    const { server } = this
    if (!server) return
    for (const timer of this.ends.values()) clearTimeout(timer)
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    const isBusy = (id: string) => this.receiving.has(id)
    for (const connection of server.connections) if (!isBusy(connection.id)) this.end(connection.id)
    await closed
  }

  /** Sessions that are sending a message. */
  private readonly receiving = new Set<string>()

  private newServer(): SMTPServer {
    const { MAIL_RETURN_DOMAIN: name, MAIL_INCOMING_BYTES: size, MAIL_INCOMING_CONNECTIONS: maxClients } = this.config
    const server = new SMTPServer({
      name,
      size,
      rejectOversized: true,
      maxClients,
      maxRecipients: 1,
      maxCommandLength: 2048,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      disabledCommands: ['AUTH', 'VRFY'],
      hideSMTPUTF8: true,
      hideREQUIRETLS: true,
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, done) => void settled(this.connected(session), done),
      onMailFrom: (_, session, done) => void settled(this.begins(session), done),
      onRcptTo: ({ address }, session, done) => void settled(this.isFor(address, session), done),
      onData: (stream, session, done) =>
        void this.received(stream, session).then(
          (text) => done(null, text),
          (error: Error) => done(error),
        ),
      onClose: ({ id }) => this.forget(id),
    })
    // A client that breaks a connection, or fails in TLS, is not our fault.
    server.on('error', (error) => this.log.debug(`a connection has failed: ${error.message}`))
    return server
  }

  private async connected({ id }: SMTPServerSession): Promise<void> {
    await this.renewCertificate()
    const timer = setTimeout(() => this.end(id), this.config.MAIL_INCOMING_SECONDS * 1000)
    this.ends.set(id, timer.unref())
  }

  private async begins({ remoteAddress }: SMTPServerSession): Promise<void> {
    if (this.rate.admits(remoteAddress)) return
    this.outcomes.inc({ outcome: 'limited' })
    throw new Reply(421, '4.7.0 Too many messages from your network; try again in a minute')
  }

  private async isFor(address: string, { id }: SMTPServerSession): Promise<void> {
    const found = await this.mailboxes.find(address).catch((error: Error) => this.failed(error))
    if (found) return
    this.outcomes.inc({ outcome: 'unknown' })
    const count = (this.unknown.get(id) ?? 0) + 1
    this.unknown.set(id, count)
    if (count > MOST_UNKNOWN) throw new Reply(421, '4.7.0 Too many unknown recipients')
    throw new Reply(550, '5.1.1 There is no such mailbox here')
  }

  private async received(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<string> {
    this.receiving.add(id)
    try {
      const content = await contentOf(stream)
      if (content === undefined) throw this.refused(552, '5.3.4 The message is too big')
      const fault = faultOf(content)
      if (fault !== undefined) throw this.refused(550, `5.6.0 ${fault}`)
      const found = await this.mailboxes.find(envelope.rcptTo[0]?.address ?? '')
      if (!found) throw this.refused(550, '5.1.1 There is no such mailbox here')
      const verdict = await found.mailbox.accept({ localPart: found.localPart, content })
      if (verdict.outcome === 'refused') throw this.refused(550, `5.6.0 ${verdict.reason}`)
      this.outcomes.inc({ outcome: verdict.outcome })
      return '2.0.0 Stored'
    } catch (error) {
      throw error instanceof Reply ? error : this.failed(error as Error)
    } finally {
      this.receiving.delete(id)
    }
  }

  private refused(code: number, text: string): Reply {
    this.outcomes.inc({ outcome: 'refused' })
    return new Reply(code, text)
  }

  /** Says that the client tries again later: the database is away, or there is a fault of ours. */
  private failed(error: Error): never {
    this.log.error(`a message was not stored: ${error.message}`)
    this.outcomes.inc({ outcome: 'failed' })
    throw new Reply(451, '4.3.0 Please try again later')
  }

  private async renewCertificate(): Promise<void> {
    const changed = await this.files.changed()
    if (changed) this.server?.updateSecureContext(changed)
  }

  private end(id: string): void {
    for (const connection of this.server?.connections ?? []) {
      if (connection.id === id) connection.send(421, '4.4.2 Please connect again')
    }
  }

  private forget(id: string): void {
    clearTimeout(this.ends.get(id))
    this.ends.delete(id)
    this.unknown.delete(id)
  }
}

/** Reads a message; undefined when it is too big. The rest of a message that is too big is not kept. */
async function contentOf(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(chunk)
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks)
}

function settled(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  return work.then(
    () => done(),
    (error: Error) => done(error instanceof Reply ? error : new Reply(451, '4.3.0 Please try again later')),
  )
}
