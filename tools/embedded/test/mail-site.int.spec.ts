import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailSite, type MailSite } from '../src/mails/mail-site'

const folder = mkdtempSync(join(tmpdir(), 'mail-site-'))
const mails = join(folder, 'mail')
const secret = 'a secret of the platform that nobody else knows'
let site: MailSite

beforeAll(async () => {
  site = await openMailSite({ folder: mails, secret, port: 0 })
})
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  rmSync(mails, { recursive: true, force: true })
})

const source = ({ subject = 'Confirm', text = 'Hello', html = '' }) =>
  [
    'From: Names <noreply@names.example>',
    'To: ada@example.com',
    `Subject: ${subject}`,
    'Date: Sat, 04 Mar 2028 10:20:30 +0000',
    'MIME-Version: 1.0',
    ...(html === ''
      ? ['Content-Type: text/plain; charset=utf-8', '', text]
      : [
          'Content-Type: multipart/alternative; boundary=b',
          ...['', '--b', 'Content-Type: text/plain; charset=utf-8', '', text],
          ...['--b', 'Content-Type: text/html; charset=utf-8', '', html, '--b--'],
        ]),
    '',
  ].join('\r\n')

/** Stores a mail as the platform does, written at a second of the test. */
function store(id: string, mail: Parameters<typeof source>[0], second = 0): void {
  mkdirSync(mails, { recursive: true })
  const file = join(mails, `${id}.eml`)
  writeFileSync(file, source(mail))
  utimesSync(file, 1_700_000_000 + second, 1_700_000_000 + second)
}

async function get(path = ''): Promise<{ status: number; policy: string; html: string }> {
  const answer = await fetch(`${site.url}${path}`)
  return {
    status: answer.status,
    policy: answer.headers.get('content-security-policy') ?? '',
    html: await answer.text(),
  }
}

/** Asks for a path that a browser would have tidied up. */
const statusOf = (path: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    request({ hostname, port, path, method }, (answer) => resolve(answer.resume().statusCode!))
      .on('error', reject)
      .end()
  })

it('says that there are no mails before the first one is sent', async () => {
  expect(await get()).toMatchObject({ status: 200, html: expect.stringContaining('sent no mail yet') })
})

it('lists the mails that were sent, the newest first', async () => {
  store('first', { subject: 'One' }, 1)
  store('third', { subject: 'Three & <b>more</b>' }, 3)
  store('second', { subject: 'Two' }, 2)
  writeFileSync(join(mails, 'fourth.eml.part'), 'a mail that is being written')
  const { html } = await get()
  expect([...html.matchAll(/<a href="([^"]+)">([^<]*)</g)].map(([, ...link]) => link)).toEqual([
    ['third', 'Three &amp; &lt;b&gt;more&lt;/b&gt;'],
    ['second', 'Two'],
    ['first', 'One'],
  ])
  expect(html).toContain('<td>2028-03-04 10:20:30</td><td>ada@example.com</td>')
})

it('shows the text of a mail, with links that work', async () => {
  store('one', { text: 'Open https://localhost:8443/confirm/a?b=1&c=2. <script>alert(1)</script>' })
  const { html, policy } = await get('one')
  expect(html).toContain(
    'Open <a href="https://localhost:8443/confirm/a?b=1&amp;c=2" target="_blank">https://localhost:8443/confirm/a?b=1&amp;c=2</a>.',
  )
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<iframe')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self'; frame-ancestors 'none';/)
})

it('shows the HTML of a mail in a frame in which no script runs and links open new tabs', async () => {
  const body = '<p>Hi</p><script>alert(1)</script><a href="https://localhost:8443/confirm">confirm</a>'
  store('one', { html: `<!doctype html><html><head><meta charset="utf-8"></head><body>${body}</body></html>` })
  const shown = await get('one')
  const [, sandbox, address] = /<iframe [^>]*sandbox="([^"]*)" src="([^"]*)"/.exec(shown.html) ?? []
  const framed = await get(address)
  for (const policy of [sandbox, framed.policy]) {
    expect(policy).toContain('allow-popups')
    for (const right of ['allow-scripts', 'allow-same-origin', 'allow-forms', 'script-src'])
      expect(policy).not.toContain(right)
  }
  expect(framed.policy).toContain("default-src 'none'; sandbox allow-popups")
  expect(framed.html).toBe(
    `<!doctype html><html><head><base target="_blank"><meta charset="utf-8"></head><body>${body}</body></html>\n`,
  )
})

it('answers only to who knows its address, which stays the same after a restart', async () => {
  store('one', {})
  const { pathname } = new URL(site.url)
  expect(await statusOf(`${pathname}one`)).toBe(200)
  for (const path of ['/', '/one', `/${'a'.repeat(pathname.length - 2)}/`, `/${'a'.repeat(pathname.length - 2)}/one`])
    expect({ path, status: await statusOf(path) }).toEqual({ path, status: 404 })
  const [again, others] = await Promise.all(
    [secret, 'the secret of another platform, of its own'].map((each) =>
      openMailSite({ folder: mails, secret: each, port: 0 }),
    ),
  )
  await Promise.all([again!.close(), others!.close()])
  expect(new URL(again!.url).pathname).toBe(pathname)
  expect(new URL(others!.url).pathname).not.toBe(pathname)
})

it('reads no file outside of the folder, and changes nothing', async () => {
  store('one', {})
  writeFileSync(join(folder, 'secret.eml'), source({}))
  const { pathname } = new URL(site.url)
  for (const path of ['../secret', '..%2fsecret', '%2e%2e%2fsecret', 'one/other', 'one/html/more', '%zz', 'none'])
    expect({ path, status: await statusOf(`${pathname}${path}`) }).toEqual({ path, status: 404 })
  expect(await statusOf(`${pathname}one`, 'DELETE')).toBe(404)
  expect(await statusOf(`${pathname}one`, 'HEAD')).toBe(200)
})

it('listens at one local address only', async () => {
  const { pathname, port } = new URL(site.url)
  await expect(fetch(`http://127.0.0.2:${port}${pathname}`)).rejects.toThrow('fetch failed')
})
