import { randomUUID } from 'node:crypto'
import { decodeAnswer, type Answer } from './answer'
import { encodeCommand, type Command } from './command'
import { ProtocolError } from './element-reader'
import { secureLogin, type SecurityEvent } from './extensions/login-security/login'
import { assertFits, encodeFrame } from './frame'
import { HttpWire } from './http-wire'
import { LOGIN_SECURITY } from './namespaces'
import { redact } from './redact'
import { decodeResponse, type Response } from './response'
import { meaningOf } from './result-code'
import { decodeGreeting, type Greeting } from './session/greeting'
import { hello } from './session/hello'
import { chooseServices, login, type Services, type WantedServices } from './session/login'
import { logout } from './session/logout'
import { TlsChannel, type TlsMaterial } from './tls-channel'
import { LoginRefused, NotSent, OutcomeUnknown } from './transport-errors'

/** A frame of a transcript, secrets masked. */
export interface TranscriptFrame {
  readonly direction: 'sent' | 'received'
  readonly xml: string
}

export interface EppConnectionOptions extends WantedServices {
  readonly host: string
  readonly port: number
  readonly tls: TlsMaterial
  /** The path to which documents are posted, at a registry that takes them over HTTPS; absent: EPP over TLS (RFC 5734). */
  readonly httpPath?: string
  /** Our address to connect from; absent: the machine chooses. */
  readonly localAddress?: string
  /** The registrar's identifier at the registry (clID). */
  readonly clientId: string
  /** 6 to 16 characters; more when `extURIs` has RFC 8807 and the server offers it. */
  readonly password: string
  /** Changes the password at this login. After an OutcomeUnknown either password may be the valid one. */
  readonly newPassword?: string
  /** Milliseconds: for TCP and TLS together, and for each answer of the server. */
  readonly timeouts: { readonly connectMs: number; readonly answerMs: number }
  /** Ends the connection at once, also while it logs in. */
  readonly signal?: AbortSignal | undefined
  /** Called with every frame in order, before it is sent or after it is received completely. Must not throw. */
  readonly onFrame?: (frame: TranscriptFrame) => void
}

export interface TransactOptions {
  /** Unique among all commands of all clients; 3 to 64 characters. */
  readonly clTRID: string
  /**
   * Awaited immediately before the first byte of the command is sent: the place to record that it is being sent. `frame`
   * is the command with secrets masked. If it rejects, nothing is sent.
   */
  readonly beforeWrite?: (frame: string) => Promise<void>
}

/** Why a session is over: we asked for it, the server announced it (2500, 2501, 2502), or the connection broke. */
export type SessionEnd =
  { readonly kind: 'closed' } | { readonly kind: 'ended by server' } | { readonly kind: 'lost'; readonly cause: Error }

/**
 * A logged-in EPP session over TLS (RFC 5730 section 2, RFC 5734), or over HTTPS with one connection for the session.
 *
 * One command is in flight at a time; further calls wait in order. An unknown outcome also ends the session, so that an
 * answer is never taken for the answer to another command.
 */
export class EppConnection {
  private turn: Promise<unknown> = Promise.resolve()
  private intendedEnd: 'closed' | 'ended by server' | undefined
  private warnings: readonly SecurityEvent[] = []

  private constructor(
    private readonly channel: TlsChannel,
    private readonly encode: Encode,
    private readonly options: Pick<EppConnectionOptions, 'onFrame' | 'timeouts'>,
    readonly greeting: Greeting,
    readonly services: Services,
  ) {}

