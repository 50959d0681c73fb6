import {
  Client as Assistant,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import { assistantCredential } from '@nameyard/contracts/assistants/credential'
import { eventually } from '@nameyard/testing/eventually'
import { BrowserWithoutScript } from '../src/browser-without-script'
import { open } from '../src/https-client'
import type { Platform } from '../src/platform'
import { order, person } from '../src/reseller'
import { documentOf, OAuthAssistants, redirectUri } from './oauth-assistants'

/** Assistants sign in by OAuth, with the client of the MCP SDK and a browser that runs no script. */

let oauth: OAuthAssistants
let platform: Platform
let toolsUrl: string
let clientUrl: string

beforeAll(async () => {
  oauth = await OAuthAssistants.start()
  ;({ platform, toolsUrl, clientUrl } = oauth)
})
afterAll(() => oauth?.close())

const site = () => oauth.site

/** `fetch` that trusts the authority of the platform. */
const trusting: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  if (!request.url.startsWith(platform.url)) return fetch(request)
  const { status, headers, text } = await open(site(), request.method, request.url, {
    headers: Object.fromEntries(request.headers),
    ...(request.body && { body: await request.text() }),
  })
  return new Response(text, { status, headers: headers as Record<string, string> })
}

/** The client of the SDK for one assistant, and the browser of its person. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadataUrl = clientUrl
  readonly clientMetadata = documentOf(clientUrl) as never
  readonly browser = new BrowserWithoutScript(site())
  private information: never | undefined
  private stored: { access_token: string; refresh_token?: string; scope?: string } | undefined
  private verifier = ''
  private discovered: never | undefined
  authorizationUrl!: URL

  state = () => 'state-of-the-client'
  clientInformation = () => this.information
  saveClientInformation = (given: unknown) => void (this.information = given as never)
  tokens = () => this.stored as never
  saveTokens = (tokens: unknown) => void (this.stored = tokens as never)
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url)
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
  saveDiscoveryState = (state: unknown) => void (this.discovered = state as never)
  discoveryState = () => this.discovered

  get accessToken() {
    return this.stored!.access_token
  }
  get refreshToken() {
    return this.stored!.refresh_token!
  }
}

/** Its requests, as the tests of this file write them. */
const credentials = () => oauth.credentials()
const authorize = (change?: Parameters<OAuthAssistants['authorize']>[0]) => oauth.authorize(change)
const allowed = () => oauth.allowed()
const exchange = (fields: Readonly<Record<string, string>>) => oauth.exchange(fields)
const codeOf = (code: string, profile?: string) => oauth.codeOf(code, profile)
const tokensFor = (profile: string, scope?: string) => oauth.tokensFor(profile, scope)
const resourceOf = (profile: string) => oauth.resourceOf(profile)
const message: OAuthAssistants['message'] = (...asked) => oauth.message(...asked)
const statusOf = async (token: string, profile: string) => (await message(token, profile)).status
const login = () => oauth.login()

const transportOf = (profile: string, provider: Person) =>
  new StreamableHTTPClientTransport(new URL(`${toolsUrl}/mcp${profile && `/${profile}`}`), {
    authProvider: provider,
    fetch: trusting,
  })

/** Connects the client of the SDK; a person allows it in a browser. */
async function connected(profile: string, provider = new Person()) {
  const transport = transportOf(profile, provider)
  const first = new Assistant({ name: 'e2e', version: '1' })
  await expect(first.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError)
  const page = await provider.browser.get(provider.authorizationUrl.href)
  const answered = await provider.browser.post(page.path, credentials())
  await transport.finishAuth(answered.away!.searchParams)
  const assistant = new Assistant({ name: 'e2e', version: '1' })
  await assistant.connect(transportOf(profile, provider))
  return { assistant, provider, page }
}

type Arguments = Record<string, unknown>
const done = async (assistant: Assistant, name: string, given: Arguments) => {
  const { isError, content, structuredContent } = await assistant.callTool({ name, arguments: given })
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- depends on the tool
  return structuredContent as any
}

