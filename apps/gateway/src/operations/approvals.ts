import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Inject, Injectable } from '@nestjs/common'
import { requestApproval } from '@nameyard/contracts/approvals/request-approval'
import { useApproval } from '@nameyard/contracts/approvals/use-approval'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { replaceFields } from '@nameyard/contracts/primitives/marked-fields'
import { secretPaths } from '@nameyard/contracts/primitives/secret'
import { Rpc } from '@nameyard/messaging/rpc'
import { Authenticator } from '../access/authenticate'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import { Quotes, type Quote } from './quotes'

/** A call of an API key that a person may have to approve. */
interface Asking {
  readonly operation: AnyOperation
  readonly input: unknown
  readonly call: Call
}

interface Asked extends Asking {
  readonly authorization: string | undefined
}

/** What people see in place of a secret. */
const HIDDEN = '[secret]'

/** Fields of requests that are secrets and not marked as such. */
const secretName = /(^|_)(auth_code|authcode|password|otp|passkey|token|secret)$/

/**
 * Approvals of persons for calls of API keys. Services refuse a call that needs one before they do anything
 * (`demandApproval`); the gateway then asks for the approval, and uses it up when the same call names it.
 */
@Injectable()
export class Approvals {
  constructor(
    private readonly rpc: Rpc,
    private readonly authenticator: Authenticator,
    private readonly quotes: Quotes,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Asks a service: with the approval that the request names. Without one, a person may be asked for it. */
  async ask<Given>(
    asking: Asking,
    { approval: named, authorization }: IncomingHttpHeaders,
    ask: (call: Call) => Promise<Given>,
  ): Promise<Given> {
    const { call } = asking
    const asked = { ...asking, authorization }
    // Without a key of the client an equal order may be carried out again later.
    const repeatKey = call.repeat?.isOrder ? undefined : call.repeat?.key
    if (named !== undefined) return ask({ ...call, approval: await this.use(named, repeatKey, asked) })
    try {
      return await ask(call)
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'approval_needed') return this.request(asked)
      throw error
    }
  }

  /** Uses the approval that a request names for exactly this call, and returns its number. */
  private async use(header: string | string[], repeatKey: string | undefined, asked: Asked): Promise<number> {
    const id = Number(header)
    if (!/^[1-9]\d{0,8}$/.test(String(header))) {
      fail('invalid_input', { field: 'Approval', problem: 'must be the number of an approval' })
    }
    const { operation } = asked
    const input = { id, operation: operation.id, fingerprints: this.fingerprintsOf(asked) }
    await this.rpc.call(useApproval, { ...input, ...(repeatKey !== undefined && { repeatKey }) }, await this.own(asked))
    return id
  }

  /** Asks for the approval of a call, and refuses the call with its number. */
  private async request(asked: Asked): Promise<never> {
    const { operation, input } = asked
    const price = await this.quotes.of(asked)
    const { id: approval, expiresAt: until } = await this.rpc.call(
      requestApproval,
      {
        operation: operation.id,
        fingerprints: this.fingerprintsOf(asked),
        arguments: withoutSecrets(operation, input),
        ...(price && { price }),
      },
      await this.own(asked),
    )
    throw new Refusal('approval_needed', { approval, until, price: shown(operation, price), operation: operation.id })
  }

  /** The call to the customers service in the name of the same key. */
  private async own({ call, authorization }: Asked): Promise<Call> {
    const { correlationId, trace, deadline, address = '' } = call
    const { actor, statement } = await this.authenticator.authenticate(authorization, 'customers', call)
    return { correlationId, trace, deadline, address, actor, statement }
  }

  /** Keyed, because the arguments may hold a secret that could be guessed. */
  private fingerprintsOf({ operation, input }: Asked): string[] {
    const text = `approval\n${operation.id}\n${JSON.stringify(input)}`
    return this.config.GATEWAY_REPEAT_SECRET.map((secret) => createHmac('sha256', secret).update(text).digest('hex'))
  }
}

function shown({ effect }: AnyOperation, price: Quote | undefined): string {
  if (price) return `price ${price.price.toFixed(2)} ${price.currency}`
  return effect === 'purchase' ? 'price not known' : 'no price'
}

/** A copy of the arguments of a call without its secrets. */
export function withoutSecrets({ body, query }: AnyOperation, input: unknown): Record<string, unknown> {
  const copy = JSON.parse(JSON.stringify(input), (name, value: unknown) =>
    secretName.test(name) && value !== '' ? HIDDEN : value,
  ) as Record<string, unknown>
  replaceFields(copy, [...secretPaths(body), ...secretPaths(query)], () => HIDDEN)
  return copy
}
