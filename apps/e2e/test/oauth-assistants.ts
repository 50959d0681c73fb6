import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificatesIn } from '@nameyard/embedded/platform/certificates'
import { freePort } from '@nameyard/testing/free-port'
import { BrowserWithoutScript } from '../src/browser-without-script'
import { open, type Trusted } from '../src/https-client'
import { startPlatform, type Platform } from '../src/platform'
import { startAssistantServer } from './assistant-server'

/** Where the answers of the authorization server go. */
export const redirectUri = 'http://127.0.0.1:33418/callback'

/** Fields of a request; undefined leaves one out. */
type Fields = Readonly<Record<string, string | undefined>>

/** What a person enters, beside the name and the password: no approvals, and a limit that no test reaches. */
const entered = { otp: '', decision: 'allow', approval: 'none', spend_per_month: '1000000' }

const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** What a client publishes about itself. */
export const documentOf = (url: string, more: object = {}) => ({
  client_id: url,
  client_name: 'Aster <b>assistant</b>',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...more,
})

/** An installation with a tool server, and a client that signs in by OAuth. */
export class OAuthAssistants {
  private constructor(
    readonly platform: Platform,
    readonly site: Trusted,
    readonly toolsUrl: string,
    /** That of the tool server and the gateways. */
    readonly secret: string,
    readonly clientUrl: string,
    /** What the site of the client publishes, by path. */
    readonly published: Map<string, object>,
    readonly close: () => Promise<void>,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<OAuthAssistants> {
    // Its folder is deleted after the platform has stopped.
    const data = mkdtempSync(join(tmpdir(), 'nameyard-e2e-'))
    const certificates = await certificatesIn(join(data, 'certificates'), new Date())
    const authority = readFileSync(certificates.authority)
    const pair = { key: readFileSync(certificates.key), cert: readFileSync(certificates.certificate) }
    const published = new Map<string, object>()
    const publisher = createServer(pair, ({ url = '' }, response) => {
      const document = published.get(url)
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    await new Promise<void>((listening) => publisher.listen(0, '127.0.0.1', listening))
    const clientUrl = `https://localhost:${(publisher.address() as AddressInfo).port}/client.json`
    published.set('/client.json', documentOf(clientUrl))
    const port = await freePort()
    const toolsUrl = `http://localhost:${port}`
    const secret = randomBytes(32).toString('base64url')
    const tooling = { MCP_PUBLIC_URL: toolsUrl, MCP_SECRET: secret }
    const platform = await startPlatform({
      data,
      settings: { NODE_EXTRA_CA_CERTS: certificates.authority, ...tooling, ...settings },
    })
    const tools = await startAssistantServer(platform.url, {
      NAMEYARD_CA: platform.authority,
      MCP_HTTP_PORT: String(port),
      ...tooling,
    })
    const close = async () => {
      await tools.close()
      publisher.close()
      await platform.stop()
      rmSync(data, { recursive: true, force: true })
    }
    const site = { url: platform.url, authority }
    return new OAuthAssistants(platform, site, toolsUrl, secret, clientUrl, published, close)
  }

  /** What the person enters on the page that asks. */
  credentials(change: Readonly<Record<string, string>> = {}) {
    return { ...this.platform.account, ...entered, ...change }
  }

  resourceOf(profile: string): string {
    return `${this.toolsUrl}/mcp/${profile}`
  }

  /** The address of the authorization endpoint, for a client that is no SDK. */
  authorize(change: Fields = {}): string {
    const asked: Fields = {
      response_type: 'code',
      client_id: this.clientUrl,
      redirect_uri: redirectUri,
      scope: 'read write',
      state: 'x',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: this.resourceOf('dns'),
      ...change,
    }
    const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return `/oauth/authorize?${new URLSearchParams(given as [string, string][]).toString()}`
  }

  /** Allows a request. Returns the parameters of the answer. */
  async allowed(change?: Fields, entering: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
    const browser = new BrowserWithoutScript(this.site)
    const { path } = await browser.get(this.authorize(change))
    const { away, text } = await browser.post(path, this.credentials(entering))
    if (!away) throw new Error(text)
    return away.searchParams
  }

  /** A request for a token at the token endpoint. */
  exchange(fields: Readonly<Record<string, string>>) {
    return open(this.site, 'POST', '/oauth/token', {
      body: new URLSearchParams({ client_id: this.clientUrl, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  codeOf(code: string, profile = 'dns') {
    return {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: this.resourceOf(profile),
    }
  }

  async tokensFor(profile: string, scope = 'read write', entering: Readonly<Record<string, string>> = {}) {
    const code = (await this.allowed({ resource: this.resourceOf(profile), scope }, entering)).get('code')!
    const { status, text } = await this.exchange(this.codeOf(code, profile))
    if (status !== 200) throw new Error(text)
    return JSON.parse(text) as { access_token: string; refresh_token: string; expires_in: number; scope: string }
  }

  /** Sends a message to the tool server. */
  message(
    token: string | undefined,
    profile: string,
    call?: { readonly name: string; readonly arguments: object },
  ): Promise<Response> {
    return fetch(this.resourceOf(profile), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call ? 'tools/call' : 'tools/list', params: call ?? {} }),
    })
  }

  /** Logs the person in. Returns the headers of its requests. */
  async login(more: object = {}): Promise<{ authorization: string }> {
    const { json } = await this.platform.ask('POST', '/v1/auth/login', { body: { ...this.platform.account, ...more } })
    return { authorization: `Bearer ${json.data.token}` }
  }
}
