import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { Refusal } from '@nameyard/contracts/errors'
import type { Actor, ServiceName } from '@nameyard/contracts/operation'

/**
 * What the customers service states about an authenticated contact person. On the wire it is `key.content.signature`:
 * the id of the key, the JSON of the statement in base64url, and an Ed25519 signature (RFC 8032) of both in base64url.
 * There is one algorithm, so nothing about it can be negotiated.
 */
export interface Statement {
  /** The service that the gateway asks. It may pass the statement on to the services that it asks itself. */
  readonly audience: ServiceName
  /** Milliseconds since 1970: the end of the requests for which the person was authenticated. */
  readonly expires: number
  readonly actor: Actor
}

/** The id of a key: the first digits of the SHA-256 of its public part. */
export function keyIdOf(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 12)
}

/** Signs statements. Only the customers service has the private key. */
export class StatementSigner {
  private readonly keyId: string

  constructor(private readonly key: KeyObject) {
    this.keyId = keyIdOf(key)
  }

  sign(statement: Statement): string {
    const signed = `${this.keyId}.${Buffer.from(JSON.stringify(statement)).toString('base64url')}`
    return `${signed}.${sign(null, Buffer.from(signed), this.key).toString('base64url')}`
  }
}

/** Most statements whose signature is not verified again; beyond it the oldest are forgotten. */
const MOST_KNOWN = 10_000

const wireForm = /^([\da-f]{12})\.[\w-]+\.[\w-]{86}$/

/** Verifies statements. A gateway uses one for several requests, so the last verified ones are kept. */
export class StatementReader {
  private readonly keys: ReadonlyMap<string, KeyObject>
  /** By their text, in the order of their arrival. */
  private readonly known = new Map<string, Statement>()

  /**
   * @param keys public keys whose statements count: the current one, and during a rotation the next or the former one
   * @param now milliseconds since 1970
   */
  constructor(
    keys: readonly KeyObject[],
    private readonly now: () => number,
  ) {
    this.keys = new Map(keys.map((key) => [keyIdOf(key), key]))
  }

  /**
   * Returns the statement of a text. Refuses with `authentication_failed` when it is not signed with a known key, has
   * expired, or is meant for another service.
   */
  read(text: unknown, audience: string): Statement {
    if (typeof text !== 'string') throw new Refusal('authentication_failed')
    const statement = this.known.get(text) ?? this.verified(text)
    if (statement.expires <= this.now() || statement.audience !== audience) throw new Refusal('authentication_failed')
    return statement
  }

  private verified(text: string): Statement {
    const key = this.keys.get(wireForm.exec(text)?.[1] ?? '')
    const end = text.lastIndexOf('.')
    if (!key || !verify(null, Buffer.from(text.slice(0, end)), key, Buffer.from(text.slice(end + 1), 'base64url'))) {
      throw new Refusal('authentication_failed')
    }
    const content = Buffer.from(text.slice(text.indexOf('.') + 1, end), 'base64url')
    const statement = JSON.parse(content.toString()) as Statement
    for (const [oldest, { expires }] of this.known) {
      if (expires > this.now() && this.known.size < MOST_KNOWN) break
      this.known.delete(oldest)
    }
    this.known.set(text, statement)
    return statement
  }
}
