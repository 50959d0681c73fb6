import { createHmac, timingSafeEqual } from 'node:crypto'
import { assistantProfiles, type AssistantProfile } from './profile-names'

/** An access token that an OAuth client got, and the profile for which it is used. */
export interface AssistantToken {
  readonly token: string
  readonly profile: AssistantProfile
}

/** The form of an access token: 256 random bits in base64url. */
const TOKEN = '[\\w-]{43}'

const token = new RegExp(`^${TOKEN}$`)
const credential = new RegExp(`^ny_mcp_(${assistantProfiles.join('|')})\\.(${TOKEN})\\.([\\w-]{43})$`)

/** Whether a bearer token has the form of an access token. */
export const isAccessToken = (text: string): boolean => token.test(text)

const proofOf = ({ token, profile }: AssistantToken, secret: string) =>
  createHmac('sha256', secret).update(`${profile}.${token}`).digest()

/**
 * What the tool server presents to the API in place of an access token: the token, the profile, and a proof with the secret
 * that it shares with the gateways. So a client cannot use its access token at the API, whose audience it is not for.
 */
export function assistantCredential(given: AssistantToken, secret: string): string {
  return `ny_mcp_${given.profile}.${given.token}.${proofOf(given, secret).toString('base64url')}`
}

/** Reads such a credential. Undefined if it is none, or was not made with one of the secrets. */
export function readAssistantCredential(text: string, secrets: readonly string[]): AssistantToken | undefined {
  const [, profile, token, proof] = credential.exec(text) ?? []
  if (!profile || !token || !proof) return undefined
  const given = { token, profile: profile as AssistantProfile }
  const shown = Buffer.from(proof, 'base64url')
  const isRight = secrets.some((secret) => timingSafeEqual(proofOf(given, secret), shown))
  return isRight ? given : undefined
}
