import { complaint, exchange, exim, gmail, oldExim, postfix, sendmailDelay } from '../../test/reports'
import { readReport } from './report'

const of = { to: 'bounce+1-20849.x@return.example.net', recipient: 'anna@example.com' }
const read = (text: string) => readReport(Buffer.from(text))

it.each([
  [
    'Postfix',
    postfix(of),
    'bounced',
    '5.1.1',
    '550 5.1.1 <anna@example.com>: Recipient address rejected: User unknown',
  ],
  ['Exim', exim(of), 'bounced', '5.0.0', '552 5.2.2 mailbox is full'],
  ['an old Exim', oldExim(of), 'bounced', '5.1.1', '550 5.1.1 no such user'],
  ['Exchange', exchange(of), 'bounced', '5.1.10', 'RESOLVER.ADR.RecipientNotFound'],
  ['Gmail', gmail(of), 'bounced', '5.1.1', 'The email account that you tried to reach does not exist'],
  ['sendmail, a delay', sendmailDelay(of), 'delayed', '4.4.1', ''],
  ['Postfix, a delay', postfix(of, 'delayed', '4.4.2'), 'delayed', '4.4.2', ''],
])('reads the report of %s', async (_, text, state, status, diagnostic) => {
  const report = await read(text)
  expect(report).toMatchObject({ state, status })
  expect(report!.diagnostic).toContain(diagnostic)
})

it('takes the worst of several recipients', async () => {
  const group = 'Final-Recipient: rfc822; b@example.com\r\nAction: delayed\r\nStatus: 4.0.0\r\n\r\nFinal-Recipient'
  expect(await read(postfix(of).replace('Final-Recipient', group))).toMatchObject({ state: 'bounced', status: '5.1.1' })
})

it.each(['delivered', 'relayed', 'expanded'])('changes nothing for a report that the mail was %s', async (action) => {
  const report = await read(postfix(of, action, '2.0.0'))
  expect(report).toMatchObject({ status: '2.0.0' })
  expect(report).not.toHaveProperty('state')
})

it('reads a complaint, and which mail it is about', async () => {
  expect(await read(complaint(of))).toEqual({
    state: 'complained',
    status: null,
    diagnostic: 'abuse SomeGenerator/1.0',
    returnTo: of.to,
  })
  expect(await read(complaint(of).replace(/^Original-Mail-From.*\r\n/m, ''))).toMatchObject({ returnTo: of.to })
  expect(await read(complaint(of, { type: 'not-spam' }))).not.toHaveProperty('state')
})

it('reads nothing in other messages', async () => {
  const reply = 'From: anna@example.com\r\nAuto-Submitted: auto-replied\r\nSubject: Out of office\r\n\r\nI am away.\r\n'
  const withoutAction = postfix(of).replace(/^Action.*\r\n/m, '')
  for (const text of [reply, '', '\r\n', 'x', withoutAction]) expect(await read(text)).toBeUndefined()
})

const boundary = (n: number) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`

it.each([
  ['1,000 levels of parts', Array.from({ length: 1000 }, (_, n) => boundary(n)).join('')],
  ['a header of 2 MB', `${'X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(40_000)}\r\n`],
  ['50,000 messages in messages', 'Content-Type: message/rfc822\r\n\r\n'.repeat(50_000)],
])('refuses %s', async (_, text) => expect(await read(text)).toBeUndefined())

it('reads a report whose mail is cut off because it is long', async () =>
  expect(
    await read(`${gmail(of).replace(/--000000000000a1--\r\n$/, '')}${'x'.repeat(70)}\r\n`.padEnd(900_000, 'y\r\n')),
  ).toMatchObject({
    state: 'bounced',
    status: '5.1.1',
  }))
