import { Injectable } from '@nestjs/common'
import { Egress, EgressFailed, EgressRefused, type EgressRequest } from '@nameyard/egress/egress'
import { Clock } from '@nameyard/runtime/clock'
import { WebhookSecrets, type LegacySecrets } from '../subscribers/webhook-secrets'
import type { Claimed } from './delivery.store'
import { legacyHeaders, signedHeaders } from './signature'

/** Milliseconds within which a receiver must answer. */
const ANSWER_MS = 15_000

/** Milliseconds for the test of a new address: the one who saves it waits. */
const TEST_MS = 8_000

/** Octets of an answer that are kept, and characters of it that are stored. */
const KEPT_OCTETS = 2_048
const KEPT_CHARACTERS = 500

/** The status with which a receiver says that it is gone for good (RFC 9110 section 15.5.11). */
const GONE = 410

/** What a request led to. */
export interface Sent {
  readonly at: Date
  readonly durationMs: number
  readonly status: number | null
  /** The first characters of the answer. */
  readonly answer: string
  /** Why it was not accepted; empty if it was. */
  readonly problem: string
  readonly isGone: boolean
}

/** Sends one request to a webhook. */
@Injectable()
export class Sending {
  constructor(
    private readonly egress: Egress,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  /** Sends an event. Returns what came of it, whatever the receiver does. */
  send(claimed: Claimed, body: string, signal: AbortSignal): Promise<Sent> {
    const at = this.clock.machineNow()
    const signed = { id: claimed.event, seconds: secondsOf(at), body }
    const headers =
      claimed.form === 'legacy'
        ? legacyHeaders(this.secrets.openLegacy(claimed), signed)
        : signedHeaders(this.secretsOf(claimed, at), signed)
    return this.post(claimed.url, { at, headers, body, signal, timeoutMs: ANSWER_MS })
  }

  /** Sends the request that a new address of the legacy form must answer. Returns what came of it. */
  try(url: string, given: LegacySecrets, body: string): Promise<Sent> {
    const at = this.clock.machineNow()
    const secret = Buffer.from(given.signatureSecret)
    const headers = legacyHeaders({ apiKey: given.apiKey, secret }, { seconds: secondsOf(at), body })
    return this.post(url, { at, headers, body, timeoutMs: TEST_MS })
  }

  private async post(
    url: string,
    { at, headers, ...request }: Pick<EgressRequest, 'headers' | 'body' | 'timeoutMs' | 'signal'> & { at: Date },
  ): Promise<Sent> {
    const done = { at, status: null, answer: '', isGone: false }
    const durationMs = () => Math.max(0, this.clock.machineMs() - at.getTime())
    try {
      const { status, body: answer } = await this.egress.send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Nameyard-Webhooks', ...headers },
        keepBytes: KEPT_OCTETS,
        ...request,
      })
      const isAccepted = status >= 200 && status < 300
      return {
        ...done,
        durationMs: durationMs(),
        status,
        answer: printable(answer),
        problem: isAccepted ? '' : `the receiver answered ${status}`,
        isGone: status === GONE,
      }
    } catch (error) {
      if (!(error instanceof EgressRefused) && !(error instanceof EgressFailed)) throw error
      return { ...done, durationMs: durationMs(), problem: error.reason }
    }
  }

  /** The secrets that sign now, the current one first. */
  private secretsOf({ account, ...claimed }: Claimed, at: Date): Buffer[] {
    const { secret, secretId, formerSecret, formerSecretId, formerSecretUntil } = claimed
    const current = this.secrets.open(account, { secret, secretId })
    if (!formerSecret || formerSecretId === null || !formerSecretUntil || formerSecretUntil <= at) return [current]
    return [current, this.secrets.open(account, { secret: formerSecret, secretId: formerSecretId })]
  }
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000)

/** The first characters of an answer, without those that PostgreSQL does not store. */
const printable = (text: string): string => text.replaceAll('\0', '').slice(0, KEPT_CHARACTERS)
