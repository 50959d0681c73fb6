import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '@nameyard/testing/eventually'
import { describeInBrowser, openBrowser } from '../src/browser'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The stream of events in a page of another origin, with the EventSource of a browser. */

describeInBrowser('EventSource in a browser', inBrowser)

/** What the page has heard, and whether its source is open (1) or closed for good (2). */
interface State {
  readonly readyState: number
  readonly heard: readonly { readonly id: string; readonly type: string; readonly subject: string }[]
}

/** Opens a source in the page, and lists what it hears. */
const listening = (address: string) => `
  heard = []
  source = new EventSource(${JSON.stringify(address)})
  for (const type of ['domain.ordered', 'domain.activated', 'domain.renewed'])
    source.addEventListener(type, ({ data, lastEventId, type }) =>
      heard.push({ id: lastEventId, type, subject: JSON.parse(data).subject }))`

function inBrowser() {
  let platform: InProcess
  let account: Ask
  let pages: Server
  let browser: Browser
  let page: Page

  const done = async (method: string, path: string, body?: object) => {
    const { status, json, text } = await account(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const state = () => page.evaluate<State>('({ heard, readyState: source.readyState })')

  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    platform = await startInProcess({ gateway: { GATEWAY_ORIGINS: origin } })
    account = await platform.open('watcher')
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(origin)
  })
  afterAll(async () => {
    await browser?.close()
    await platform?.close()
    pages?.close()
  })

  it('hears each event with its number, and is closed for good when its token ends', async () => {
    const login = { username: 'watcher', password: 'correct horse battery' }
    const { token } = await done('POST', '/v1/auth/login', login)
    await page.evaluate(listening(`${platform.url}/v1/events?access_token=${token}&type=domain.*`))
    const { handle } = await done('POST', '/v1/customers', person)
    const { id } = await done('POST', '/v1/domains', order('heard.com', handle))
    await eventually(async () => (await state()).heard.length === 2, 'the events of an order in the page')
    await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
    await eventually(async () => (await state()).heard.length === 3, 'the event of a renewal in the page')
    const subject = `domains/${id}`
    const { heard, readyState } = await state()
    expect(readyState).toBe(1)
    expect(heard.map(({ type }) => type)).toEqual(['domain.ordered', 'domain.activated', 'domain.renewed'])
    expect(new Set(heard.map((event) => event.subject))).toEqual(new Set([subject]))
    const ids = heard.map((event) => Number(event.id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const headers = { authorization: `Bearer ${token}` }
    expect((await platform.ask('POST', '/v1/auth/logout', { headers })).status).toBe(200)
    // The stream ends, the browser connects again, and is refused.
    await eventually(async () => (await state()).readyState === 2, 'a source that is closed')
    expect((await state()).heard).toEqual(heard)
  })
}
