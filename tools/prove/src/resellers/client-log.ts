/** The kinds of orders that change something at a registry. */
export type OrderKind = 'create' | 'renew' | 'update' | 'delete' | 'restore' | 'transfer'

/** An order of a domain with its final answer. */
export interface Answered {
  readonly kind: OrderKind
  readonly name: string
  readonly isAccepted: boolean
}

/** An order of a certificate with the answers to its requests. */
export interface CertificateOrder {
  readonly isAccepted: boolean
  /** The mailbox that must approve it. */
  readonly approver: string | undefined
  /** Accepted and all requests for a new certificate. */
  reissues: { accepted: number; asked: number }
  isCancelled: boolean
}

/** The requests of all clients and their answers. */
export class ClientLog {
  requests = 0
  /** Requests that were sent, with their repetitions. */
  sent = 0
  /** Requests that were repeated after a 503, a lost connection, or because the client did not wait. */
  repeated = 0
  /** Requests that read objects of another account. */
  probes = 0
  /** Answers with other faults than a 503, and lost connections to gateways that no disturbance touched. */
  readonly unclean: string[] = []
  /** Answers with data of another account. */
  readonly foreign: string[] = []
  /** Requests without an answer until the end of the run. */
  readonly unanswered: string[] = []
  readonly orders: Answered[] = []
  /** Refusals of requests by their code and text. */
  readonly refusals = new Map<string, number>()
  /** The customers, by their handle, with the account and the street that was acknowledged last. */
  readonly customers = new Map<string, { readonly account: number; readonly street: string }>()
  /** The zones, by their name, with the address of each host that was acknowledged. Undefined when deleted. */
  readonly zones = new Map<string, ReadonlyMap<string, string> | undefined>()
  /** The name servers of each domain that were acknowledged last. */
  readonly nameServers = new Map<string, readonly string[]>()
  /** The orders of certificates, by the name of the certificate. */
  readonly certificates = new Map<string, CertificateOrder>()
  /** The acknowledged payments of each account, in cents. */
  readonly payments = new Map<number, number>()
}
