import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { Answer, InputGiven } from '@nameyard/contracts/operation'
import type { RoutedOperation } from '@nameyard/contracts/operations'
import { PASSED_INSTALLATIONS } from '@nameyard/contracts/passed-installations'
import { NotSent, OutcomeUnknown } from '@nameyard/epp/transport-errors'
import { ApiError, createClient, NoAnswer, type CallOptions, type Client } from '@nameyard/sdk'
import { Accounts } from '../accounts/account.store'
import { Journal, type RecordedAnswer } from '../operations/journal.store'
import type { ClaimedOperation } from '../operations/operation.store'
import type { UpstreamAccount } from '../registries/registry'
import { AnswerMeter } from '../sessions/answer-meter'
import { masked, refusalOf, type Refused } from './model/answers'

/** One execution of an operation at an upstream registrar. */
export interface UpstreamExecution<Operation extends ClaimedOperation = ClaimedOperation> {
  readonly operation: Operation
  readonly worker: number
  readonly account: UpstreamAccount
}

/** The answer to a change: accepted with its result, or refused. */
export type ChangeAnswer<Data> = { readonly outcome: 'done'; readonly data: Data } | Refused

/** Code of a request whose equal is still carried out: the same idempotency key, sent again. */
const IN_PROGRESS = 4007

/** Causes of a missing answer with which no byte of the request arrived. */
const unsent: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends requests to upstream registrars, each once: the outcome of a request without an answer is read, and the request is
 * not repeated for it. The idempotency key of a change is the same for equal requests of an operation, which helps where
 * the registrar uses it; nothing relies on it.
 */
@Injectable()
export class UpstreamClient {
  private readonly clients = new Map<string, { readonly token: string; readonly client: Client }>()

  constructor(
    private readonly journal: Journal,
    private readonly accounts: Accounts,
    private readonly meter: AnswerMeter,
  ) {}

  /** Reads. `passed` are the installations that the question has passed. Throws ApiError when it is refused, and NoAnswer. */
  async ask<O extends RoutedOperation>(
    account: UpstreamAccount,
    query: O,
    input: InputGiven<O>,
    passed: readonly string[] = [],
  ): Promise<Answer<O>> {
    try {
      const options = { isSentOnce: true, timeoutMs: account.answerMs, headers: headersOf(passed) }
      return (await this.call(account, query, input, options)).data
    } catch (error) {
      if (error instanceof ApiError) await this.apply(account, error)
      throw error
    }
  }

  /** Sends a request that belongs to no operation, in a test of the account: refusals leave the account as it is. */
  async attempt<O extends RoutedOperation>(
    account: UpstreamAccount,
    asked: O,
    input: InputGiven<O>,
    idempotencyKey?: string,
  ): Promise<Answer<O>> {
    const options = {
      isSentOnce: true,
      timeoutMs: account.answerMs,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }
    return (await this.call(account, asked, input, options)).data
  }

  /** Sends a change, recorded as `name` before its first byte. Throws NotSent, or OutcomeUnknown without a reliable answer. */
  async send<O extends RoutedOperation>(
    { operation, worker, account }: UpstreamExecution,
    name: string,
    change: O,
    input: InputGiven<O>,
  ): Promise<ChangeAnswer<Answer<O>>> {
    const key = createHash('sha256')
      .update(`${operation.id} ${change.id} ${JSON.stringify(input)}`)
      .digest('hex')
    const headers = headersOf(operation.passed)
    const options = { isSentOnce: true, timeoutMs: account.answerMs, idempotencyKey: key, headers }
    type Recorded = RecordedAnswer & { readonly answer: ChangeAnswer<Answer<O>> }
    const entry = { name, object: operation.object }
    const { answer } = await this.journal.record(
      operation,
      worker,
      entry,
      async (_, beforeWrite): Promise<Recorded> => {
        await beforeWrite(masked({ [change.id]: input })).catch((error: Error) => {
          throw new NotSent(error.message, { cause: error })
        })
        try {
          const { data } = await this.call(account, change, input, options)
          return { svTRID: '', code: 1000, frame: masked({ [change.id]: data }), answer: { outcome: 'done', data } }
        } catch (error) {
          if (!(error instanceof ApiError)) throw lossOf(error as Error)
          // Whether the change was made before the failure, or is still made for an earlier request, only the domain shows.
          if (error.status >= 500 || error.code === IN_PROGRESS)
            throw new OutcomeUnknown(error.desc, undefined, { cause: error })
          await this.apply(account, error)
          const { code, status, desc, order } = error
          const refused = refusalOf(error)
          const frame = masked({ [change.id]: { status, code, desc, order } })
          return { svTRID: order.operationId ?? '', code: refused.code, frame, answer: refused }
        }
      },
    )
    return answer
  }

  /** Applies refusals that concern the whole account: of its key, and for lack of credit. */
  private async apply({ account }: UpstreamAccount, { status, desc }: ApiError): Promise<void> {
    if (status === 401) await this.accounts.close(account, desc, undefined)
    if (status === 402) await this.accounts.pausePaidCommands(account, desc)
  }

  private call<O extends RoutedOperation>(
    account: UpstreamAccount,
    asked: O,
    input: InputGiven<O>,
    options: CallOptions,
  ): Promise<{ readonly data: Answer<O> }> {
    return this.meter.during(
      { account: account.account, protocol: 'upstream', command: asked.id },
      () => this.clientOf(account).call(asked, input, options),
      () => 200,
      (error) => (error instanceof ApiError ? error.status : undefined),
    )
  }

  private clientOf({ account, baseUrl, apiKey, ca }: UpstreamAccount): Client {
    const token = apiKey()
    const known = this.clients.get(account)
    if (known?.token === token) return known.client
    const client = createClient({ baseUrl, token, ...(ca !== undefined && { ca }) })
    this.clients.set(account, { token, client })
    return client
  }
}

/** Tells the registrar which installations an order has passed, so that none buys it of itself. */
function headersOf(passed: readonly string[]): Record<string, string> {
  return passed.length > 0 ? { [PASSED_INSTALLATIONS]: passed.join(', ') } : {}
}

/** The error for a missing answer: without a connection nothing was sent. */
function lossOf(error: Error): Error {
  const cause = error instanceof NoAnswer ? (error.cause as { readonly code?: unknown } | undefined)?.code : undefined
  const { message } = error
  return unsent.has(cause)
    ? new NotSent(message, { cause: error })
    : new OutcomeUnknown(message, undefined, { cause: error })
}
