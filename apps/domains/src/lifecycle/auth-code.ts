import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { MissingSecret } from '@nameyard/runtime/key-cipher'
import { randomCode } from '@nameyard/runtime/random-code'
import type { AdditionalData, Domain } from './model/domain'

/** 24 characters of 6 bits are more than the 128 bits of RFC 9154 section 4.1; registries take 6 to 32. */
const LENGTH = 24

/** Returns a random authInfo that meets the rules of registries for its characters. */
export function generateAuthCode(): string {
  return randomCode(LENGTH)
}

/** The fields of additional data that are secrets: a code for the registry, and the token of a reserved name (RFC 8495). */
const SECRETS = ['auth_code', 'allocation_token'] as const

/** Returns additional data with its secrets sealed. */
export function sealedData(codes: AuthCodeCipher, name: string, data: AdditionalData): AdditionalData {
  return withSecrets(data, (secret) => codes.seal(name, secret))
}

/** Returns additional data with its secrets opened. */
export function openedData(codes: AuthCodeCipher, name: string, data: AdditionalData): AdditionalData {
  return withSecrets(data, (secret) => codes.open(name, secret))
}

function withSecrets(data: AdditionalData, change: (secret: string) => string): AdditionalData {
  const secrets = SECRETS.flatMap((field) => {
    const secret = data[field]
    return typeof secret === 'string' ? [[field, change(secret)]] : []
  })
  return { ...data, ...Object.fromEntries(secrets) }
}

type Coded = Pick<Domain, 'authCode' | 'internalAuthCode' | 'name'>

/** Returns a domain with its own codes opened, to be shown or compared. */
export function opened<Row extends Coded>(codes: AuthCodeCipher, row: Row): Row {
  const { name, authCode, internalAuthCode } = row
  return { ...row, authCode: codes.open(name, authCode), internalAuthCode: codes.open(name, internalAuthCode) }
}

/**
 * Whether two sealed codes of a domain are the same: different secrets may have sealed them. A code whose secret is missing
 * counts as another one.
 */
export function isSameCode(codes: AuthCodeCipher, name: string, one: string, other: string): boolean {
  if (one === other) return true
  try {
    return codes.open(name, one) === codes.open(name, other)
  } catch (error) {
    if (error instanceof MissingSecret) return false
    throw error
  }
}

/** Returns what a registry shows of a domain, with the auth code sealed by this service's newest secret. */
export function sealedView(codes: AuthCodeCipher, name: string, view: RegistryView): RegistryView {
  return view.authInfo === undefined ? view : { ...view, authInfo: codes.seal(name, view.authInfo) }
}