describe('the client of the MCP SDK signs in by OAuth and works', () => {
  test.each(['', 'all', 'domains'])('in the profile %j: registers a domain and publishes its zone', async (profile) => {
    const { assistant } = await connected(profile)
    const name = `oauth-${profile || 'standard'}`
    const { handle } = await done(assistant, 'customers_create', person)
    const { id } = await done(assistant, 'domains_create', order(`${name}.com`, handle))
    await eventually(
      async () => (await done(assistant, 'domains_get', { id })).status === 'ACT',
      'the domain is active',
    )
    const records = [{ type: 'A', name: 'www', value: '192.0.2.20', ttl: 3600 }]
    await done(assistant, 'zones_create', { domain: { name, extension: 'com' }, type: 'master', records })
    expect((await done(assistant, 'domains_get', { id })).auth_code).not.toBe('')
    await assistant.close()
  })

  test('in the profile dns: changes a zone, and orders nothing', async () => {
    const { assistant } = await connected('dns')
    const domain = { name: 'oauth-dns', extension: 'com' }
    const records = [{ type: 'A', name: 'www', value: '192.0.2.20', ttl: 3600 }]
    await done(assistant, 'zones_create', { domain, type: 'master', records })
    expect(JSON.stringify(await done(assistant, 'zones_get', { name: 'oauth-dns.com', with_records: true }))).toContain(
      '192.0.2.20',
    )
    await expect(assistant.callTool({ name: 'domains_create', arguments: {} })).rejects.toThrow('There is no tool')
    await assistant.close()
  })

  test('in the profile read: reads domains, and changes nothing', async () => {
    const { assistant } = await connected('read')
    expect((await done(assistant, 'domains_list', {})).total).toBeGreaterThan(0)
    await expect(assistant.callTool({ name: 'customers_create', arguments: {} })).rejects.toThrow('There is no tool')
    await assistant.close()
  })
})

test('a person gives an assistant all rights but those to spend money', async () => {
  const browser = new BrowserWithoutScript(site())
  const asked = { resource: resourceOf('domains'), scope: 'read write purchase' }
  const { path, text } = await browser.get(authorize(asked))
  expect(text.indexOf('value="allow-free"')).toBeLessThan(text.indexOf('value="allow"'))
  const { away } = await browser.post(path, { ...credentials(), decision: 'allow-free' })
  const answer = await exchange(codeOf(away!.searchParams.get('code')!, 'domains'))
  const { access_token, scope } = JSON.parse(answer.text) as { access_token: string; scope: string }
  expect(scope.split(' ').sort()).toEqual(['read', 'write'])
  const { results } = (await platform.ask('GET', '/v1/auth/sessions', { headers: await login() })).json.data
  expect(results.find((each: { profile: string }) => each.profile === 'domains')?.scope).not.toContain('purchase')
  const ordered = await message(access_token, 'domains', {
    name: 'domains_create',
    arguments: order('unpaid.com', 'X'),
  })
  expect(ordered.status).toBe(403)
  expect(ordered.headers.get('www-authenticate')).toContain('insufficient_scope')
})

describe('the tool server as a resource', () => {
  test('says where to get a token, and for what (RFC 9728)', async () => {
    const answer = await message(undefined, 'dns')
    expect(answer.status).toBe(401)
    const header = answer.headers.get('www-authenticate')!
    const metadata = `${toolsUrl}/.well-known/oauth-protected-resource/mcp/dns`
    expect(header).toContain(`resource_metadata="${metadata}"`)
    expect(header).toContain('scope="read write"')
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: resourceOf('dns'),
      authorization_servers: [platform.url],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    })
    for (const path of ['', '/mcp'])
      expect(await (await fetch(`${toolsUrl}/.well-known/oauth-protected-resource${path}`)).json()).toMatchObject({
        resource: `${toolsUrl}/mcp`,
      })
    expect((await fetch(`${toolsUrl}/.well-known/oauth-protected-resource/mcp/other`)).status).toBe(404)
  })

  test('accepts an access token for its own profile only, and the API accepts none', async () => {
    const { access_token: token, expires_in: seconds, scope } = await tokensFor('dns')
    expect([seconds, scope]).toEqual([3600, 'read write'])
    expect(await statusOf(token, 'dns')).toBe(200)
    for (const other of ['read', 'domains', 'all']) expect([other, await statusOf(token, other)]).toEqual([other, 401])
    for (const credential of [token, `ny_mcp_dns.${token}.${'A'.repeat(43)}`]) {
      const { status } = await platform.ask('GET', '/v1/domains', {
        headers: { authorization: `Bearer ${credential}` },
      })
      expect(status).toBe(401)
    }
  })

  test('asks for more scopes when a call needs them (RFC 6750 section 3.1)', async () => {
    const { access_token: token } = await tokensFor('all', 'read')
    const call = { name: 'customers_create', arguments: person }
    const through = { name: 'operations_call', arguments: call }
    for (const each of [call, through]) {
      const answer = await message(token, 'all', each)
      expect(answer.status).toBe(403)
      expect(answer.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="read write"/)
    }
    expect((await message(token, 'all', { name: 'domains_list', arguments: {} })).status).toBe(200)
  })

  test('an API key still works', async () => {
    const headers = await login()
    const { json } = await platform.ask('POST', '/v1/keys', { body: { name: 'oauth', scope: ['read'] }, headers })
    expect(await statusOf(String(json.data.key), 'read')).toBe(200)
  })

  test('what is only for people is refused to an access token, also past the tools', async () => {
    const { access_token: token } = await tokensFor('all', 'read write purchase')
    const presented = assistantCredential({ token, profile: 'all' }, oauth.secret)
    const headers = { authorization: `Bearer ${presented}` }
    for (const [method, path] of [
      ['GET', '/v1/auth/sessions'],
      ['GET', '/v1/keys'],
      ['GET', '/v1/approvals'],
      ['GET', '/v1/contacts'],
      ['GET', '/v1/webhooks'],
    ] as const) {
      const { status, json } = await platform.ask(method, path, { headers })
      expect([path, status, json.code]).toEqual([path, 403, 4002])
    }
    expect((await platform.ask('GET', '/v1/domains', { headers })).status).toBe(200)
  })
})

