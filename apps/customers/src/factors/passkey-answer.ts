import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { createdPasskey, passkeyAnswer } from '@nameyard/contracts/factors/passkey'

/** The answer of a browser that created a passkey. */
export type CreatedPasskey = z.output<typeof createdPasskey>
/** The answer of a passkey. */
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

/** The site that passkeys belong to. */
export interface RelyingParty {
  readonly id: string
  /** The origins whose pages may use them. */
  readonly origins: readonly string[]
}

/** The COSE algorithms that nearly all devices know: Ed25519, ES256, RS256 (RFC 9053 section 2.2, RFC 8812 section 2). */
export const algorithms: number[] = [-8, -7, -257]

/** The library of WebAuthn. It takes a tenth of the start of the service, so it is loaded with the first passkey. */
const webAuthn = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})

/** What the browser says about an answer. It proves nothing before the signature is checked. */
export interface ClientData {
  readonly challengeHash: Buffer
  readonly origin: string
  /** Whether a page of another origin embeds the page. */
  readonly isEmbedded: boolean
}

/** Reads what the browser says about an answer; undefined when it cannot be read. */
export function clientDataOf({ response }: CreatedPasskey | PasskeyAnswer): ClientData | undefined {
  try {
    const read = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as Record<string, unknown>
    const { challenge, origin, crossOrigin } = read
    if (typeof challenge !== 'string' || typeof origin !== 'string') return undefined
    return { challengeHash: hashOf(challenge), origin, isEmbedded: crossOrigin === true }
  } catch {
    return undefined
  }
}

/** The hash under which a challenge is stored. */
export function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}

/**
 * The forms of attestation that are accepted. Others have certificates of makers, which nobody here needs, and the library
 * would fetch revocation lists from addresses that the certificates name.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await webAuthn()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}

/** Checks the answer of a browser that created a passkey. Returns the passkey; undefined when the answer is not valid. */
export async function newPasskeyOf(created: CreatedPasskey, { id, origins }: RelyingParty) {
  const { type, response } = created
  try {
    if (!(await isPlain(response.attestationObject))) return undefined
    const { verifyRegistrationResponse } = await webAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id: created.id, rawId: created.id, type, response, clientExtensionResults: {} } as never,
      // The challenge was used up before.
      expectedChallenge: () => true,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return undefined
    const { credential, userVerified } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: response.transports ?? [],
      isUserVerified: userVerified,
    }
  } catch {
    // The library throws at every fault of an answer.
    return undefined
  }
}

/** Checks the answer of a passkey. Returns what its device says; undefined when the answer is not valid. */
export async function answerOf(
  { id, type, response: { userHandle, ...response } }: PasskeyAnswer,
  known: { readonly publicKey: Buffer; readonly userHandle: Buffer },
  relyingParty: RelyingParty,
): Promise<{ signCount: number; isUserVerified: boolean } | undefined> {
  if (userHandle != null && !Buffer.from(userHandle, 'base64url').equals(known.userHandle)) return undefined
  try {
    const { verifyAuthenticationResponse } = await webAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type, response, clientExtensionResults: {} },
      // The challenge was used up before, and the database compares the count.
      expectedChallenge: () => true,
      credential: { id, publicKey: new Uint8Array(known.publicKey), counter: 0 },
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
    })
    return verified
      ? { signCount: authenticationInfo.newCounter, isUserVerified: authenticationInfo.userVerified }
      : undefined
  } catch {
    // The library throws at every fault of an answer.
    return undefined
  }
}
