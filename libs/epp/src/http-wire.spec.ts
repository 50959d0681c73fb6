import { MAX_FRAME_OCTETS } from './frame'
import { HttpWire } from './http-wire'

const answer = (body: string, ...headers: string[]) =>
  Buffer.from(['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n'))
const chunked = (...lines: string[]) =>
  Buffer.from(`HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n${lines.map((line) => `${line}\r\n`).join('')}`)
const texts = (documents: readonly Buffer[]) => documents.map((each) => each.toString())

let wire: HttpWire
beforeEach(() => {
  wire = new HttpWire('epp.example', '/epp')
})

it('sends a document as a POST, with the length in octets', () => {
  expect(wire.encode('<é/>').toString()).toBe(
    'POST /epp HTTP/1.1\r\nHost: epp.example\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: 5\r\n\r\n<é/>',
  )
  expect(() => wire.encode('x'.repeat(MAX_FRAME_OCTETS + 1))).toThrow('above the limit')
})

it('sends the cookies of the server back, the latest of each name', () => {
  wire.push(answer('<a/>', 'Set-Cookie: JSESSIONID=one; Path=/; Secure', 'set-cookie: node=7'))
  wire.push(answer('<b/>', 'Set-Cookie: JSESSIONID=two'))
  expect(wire.encode('<c/>').toString()).toContain('\r\nCookie: JSESSIONID=two; node=7\r\n')
})

it('keeps nothing of a cookie that could begin another header', () => {
  wire.push(answer('<a/>', 'Set-Cookie: one=1\nX-Other: 2', 'Set-Cookie: =3', 'Set-Cookie: two'))
  expect(wire.encode('<c/>').toString()).toContain('\r\nCookie: one=1\r\n')
})

it('reads answers however their bytes arrive', () => {
  const bytes = Buffer.concat([answer('<é/>'), chunked('3', '<a>', '4;x=y', '</a>', '0', ''), answer('<z/>')])
  const found: string[] = []
  for (const octet of bytes) found.push(...texts(wire.push(Buffer.from([octet]))))
  expect(found).toEqual(['<é/>', '<a></a>', '<z/>'])
  expect(texts(wire.push(bytes))).toEqual(['<é/>', '<a></a>', '<z/>'])
})

it.each([
  ['another status', Buffer.from('HTTP/1.1 503 Busy\r\n\r\n'), 'HTTP/1.1 503 Busy'],
  ['no length', Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), 'no length'],
  ['a length that is none', Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'), 'no length'],
  ['a length above the limit', Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n'), 'above the limit'],
  ['a chunk without a size', chunked('x'), 'without a size'],
  ['chunks above the limit', chunked('fffffff'), 'above the limit'],
  ['a head without an end', Buffer.alloc(65_537, 'x'), 'does not answer in HTTP'],
])('refuses %s', (_what, bytes, message) => {
  expect(() => wire.push(bytes)).toThrow(message)
})
