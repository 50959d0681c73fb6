import { httpProtocol } from './http-protocol'

const { decoder, encode } = httpProtocol()
const post = (body: string, ...headers: string[]) =>
  Buffer.from(['POST /epp HTTP/1.1', ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
const [cookie = ''] = /JSESSIONID=[^;]+/.exec(encode('<a/>').toString()) ?? []

it('answers with the length in octets and a cookie', () => {
  expect(encode('<é/>').toString()).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\nContent-Length: 5\r\n\r\n<é\/>$/)
  expect(cookie).not.toBe('')
})

it('reads the bodies of requests, octet by octet', () => {
  const requests = decoder(100)
  const bytes = Buffer.concat([post('<é/>'), post('<b/>', `Cookie: other=1; ${cookie}`)])
  const bodies = [...bytes].flatMap((octet) => requests.push(Buffer.from([octet])))
  expect(bodies.map(String)).toEqual(['<é/>', '<b/>'])
})

it('refuses a further request without the cookie', () => {
  const requests = decoder(100)
  requests.push(post('<a/>'))
  expect(() => requests.push(post('<b/>', 'Cookie: JSESSIONID=guessed'))).toThrow('no cookie of its session')
})

it.each([
  ['another method', Buffer.from('GET /epp HTTP/1.1\r\n\r\n'), 'a request is a POST'],
  ['no length', Buffer.from('POST / HTTP/1.1\r\nHost: x\r\n\r\n'), 'NaN octets'],
  ['a length above the limit', post('x'.repeat(101)), '101 octets'],
  ['a head without an end', Buffer.alloc(65_537, 'x'), 'no end of its head'],
])('refuses %s', (_what, bytes, message) => {
  expect(() => decoder(100).push(bytes)).toThrow(message)
})
