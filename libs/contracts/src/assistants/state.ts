import { z } from 'zod'

/** SHA-256 in hexadecimal of an identifier or token, which itself does not leave the gateway. */
export const stateHash = z.string().regex(/^[\da-f]{64}$/)

/** What the authorization server stores: the names of the models of `oidc-provider`. */
export const stateKind = z.enum(['Session', 'Interaction', 'Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken'])

/** Names one stored object. */
export const stateName = { kind: stateKind, hash: stateHash }
