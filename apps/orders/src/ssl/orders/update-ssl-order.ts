import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { updateSslOrder } from '@nameyard/contracts/orders/update-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { demandRight } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { fits } from '../model/names'
import { productOf } from '../model/product'
import { OrderChanges } from '../work/order-changes'
import { beginRound, replaceValidations } from '../work/rounds'
import { CertificateIntake, proofsAsked, refuseNames, type CertificateAsked } from './certificate-asked'
import { heldOrder, refuseStatus } from './held-order'
import { paidFor } from './reissue-ssl-order'
import { sslOrderOf, type SslOrder } from './ssl-order.store'

type Given = Input<typeof updateSslOrder>

const changeDraft = statement(
  'ssl.change-draft',
  `update ssl_order set csr = $2, common_name = $3, names = $4, approver_email = $5,
     has_dns_automation = coalesce($6, has_dns_automation), software = coalesce($7, software),
     organization_handle = coalesce($8, organization_handle), technical_handle = coalesce($9, technical_handle),
     autorenew = coalesce($10, autorenew), revision = revision + 1
   where id = $1`,
)
const setAutorenew = statement(
  'ssl.set-autorenew',
  'update ssl_order set autorenew = $2, revision = revision + 1 where id = $1',
)
const lookAgain = statement(
  'ssl.look-again',
  'update ssl_order set due_at = $2, attempts = 0, revision = revision + 1 where id = $1',
)

/** What a draft may be given and an order that the CA knows may not. */
const ofDrafts = [
  'csr',
  'host_names',
  'approver_email',
  'enable_dns_automation',
  'organization_handle',
  'technical_handle',
  'signature_hash_algorithm',
  'software_id',
] as const satisfies readonly (keyof Given)[]

/** Changes an order as far as it has not gone yet. */
@Controller()
export class UpdateSslOrder {
  constructor(
    private readonly database: Database,
    private readonly intake: CertificateIntake,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
  ) {}

  @Handles(updateSslOrder)
  async execute(given: Given, call: Call): Promise<Result<typeof updateSslOrder>> {
    const { id } = given
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read<SslOrder>(sslOrderOf, [resellerId, id])
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
      const order = await heldOrder(tx, resellerId, id)
      if (order.work === 'revoke') refuseStatus(order)
      // Whoever may spend nothing now may not have it spent later either.
      if (order.autorenew === 'off' && given.autorenew === 'on') demandRight(call, 'purchase')
      // What was read is of the draft that it was then.
      if (asked && order.revision === seen.revision) await this.changeDraft(tx, order, given, asked)
      else await this.changeAsked(tx, order, given)
      return { id }
    })
  }

  /** What a draft asks for, with what is changed of it. */
  private async asked(seen: SslOrder, given: Given): Promise<CertificateAsked> {
    const { approver_email = seen.approverEmail, domain_validation_methods, host_names } = given
    const isOtherCsr = given.csr !== undefined
    const asked = await this.intake.read(productOf(seen.productId)!, given.csr ?? seen.csr, {
      approver_email,
      host_names: host_names ?? (isOtherCsr ? undefined : seen.names.slice(1)),
      domain_validation_methods: domain_validation_methods ?? (isOtherCsr || host_names ? undefined : wireOf(seen)),
      signature_hash_algorithm: given.signature_hash_algorithm,
    })
    const refused = fits(asked.names, paidFor(seen, asked.names))
    return refused ? refuseNames(refused) : asked
  }

  private async changeDraft(tx: Tx, order: SslOrder, given: Given, asked: CertificateAsked): Promise<void> {
    const { request, commonName, names, validations, approverEmail } = asked
    await tx.query(changeDraft, [
      order.id,
      request.pem,
      commonName,
      names,
      approverEmail,
      given.enable_dns_automation ?? null,
      given.software_id ?? null,
      given.organization_handle ?? null,
      given.technical_handle ?? null,
      given.autorenew ?? null,
    ])
    if (!given.start_provision) return replaceValidations(tx, order.id, validations)
    const hasDnsAutomation = given.enable_dns_automation ?? order.hasDnsAutomation
    const round = { work: 'issue', hasDnsAutomation, approverEmail, validations } as const
    const begun = await beginRound(tx, order, round, this.clock.now())
    await this.changes.askApprover(tx, { ...begun, commonName })
  }

  private async changeAsked(tx: Tx, order: SslOrder, given: Given): Promise<void> {
    const isLive = order.status === 'REQ' || order.status === 'ACT'
    const methods = given.domain_validation_methods
    if (!isLive || ofDrafts.some((field) => given[field] !== undefined)) refuseStatus(order)
    if (methods !== undefined && order.status !== 'REQ') refuseStatus(order)
    if (given.autorenew !== undefined) await tx.query(setAutorenew, [order.id, given.autorenew])
    if (methods === undefined) return
    const { approverEmail: approver_email } = order
    const { validations } = proofsAsked(order.names, { approver_email, domain_validation_methods: methods })
    await replaceValidations(tx, order.id, validations)
    await tx.query(lookAgain, [order.id, this.clock.now()])
    if (!order.validations.some(({ method }) => method === 'email'))
      await this.changes.askApprover(tx, { ...order, validations })
  }
}

function wireOf({ validations }: SslOrder) {
  return validations.map(({ hostName, method }) => ({ host_name: hostName, method }))
}
