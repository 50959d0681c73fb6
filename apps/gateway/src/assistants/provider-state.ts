import { hash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { consumeState } from '@nameyard/contracts/assistants/consume-state'
import { endGrant } from '@nameyard/contracts/assistants/end-grant'
import { findState } from '@nameyard/contracts/assistants/find-state'
import { removeState } from '@nameyard/contracts/assistants/remove-state'
import { saveState } from '@nameyard/contracts/assistants/save-state'
import type { AnyOperation, InputGiven, Result, Right } from '@nameyard/contracts/operation'

/** Asks the customers service, for the request in progress. */
export type Ask = <O extends AnyOperation>(operation: O, input: InputGiven<O>) => Promise<Result<O>>

/** The objects that are stored. Others, such as registered clients, do not exist here. */
const kinds: ReadonlySet<string> = new Set([
  'Session',
  'Interaction',
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
])

type Kind = InputGiven<typeof findState>['kind']

/** The objects that belong to a grant, which ends with the access of the assistant. A grant belongs to itself. */
const ofGrant: ReadonlySet<string> = new Set(['Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken'])

/** What is stored in place of an identifier or token. */
export const stateHash = (id: string): string => hash('sha256', id, 'hex')

/**
 * Stores what the authorization server remembers at the customers service. Identifiers and tokens are sent as hashes. What a
 * session knows about a person is left out, so that every authorization asks for the password again.
 */
export class ProviderState implements Adapter {
  private readonly isStored: boolean

  /**
   * @param model name of the model
   * @param refused makes the error of a code or token that somebody else uses at the same time
   */
  constructor(
    private readonly model: string,
    private readonly ask: Ask,
    private readonly refused: () => Error,
  ) {
    this.isStored = kinds.has(model)
  }

  async upsert(id: string, { jti: _jti, ...payload }: AdapterPayload, lifeSeconds: number): Promise<void> {
    const grantId = this.model === 'Grant' ? id : payload.grantId
    const kept = this.model === 'Session' ? withoutPerson(payload) : payload
    const { isSaved } = await this.ask(saveState, {
      ...this.name(id),
      payload: JSON.stringify(kept),
      lifeSeconds: Math.max(1, Math.ceil(lifeSeconds)),
      ...(ofGrant.has(this.model) && grantId !== undefined && { grant: stateHash(grantId) }),
      ...(this.model === 'AccessToken' && { scope: rightsIn(payload.scope) }),
    })
    if (!isSaved) throw this.refused()
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (!this.isStored) return undefined
    const { found } = await this.ask(findState, this.name(id))
    if (!found) return undefined
    const payload = JSON.parse(found.payload) as AdapterPayload
    return { ...payload, jti: id, ...(found.isConsumed && { consumed: true }) }
  }

  async consume(id: string): Promise<void> {
    const { isFirst } = await this.ask(consumeState, this.name(id))
    if (!isFirst) throw this.refused()
  }

  async destroy(id: string): Promise<void> {
    if (this.isStored) await this.ask(removeState, this.name(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    // Each model is told; the first of them ends everything.
    if (this.model === 'AccessToken') await this.ask(endGrant, { grant: stateHash(grantId) })
  }

  /** Sessions are only found by their cookie. */
  async findByUid(): Promise<undefined> {}

  /** There are no devices without a browser. */
  async findByUserCode(): Promise<undefined> {}

  private name(id: string) {
    return { kind: this.model as Kind, hash: stateHash(id) }
  }
}

function withoutPerson({ accountId: _a, loginTs: _l, authorizations: _g, ...session }: AdapterPayload): AdapterPayload {
  return session
}

const rightsIn = (scope = '') => scope.split(' ').filter((word) => word !== '' && word !== 'offline_access') as Right[]
