import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isPassword } from '../contacts/password'
import { GuessLimits } from './guess-limits'
import { LoginEvents } from './login-events'
import { findLoginAttempt, type FoundAttempt } from './login-failure.store'
import { LoginTokens, type CountedFor } from './login-tokens'
import { clientAddress } from './model/address'
import { loginSubjects } from './model/login-subjects'

/** A login that may go on. */
export interface LoginAttempt {
  /** Absent for an unknown user. */
  readonly contact: FoundAttempt | undefined
  readonly subjects: CountedFor
}

/** Reads the contact of a login and its limits, the same for passwords and passkeys. */
@Injectable()
export class LoginAttempts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GuessLimits,
    private readonly tokens: LoginTokens,
    private readonly events: LoginEvents,
  ) {}

  /**
   * Starts an attempt; refuses while a wait lasts. Failures count for the username from this network, for the network, and,
   * unless the contact has logged in from this network before, for the username. Successful logins do not count; they clear
   * only the failures of their own username and network (NIST SP 800-63B-4 section 3.2.2).
   */
  async open(username: string, client: string | undefined): Promise<LoginAttempt> {
    const { network, pair, address, name } = loginSubjects(username, client)
    const [attempt] = await this.database.read(findLoginAttempt, {
      username,
      subjects: [pair, address],
      name,
      network,
      knownSince: this.tokens.knownSince(),
      now: this.clock.machineNow(),
      address: clientAddress(client),
    })
    const { blockedUntil, isKnownNetwork, ...contact } = attempt!
    this.limits.refuseUntil(blockedUntil)
    const counted = isKnownNetwork ? [pair, address] : [pair, address, name]
    return { contact: contact.contactId === null ? undefined : contact, subjects: { pair, counted, network } }
  }

  /**
   * Starts an attempt with a password. Unknown user and wrong password get the same reply after the same work. Only a
   * caller with the right password learns the state of the account.
   */
  async withPassword(
    { username, password }: { readonly username: string; readonly password: string },
    call: Call,
  ): Promise<LoginAttempt & { readonly contact: FoundAttempt }> {
    const { contact, subjects } = await this.open(username, call.address)
    const isRight = await isPassword(password, contact?.passwordHash)
    if (!contact || !isRight) return this.refuse({ contact, subjects }, call)
    return { contact: await this.admitted(contact, call), subjects }
  }

  /** Returns a contact who may use the API from this address. */
  async admitted(contact: FoundAttempt, call: Call): Promise<FoundAttempt> {
    if (contact.apiAccessEnabled && contact.addressAllowed) return contact
    await this.events.failed(contact, 'access', call)
    return fail('access_denied')
  }

  /** Counts and records a failure, and refuses. */
  async refuse({ contact, subjects }: LoginAttempt, call: Call): Promise<never> {
    await this.events.failed(contact, 'credentials', call, await this.limits.count(subjects.counted))
    return fail('authentication_failed')
  }
}
