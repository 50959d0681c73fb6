import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { describeInBrowser, openBrowser } from '../src/browser'
import { root } from '../src/run'
import { startInProcess, type InProcess } from './in-process'

/** Runs the programs of docs/second-factor.md in a page, with the virtual security device of Chromium. */

describeInBrowser('passkeys in a browser', inBrowser)

const password = 'correct horse battery'

/** The programs of the guide: the function that posts, then adding a passkey, and logging in beside a password and alone. */
const [post, add, beside, alone] = [
  ...readFileSync(join(root, 'docs/second-factor.md'), 'utf8').matchAll(/```js\n(.*?)```/gs),
].map(([, program]) => program!) as [string, string, string, string]

function inBrowser() {
  let platform: InProcess
  let pages: Server
  let browser: Browser
  let page: Page
  let devices: CDPSession

  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const origin = `http://localhost:${(pages.address() as AddressInfo).port}`
    platform = await startInProcess({
      gateway: { GATEWAY_ORIGINS: `${origin},${origin.replace('localhost', '127.0.0.1')}` },
      customers: { PASSKEY_RP_ID: 'localhost', PASSKEY_ORIGINS: origin },
    })
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(origin)
    devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.close()
    pages?.close()
  })

  /** Plugs in a device, without others. */
  async function plugIn(checksUser: boolean): Promise<void> {
    await devices.send('WebAuthn.disable')
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: checksUser,
        isUserVerified: checksUser,
        automaticPresenceSimulation: true,
      },
    })
  }

  /** Runs a program of the guide in the page. Returns the token that it gets, or its error. */
  const run = (program: string, given: { username: string; token?: string }) =>
    page.evaluate(
      async ([text, values]) => {
        const names = ['api', 'username', 'password', 'token']
        // The guide declares the token that a program gets.
        const own = names.filter((name) => name !== 'token' || !text.includes('const { token }'))
        const program = new Function(
          ...own,
          `return (async () => {${text}; return typeof token !== 'undefined' && token})()`,
        )
        try {
          return (await program(...own.map((name) => (values as Record<string, unknown>)[name]))) as string
        } catch (error) {
          return String(error)
        }
      },
      [post + program, { api: platform.url, password, ...given }] as const,
    )

  async function opened(username: string): Promise<string> {
    await platform.open(username)
    const { json } = await platform.ask('POST', '/v1/auth/login', { body: { username, password } })
    return json.data.token as unknown as string
  }

  const usernameOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await platform.ask('GET', '/v1/auth/token', { headers })).json.data.username
  }

  it('are added, and log in beside the password and alone', async () => {
    const username = 'browsing'
    const token = await opened(username)
    await plugIn(true)
    expect(await run(add, { username, token })).toBe(token)
    expect(await usernameOf(await run(beside, { username }))).toBe(username)
    for (let i = 0; i < 2; i++) expect(await usernameOf(await run(alone, { username: '' }))).toBe(username)
    // The browser refuses a second passkey on the same device.
    expect(await run(add, { username, token })).toContain('InvalidStateError')
  })

  it('of a device that does not check who uses it log in beside the password only', async () => {
    const username = 'unchecked'
    const token = await opened(username)
    await plugIn(false)
    expect(await run(add, { username, token })).toBe(token)
    expect(await usernameOf(await run(beside, { username }))).toBe(username)
    expect(await run(alone, { username: '' })).toContain('NotAllowedError')
  })

  it('are refused at a page of another origin', async () => {
    const username = 'misled'
    const token = await opened(username)
    await plugIn(true)
    expect(await run(add, { username, token })).toBe(token)
    await page.goto(page.url().replace('localhost', '127.0.0.1'))
    try {
      expect(await run(alone, { username: '' })).toContain('SecurityError')
    } finally {
      await page.goBack()
    }
  })
}
