import { z } from 'zod'

/**
 * What browsers exchange with a server about passkeys, in the JSON form of WebAuthn level 3 (sections 5.1.8 to 5.1.10),
 * so that a page passes it on unchanged. The names are those of the standard.
 */

/** Octets as browsers write them. */
const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+={0,2}$/, 'must be base64url')

const kind = z.enum(['public-key']).describe('Always `public-key`.')
const credentialId = base64url(1400).describe('Id of the passkey, in base64url.')
const clientDataJSON = base64url(8192).describe(
  'What the browser signed for: kind, challenge and origin, in base64url.',
)

/** The answer of `navigator.credentials.create()`. */
export const createdPasskey = z
  .object({
    id: credentialId,
    type: kind,
    response: z
      .object({
        clientDataJSON,
        attestationObject: base64url(65_536).describe('The new public key, in base64url.'),
        transports: z
          .array(z.string().max(32))
          .max(16)
          .optional()
          .describe('How browsers reach the device, such as `internal` or `usb`.'),
      })
      .describe('What the browser and the device say about the new passkey.'),
  })
  .meta({
    id: 'CreatedPasskey',
    description: 'The answer of `navigator.credentials.create()`, as `toJSON()` writes it. Other fields are ignored.',
  })

/** The answer of `navigator.credentials.get()`. */
export const passkeyAnswer = z
  .object({
    id: credentialId,
    type: kind,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: base64url(8192).describe('What the device says about itself, in base64url.'),
        signature: base64url(8192).describe('The signature of the device, in base64url.'),
        userHandle: base64url(128).nullish().describe('The number that the device stores for its user, in base64url.'),
      })
      .describe('What the browser and the device say, and the proof.'),
  })
  .meta({
    id: 'PasskeyAnswer',
    description: 'The answer of `navigator.credentials.get()`, as `toJSON()` writes it. Other fields are ignored.',
  })

const knownPasskey = z.object({
  id: z.string().describe('Id of the passkey, in base64url.'),
  type: z.string().describe('Always `public-key`.'),
  transports: z.array(z.string()).describe('How browsers reach the device.'),
})

const challenge = z.string().describe('A random value that works once, for five minutes, in base64url.')
const timeout = z.int().describe('How long the person has, in milliseconds.')
const userVerification = z.string().describe('Whether the device must check who uses it, by PIN or biometry.')

/** The options of `navigator.credentials.create()`. */
export const creationOptions = z
  .object({
    challenge,
    rp: z
      .object({
        id: z.string().describe('The domain that the passkey belongs to.'),
        name: z.string().describe('What the browser shows.'),
      })
      .describe('The site that asks.'),
    user: z
      .object({
        id: z.string().describe('A random number for the person, in base64url.'),
        name: z.string().describe('The user name.'),
        displayName: z.string().describe('The user name again.'),
      })
      .describe('The person who adds the passkey.'),
    pubKeyCredParams: z
      .array(
        z.object({ type: z.string().describe('Always `public-key`.'), alg: z.int().describe('A COSE algorithm.') }),
      )
      .describe('The algorithms that are accepted, the best first.'),
    timeout,
    attestation: z.string().describe('Always `none`: the maker of the device does not matter.'),
    excludeCredentials: z.array(knownPasskey).describe('The passkeys that the person has already.'),
    authenticatorSelection: z
      .object({
        residentKey: z
          .string()
          .describe('Whether the device should store the passkey, so that it can be used without a name.'),
        requireResidentKey: z.boolean().describe('Whether it must.'),
        userVerification,
      })
      .describe('What the device should do.'),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`, then `navigator.credentials.create()`.',
  })

/** The options of `navigator.credentials.get()`. */
export const requestOptions = z
  .object({
    challenge,
    timeout,
    rpId: z.string().describe('The domain that the passkeys belong to.'),
    allowCredentials: z.array(knownPasskey).describe('The passkeys of the person; empty if any may answer.'),
    userVerification,
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`, then `navigator.credentials.get()`.',
  })