  /**
   * Connects, reads the greeting and logs in. When it throws, no command of the caller was sent:
   * NotSent when there was no connection, or no usable greeting, to log in on;
   * LoginRefused with the server's answer;
   * OutcomeUnknown when the login was not answered, which matters only if it changed the password;
   * InvalidValue for credentials that the schema refuses.
   */
  static async open(options: EppConnectionOptions): Promise<EppConnection> {
    const { timeouts, onFrame, clientId, password, newPassword } = options
    const { channel, first, encode } = await (options.httpPath === undefined ? overTls : overHttps)(options).catch(
      (cause: Error) => {
        throw new NotSent(`no connection: ${cause.message}`, { cause })
      },
    )
    try {
      onFrame?.({ direction: 'received', xml: redact(first.toString()) })
      const greeting = readGreeting(first)
      const services = chooseServicesOrNotSent(greeting, options)
      const session = new EppConnection(channel, encode, { timeouts, ...(onFrame && { onFrame }) }, greeting, services)
      const credentials = { clID: clientId, pw: password, newPW: newPassword }
      const command = services.extURIs.includes(LOGIN_SECURITY)
        ? secureLogin(credentials, services, { app: 'Nameyard' })
        : login(credentials, services)
      const response = await session.transact(command, { clTRID: ownTRID() })
      if (response.outcome === 'refused') throw new LoginRefused(response)
      session.warnings = response.data?.securityEvents ?? []
      return session
    } catch (error) {
      channel.close()
      throw unaddressedEnd(error) ?? error
    }
  }

  /** Warnings of the server at login about passwords and certificates that expire or are weak (RFC 8807). */
  get securityEvents(): readonly SecurityEvent[] {
    return this.warnings
  }

  get isOpen(): boolean {
    return this.channel.isOpen
  }

  /**
   * Sends a command and returns its answer; a refusal is an answer, not an error. Throws
   * InvalidValue for an illegal clTRID and FrameError for a command too long, before anything else;
   * NotSent when the session is over or `beforeWrite` rejected (its reason is the cause);
   * OutcomeUnknown when the command may have arrived and its answer did not.
   */
  async transact<Data>(command: Command<Data>, { clTRID, beforeWrite }: TransactOptions): Promise<Response<Data>> {
    const xml = encodeCommand(command, clTRID)
    assertFits(xml)
    return this.inTurn(async () => {
      this.assertOpen()
      if (beforeWrite) {
        await beforeWrite(redact(xml)).catch((cause: unknown) => {
          throw new NotSent(`${command.name} was not sent`, { cause })
        })
        this.assertOpen()
      }
      const document = await this.exchange(xml, command.name)
      return this.reading(command.name, document, () => {
        const answer = decodeAnswer(document)
        if (answer.clTRID !== clTRID && !isUnaddressedRefusal(answer))
          throw new ProtocolError(`the answer is to ${answer.clTRID ?? 'no command'}, not ${clTRID}`)
        const response = decodeResponse(command, answer)
        if (meaningOf(response.code).endsSession) this.end(response.code === 1500 ? 'closed' : 'ended by server')
        return response
      })
    })
  }

  /** Requests a greeting, which keeps an idle session alive. Throws as `transact` does; hello changes nothing. */
  hello(): Promise<Greeting> {
    return this.inTurn(async () => {
      this.assertOpen()
      const document = await this.exchange(hello, 'hello')
      return this.reading('hello', document, () => decodeGreeting(document))
    })
  }

  /**
   * Logs out and closes. Never rejects. When it resolves, the session is over: the server answered 1500, reset the
   * connection, or did not answer.
   */
  async logout(): Promise<void> {
    try {
      const beforeWrite = async () => {
        this.intendedEnd = 'closed'
      }
      await this.transact(logout, { clTRID: ownTRID(), beforeWrite })
    } catch (error) {
      if (!(error instanceof NotSent || error instanceof OutcomeUnknown)) throw error
    } finally {
      this.close()
    }
  }

  /** Closes without logging out. A command in flight ends as OutcomeUnknown. */
  close(): void {
    this.end('closed')
  }

  /** Calls back once when the connection has ended; at once if it already has. */
  onClose(listener: (end: SessionEnd) => void): void {
    this.channel.onClose((cause) =>
      listener(this.intendedEnd ? { kind: this.intendedEnd } : { kind: 'lost', cause: cause ?? new Error('closed') }),
    )
  }

