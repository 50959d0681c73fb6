import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import { keyIdOf } from '@nameyard/messaging/actor-statement'

/** The end of the chain of an account at an instant. */
export interface Head {
  /** 0: the platform. */
  readonly account: number
  readonly seq: number
  readonly hash: Buffer
  readonly at: Date
}

/** A signed head, as a line of an export and of the files of heads. */
export interface SignedHead {
  readonly type: 'head'
  /** JSON text; the signature covers it. */
  readonly head: string
  readonly key: string
  /** The public key, SubjectPublicKeyInfo in base64. Whoever verifies compares it with a copy from the operator. */
  readonly public_key: string
  /** Ed25519 (RFC 8032), in base64. */
  readonly signature: string
}

/** Signs a head. Its text names its format, so that it is never mistaken for another signed text of the same key. */
export function signedHead({ account, seq, hash, at }: Head, key: KeyObject): SignedHead {
  const head = JSON.stringify({
    format: 'nameyard-audit-head-1',
    account,
    seq,
    hash: hash.toString('hex'),
    at: at.toISOString(),
  })
  const open = createPublicKey(key)
  return {
    type: 'head',
    head,
    key: keyIdOf(open),
    public_key: open.export({ type: 'spki', format: 'der' }).toString('base64'),
    signature: sign(null, Buffer.from(head), key).toString('base64'),
  }
}
