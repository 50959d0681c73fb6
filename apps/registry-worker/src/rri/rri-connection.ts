import type { SessionEnd } from '@nameyard/epp/connection'
import { TlsChannel } from '@nameyard/epp/tls-channel'
import { NotSent, OutcomeUnknown } from '@nameyard/epp/transport-errors'
import type { ConnectionSettings } from '../registries/registry'
import type { OpenConnection } from '../sessions/session-source'
import { readAnswer, textOfErrors, type RriAnswer } from './protocol/answer'
import { encodeRriFrame, RriFrameDecoder } from './protocol/frame'
import { maskedLines, writeLines } from './protocol/lines'
import { login, logout, type RriRequest } from './protocol/requests'

export interface RriCredentials {
  readonly user: string
  readonly password: string
}

export interface RriTransactOptions {
  /** Identifies a changing request, once in 24 months; 3 to 64 characters. Not allowed with other requests. */
  readonly ctid?: string
  /** Awaited immediately before the first byte is sent, with the masked text. If it rejects, nothing is sent. */
  readonly beforeWrite?: (text: string) => Promise<void>
}

/** The registry refused the login. No session exists. */
export class RriLoginRefused extends Error {
  override readonly name = 'RriLoginRefused'

  constructor(readonly answer: RriAnswer) {
    super(`login refused: ${textOfErrors(answer)}`)
  }
}

/**
 * A session that is logged in, over TLS. The registry sends no greeting. One request is in flight at a time; an unknown
 * outcome ends the session, so that an answer is never taken for the answer to another request.
 */
export class RriConnection implements OpenConnection {
  private turn: Promise<unknown> = Promise.resolve()
  private isIntended = false

  private constructor(
    private readonly channel: TlsChannel,
    private readonly answerMs: number,
  ) {}

  /** Connects and logs in. Throws NotSent without a connection, RriLoginRefused, or OutcomeUnknown without an answer. */
  static async open(settings: ConnectionSettings, { user, password }: RriCredentials): Promise<RriConnection> {
    const { timeouts } = settings
    const options = { ...settings, connectMs: timeouts.connectMs }
    const channel = await TlsChannel.connect(options, new RriFrameDecoder()).catch((cause: Error) => {
      throw new NotSent(`no connection: ${cause.message}`, { cause })
    })
    const connection = new RriConnection(channel, timeouts.answerMs)
    try {
      const answer = await connection.transact(login(user, password))
      if (answer.result !== 'success') throw new RriLoginRefused(answer)
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }

  get isOpen(): boolean {
    return this.channel.isOpen
  }

  /**
   * Sends a request and returns its answer; a refusal is an answer, not an error. Throws InvalidValue and FrameError before
   * anything else; NotSent when the session is over or `beforeWrite` rejected; OutcomeUnknown when the request may have
   * arrived and its answer did not.
   */
  async transact(request: RriRequest, { ctid, beforeWrite }: RriTransactOptions = {}): Promise<RriAnswer> {
    const text = writeLines(ctid === undefined ? request.lines : [...request.lines, ['Ctid', ctid]])
    const frame = encodeRriFrame(text)
    return this.inTurn(async () => {
      this.assertOpen()
      if (beforeWrite) {
        await beforeWrite(maskedLines(text)).catch((cause: unknown) => {
          throw new NotSent(`${request.name} was not sent`, { cause })
        })
        this.assertOpen()
      }
      const document = await this.channel.exchange(frame, this.answerMs).catch((cause: Error) => {
        throw new OutcomeUnknown(`${request.name}: ${cause.message}`, undefined, { cause })
      })
      return this.read(request.name, document, ctid)
    })
  }

  /** Logs out and closes. Never rejects: the registry may close the connection instead of an answer. */
  async logout(): Promise<void> {
    this.isIntended = true
    await this.transact(logout).catch(() => undefined)
    this.close()
  }

  close(): void {
    this.isIntended = true
    this.channel.close()
  }

  onClose(listener: (end: SessionEnd) => void): void {
    this.channel.onClose((cause) =>
      listener(this.isIntended ? { kind: 'closed' } : { kind: 'lost', cause: cause ?? new Error('closed') }),
    )
  }

  /** Reads an answer. The CTID of another request means that it is not ours; it is left out when the request is unreadable. */
  private read(what: string, document: Buffer, ctid: string | undefined): RriAnswer {
    const text = document.toString('utf8')
    try {
      const answer = readAnswer(text)
      const isOther =
        answer.ctid !== undefined ? answer.ctid !== ctid : ctid !== undefined && answer.result === 'success'
      if (isOther) throw new Error(`the answer is to ${answer.ctid ?? 'no request'}, not ${ctid ?? 'a query'}`)
      return answer
    } catch (error) {
      const cause = error as Error
      this.channel.destroy(cause)
      throw new OutcomeUnknown(`${what}: ${cause.message}`, maskedLines(text), { cause })
    }
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work)
    this.turn = result.catch(() => undefined)
    return result
  }

  private assertOpen(): void {
    if (!this.isOpen) throw new NotSent('the session is over')
  }
}