  private end(kind: 'closed' | 'ended by server'): void {
    this.intendedEnd ??= kind
    this.channel.close()
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work)
    this.turn = result.catch(() => undefined)
    return result
  }

  private assertOpen(): void {
    if (!this.isOpen) throw new NotSent('the session is over')
  }

  private async exchange(xml: string, what: string): Promise<Buffer> {
    this.options.onFrame?.({ direction: 'sent', xml: redact(xml) })
    return this.channel.exchange(this.encode(xml), this.options.timeouts.answerMs).catch((cause: Error) => {
      throw new OutcomeUnknown(`${what}: ${cause.message}`, undefined, { cause })
    })
  }

  private reading<Result>(what: string, document: Buffer, read: () => Result): Result {
    try {
      this.options.onFrame?.({ direction: 'received', xml: redact(document.toString()) })
      return read()
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error))
      this.channel.destroy(cause)
      throw new OutcomeUnknown(`${what}: ${cause.message}`, redact(document.toString()), { cause })
    }
  }
}

type Encode = (xml: string) => Buffer

/** A connection, the greeting, and the form of documents on it. */
interface Opened {
  readonly channel: TlsChannel
  readonly first: Buffer
  readonly encode: Encode
}

async function overTls(options: EppConnectionOptions): Promise<Opened> {
  const { connectMs, answerMs } = options.timeouts
  return { ...(await TlsChannel.open({ ...options, connectMs }, answerMs)), encode: encodeFrame }
}

/** The server speaks only when it is asked, so a hello asks for the greeting. */
async function overHttps(options: EppConnectionOptions): Promise<Opened> {
  const { timeouts, tls, host, httpPath = '/' } = options
  const wire = new HttpWire(tls.servername ?? host, httpPath)
  const channel = await TlsChannel.connect({ ...options, connectMs: timeouts.connectMs }, wire)
  const encode = (xml: string) => wire.encode(xml)
  return { channel, first: await channel.exchange(encode(hello), timeouts.answerMs), encode }
}

/** Identifier of login and logout, which belong to no operation. */
const ownTRID = () => `session-${randomUUID()}`

/** Reads the greeting. A server over its limit may send a 2502 response instead. */
function readGreeting(document: Buffer): Greeting {
  try {
    return decodeGreeting(document)
  } catch (cause) {
    const answer = refusalIn(document)
    if (answer) throw new LoginRefused(answer)
    throw new NotSent(`no greeting: ${(cause as Error).message}`, { cause })
  }
}

/**
 * A server that cannot read a command refuses it without its clTRID, for example with 2001. One command is in flight at
 * a time, so the refusal answers that one. A code that ends the session is no such answer: the server may send it
 * unsolicited, and the command may have been carried out.
 */
function isUnaddressedRefusal({ clTRID, results: [{ code }] }: Answer): boolean {
  return clTRID === undefined && code >= 2000 && !meaningOf(code).endsSession
}

/** A refused login that ends the session without its clTRID. It must not be repeated: that would lock the account. */
function unaddressedEnd(error: unknown): LoginRefused | undefined {
  const answer = error instanceof OutcomeUnknown && error.frame !== undefined ? refusalIn(error.frame) : undefined
  return answer && answer.clTRID === undefined ? new LoginRefused(answer) : undefined
}

function refusalIn(document: string | Buffer) {
  try {
    const answer = decodeAnswer(document)
    return answer.results[0].code >= 2000 ? answer : undefined
  } catch {
    return undefined
  }
}

function chooseServicesOrNotSent(greeting: Greeting, wanted: EppConnectionOptions): Services {
  try {
    return chooseServices(greeting, wanted)
  } catch (cause) {
    throw new NotSent(`no session: ${(cause as Error).message}`, { cause })
  }
}
