import type { sslOrder } from '@nameyard/contracts/orders/ssl-order'
import { statement } from '@nameyard/persistence/statement'
import type { z } from 'zod'
import type { ValidationMethod } from '../model/validation'

type Status = z.output<typeof sslOrder>['status']

/** What is being done with the CA. */
export type Work = 'nothing' | 'issue' | 'renew' | 'reissue' | 'revoke'

/** How the proof of one name stands. */
export interface StoredValidation {
  readonly hostName: string
  readonly method: ValidationMethod
  readonly isProven: boolean
  readonly problem: string
}

/** An order of a certificate as it is stored. */
export interface SslOrder {
  readonly [column: string]: unknown
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
  /** In the order of the names. */
  readonly validations: readonly StoredValidation[]
}

/** Columns of an order `o`, with its validations. */
export const sslOrderColumns = `
  o.id, o.reseller_id as "resellerId", o.product_id as "productId", o.status, o.common_name as "commonName", o.names,
  o.csr, o.period, o.domain_amount as "domainAmount", o.wildcard_amount as "wildcardAmount", o.autorenew, o.software,
  o.organization_handle as "organizationHandle", o.technical_handle as "technicalHandle",
  o.approver_email as "approverEmail", o.has_dns_automation as "hasDnsAutomation", o.panel_id as "panelId", o.work,
  o.round, o.token, o.approver_nonce as "approverNonce", o.asked_at as "askedAt", o.problem, o.revision,
  o.ordered_at as "orderedAt", o.activated_at as "activatedAt", o.expires_at as "expiresAt",
  o.paid_until as "paidUntil", o.serial, o.certificate, o.intermediate_certificate as "intermediateCertificate",
  o.root_certificate as "rootCertificate", o.due_at as "dueAt", o.attempts,
  (select coalesce(jsonb_agg(jsonb_build_object('hostName', v.host_name, 'method', v.method, 'isProven',
     v.proven_at is not null, 'problem', v.problem) order by v.position), '[]')
   from ssl_validation v where v.ssl_order_id = o.id) as validations`

/** `$1` account, `$2` number. */
export const sslOrderOf = statement(
  'ssl.order',
  `select ${sslOrderColumns} from ssl_order o where o.reseller_id = $1 and o.id = $2`,
)

/** `$1` order, `$2` names, `$3` methods: how the names are proven from now on. */
export const insertValidations = statement(
  'ssl.insert-validations',
  `insert into ssl_validation (ssl_order_id, host_name, position, method)
   select $1, v.host_name, v.position, v.method
   from unnest($2::text[], $3::text[]) with ordinality as v (host_name, method, position)`,
)

/** `$1` key of the reservation, `$2` order, `$3` action, `$4` now. */
export const insertPurchase = statement(
  'ssl.insert-purchase',
  'insert into ssl_purchase (order_id, ssl_order_id, action, placed_at) values ($1, $2, $3, $4)',
)
