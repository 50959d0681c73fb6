import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findMail, listMails } from './mail-folder'
import { framedMail, listPage, mailPage, missingPage, type MailPage } from './mail-pages'

const HOST = '127.0.0.1'

/** The pages that show the mails of the platform, for this machine only. */
export interface MailSite {
  /** The address of the list. It contains a secret: the links in mails act in the name of their recipients. */
  readonly url: string
  close(): Promise<void>
}

interface MailSiteOptions {
  /** The folder that the platform writes its mails to. */
  readonly folder: string
  /** The address is derived from it, so that it stays the same after a restart. */
  readonly secret: string
  readonly port: number
}

/** Serves the mails in a folder. Rejects when the port cannot be used. */
export async function openMailSite({ folder, secret, port }: MailSiteOptions): Promise<MailSite> {
  const place = createHmac('sha256', secret).update('pages of mails').digest('base64url').slice(0, 24)
  const server = createServer((request, response) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const found = isReading ? pageAt(folder, place, request) : Promise.resolve(undefined)
    found.then(
      (page) => {
        const { headers, html } = page ?? missingPage()
        response.writeHead(page ? 200 : 404, headers).end(request.method === 'HEAD' ? undefined : html)
      },
      (error: Error) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`${error.message}\n`),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/${place}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function pageAt(folder: string, place: string, { url = '' }: IncomingMessage): Promise<MailPage | undefined> {
  const [, given = '', id, form, ...more] = url.split('?')[0]!.split('/')
  if (id === undefined || more.length > 0 || !isSame(given, place)) return undefined
  if (id === '' && form === undefined) return listPage(await listMails(folder))
  const mail = await findMail(folder, decoded(id))
  if (!mail) return undefined
  if (form === undefined) return mailPage(mail)
  return form === 'html' ? framedMail(mail) : undefined
}

function isSame(given: string, place: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(place)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A text that is not percent-encoded correctly names no mail. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