describe('the authorization server', () => {
  test('describes itself (RFC 8414), and does not register clients', async () => {
    const { status, text } = await open(site(), 'GET', '/.well-known/oauth-authorization-server')
    expect(status).toBe(200)
    const described = JSON.parse(text) as Record<string, unknown>
    expect(described).toMatchObject({
      issuer: platform.url,
      client_id_metadata_document_supported: true,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['none'],
    })
    expect(described).not.toHaveProperty('registration_endpoint')
  })

  test('the answer names the issuer (RFC 9207) and returns the state', async () => {
    const answer = await allowed()
    expect([answer.get('iss'), answer.get('state')]).toEqual([platform.url, 'x'])
  })

  test('a code works once; a second use ends the access', async () => {
    const code = (await allowed()).get('code')!
    const { access_token: token } = JSON.parse((await exchange(codeOf(code))).text) as { access_token: string }
    expect(await statusOf(token, 'dns')).toBe(200)
    const { status, text } = await exchange(codeOf(code))
    expect([status, text]).toEqual([400, expect.stringContaining('invalid_grant')])
    await eventually(async () => (await statusOf(token, 'dns')) === 401, 'the end of the access')
  })

  test('a refresh token is used once; a second use ends the access', async () => {
    const first = await tokensFor('dns')
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const second = JSON.parse((await exchange(refresh)).text) as typeof first
    expect(await statusOf(second.access_token, 'dns')).toBe(200)
    await eventually(async () => (await statusOf(first.access_token, 'dns')) === 401, 'the end of the old token')
    expect((await exchange(refresh)).status).toBe(400)
    await eventually(async () => (await statusOf(second.access_token, 'dns')) === 401, 'the end of the access')
  })

  test.each([
    ['no verifier', { code_verifier: undefined }],
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['another resource', { resource: 'all' }],
  ])('a code with %s is refused', async (_, change: Readonly<Record<string, string | undefined>>) => {
    const given = { ...codeOf((await allowed()).get('code')!), ...change }
    if (change.resource !== undefined) given.resource = resourceOf(change.resource)
    const fields = Object.entries(given).filter(([, value]) => value !== undefined) as [string, string][]
    expect((await exchange(Object.fromEntries(fields))).status).toBe(400)
  })

  test.each([
    ['an unknown redirect', { redirect_uri: 'https://evil.example/callback' }],
    ['a client without a document', { client_id: 'https://localhost:1/client.json' }],
    ['a client id that is no URL', { client_id: 'assistant' }],
  ])('a request with %s gets a page and leads nowhere', async (_, change) => {
    const seen = await new BrowserWithoutScript(site()).get(authorize(change))
    expect(seen.status).toBeGreaterThanOrEqual(400)
    expect(seen.away).toBeUndefined()
    expect(seen.text).toContain('The assistant cannot sign in')
  })

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['the API as resource', { resource: 'https://localhost/v1' }, 'invalid_target'],
    ['no scope of the resource', { scope: 'purchase' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('a request with %s is refused to the client', async (_, change, error) => {
    const { away } = await new BrowserWithoutScript(site()).get(authorize(change))
    expect(away!.origin + away!.pathname).toBe(redirectUri)
    expect((away!.hash ? new URLSearchParams(away!.hash.slice(1)) : away!.searchParams).get('error')).toBe(error)
  })

  test('a document that names another client is refused', async () => {
    const other = clientUrl.replace('client.json', 'other.json')
    oauth.published.set('/other.json', documentOf(clientUrl))
    expect((await new BrowserWithoutScript(site()).get(authorize({ client_id: other }))).status).toBe(400)
  })
})

describe('the page that asks the person', () => {
  test('cannot be framed, runs no script, and prints the name of the client as text', async () => {
    const { status, headers, text } = await new BrowserWithoutScript(site()).get(authorize())
    expect(status).toBe(200)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("form-action 'self' http://127.0.0.1:33418;")
    expect(text).toContain('Aster &lt;b&gt;assistant')
    expect(text).toContain(new URL(clientUrl).host)
  })

  test('a form of another site, and one without the cookie, is refused', async () => {
    const browser = new BrowserWithoutScript(site())
    const { path } = await browser.get(authorize())
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await browser.post(path, credentials(), headers as never)).status).toBe(404)
    expect((await new BrowserWithoutScript(site()).post(path, credentials())).status).toBe(404)
    expect((await browser.post(path, credentials())).away).toBeDefined()
  })

  test('a wrong password is asked for again, and the refusal of the person reaches the client', async () => {
    const browser = new BrowserWithoutScript(site())
    const { path } = await browser.get(authorize())
    const again = await browser.post(path, { ...credentials(), password: 'wrong' })
    expect(again.status).toBe(401)
    expect(again.text).toContain('The user name or the password is wrong.')
    expect(again.text).not.toContain('wrong"')
    expect((await browser.post(path, { decision: 'refuse' })).away!.searchParams.get('error')).toBe('access_denied')
    expect((await browser.post(path, credentials())).status).toBe(404)
  })

  test('asks for the password each time, and the second time the browser of the first person knows nothing', async () => {
    const browser = new BrowserWithoutScript(site())
    const { path } = await browser.get(authorize())
    await browser.post(path, credentials())
    const { status, text } = await browser.get(authorize())
    expect([status, text.includes('type="password"')]).toEqual([200, true])
  })
})

