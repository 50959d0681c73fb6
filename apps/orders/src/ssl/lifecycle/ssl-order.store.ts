import type { z } from 'zod'
import type { sslOrder } from '@nameyard/contracts/orders/ssl-order'
import { sql, statement } from '@nameyard/persistence/statement'
import type { ValidationMethod } from '../model/validation'

type Status = z.output<typeof sslOrder>['status']

/** The current operation at the CA. */
export type Work = 'nothing' | 'issue' | 'renew' | 'reissue' | 'revoke'

/** The state of the proof of one name. */
export interface StoredValidation {
  readonly hostName: string
  readonly method: ValidationMethod
  readonly isProven: boolean
  readonly problem: string
}

/** A certificate order as it is stored. */
export interface SslOrder {
  readonly id: number
  readonly resellerId: number
  readonly productId: number
  readonly status: Status
  readonly commonName: string
  readonly names: readonly string[]
  readonly csr: string
  readonly period: number
  readonly domainAmount: number
  readonly wildcardAmount: number
  readonly autorenew: 'on' | 'off'
  readonly software: string
  readonly organizationHandle: string
  readonly technicalHandle: string
  readonly approverEmail: string
  readonly hasDnsAutomation: boolean
  readonly panelId: string
  readonly work: Work
  readonly round: number
  readonly token: string
  readonly approverNonce: string
  readonly askedAt: Date | null
  readonly problem: string
  readonly revision: number
  readonly orderedAt: Date
  readonly activatedAt: Date | null
  readonly expiresAt: Date | null
  readonly paidUntil: Date | null
  readonly serial: string
  readonly certificate: string
  readonly intermediateCertificate: string
  readonly rootCertificate: string
  readonly dueAt: Date | null
  readonly attempts: number
  /** The request whose work is being done, and the step of its trace. Null when the platform acts by itself. */
  readonly request: string | null
  readonly trace: string | null
  /** In the order of the names. */
  readonly validations: readonly StoredValidation[]
}

/** Columns of an order `o`, with its validations. */
export const sslOrderColumns = sql`
    o.id, o.reseller_id as "resellerId", o.product_id as "productId", o.status, o.common_name as "commonName", o.names,
    o.csr, o.period, o.domain_amount as "domainAmount", o.wildcard_amount as "wildcardAmount", o.autorenew, o.software,
    o.organization_handle as "organizationHandle", o.technical_handle as "technicalHandle",
    o.approver_email as "approverEmail", o.has_dns_automation as "hasDnsAutomation", o.panel_id as "panelId", o.work,
    o.round, o.token, o.approver_nonce as "approverNonce", o.asked_at as "askedAt", o.problem, o.revision,
    o.ordered_at as "orderedAt", o.activated_at as "activatedAt", o.expires_at as "expiresAt",
    o.paid_until as "paidUntil", o.serial, o.certificate, o.intermediate_certificate as "intermediateCertificate",
    o.root_certificate as "rootCertificate", o.due_at as "dueAt", o.attempts, o.request, o.trace,
    (select coalesce(jsonb_agg(jsonb_build_object('hostName', v.host_name, 'method', v.method, 'isProven',
    v.proven_at is not null, 'problem', v.problem) order by v.position), '[]')
  from ssl_validation v where v.ssl_order_id = o.id) as validations`

export const sslOrderOf = statement<{ resellerId: number; id: number }, SslOrder>(
  'ssl.order',
  ({ resellerId, id }) =>
    sql`select ${sslOrderColumns} from ssl_order o where o.reseller_id = ${resellerId} and o.id = ${id}`,
)

/** Stores the validation method of each name. */
export const insertValidations = statement<{ id: number; names: readonly string[]; methods: readonly string[] }>(
  'ssl.insert-validations',
  ({ id, names, methods }) => sql`
    insert into ssl_validation (ssl_order_id, host_name, position, method)
    select ${id}, v.host_name, v.position, v.method
    from unnest(${names}::text[], ${methods}::text[]) with ordinality as v (host_name, method, position)`,
)

export const insertPurchase = statement<{ orderId: string; id: number; action: 'create' | 'renew'; now: Date }>(
  'ssl.insert-purchase',
  ({ orderId, id, action, now }) =>
    sql`insert into ssl_purchase (order_id, ssl_order_id, action, placed_at) values (${orderId}, ${id}, ${action}, ${now})`,
)

/** Locks an order if it still has the revision that a step started with. */
export const lockSame = statement<{ id: number; revision: number }, { id: number }>(
  'ssl.lock-same',
  ({ id, revision }) => sql`select id from ssl_order where id = ${id} and revision = ${revision} for update`,
)
