import type { AuthInfo } from '@modelcontextprotocol/server'
import { readAssistantCredential } from '@nameyard/contracts/assistants/credential'
import type { Right } from '@nameyard/contracts/operation'
import { createClient } from '@nameyard/sdk/client'
import { scriptedService } from '../test/assistant'
import { Authorization } from './authorization'
import { CALL } from './finders'
import { offerOf } from './offer'
import { profileOf, type ProfileName } from './profiles'

const settings = { issuer: 'https://api.example', publicUrl: 'https://mcp.example', secret: 's'.repeat(32) }
const accessToken = 'a'.repeat(43)

/** The server, and the credentials that it has shown to the API. */
function authorizationWith(rights: () => readonly Right[] | undefined) {
  const shown: string[] = []
  const authorization = new Authorization(settings, async (credential) => {
    shown.push(credential)
    return rights()
  })
  return { authorization, shown }
}

const refusing = authorizationWith(() => undefined).authorization

/** The challenge of a refused request. */
async function challengeOf(admitted: ReturnType<Authorization['admit']>): Promise<[status: number, challenge: string]> {
  const given = await admitted
  if (!('refusal' in given)) throw new Error('the request was admitted')
  return [given.refusal.status, given.refusal.headers.get('www-authenticate') ?? '']
}

describe('the metadata of the resource (RFC 9728)', () => {
  const metadataAt = (path: string) =>
    refusing.metadataAt(
      path,
      (served) => (served === '/mcp/dns' ? 'dns' : undefined),
      (served) => served === '/mcp' || served === '/mcp/dns',
    )

  it.each([
    [
      '/.well-known/oauth-protected-resource',
      'https://mcp.example/mcp',
      ['read', 'write', 'purchase', 'transfer-codes'],
    ],
    ['/.well-known/oauth-protected-resource/mcp', 'https://mcp.example/mcp', expect.anything()],
    ['/.well-known/oauth-protected-resource/mcp/dns', 'https://mcp.example/mcp/dns', ['read', 'write']],
  ])('at %s names the resource %s and its scopes', (path, resource, scopes) => {
    expect(metadataAt(path)).toMatchObject({
      resource,
      scopes_supported: scopes,
      authorization_servers: ['https://api.example'],
      bearer_methods_supported: ['header'],
    })
  })

  it.each([
    '/mcp',
    '/.well-known/oauth-protected-resource/',
    '/.well-known/oauth-protected-resource/mcp/other',
    '/.well-known/oauth-protected-resources',
    '/.well-known/oauth-authorization-server',
  ])('is not at %s', (path) => {
    expect(metadataAt(path)).toBeUndefined()
  })
})

describe('a request', () => {
  it('without a token is asked for one, with the address of the metadata and the scopes of the profile', async () => {
    const [status, challenge] = await challengeOf(refusing.admit(undefined, 'dns'))
    expect(status).toBe(401)
    expect(challenge).toMatch(/^Bearer /)
    expect(challenge).toContain('resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp/dns"')
    expect(challenge).toContain('scope="read write"')
  })

  it('with an API key or the token of a login goes on to the API with it, unchecked', async () => {
    const { authorization, shown } = authorizationWith(() => undefined)
    for (const token of ['ny_key_1', 'b'.repeat(42), 'b'.repeat(44)])
      expect(await authorization.admit(token, undefined)).toEqual({ token })
    expect(shown).toEqual([])
  })

  it.each<[ProfileName | undefined, string, string]>([
    [undefined, 'standard', 'https://mcp.example/mcp'],
    ['dns', 'dns', 'https://mcp.example/mcp/dns'],
  ])('with an access token at the profile %s shows the API a proof for this profile', async (profile, named, url) => {
    const { authorization, shown } = authorizationWith(() => ['read'])
    const admitted = await authorization.admit(accessToken, profile)
    expect(admitted).toMatchObject({
      token: shown[0],
      authInfo: { token: accessToken, scopes: ['read'], resource: new URL(url) },
    })
    expect(shown).toHaveLength(1)
    expect(readAssistantCredential(shown[0]!, [settings.secret])).toEqual({ token: accessToken, profile: named })
    expect(readAssistantCredential(shown[0]!, ['t'.repeat(32)])).toBeUndefined()
  })

  it('with an access token that the API refuses is told so', async () => {
    const [status, challenge] = await challengeOf(refusing.admit(accessToken, 'read'))
    expect(status).toBe(401)
    expect(challenge).toContain('error="invalid_token"')
    expect(challenge).toContain('resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp/read"')
  })

  it('is to be repeated while the API does not answer, because its token may be valid', async () => {
    const { authorization } = authorizationWith(() => {
      throw new Error('connect ECONNREFUSED')
    })
    const admitted = await authorization.admit(accessToken, undefined)
    if (!('refusal' in admitted)) throw new Error('the request was admitted')
    expect(admitted.refusal.status).toBe(503)
    expect(admitted.refusal.headers.get('retry-after')).toBe('2')
    expect(admitted.refusal.headers.get('www-authenticate')).toBeNull()
  })
})

describe('the call of a tool', () => {
  const challengeFor = async (
    message: unknown,
    scopes: string[],
    profile?: ProfileName,
    more: Partial<AuthInfo> = {},
  ): Promise<Response | undefined> => {
    const { baseUrl } = await scriptedService(['domains.get-authcode', 'domains.create'])
    const offer = offerOf(await createClient({ baseUrl }).description(), profileOf(profile))
    return refusing.challenge(message, { token: accessToken, clientId: '', scopes, ...more }, offer)
  }
  const calling = (name: string, args: object = {}) => ({ method: 'tools/call', params: { name, arguments: args } })

  it.each([
    ['by its name', calling('domains_create')],
    ['through the tool that calls the others', calling(CALL, { name: 'domains_create' })],
  ])('%s without its scope asks for that scope beside the present ones', async (_how, message) => {
    const resourceMetadataUrl = 'https://mcp.example/.well-known/oauth-protected-resource/mcp'
    const refusal = await challengeFor(message, ['read'], undefined, { resourceMetadataUrl })
    expect(refusal?.status).toBe(403)
    const challenge = refusal?.headers.get('www-authenticate')
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain('scope="read purchase"')
    expect(challenge).toContain(`resource_metadata="${resourceMetadataUrl}"`)
  })

  it.each<[string, unknown, string[], ProfileName | undefined]>([
    ['has its scope', calling('domains_create'), ['purchase'], undefined],
    ['gets auth codes empty without the scope for them', calling('domains_get_authcode'), ['read'], undefined],
    ['is of no tool that is offered', calling('domains_delete'), [], undefined],
    ['is not allowed in the profile', calling('domains_create'), ['read'], 'read'],
  ])('that %s is not challenged', async (_case, message, scopes, profile) => {
    expect(await challengeFor(message, scopes, profile)).toBeUndefined()
  })

  it('that shows auth codes needs the scope of its effect all the same', async () => {
    const refusal = await challengeFor(calling('domains_get_authcode'), ['purchase'])
    expect(refusal?.headers.get('www-authenticate')).toContain('scope="purchase read"')
  })

  it.each([undefined, null, 'text', {}, { method: 'tools/list', params: { name: 'domains_create' } }])(
    'is not the message %j',
    async (message) => {
      expect(await challengeFor(message, [])).toBeUndefined()
    },
  )
})
