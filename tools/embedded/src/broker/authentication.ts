import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The only user of the broker. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

const USER = 'nameyard'

const newPassword = (): string => randomBytes(24).toString('base64url')

/** A login of a broker that keeps nothing. */
export const newCredentials = (): Credentials => ({ user: USER, password: newPassword() })

/**
 * The login of a broker with a data folder. The password is made the first time and kept in the file `password`, which
 * only its owner can read; so other users of the machine cannot log in.
 */
export function keptCredentials(dataFolder: string): Credentials {
  const file = join(dataFolder, 'password')
  if (!existsSync(file)) {
    // Under another name first, so that a start that is killed leaves no empty file.
    writeFileSync(`${file}.next`, newPassword(), { mode: 0o600 })
    renameSync(`${file}.next`, file)
  }
  return { user: USER, password: readFileSync(file, 'utf8') }
}

/** The part of a URL before the host. */
export const loginOf = ({ user, password }: Credentials): string =>
  `${encodeURIComponent(user)}:${encodeURIComponent(password)}`

/** Checks a SASL PLAIN login (RFC 4616). Returns the user's name, or undefined for a refused login. */
export function authenticate(mechanism: string, response: Buffer, credentials: Credentials): string | undefined {
  const parts = response.toString('utf8').split('\0')
  const [, user, password] = parts
  if (mechanism !== 'PLAIN' || parts.length !== 3 || user === undefined || password === undefined) return undefined
  const isUser = equalInConstantTime(user, credentials.user)
  const isPassword = equalInConstantTime(password, credentials.password)
  return isUser && isPassword ? user : undefined
}

function equalInConstantTime(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
