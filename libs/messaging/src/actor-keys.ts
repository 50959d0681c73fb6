import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const pem = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** Reads Ed25519 public keys in PEM, one after the other. Returns undefined when there is none or one is of another kind. */
export function readPublicKeys(text: string): readonly KeyObject[] | undefined {
  const keys = (text.match(pem) ?? []).map((each) => orUndefined(() => createPublicKey(each)))
  const usable = keys.filter((key) => key?.asymmetricKeyType === 'ed25519') as KeyObject[]
  return usable.length > 0 && usable.length === keys.length ? usable : undefined
}

/** Reads an Ed25519 private key in PEM (PKCS #8). Returns undefined when the text is something else. */
export function readPrivateKey(text: string): KeyObject | undefined {
  const key = orUndefined(() => createPrivateKey(text))
  return key?.asymmetricKeyType === 'ed25519' ? key : undefined
}

function orUndefined(read: () => KeyObject): KeyObject | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
