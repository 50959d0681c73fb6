import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { Browser } from 'playwright-core'
import { describeInBrowser, openBrowser } from '../src/browser'
import { temporaryFolder } from '../src/platform'
import { node, root, run } from '../src/run'
import { startInProcess, type InProcess } from './in-process'

/** The packed client in a page of another origin, and the API reference. The gateway must list that origin. */

describeInBrowser('the client in a browser', inBrowser)

const html = `<!doctype html><title>Shop</title>
<script type="importmap">
  {"imports": {"@nameyard/sdk/": "/sdk/dist/sdk/", "zod": "/zod/index.js"}}
</script>`

function inBrowser() {
  let platform: InProcess
  let pages: Server
  let browser: Browser

  beforeAll(async () => {
    const sdk = join(temporaryFolder(), 'sdk')
    mkdirSync(sdk)
    const packed = await node([join(root, 'tools/build/sdk-package.mjs'), sdk])
    await run('tar', ['xzf', packed.trim(), '--strip-components=1', '-C', sdk])
    const folders: Record<string, string> = { sdk, zod: join(root, 'node_modules/zod') }
    pages = createServer((request, response) => {
      const [, folder, path] = /^\/(sdk|zod)\/(.+)$/.exec(normalize(request.url!)) ?? []
      response.setHeader('content-type', path ? 'text/javascript' : 'text/html')
      response.end(path ? readFileSync(join(folders[folder!]!, path)) : html)
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    platform = await startInProcess({ gateway: { GATEWAY_ORIGINS: `http://127.0.0.1:${port()}` } })
    await platform.open('shop')
    browser = await openBrowser()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await platform?.close()
    pages?.close()
  })

  const port = () => (pages.address() as AddressInfo).port

  /** Uses the client in a page of the given origin. Returns its results or its error. */
  async function tryFrom(origin: string) {
    const page = await browser.newPage()
    await page.goto(origin)
    const tried = await page.evaluate(async (baseUrl) => {
      // Hidden from the compiler, which would resolve the module in this repository.
      const load = (path: string) => new Function('path', 'return import(path)')(path)
      const { createClient } = await load('@nameyard/sdk/client.js')
      const client = createClient({ baseUrl, username: 'shop', password: 'correct horse battery' })
      try {
        const tag = { key: 'customer', value: 'from a page' }
        await client.tags.create(tag)
        const { results } = await client.tags.list()
        await client.tags.delete(tag)
        const refused = await client.zones.get({ name: 'nowhere.com' }).catch((error: Error) => error.message)
        return { tags: results, refused }
      } catch (error) {
        return { error: (error as Error).message }
      }
    }, platform.url)
    await page.close()
    return tried
  }

  it('logs in, changes, lists, deletes, and reads the reason of a refusal', async () => {
    const tried = await tryFrom(`http://127.0.0.1:${port()}`)
    expect(tried).toEqual({
      tags: [{ key: 'customer', value: 'from a page' }],
      refused: 'Zone specified is not found',
    })
  })

  it.each([
    [1400, 'light'],
    [390, 'dark'],
  ] as const)('shows the reference %i pixels wide in %s, from this host alone', async (width, colorScheme) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      ignoreHTTPSErrors: true,
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(platform.url) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    await page.goto(`${platform.url}/docs#tag/domains/POST/v1/domains`)
    await page.getByRole('heading', { name: 'Register a domain' }).first().waitFor({ timeout: 60_000 })
    await page.getByText('Handle of the registrant, such as AT123456-NL.').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('signing a zone')
    await page.getByRole('option', { name: 'Signing a zone' }).first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  it('gets no response in a page of an origin that is not listed', async () => {
    expect(await tryFrom(`http://localhost:${port()}`)).toEqual({ error: expect.stringMatching(/^No answer from /) })
  })
}
