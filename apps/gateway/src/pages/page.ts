import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** A small plain page: a heading, paragraphs, and a form that posts to the page's own address. */
export interface Page {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Names with their values, below the paragraphs. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly form?: {
    readonly fields?: readonly Field[]
    readonly buttons: readonly Button[]
    /** Where the answer to the form may lead, beside this site: an origin, or a scheme with its colon. */
    readonly leadsTo?: string
  }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly kind?: FieldKind
  readonly value?: string
  /** The values to choose from, each with its label. Then it has no kind. */
  readonly choices?: Readonly<Record<string, string>>
}

interface Button {
  readonly label: string
  readonly name?: string
  readonly value?: string
  /** Whether it sends the form with empty fields too. */
  readonly isWithoutFields?: boolean
}

type FieldKind = 'text' | 'amount' | 'new-password' | 'username' | 'current-password' | 'one-time-code'

/** `new-password` lets password managers suggest and store one; with the others they fill in what they know. */
const attributesOf: Readonly<Record<FieldKind, string>> = {
  text: 'maxlength="255" autocomplete="off"',
  amount: 'maxlength="13" inputmode="decimal" autocomplete="off"',
  'new-password': 'type="password" maxlength="1024" autocomplete="new-password" required',
  username: 'maxlength="255" autocomplete="username" autocapitalize="none" spellcheck="false" required',
  'current-password': 'type="password" maxlength="1024" autocomplete="current-password" required',
  'one-time-code': 'maxlength="64" autocomplete="one-time-code"',
}

/** A page whose content is HTML; the caller has escaped it. */
export interface Document {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly content: string
}

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1b1f24;' +
  'background:#fff}h1{font-size:1.5rem;line-height:1.3}p{overflow-wrap:anywhere}button,input,select{font:inherit;' +
  'padding:.6rem 1.4rem;margin:0 .6rem .6rem 0}label{display:block}button{border:0;border-radius:.3rem;background:#1d4ed8;color:#fff;cursor:pointer}' +
  '.wide{max-width:64rem;margin:4vh auto;padding:0 1rem}h2{font-size:1.1rem;line-height:1.3;margin:1.2rem 0 .4rem;overflow-wrap:anywhere}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .4rem .2rem 0;vertical-align:top;overflow-wrap:anywhere}' +
  '*{box-sizing:border-box}.wide input,.wide select{font:inherit;padding:.4rem;margin:0;width:100%;border:1px solid #8c959f;border-radius:.3rem;background:#fff}' +
  '.wide button{padding:.4rem .9rem;margin:0 .4rem 0 0;min-height:2.5rem;overflow-wrap:anywhere}.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:flex-end;margin:0 0 .8rem}' +
  '.field{flex:1 1 10rem;min-width:0;overflow-wrap:anywhere}.short{flex:0 1 8rem}.long{flex:8 1 16rem}.field label,.field small{font-size:.85rem;color:#57606a}' +
  '.field small{display:block}.fixed{align-items:baseline}.fixed small{color:#57606a}#add{align-items:flex-start}#add button{margin-top:1.4rem}.type{flex:0 0 5.5rem;padding:.4rem 0;overflow-wrap:anywhere}.acts{display:flex;flex-wrap:wrap;gap:.3rem}' +
  '.name{border-top:1px solid #d0d7de}.of{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}' +
  'button[value=ask-remove],button[value=ask-restore]{background:#fff;color:#1b1f24;border:1px solid #8c959f}button[value=remove]{background:#b42318}' +
  '.told{padding:.6rem 1rem;background:#eef3ff;border-left:.3rem solid #1d4ed8}.told h2,.told p{margin:.2rem 0 .6rem}.refused{background:#fff1f0;border-color:#b42318}code{overflow-wrap:anywhere}' +
  'ul{padding-left:1.2rem}.versions{list-style:none;padding:0}.versions li{margin:0 0 .8rem}.versions p{margin:0 0 .3rem}'

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * The page runs no scripts, loads nothing, cannot be framed, and does not leak its address, which is a secret.
 * @param leadsTo where the answers to its forms may redirect, beside this site
 */
const headersFor = (leadsTo = ''): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'${leadsTo && ` ${leadsTo}`}; frame-ancestors 'none'; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
})

/** The headers and the text of a page. */
export function printed({ language, title, paragraphs, facts = [], form }: Page): {
  headers: Record<string, string>
  html: string
} {
  const content = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(facts.length === 0 ? [] : [printFacts(facts)]),
    ...(form === undefined ? [] : [printForm(form)]),
  ].join('\n')
  return { headers: headersFor(form?.leadsTo), html: print({ language, title, content }, 'page') }
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { headers, html } = printed(page)
  return reply.code(status).headers(headers).send(html)
}

/** Answers with a page that uses the full width of the window. */
export function sendDocument(reply: FastifyReply, status: number, document: Document): FastifyReply {
  return reply.code(status).headers(headersFor()).send(print(document, 'wide'))
}

function print({ language, title, content }: Document, width: 'page' | 'wide'): string {
  return [
    '<!doctype html>',
    `<html lang="${escaped(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head>`,
    `<body class="${width}"><main><h1>${escaped(title)}</h1>`,
    content,
    '</main></body></html>',
    '',
  ].join('\n')
}

function printFacts(facts: NonNullable<Page['facts']>): string {
  const rows = facts.map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`)
  return `<table>${rows.join('')}</table>`
}

function printForm({ fields = [], buttons }: NonNullable<Page['form']>): string {
  const asked = fields.map(({ name, label, kind = 'text', value, choices }) => {
    if (choices) return printChoices(name, label, choices, value)
    const filled = value === undefined ? '' : ` value="${escaped(value)}"`
    return `<label for="${name}">${escaped(label)}</label><input id="${name}" name="${name}" ${attributesOf[kind]}${filled}>`
  })
  const offered = buttons.map(({ label, name, value, isWithoutFields }) => {
    const attributes = name === undefined ? '' : ` name="${name}" value="${escaped(value ?? '')}"`
    return `<button${attributes}${isWithoutFields ? ' formnovalidate' : ''}>${escaped(label)}</button>`
  })
  return `<form method="post">${asked.join('')}${offered.join('')}</form>`
}

function printChoices(name: string, label: string, choices: Readonly<Record<string, string>>, chosen = ''): string {
  const options = Object.entries(choices).map(
    ([value, text]) =>
      `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
  )
  return `<label for="${name}">${escaped(label)}</label><select id="${name}" name="${name}">${options.join('')}</select>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, also for attributes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
