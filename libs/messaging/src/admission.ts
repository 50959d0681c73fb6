import { Logger } from '@nestjs/common'
import type { ConsumeMessage } from 'amqplib'
import { Refusal } from '@nameyard/contracts/errors'
import type { AnyOperation, Call } from '@nameyard/contracts/operation'
import { demandApproval, demandPerson, demandRights, demandRole, refuseBeyondLimits } from '@nameyard/contracts/rights'
import { isUnsampled, readTraceparent } from '@nameyard/tracing/traceparent'
import type { StatementReader } from './actor-statement'
import { operatorExchange, requestsExchange, senderIn, type Party } from './topology'
import { decodeRequests, type Request } from './wire'

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The sender of messages that came by the exchange of the operator. */
const OPERATOR = 'operator'

/** Who sent a message of requests. */
export interface Sender {
  /** Undefined when the message came another way than by an exchange of requests. */
  readonly party: string | undefined
  /** The user of the connection, as the broker has checked it. */
  readonly user: unknown
}

/** Only the broker sets these fields, and its permissions decide who may publish there. */
export function senderOf({ fields: { exchange, routingKey }, properties }: ConsumeMessage): Sender {
  const user: unknown = properties.userId
  if (exchange === operatorExchange) return { party: OPERATOR, user }
  return { party: exchange === requestsExchange ? senderIn(routingKey) : undefined, user }
}

/** Decides which requests a service accepts, and in whose name. */
export class Admission {
  private readonly log = new Logger('messaging')

  constructor(
    private readonly service: Party,
    private readonly statements: StatementReader,
  ) {}

  /** The requests of a message; none if it cannot be read. */
  read(content: Buffer): readonly Request[] {
    try {
      const requests: unknown = decodeRequests(content)
      if (Array.isArray(requests) && requests.every(isRequest)) return requests
    } catch {
      // Not JSON.
    }
    this.log.warn('a message of requests that is not readable')
    return []
  }

  /**
   * Refuses a request whose sender may not ask for the operation, or whose actor has no right to it. Sets its actor to what
   * the statement says. What the sender claims about the actor itself does not count.
   */
  admit(operation: AnyOperation, sender: Sender, call: Call): void {
    this.identify(operation, sender, call)
    if (operation.audience !== 'reseller') return
    demandRole(operation, call)
    // A service may read for a request more than its token may: an order by a key that cannot read needs a customer.
    if (sender.party === 'gateway') {
      demandRights(operation, call)
      demandApproval(operation, call)
      demandPerson(operation, call)
    }
    refuseBeyondLimits(operation, call)
  }

  private identify(
    { id, audience, anonymous, callers }: AnyOperation,
    { party, user }: Sender,
    call: Writable<Call>,
  ): void {
    delete call.actor
    delete call.operator
    const isForSender = audience !== 'service' || callers?.some((caller) => caller === party)
    if (party === undefined || (audience === 'operator') !== (party === OPERATOR) || !isForSender) {
      this.log.error(`${id} was asked for by a sender who may not [${call.correlationId}]`)
      throw new Refusal('authentication_failed')
    }
    if (party === OPERATOR) {
      // The broker refuses a message whose user is not that of its connection, so this name is not a claim.
      if (typeof user !== 'string') throw new Refusal('authentication_failed')
      call.operator = user
      return
    }
    if (call.statement === undefined) {
      if (audience === 'reseller' && !anonymous) throw new Refusal('authentication_failed')
      return
    }
    // A gateway presents a statement to the service that it is for. That service passes it on to the services that it
    // asks, and these do not pass it on.
    const isPassedOn = party !== 'gateway'
    call.actor = this.statements.read(call.statement, isPassedOn ? party : this.service).actor
    if (isPassedOn) delete call.statement
  }
}

/** Whether a part of a message is a request: any user of the broker may write anything. */
function isRequest(part: unknown): part is Request {
  if (!Array.isArray(part)) return false
  const [sequence, operation, call] = part as [unknown, unknown, Partial<Call> | null | undefined]
  if (typeof sequence !== 'number' || typeof operation !== 'string' || !call) return false
  const { trace } = call
  if (trace !== undefined && !isUnsampled(trace) && !readTraceparent(trace)) return false
  return typeof call.deadline === 'number' && typeof call.correlationId === 'string'
}
