import { createHash, randomBytes } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import { fail } from '@nameyard/contracts/errors'
import type { Effect, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findCredentials, type Credentials } from '../contacts/contact.store'
import { boundAddress } from './model/address'
import { isPassword } from './password'
import { insertToken } from './token.store'

const everything: readonly Effect[] = ['read', 'write', 'purchase']

@Controller()
export class Login {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Unknown user and wrong password are one answer after the same work; the state of an account is told to its own. */
  @Handles(login)
  async execute(input: Input<typeof login>): Promise<Result<typeof login>> {
    const boundTo = boundAddress(input.ip)
    if (boundTo === undefined) fail('invalid_input', { field: 'ip', problem: 'must be an address or a CIDR range' })
    const [contact] = await this.database.read<Credentials>(findCredentials, [input.username])
    const isRight = await isPassword(input.password, contact?.password_hash)
    if (!contact || !isRight) fail('authentication_failed')
    if (!contact.api_access_enabled) fail('access_denied')

    const token = randomBytes(16).toString('hex')
    const now = this.clock.now()
    const expiresAt = new Date(now.getTime() + this.config.TOKEN_HOURS * 3_600_000)
    const hash = createHash('sha256').update(token).digest()
    const scope = [...new Set(input.scope ?? everything)]
    await this.database.read(insertToken, [hash, contact.id, scope, boundTo, now, expiresAt])
    return { reseller_id: contact.reseller_id, token }
  }
}
