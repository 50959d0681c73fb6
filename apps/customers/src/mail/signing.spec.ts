import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger } from '@nestjs/common'
import { SettableClock } from '@nameyard/testing/clock'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer } from '@nameyard/testing/smtp-server'
import { checkDkim } from '../../test/dkim-check'
import { FolderMailer } from './folder.mailer'
import type { Mail } from './mailer'
import { signingOf } from './signing'
import { SmtpMailer } from './smtp.mailer'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})
const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
const settings = { MAIL_DKIM_DOMAIN: 'example.net', MAIL_DKIM_SELECTOR: 'k1', MAIL_DKIM_KEY: privateKey }
const sender = 'Names <names@mail.example.net>'
const clock = new SettableClock(new Date('2027-01-01T00:00:00Z'))
const mail: Mail = {
  messageId: '1',
  to: 'anna@example.com',
  subject: 'Bestätigen  Sie',
  text: `Hallo,\n\n${'Wörter und mehr Wörter '.repeat(20)}\n\n`,
  link: 'https://x.example/verify/secret-of-the-link',
}

async function sentOverSmtp(given: Parameters<typeof signingOf>[0]): Promise<string> {
  const server = await smtpServer(() => '250 ok')
  const mailer = new SmtpMailer(server.url, sender, clock, signingOf(given))
  try {
    await mailer.deliver(mail)
    const { message } = await eventually(() => server.received[0], 'the mail')
    return message.replaceAll('\n', '\r\n')
  } finally {
    mailer.close()
    await server.close()
  }
}

async function written(): Promise<{ message: string; logged: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'nameyard-mail-'))
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined)
  try {
    await new FolderMailer(folder, sender, clock, signingOf(settings)).deliver(mail)
    return { message: await readFile(join(folder, '1.eml'), 'utf8'), logged: String(warned.mock.calls[0]) }
  } finally {
    warned.mockRestore()
    await rm(folder, { recursive: true })
  }
}

it('signs mails so that others can check the signature with the key in the DNS', async () => {
  const message = await sentOverSmtp(settings)
  const { d, s, h } = checkDkim(message, record)
  expect({ d, s }).toEqual({ d: 'example.net', s: 'k1' })
  const signed = h!.split(':')
  for (const field of ['from', 'to', 'subject', 'date', 'message-id', 'auto-submitted']) expect(signed).toContain(field)
  expect(() => checkDkim(message.replace('mehr', 'MEHR'), record)).toThrow('another body')
  expect(() => checkDkim(message.replace(/^From: Names/m, 'From: Games'), record)).toThrow('another signature')
})

it('sends no signature when there is no key', async () =>
  expect(
    await sentOverSmtp({ MAIL_DKIM_DOMAIN: undefined, MAIL_DKIM_SELECTOR: undefined, MAIL_DKIM_KEY: undefined }),
  ).not.toMatch(/^dkim-signature/im))

it('writes the headers of a mail that no program answers', async () => {
  const { message } = await written()
  expect(message).toMatch(/^Message-ID: <1@mail\.example\.net>\r$/m)
  expect(message).toMatch(/^Date: Fri, 01 Jan 2027 00:00:00 \+0000\r$/m)
  expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})

it('signs a mail in a folder too, and logs no link that works', async () => {
  const { message, logged } = await written()
  checkDkim(message, record)
  expect(logged).toContain('https://x.example/verify/…')
  expect(logged).not.toContain('secret-of-the-link')
})
