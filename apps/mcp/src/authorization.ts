import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
  type AuthInfo,
} from '@modelcontextprotocol/server'
import { assistantCredential, isAccessToken } from '@nameyard/contracts/assistants/credential'
import { profileRights, profileUrl } from '@nameyard/contracts/assistants/profiles'
import type { Right } from '@nameyard/contracts/operation'
import { CALL } from './finders'
import type { Offer } from './offer'
import type { ProfileName } from './profiles'

/** How assistants sign in by OAuth. */
export interface OAuthSettings {
  /** The authorization server: the public URL of the gateway. */
  readonly issuer: string
  /** The URL by which assistants reach this server, without a path. */
  readonly publicUrl: string
  /** The secret that this server shares with the gateways. */
  readonly secret: string
}

/** Reads the rights of a token at the API; undefined if the token is refused. */
export type ReadRights = (credential: string) => Promise<readonly Right[] | undefined>

/** What follows from the `Authorization` header of a request. */
export type Admitted =
  | { readonly refusal: Response }
  /** The token for the API; with rights if it is the access token of an OAuth client. */
  | { readonly token: string; readonly authInfo?: AuthInfo }

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The API has just checked the token, and the answer is used for one request. */
const CHECKED = Number.MAX_SAFE_INTEGER

/** The body of a message of the protocol, as far as it decides about rights. */
interface Message {
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly arguments?: { readonly name?: unknown } }
}

/**
 * This server as a resource of OAuth: its metadata (RFC 9728), its challenges (RFC 6750), and the check of access tokens. An
 * access token is for one profile. API keys and tokens of logins go on to the API unchecked, as they are for all of it.
 */
export class Authorization {
  constructor(
    private readonly settings: OAuthSettings,
    private readonly readRights: ReadRights,
  ) {}

  /** The metadata of the resource that a path names; undefined for other paths. */
  metadataAt(path: string, pathOf: (path: string) => ProfileName | undefined, isServed: (path: string) => boolean) {
    const served = path === WELL_KNOWN ? '/mcp' : path.startsWith(`${WELL_KNOWN}/`) ? path.slice(WELL_KNOWN.length) : ''
    if (!isServed(served)) return undefined
    const profile = pathOf(served)
    return {
      resource: this.urlOf(profile).href,
      authorization_servers: [this.settings.issuer],
      scopes_supported: [...profileRights[profile ?? 'standard']],
      bearer_methods_supported: ['header'],
      resource_name: `Nameyard (${profile ?? 'standard'})`,
    }
  }

  /** Admits a request by its bearer token, or answers with a challenge. */
  async admit(token: string | undefined, profile: ProfileName | undefined): Promise<Admitted> {
    const resourceMetadataUrl = this.metadataUrl(profile)
    if (token !== undefined && !isAccessToken(token)) return { token }
    const credential = token && assistantCredential({ token, profile: profile ?? 'standard' }, this.settings.secret)
    const verifyAccessToken = async (): Promise<AuthInfo> => {
      const scopes = await this.readRights(credential!)
      if (!scopes) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid for this URL.')
      return { token: token!, clientId: '', scopes: [...scopes], expiresAt: CHECKED, resource: this.urlOf(profile) }
    }
    try {
      const authInfo = await verifyBearerToken(token && `Bearer ${token}`, {
        verifier: { verifyAccessToken },
        resourceMetadataUrl,
        expectedResource: this.urlOf(profile),
      })
      return { token: credential!, authInfo }
    } catch (error) {
      if (!(error instanceof OAuthError))
        return { refusal: new Response(null, { status: 503, headers: { 'retry-after': '2' } }) }
      const requiredScopes = [...profileRights[profile ?? 'standard']]
      return { refusal: bearerAuthChallengeResponse(error, { requiredScopes, resourceMetadataUrl }) }
    }
  }

  /**
   * Asks for more scopes if a call needs a right that the access token lacks and a token for this profile can have. Auth codes
   * are different: a token without that right gets them empty, and some people may not see them at all.
   */
  challenge(message: unknown, { scopes, resourceMetadataUrl }: AuthInfo, offer: Offer): Response | undefined {
    const { method, params } = (message ?? {}) as Message
    if (method !== 'tools/call') return undefined
    const name = params?.name === CALL ? params?.arguments?.name : params?.name
    const rights = offer.byName.get(String(name))?.operation.rights ?? []
    const possible = profileRights[offer.profile.name ?? 'standard']
    const missing = rights.filter(
      (right) => right !== 'transfer-codes' && !scopes.includes(right) && possible.includes(right),
    )
    if (missing.length === 0) return undefined
    const error = new OAuthError(OAuthErrorCode.InsufficientScope, `The tool needs the scope ${missing.join(' ')}.`)
    return bearerAuthChallengeResponse(error, {
      requiredScopes: [...new Set([...scopes, ...missing])],
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
    })
  }

  private urlOf(profile: ProfileName | undefined): URL {
    return new URL(profileUrl(this.settings.publicUrl, profile ?? 'standard'))
  }

  private metadataUrl(profile: ProfileName | undefined): string {
    return getOAuthProtectedResourceMetadataUrl(this.urlOf(profile))
  }
}
