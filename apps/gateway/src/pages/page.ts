import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** A small plain page: a heading, paragraphs, and a button that posts to the page's own address. */
export interface Page {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly button?: string
}

const style =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1b1f24;' +
  'background:#fff}h1{font-size:1.5rem;line-height:1.3}p{overflow-wrap:anywhere}button{font:inherit;' +
  'padding:.6rem 1.4rem;border:0;border-radius:.3rem;background:#1d4ed8;color:#fff;cursor:pointer}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing runs, nothing is loaded, nobody frames it, and the address, which is a secret, goes nowhere. */
const headers: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply.code(status).headers(headers).send(print(page))
}

function print({ language, title, paragraphs, button }: Page): string {
  return [
    '<!doctype html>',
    `<html lang="${escaped(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(title)}</title><style>${style}</style></head>`,
    `<body><main><h1>${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(button === undefined ? [] : [`<form method="post"><button>${escaped(button)}</button></form>`]),
    '</main></body></html>',
    '',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
