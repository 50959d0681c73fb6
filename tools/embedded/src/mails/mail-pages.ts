import { createHash } from 'node:crypto'
import type { FolderMail } from './mail-folder'

/** A page and the headers that it is sent with. */
export interface MailPage {
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:3vh auto;padding:0 1rem;color:#1b1f24;background:#fff}' +
  'h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}table{border-collapse:collapse;width:100%}' +
  'td,th{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid #d0d7de;overflow-wrap:anywhere}' +
  'th{color:#57606a;font-weight:normal}a{color:#1d4ed8}pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;background:#f6f8fa}' +
  'iframe{width:100%;height:32rem;border:1px solid #d0d7de;background:#fff}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** What a link in a mail may do: open a tab of its own. A mail runs no script and sends no form. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** The address of each page is a secret: it is not leaked, and no cache keeps the page. */
const headersWith = (policy: string): MailPage['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})

const pageHeaders = headersWith(`style-src 'sha256-${styleHash}'; frame-src 'self'; frame-ancestors 'none'`)
const mailHeaders = headersWith(
  `sandbox ${SANDBOX}; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'`,
)

/** The list of mails. Its links are relative to the address of the list, which ends with a slash. */
export function listPage(mails: readonly FolderMail[]): MailPage {
  const rows = mails.map(
    ({ id, date, to, subject }) =>
      `<tr><td>${escaped(readable(date))}</td><td>${escaped(to)}</td><td><a href="${encodeURIComponent(id)}">${escaped(subject)}</a></td></tr>`,
  )
  const table = `<table><tr><th>Date (UTC)</th><th>To</th><th>Subject</th></tr>\n${rows.join('\n')}\n</table>`
  return page('Mails', mails.length === 0 ? '<p>The platform has sent no mail yet. Reload this page later.</p>' : table)
}

/** One mail: its text with links, and its HTML in a frame of its own. */
export function mailPage({ id, from, to, date, subject, text, html }: FolderMail): MailPage {
  const header = Object.entries({ From: from, To: to, 'Date (UTC)': readable(date) }).map(
    ([name, value]) => `<tr><th>${name}</th><td>${escaped(value)}</td></tr>`,
  )
  const frame = `<h2>HTML</h2>\n<iframe title="the mail as HTML" sandbox="${SANDBOX}" src="${encodeURIComponent(id)}/html"></iframe>`
  const content = [
    '<p><a href="./">All mails</a></p>',
    `<table>${header.join('')}</table>`,
    ...(text === '' ? [] : [`<h2>Text</h2>\n<pre>${linked(text)}</pre>`]),
    ...(html === '' ? [] : [frame]),
  ]
  return page(subject || 'A mail without a subject', content.join('\n'))
}

/** The HTML of a mail as its author wrote it. Its links open in new tabs. */
export function framedMail({ html }: FolderMail): MailPage {
  const target = '<base target="_blank">'
  const head = /<head(\s[^>]*)?>/i
  return { headers: mailHeaders, html: head.test(html) ? html.replace(head, `$&${target}`) : `${target}${html}` }
}

/** Says that there is no such page. */
export const missingPage = (): MailPage => page('There is no such page', '<p>The mail may have been deleted.</p>')

function page(title: string, content: string): MailPage {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${style}</style>`
  const html = `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body><h1>${escaped(title)}</h1>\n${content}\n</body></html>\n`
  return { headers: pageHeaders, html }
}

function readable(date: string): string {
  const at = new Date(date)
  return Number.isNaN(at.getTime()) ? date : at.toISOString().slice(0, 19).replace('T', ' ')
}

/** A text as HTML, with its web addresses as links. */
function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  return parts
    .map((part, at) =>
      at % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}" target="_blank">${escaped(part)}</a>`,
    )
    .join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
