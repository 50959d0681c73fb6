import { createEmail } from '@nameyard/contracts/emails/create-email'
import { sendTestEmail } from '@nameyard/contracts/emails/send-test-email'
import type { InputGiven } from '@nameyard/contracts/operation'
import { eventually } from '@nameyard/testing/eventually'
import { smtpServer, type SmtpServer } from '@nameyard/testing/smtp-server'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
let server: SmtpServer

beforeAll(async () => {
  server = await smtpServer(() => '250 ok')
  running = await runningService({
    MAIL_FROM: 'Names <names@example.net>',
    LINK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://x.example',
    MAIL_SMTP_URL: server.url,
  })
})
afterAll(async () => {
  await running?.close()
  await server?.close()
})

const send = (by: Account, given: Partial<InputGiven<typeof sendTestEmail>> = {}) =>
  running.rpc.call(sendTestEmail, { group: 'errp', ...given }, by.call())

const mailsTo = (address: string, count: number) =>
  eventually(() => {
    const mails = server.received.filter(({ to }) => to === address).map(({ message }) => message)
    return mails.length >= count && mails
  }, `${count} mails to ${address}`)

/** Asks for the code, and reads it from the mail. */
async function codeOf(by: Account, address: string): Promise<string> {
  const { length } = server.received.filter(({ to }) => to === address)
  await send(by)
  const mails = await mailsTo(address, length + 1)
  return /^([0-9a-f]{12})$/m.exec(mails.at(-1)!)![1]!
}

it('mails a code first, and nothing that the account has worded', async () => {
  const own = await running.account({ email: 'ada@example.com' })
  const fields = [
    { name: 'subject', value: 'Buy cheap names' },
    { name: 'text', value: 'Buy cheap names' },
  ] as const
  expect(await send(own, { fields: [...fields] })).toEqual({ sent: 'code', email: 'ada@example.com' })
  const [mail] = await mailsTo('ada@example.com', 1)
  expect(mail).toMatch(/^Subject: Code for test mails$/m)
  expect(mail).not.toContain('cheap')
  expect(mail).toContain(own.username)
})

it('mails a preview that is marked as a test to the person who has the code', async () => {
  const own = await running.account({ email: 'bea@example.com' })
  const fields = [
    { name: 'subject', value: '{{domain}}!' },
    { name: 'text', value: 'Until {{day}}' },
  ] as const
  await running.rpc.call(createEmail, { group: 'errp', name: 'own', is_default: true, fields: [...fields] }, own.call())
  const code = await codeOf(own, 'bea@example.com')
  expect(await send(own, { code })).toEqual({ sent: 'test', email: 'bea@example.com' })
  await send(own, { code, fields: [fields[0], { name: 'text', value: 'Only {{day}}' }] })
  const tests = (await mailsTo('bea@example.com', 3)).slice(1)
  for (const test of tests) {
    expect(test).toMatch(/^Subject: \[Test\] example\.com!$/m)
    expect(test).toMatch(/^This is a test with sample data/m)
    expect(test).toMatch(/<p><strong>This is a test with sample data/)
  }
  expect(tests.map((test) => /^(Until|Only) 2028-01-31$/m.exec(test)?.[1]).sort()).toEqual(['Only', 'Until'])
  const { rows } = await running.sql.query(
    'select type, object, state from sent_mail where reseller_id = $1 order by id',
    [own.resellerId],
  )
  const object = `contacts/${own.contactId}`
  expect(rows.map(({ type }) => type)).toEqual(['test-code', 'test', 'test'])
  expect(rows.every((row) => row.object === object)).toBe(true)
})

it('refuses the code of another person, and after the address has changed', async () => {
  const own = await running.account({ email: 'cleo@example.com' })
  const other = await running.account({ email: 'cleo@example.com' })
  const code = await codeOf(own, 'cleo@example.com')
  await expect(send(other, { code })).rejects.toThrow('code: is not the one mailed to cleo@example.com')
  await running.sql.query('update contact set email = $1 where id = $2', ['stranger@example.com', own.contactId])
  await expect(send(own, { code })).rejects.toThrow('code: is not the one mailed to stranger@example.com')
  expect(server.received.filter(({ to }) => to === 'stranger@example.com')).toEqual([])
})

it('refuses a template that does not compile, and a contact without an address', async () => {
  const own = await running.account()
  const fields = [
    { name: 'subject' as const, value: 'x' },
    { name: 'text' as const, value: '{{#open}}' },
  ]
  await expect(send(own, { fields })).rejects.toThrow('fields.text, line 1')
  await running.sql.query(`update contact set email = '' where id = $1`, [own.contactId])
  await expect(send(own)).rejects.toThrow('Your contact has no e-mail address')
})

it('sends an account few codes and tests within an hour, also when they are asked for at once', async () => {
  const own = await running.account({ email: 'dora@example.com' })
  const code = await codeOf(own, 'dora@example.com')
  const outcomes = async (count: number, given: { code?: string }) => {
    const asked = await Promise.allSettled(Array.from({ length: count }, () => send(own, given)))
    return asked.filter(({ status }) => status === 'fulfilled').length
  }
  expect(await outcomes(6, {})).toBe(2)
  expect(await outcomes(25, { code })).toBe(20)
  await expect(send(own, { code })).rejects.toThrow('sent 20 of these mails in an hour')
  running.clock.advance(3_600_001)
  expect(await send(own, { code })).toMatchObject({ sent: 'test' })
})
