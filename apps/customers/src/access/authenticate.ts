import { Controller, Inject } from '@nestjs/common'
import { authenticate, LONGEST_REUSE_MS, STATEMENT_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import { rightsWithin } from '@nameyard/contracts/rights'
import { StatementSigner } from '@nameyard/messaging/actor-statement'
import { HandlesBatch, type BatchItem } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { clientAddress } from './model/address'
import { findBearers, type Bearer } from './token.store'

/** A gateway cannot get a statement that is valid longer than this, whatever deadline it names. */
const LONGEST_REQUEST_MS = 120_000

@Controller()
export class Authenticate {
  private readonly signer: StatementSigner

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {
    this.signer = new StatementSigner(config.ACTOR_SIGNING_KEY)
  }

  /** Returns the contacts of tokens and API keys. One statement reads all of a batch. */
  @HandlesBatch(authenticate)
  async executeBatch(
    items: readonly BatchItem<typeof authenticate>[],
  ): Promise<readonly (Result<typeof authenticate> | Refusal)[]> {
    const { REQUESTS_PER_SECOND: perSecond, REQUESTS_BURST: burst } = this.config
    const spent = items.flatMap(({ input }) => input.spent)
    const rows = await this.database.read(findBearers, {
      hashes: items.map(({ input }) => input.tokenHash),
      addresses: items.map(({ input }) => clientAddress(input.address)),
      now: this.clock.machineNow(),
      resellerIds: spent.map(({ resellerId }) => resellerId),
      requests: spent.map(({ requests }) => requests),
      perSecond,
      burst,
    })
    const bearers = new Map(rows.map((bearer) => [bearer.position, bearer]))
    return items.map((item, index) => this.verdict(bearers.get(index + 1), item))
  }

  private verdict(
    bearer: Bearer | undefined,
    { input: { audience, profile }, call }: BatchItem<typeof authenticate>,
  ): Result<typeof authenticate> | Refusal {
    // An access token counts only for the profile for which it was issued, and every other credential without one.
    if (!bearer || (bearer.profile ?? undefined) !== profile) return new Refusal('authentication_failed')
    if (!bearer.apiAccessEnabled || !bearer.addressAllowed) return new Refusal('access_denied')
    const { resellerId, contactId, username, scope, role, enforcesRoles, boundTo } = bearer
    const { keyId, assistantId, isLimited, limits, spend, approval, remaining, perSecond, burst } = bearer
    const restrictions = {
      ...(boundTo !== null && { boundTo }),
      ...(keyId !== null && { keyId }),
      ...(assistantId !== null && { assistantId }),
      ...(isLimited && { isLimited }),
      ...(limits !== null && { limits }),
      ...(spend !== null && { spend }),
      ...(approval !== null && { approval }),
      ...(profile !== undefined && { profile }),
    }
    const person = { resellerId, contactId, username, role, ...(enforcesRoles && { enforcesRoles }) }
    const actor = { ...person, scope: rightsWithin(scope, person), ...restrictions }
    const usableMs = Math.max(STATEMENT_REUSE_MS, Math.min(LONGEST_REUSE_MS, bearer.lastsMs ?? LONGEST_REUSE_MS))
    const expires = Math.min(call.deadline, this.clock.machineMs() + LONGEST_REQUEST_MS) + usableMs
    const statement = this.signer.sign({ audience, expires, actor })
    return { ...actor, statement, usableMs, allowance: { remaining, perSecond, burst } }
  }
}