describe('the access of an assistant', () => {
  test('is a session of the person, who can end it, and the end is in the audit trail', async () => {
    const { access_token: token, refresh_token } = await tokensFor('dns')
    const headers = await login()
    const { json } = await platform.ask('GET', '/v1/auth/sessions', { headers })
    const [session] = json.data.results.filter(({ profile }: { profile: string }) => profile === 'dns')
    expect(session).toMatchObject({
      client_id: clientUrl,
      client_name: 'Aster <b>assistant</b>',
      scope: ['read', 'write'],
    })
    expect((await platform.ask('DELETE', `/v1/auth/sessions/${session.id}`, { headers })).status).toBe(200)
    await eventually(async () => (await statusOf(token, 'dns')) === 401, 'the end of the access')
    expect((await exchange({ grant_type: 'refresh_token', refresh_token })).status).toBe(400)
    const event = async () => {
      const answer = await platform.ask('GET', '/v1/audit?event=assistants.allow', { headers })
      return answer.json.data.results[0]
    }
    await eventually(async () => (await event()) !== undefined, 'the event')
    expect(JSON.stringify(await event())).toContain(clientUrl)
  })

  test('ends when the client revokes it (RFC 7009)', async () => {
    const { access_token: token } = await tokensFor('dns')
    expect(await statusOf(token, 'dns')).toBe(200)
    const { status } = await open(site(), 'POST', '/oauth/revoke', {
      body: new URLSearchParams({ client_id: clientUrl, token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(200)
    await eventually(async () => (await statusOf(token, 'dns')) === 401, 'the end of the access')
  })

  test('ends with the other sessions of the person', async () => {
    const { access_token: token } = await tokensFor('read', 'read')
    expect(await statusOf(token, 'read')).toBe(200)
    expect((await platform.ask('DELETE', '/v1/auth/sessions', { headers: await login() })).status).toBe(200)
    await eventually(async () => (await statusOf(token, 'read')) === 401, 'the end of the access')
  })
})
