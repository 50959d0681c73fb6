import { generateKeyPairSync, hkdfSync, randomUUID } from 'node:crypto'
import type { Configuration, errors as Errors, KoaContextWithOIDC, Provider as ProviderClass } from 'oidc-provider'
import { assistantProfiles, type AssistantProfile } from '@nameyard/contracts/assistants/profile-names'
import { profileRights, profileUrl } from '@nameyard/contracts/assistants/profiles'
import { readClient } from '@nameyard/contracts/assistants/read-client'
import { printed } from '../pages/page'
import { ProviderState, type Ask } from './provider-state'

export type Provider = ProviderClass

/** The paths of the authorization server. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  jwks: '/oauth/keys',
} as const

/** The page that asks the person. */
export const allowPath = (uid: string): string => `/oauth/allow/${uid}`

const MINUTE = 60
const DAY = 86_400

interface ProviderOptions {
  /** Public URL of the gateway. */
  readonly issuer: string
  /** Public URL of the tool server. */
  readonly toolsUrl: string
  /** Secrets of the gateways, the newest first; those that sign cookies are derived from them. */
  readonly secrets: readonly string[]
  readonly ask: Ask
  /** Told about errors that are no refusals. */
  readonly failed: (error: Error) => void
}

/**
 * The authorization server for assistants: OAuth 2.1 with PKCE (RFC 7636), resource indicators (RFC 8707), the issuer in the
 * answer (RFC 9207), metadata (RFC 8414) and client id metadata documents. Access tokens are opaque, valid for an hour and
 * for one profile of the tool server. Refresh tokens are used once.
 */
export async function openProvider({ issuer, toolsUrl, secrets, ask, failed }: ProviderOptions): Promise<Provider> {
  addUrlParse()
  const { Provider, errors, interactionPolicy } = await import('oidc-provider')
  const profiles = new Map(assistantProfiles.map((profile) => [profileUrl(toolsUrl, profile), profile]))
  const refused = () => new errors.InvalidGrant('the access has ended, or this was used already')
  const configuration: Configuration = {
    adapter: (model: string) => new ProviderState(model, ask, refused),
    clientAuthMethods: ['none'],
    cookies: {
      keys: secrets.map((secret) =>
        Buffer.from(hkdfSync('sha256', secret, '', 'nameyard oauth cookies 1', 32)).toString('hex'),
      ),
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: {
      ...disabled,
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: { min: 30, max: DAY } },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, granted) => {
          if (granted) return granted
          throw new errors.InvalidTarget('name the resource: the URL of the tool server')
        },
        getResourceServerInfo: (_, resource) => {
          const profile = profiles.get(resource)
          if (profile) return resourceOf(profile, resource)
          throw new errors.InvalidTarget(`the resource is none of ${[...profiles.keys()].join(', ')}`)
        },
        useGrantedResource: () => true,
      },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    },
    fetch: (url) => published(String(url), ask),
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { policy: interactionPolicy.base(), url: (_, { uid }) => allowPath(uid) },
    // The session of the browser ends with the answer; the access of the assistant has a session of its own.
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // Nothing is signed with it: access tokens are opaque, and there are no id tokens.
    jwks: {
      keys: [
        {
          ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
          kid: randomUUID(),
        },
      ],
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => showError(ctx, out),
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: paths,
    scopes: ['offline_access'],
    ttl: {
      AccessToken: 60 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 90 * DAY,
      Interaction: 10 * MINUTE,
      RefreshToken: 30 * DAY,
      Session: 10 * MINUTE,
    },
  }
  const provider = new Provider(issuer, configuration)
  // The routes set the protocol of the issuer, whatever ends TLS.
  provider.proxy = true
  provider.on('server_error', (_, error) => failed(error))
  return provider
}

/** What the authorization server could do and does not. */
const disabled = {
  claimsParameter: { enabled: false },
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
} as const

const resourceOf = (profile: AssistantProfile, audience: string) => ({
  audience,
  scope: profileRights[profile].join(' '),
  accessTokenFormat: 'opaque' as const,
  accessTokenTTL: 60 * MINUTE,
})

/** The profile of a resource, and its rights among the scopes that a client asks for. */
export function requested(
  toolsUrl: string,
  resource: unknown,
  scope: unknown,
): { readonly resource: string; readonly profile: AssistantProfile; readonly scope: readonly string[] } | undefined {
  const resources = [resource].flat()
  const profile = assistantProfiles.find((each) => profileUrl(toolsUrl, each) === resources[0])
  if (resources.length !== 1 || profile === undefined) return undefined
  const asked = String(scope ?? '').split(' ')
  return {
    resource: String(resources[0]),
    profile,
    scope: profileRights[profile].filter((right) => asked.includes(right)),
  }
}

/** Fetches what a client publishes. The gateway itself opens no connection to a stranger. */
async function published(url: string, ask: Ask): Promise<Response> {
  const { answer } = await ask(readClient, { url })
  if (!answer) throw new Error('no answer')
  const { status, headers, body } = answer
  const named = Object.entries(headers).filter(([name]) => ['cache-control', 'content-type', 'expires'].includes(name))
  return new Response([204, 304].includes(status) ? null : body, { status, headers: named })
}

function showError(ctx: KoaContextWithOIDC, { error, error_description: description }: ErrorOut): void {
  const { headers, html } = printed({
    language: 'en',
    title: 'The assistant cannot sign in',
    paragraphs: [
      `The program has sent a request that cannot be answered: ${description ?? error}.`,
      'You can close this page.',
    ],
  })
  ctx.set(headers)
  ctx.body = html
}

type ErrorOut = Pick<Errors.OIDCProviderError, 'error'> & { readonly error_description?: string | undefined }

/** Node 20 has no `URL.parse` (WHATWG URL Standard), which the provider calls. */
function addUrlParse(): void {
  if ('parse' in URL) return
  const parse = (url: string, base?: string) => (URL.canParse(url, base) ? new URL(url, base) : null)
  Object.defineProperty(URL, 'parse', { value: parse, configurable: true, writable: true })
}
