import { randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { startPasskeyLogin } from '@nameyard/contracts/access/start-passkey-login'
import { fail } from '@nameyard/contracts/errors'
import type { createPasskey } from '@nameyard/contracts/factors/create-passkey'
import type { Call, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import {
  algorithms,
  answerOf,
  clientDataOf,
  hashOf,
  newPasskeyOf,
  type CreatedPasskey,
  type PasskeyAnswer,
  type RelyingParty,
} from './passkey-answer'
import {
  findPasskeys,
  insertChallenge,
  takeChallenge,
  usePasskey,
  type Challenge,
  type StoredPasskey,
} from './passkey.store'

/** How long a challenge works. */
const LIFE_MS = 5 * 60_000

/** A person who adds a passkey. */
interface Holder {
  readonly contactId: number
  readonly username: string
}

/** What an answer of a passkey is worth: `stale` without its challenge, `wrong` if it was not made by the passkey. */
export type Outcome =
  { readonly passkey: StoredPasskey; readonly isUserVerified: boolean } | { readonly refused: 'stale' | 'wrong' }

/**
 * Checks passkeys (WebAuthn). Each challenge works once, for the person whom it was made for; the database decides between
 * two requests.
 */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Returns the options with which the browser of a person creates a passkey. */
  async creationOptions(name: string, holder: Holder): Promise<Result<typeof createPasskey>['options']> {
    const { id } = this.relyingParty()
    const { contactId, username } = holder
    const known = await this.database.read(findPasskeys, { contactId, credentialId: null })
    const userHandle = known[0]?.userHandle ?? randomBytes(32)
    const challenge = await this.newChallenge({ purpose: 'registration', contactId, name, userHandle })
    return {
      challenge,
      rp: { id, name: id },
      user: { id: userHandle.toString('base64url'), name: username, displayName: username },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: LIFE_MS,
      attestation: 'none',
      excludeCredentials: known.map(describe),
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
    }
  }

  /** Returns the passkey that the browser of a person created. Refuses an answer that is not valid. */
  async created(credential: CreatedPasskey, contactId: number) {
    const relyingParty = this.relyingParty()
    const client = clientDataOf(credential)
    if (!client) fail('credential_invalid', { problem: 'clientDataJSON is not the JSON of a browser' })
    const now = this.clock.machineNow()
    const given = { hash: client.challengeHash, purpose: 'registration', contactId, now } as const
    const [taken] = await this.database.read(takeChallenge, given)
    if (!taken) fail('credential_stale')
    if (client.isEmbedded || !relyingParty.origins.includes(client.origin)) {
      fail('credential_invalid', { problem: `the origin ${client.origin} is not allowed here` })
    }
    const passkey = await newPasskeyOf(credential, relyingParty)
    if (!passkey) fail('credential_invalid', { problem: 'is not a valid answer to the options' })
    return { ...passkey, contactId, name: taken.name!, userHandle: taken.userHandle! }
  }

  /** Returns the options with which the browser of a person, or of anybody, answers for a passkey. */
  async requestOptions(contactId: number | null): Promise<Result<typeof startPasskeyLogin>['options']> {
    const { id } = this.relyingParty()
    const known = contactId === null ? [] : await this.database.read(findPasskeys, { contactId, credentialId: null })
    if (contactId !== null && known.length === 0) fail('passkey_missing')
    const challenge = await this.newChallenge({ purpose: 'login', contactId, name: null, userHandle: null })
    return {
      challenge,
      timeout: LIFE_MS,
      rpId: id,
      allowCredentials: known.map(describe),
      // With a password the device need not check who uses it.
      userVerification: contactId === null ? 'required' : 'preferred',
    }
  }

  /** Returns the passkey that an answer names, before the answer is checked. */
  async named({ id }: PasskeyAnswer): Promise<StoredPasskey | undefined> {
    this.relyingParty()
    const credentialId = Buffer.from(id, 'base64url')
    const [passkey] = await this.database.read(findPasskeys, { contactId: null, credentialId })
    return passkey
  }

  /**
   * Checks an answer to options that were made for a person, or for anybody (null). The caller counts wrong ones. A device
   * that checks who uses it is remembered only beside a password: who has found the device could set its PIN
   * (WebAuthn section 4, `uvInitialized`).
   */
  async use(answer: PasskeyAnswer, madeFor: number | null, call: Call): Promise<Outcome> {
    const relyingParty = this.relyingParty()
    const client = clientDataOf(answer)
    const now = this.clock.machineNow()
    if (!client || client.isEmbedded) return { refused: 'wrong' }
    const given = { hash: client.challengeHash, purpose: 'login', contactId: madeFor, now } as const
    const [taken] = await this.database.read(takeChallenge, given)
    if (!taken) return { refused: 'stale' }
    const passkey = await this.named(answer)
    if (!passkey || (madeFor !== null && passkey.contactId !== madeFor)) return { refused: 'wrong' }
    const proven = await answerOf(answer, passkey, relyingParty)
    if (!proven) return { refused: 'wrong' }
    const isUserVerified = madeFor !== null && proven.isUserVerified
    const [used] = await this.database.read(usePasskey, { ...proven, id: passkey.id, isUserVerified, now })
    if (used) return { passkey, isUserVerified: proven.isUserVerified && passkey.isUserVerified }
    await this.warn(passkey, call)
    return { refused: 'wrong' }
  }

  /** Mails the person that two devices answer for one passkey. */
  private warn({ contactId }: StoredPasskey, call: Call): Promise<void> {
    const { correlationId, address, deadline } = call
    const at = printDate(this.clock.machineNow())
    return this.database.unitOfWork({ correlationId, address, deadline }, (tx) =>
      this.outbox.append(tx, sendSecurityNotice, { contactId, notice: 'passkey-copied', at }),
    )
  }

  private async newChallenge(of: Omit<Challenge, 'hash'>): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    const now = this.clock.machineNow()
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    await this.database.read(insertChallenge, { ...of, hash: hashOf(challenge), now, expiresAt })
    return challenge
  }

  /** Returns the site that passkeys belong to. Refuses where the operator has set none. */
  private relyingParty(): RelyingParty {
    const { PASSKEY_RP_ID: id, PASSKEY_ORIGINS: origins } = this.config
    if (id === undefined) fail('passkeys_unavailable')
    return { id, origins }
  }
}

function describe({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId.toString('base64url'), type: 'public-key', transports }
}
