import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { updateSslOrder } from '@nameyard/contracts/orders/update-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandPurchase } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn, type AskedIn } from '@nameyard/runtime/traces'
import { lockedOrder, refuseStatus } from '../lifecycle/locked-order'
import { OrderChanges } from '../lifecycle/order-changes'
import { OrderEvents } from '../lifecycle/order-events'
import { beginRound, replaceValidations } from '../lifecycle/rounds'
import { sslOrderOf, type SslOrder } from '../lifecycle/ssl-order.store'
import { excess } from '../model/names'
import { productOf } from '../model/product'
import { CertificateIntake, requestedValidations, refuseNames, type RequestedCertificate } from './certificate-intake'
import { paidFor } from './reissue-ssl-order'

type Given = Input<typeof updateSslOrder>

const changeDraft = statement<{
  id: number
  csr: string
  commonName: string
  names: readonly string[]
  approverEmail: string
  hasDnsAutomation: boolean | null
  software: string | null
  organizationHandle: string | null
  technicalHandle: string | null
  autorenew: string | null
}>(
  'ssl.change-draft',
  (given) => sql`
    update ssl_order set csr = ${given.csr}, common_name = ${given.commonName}, names = ${given.names},
      approver_email = ${given.approverEmail},
      has_dns_automation = coalesce(${given.hasDnsAutomation}, has_dns_automation),
      software = coalesce(${given.software}, software),
      organization_handle = coalesce(${given.organizationHandle}, organization_handle),
      technical_handle = coalesce(${given.technicalHandle}, technical_handle),
      autorenew = coalesce(${given.autorenew}, autorenew), revision = revision + 1
    where id = ${given.id}`,
)
const setAutorenew = statement<{ id: number; autorenew: string }>(
  'ssl.set-autorenew',
  ({ id, autorenew }) => sql`update ssl_order set autorenew = ${autorenew}, revision = revision + 1 where id = ${id}`,
)
const recheck = statement<AskedIn & { id: number; now: Date }>(
  'ssl.recheck',
  ({ id, now, request, trace }) => sql`
    update ssl_order set due_at = ${now}, attempts = 0, request = ${request}, trace = ${trace}, revision = revision + 1
    where id = ${id}`,
)

/** Fields that can be changed only while the order is a draft. */
const draftOnlyFields = [
  'csr',
  'host_names',
  'approver_email',
  'enable_dns_automation',
  'organization_handle',
  'technical_handle',
  'signature_hash_algorithm',
  'software_id',
] as const satisfies readonly (keyof Given)[]

/** Changes an order, as far as its status allows. */
@Controller()
export class UpdateSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly changes: OrderChanges,
    private readonly events: OrderEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(updateSslOrder)
  async execute(given: Given, call: Call): Promise<Result<typeof updateSslOrder>> {
    const { id } = given
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read(sslOrderOf, { resellerId, id })
    if (!seen) return fail('ssl_order_not_found', { order: id })
    const handles = {
      organization_handle: given.organization_handle ?? '',
      technical_handle: given.technical_handle ?? '',
    }
    const [asked] = await Promise.all([
      seen.status === 'PAI' ? this.asked(seen, given) : undefined,
      this.intake.refuseUnknownHandles(resellerId, handles, call),
    ])
    return this.database.unitOfWork(call, async (tx) => {
      const order = await lockedOrder(tx, resellerId, id)
      if (order.work === 'revoke') refuseStatus(order)
      // Automatic renewal spends money later, so it needs the right to purchase now.
      if (order.autorenew === 'off' && given.autorenew === 'on') demandPurchase(call)
      // The request was validated against this revision of the draft.
      const isDraft = asked && order.revision === seen.revision
      if (isDraft) await this.changeDraft(tx, order, given, asked)
      else await this.changeAsked(tx, order, given)
      await this.events.tell(tx, order, isDraft && given.start_provision ? 'proofs pending' : 'changed')
      return { id }
    })
  }

  /** Returns the certificate that a draft requests after the change. */
  private async asked(seen: SslOrder, given: Given): Promise<RequestedCertificate> {
    const { approver_email = seen.approverEmail, domain_validation_methods, host_names } = given
    const isOtherCsr = given.csr !== undefined
    const asked = await this.intake.read(productOf(seen.productId)!, given.csr ?? seen.csr, {
      approver_email,
      host_names: host_names ?? (isOtherCsr ? undefined : seen.names.slice(1)),
      domain_validation_methods: domain_validation_methods ?? (isOtherCsr || host_names ? undefined : wireOf(seen)),
      signature_hash_algorithm: given.signature_hash_algorithm,
    })
    const refused = excess(asked.names, paidFor(seen, asked.names))
    return refused ? refuseNames(refused) : asked
  }

  private async changeDraft(tx: Tx, order: SslOrder, given: Given, asked: RequestedCertificate): Promise<void> {
    const { request, commonName, names, validations, approverEmail } = asked
    await tx.query(changeDraft, {
      id: order.id,
      csr: request.pem,
      commonName,
      names,
      approverEmail,
      hasDnsAutomation: given.enable_dns_automation ?? null,
      software: given.software_id ?? null,
      organizationHandle: given.organization_handle ?? null,
      technicalHandle: given.technical_handle ?? null,
      autorenew: given.autorenew ?? null,
    })
    if (!given.start_provision) return replaceValidations(tx, order.id, validations)
    const hasDnsAutomation = given.enable_dns_automation ?? order.hasDnsAutomation
    const round = { work: 'issue', hasDnsAutomation, approverEmail, validations } as const
    const begun = await beginRound(tx, order, round, this.clock.now())
    await this.changes.askApprover(tx, { ...begun, commonName })
  }

  private async changeAsked(tx: Tx, order: SslOrder, given: Given): Promise<void> {
    const isLive = order.status === 'REQ' || order.status === 'ACT'
    const methods = given.domain_validation_methods
    if (!isLive || draftOnlyFields.some((field) => given[field] !== undefined)) refuseStatus(order)
    if (methods !== undefined && order.status !== 'REQ') refuseStatus(order)
    if (given.autorenew !== undefined) await tx.query(setAutorenew, { id: order.id, autorenew: given.autorenew })
    if (methods === undefined) return
    const { approverEmail: approver_email } = order
    const { validations } = requestedValidations(order.names, { approver_email, domain_validation_methods: methods })
    await replaceValidations(tx, order.id, validations)
    await tx.query(recheck, { id: order.id, now: this.clock.now(), ...askedIn(tx) })
    if (!order.validations.some(({ method }) => method === 'email'))
      await this.changes.askApprover(tx, { ...order, validations })
  }
}

function wireOf({ validations }: SslOrder) {
  return validations.map(({ hostName, method }) => ({ host_name: hostName, method }))
}
