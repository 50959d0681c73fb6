import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import type { DemoAccount } from '../platform/demo-account'

interface Greeting {
  readonly url: string
  /** PEM file of the authority that signed the certificate. */
  readonly authority: string
  /** Address and port of the built-in responder. */
  readonly dns: string
  readonly account: DemoAccount
  /** Address of the pages with the mails, and their folder. Absent: a mail server sends them. */
  readonly mails: { readonly page: string; readonly folder: string } | undefined
  /** File with the logs of the applications. */
  readonly log: string
}

const near = (path: string) => relative(process.cwd(), path) || '.'

/** Returns the text that `npm start` prints when the platform is ready. */
export function greeting({ url, authority, dns, account, mails, log }: Greeting): string {
  // Another domain name at each start, so that it is available.
  const name = `hello-${randomBytes(3).toString('hex')}.com`
  const commands = ['login', 'customer', `check ${name}`, `register ${name}`, `dns ${name}`]
  return `
  Nameyard is at   ${url}
  username         ${account.username}
  password         ${account.password}
  certificate      ${near(authority)}  (the authority to trust)
  DNS              ${dns}, UDP and TCP
  mails            ${mails ? `${mails.page}  (files in ${near(mails.folder)})` : 'sent to the mail server'}
  log              ${near(log)}

  Five commands for another terminal, in this folder:

${commands.map((command) => `    node tools/embedded/try.mjs ${command}`).join('\n')}

  Ctrl-C stops everything; the data stays.
`
}
