import { timingSafeEqual, createHash } from 'node:crypto'

/** The one user of a broker that is told whom to let in. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

/**
 * SASL PLAIN (RFC 4616). With credentials only they are let in; without them anybody is, but only from this machine.
 * Returns the user's name, or undefined for a refusal.
 */
export function authenticate(
  mechanism: string,
  response: Buffer,
  credentials: Credentials | undefined,
  remoteAddress: string | undefined,
): string | undefined {
  const parts = response.toString('utf8').split('\0')
  const [, user, password] = parts
  if (mechanism !== 'PLAIN' || parts.length !== 3 || user === undefined || password === undefined) return undefined
  if (!credentials) return isLoopback(remoteAddress) ? user : undefined
  const isUser = equalInSameTime(user, credentials.user)
  const isPassword = equalInSameTime(password, credentials.password)
  return isUser && isPassword ? user : undefined
}

/** Whether an address or host name stays on this machine. */
export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '')
  return plain === '::1' || plain === 'localhost' || /^127(\.\d{1,3}){3}$/.test(plain ?? '')
}

function equalInSameTime(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
