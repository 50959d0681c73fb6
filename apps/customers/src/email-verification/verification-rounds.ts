import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { sendVerificationEmail } from '@nameyard/contracts/customers/send-verification-email'
import type { Call } from '@nameyard/contracts/operation'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { columnsOf, DomainsOfAddress } from './domains-of-address'
import { replaceDomains } from './email-verification.store'
import { NONCE_BYTES } from './link'

/** One mail to an address, and the time it leaves its reader. */
export interface Round {
  readonly nonce: Buffer
  readonly begins: Date
  readonly deadline: Date
}

const DAY_MS = 86_400_000

/** Begins rounds of verification: the first one, and those after it. */
@Injectable()
export class VerificationRounds {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DomainsOfAddress) private readonly domains: DomainsOfAddress,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /**
   * Asks which domains the address has, then writes the round down with them and has the mail sent, all or nothing.
   * @param write stores the round and gives the number of the verification, or refuses.
   */
  async begin(
    { call, resellerId, address }: { readonly call: Call; readonly resellerId: number; readonly address: string },
    write: (tx: Tx, round: Round) => Promise<number>,
  ): Promise<number> {
    const domains = await this.domains.find(resellerId, address, call)
    const begins = this.clock.now()
    const deadline = new Date(begins.getTime() + this.config.EMAIL_VERIFICATION_DAYS * DAY_MS)
    const nonce = randomBytes(NONCE_BYTES)
    return this.database.unitOfWork(call, async (tx) => {
      const verificationId = await write(tx, { nonce, begins, deadline })
      await tx.query(replaceDomains, [verificationId, ...columnsOf(domains)])
      await this.outbox.append(tx, sendVerificationEmail, { verificationId, nonce: nonce.toString('hex') })
      return verificationId
    })
  }
}
