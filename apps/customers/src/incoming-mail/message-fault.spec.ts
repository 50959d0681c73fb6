import { faultOf } from './message-fault'

const fault = (text: string) => faultOf(Buffer.from(text, 'latin1'))

it('accepts messages with CRLF, also without one at the end, and empty ones', () => {
  for (const text of ['', 'a', 'a\r\n', 'Subject: a\r\n\r\nb\r\n\r\n', `${'x'.repeat(2048)}\r\n`])
    expect([text, fault(text)]).toEqual([text, undefined])
})

it.each([
  ['a bare LF', 'a\nb\r\n', 'LF alone'],
  ['a bare LF before a dot', 'a\n.\r\nMAIL FROM:<>\r\n', 'LF alone'],
  ['a bare LF after CRLF', 'a\r\n\nb', 'LF alone'],
  ['a bare CR', 'a\rb\r\n', 'CR alone'],
  ['a bare CR at the end', 'a\r', 'CR alone'],
  ['two CRs', 'a\r\r\nb', 'CR alone'],
  ['a NUL', 'a\0b\r\n', 'NUL'],
  ['a long line', `${'x'.repeat(2049)}\r\n`, 'more than 2048'],
  ['a long last line', 'x'.repeat(2049), 'more than 2048'],
  ['many parts', '--b\r\n\r\n'.repeat(501), 'more than 500 parts'],
])('refuses %s', (_, text, reason) => expect(fault(text)).toContain(reason))
