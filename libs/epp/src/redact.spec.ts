import { redact, redactPerson } from './redact'

describe('redact', () => {
  it.each([
    ['a login', '<pw>foo</pw><newPW>bar</newPW>', '<pw>***</pw><newPW>***</newPW>'],
    ['any prefix', '<x:pw roid="R-1">foo</x:pw>', '<x:pw roid="R-1">***</x:pw>'],
    ['whole authInfo', '<d:authInfo>\n <d:ext><k>foo</k></d:ext>\n</d:authInfo>', '<d:authInfo>***</d:authInfo>'],
    [
      'an allocation token',
      '<allocationToken:allocationToken>abc</allocationToken:allocationToken>',
      '<allocationToken:allocationToken>***</allocationToken:allocationToken>',
    ],
    ['a long password', '<loginSec:pw>foo</loginSec:pw>', '<loginSec:pw>***</loginSec:pw>'],
    ['CDATA', '<pw><![CDATA[</x>foo]]></pw >', '<pw>***</pw>'],
    ['a frame cut short', '<epp><pw>fo', '<epp><pw>***</pw>'],
    ['a frame cut inside authInfo', '<d:authInfo><d:pw>foo</d:pw>', '<d:authInfo>***</d:authInfo>'],
  ])('masks %s', (_what, frame, masked) => {
    expect(redact(frame)).toBe(masked)
  })

  it.each([
    '<domain:pw/>',
    '<domain:pw />',
    '<pwned>name</pwned>',
    '<allocationToken:info/>',
    '<name>a.example</name>',
  ])('does not change %s', (frame) => {
    expect(redact(`<a>${frame}<b>c</b></a>`)).toBe(`<a>${frame}<b>c</b></a>`)
  })

  it('takes linear time on malicious frames', () => {
    expect(redact('<pw '.repeat(200_000))).toHaveLength(800_000)
    expect(redact('<pw>'.repeat(200_000))).toBe('<pw>***</pw>')
  })
})

it('masks the person of a contact, and keeps its identifier, country and disclosure', () => {
  const frame = (name: string, street: string, email: string) =>
    `<contact:id>C-1</contact:id><contact:postalInfo type="int"><contact:name>${name}</contact:name>` +
    `<contact:addr><contact:street>${street}</contact:street><contact:cc>NL</contact:cc></contact:addr>` +
    `</contact:postalInfo><contact:voice x="1">${street}</contact:voice><contact:email>${email}</contact:email>` +
    `<contact:disclose flag="0"><contact:name type="int"/><contact:email/></contact:disclose>`
  expect(redactPerson(frame('Anna', 'Main Street', 'a@b.nl'))).toBe(frame('***', '***', '***'))
})
