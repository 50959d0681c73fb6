import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the values that all apps know: SHA-1, six digits, steps of 30 seconds. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Octets of a secret: RFC 4226 section 4 recommends 160 bits. */
const SECRET_OCTETS = 20

export function newSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_OCTETS }).bytes)
}

/** Returns the secret in base 32, and as an `otpauth://` URI with the names that an app shows. */
export function shownSecret(secret: Buffer, issuer: string, username: string): { secret: string; uri: string } {
  const totp = new TOTP({ ...shape, issuer, label: username, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * Returns the time step of a code; undefined when it is not a code of the present step, the one before or the one after,
 * because clocks differ (RFC 6238 section 5.2).
 */
export function stepOf(secret: Buffer, code: string, atMs: number): number | undefined {
  // The library throws at six characters that are not six octets.
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...shape, secret: secretOf(secret) })
  const delta = totp.validate({ token: code, timestamp: atMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: atMs }) + delta
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer })
}
