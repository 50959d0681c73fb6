import { AllowList } from './allow-list'
import { destinationOf } from './destination'
import { EgressRefused } from './egress-error'

const none = AllowList.parse('')!
const listed = AllowList.parse('hooks.internal,localhost,127.0.0.1,::1')!

function refusal(url: string, allow = none): string {
  try {
    destinationOf(url, allow)
    return ''
  } catch (error) {
    if (error instanceof EgressRefused) return error.reason
    throw error
  }
}

describe('the URL of a customer', () => {
  it.each([
    'https://hooks.example.com/in?a=1#part',
    'https://hooks.example.com:8443/',
    'https://HOOKS.example.com.',
    'https://münchen.example',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('may be %s', (url) => {
    expect(refusal(url)).toBe('')
  })

  it('names a host in lower case and A-labels, without a final dot', () => {
    expect(destinationOf('https://MÜNCHEN.example.:444/a', AllowList.parse('xn--mnchen-3ya.example')!)).toMatchObject({
      host: 'xn--mnchen-3ya.example',
      port: 444,
      isTls: true,
    })
  })

  it.each([
    ['http://hooks.example.com/', 'the URL must begin with https://'],
    ['ftp://hooks.example.com/', 'it must be a URL that begins with https://'],
    ['file:///etc/passwd', 'it must be a URL that begins with https://'],
    ['gopher://127.0.0.1:70/', 'it must be a URL that begins with https://'],
    ['hooks.example.com', 'it must be a URL that begins with https://'],
    ['https://', 'it must be a URL that begins with https://'],
    ['https://[fe80::1%25eth0]/', 'it must be a URL that begins with https://'],
    ['https://user@hooks.example.com/', 'the URL must not contain a user or password'],
    ['https://hooks.example.com:pass@127.0.0.1/', 'the URL must not contain a user or password'],
    ['https://hooks.example.com:22/', 'the port must be 443, or 1024 or higher'],
    ['https://hooks.example.com:25/', 'the port must be 443, or 1024 or higher'],
    ['https://hooks.example.com:80/', 'the port must be 443, or 1024 or higher'],
    ['https://hooks.example.com:0/', 'the port must be 443, or 1024 or higher'],
    [`https://hooks.example.com/${'a'.repeat(2_048)}`, 'the URL has more than 2048 characters'],
  ])('is not %s', (url, reason) => {
    expect(refusal(url)).toBe(reason)
  })

  it.each([
    // One address in its spellings: decimal, octal, hexadecimal, shortened, with a dot, in full-width digits.
    ...['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f.1', '0x7f000001', '127.1', '127.0.0.1.', '１２７.0.0.1'],
    ...['0.0.0.0', '0', '10.0.0.1', '192.168.0.1', '172.16.0.1', '100.64.0.1', '169.254.169.254', '224.0.0.1'],
    ...['192.0.2.1', '255.255.255.255', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fe80::1]'],
    ...['[fd00:ec2::254]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[ff02::1]'],
    // Names that only a machine or network knows.
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'db', 'printer.local', 'api.svc.cluster.local'],
    ...['metadata.google.internal', 'router.home.arpa', 'hidden.onion', 'a.localdomain', '%6c%6fcalhost'],
  ])('has no internal host: %s', (host) => {
    expect(refusal(`https://${host}/`)).toMatch(/^\S+ is not a host of the public Internet$/)
  })

  it.each([
    ...['http://hooks.internal/', 'https://hooks.internal:25/', 'http://localhost:3000/', 'http://127.0.0.1:1/'],
    ...['http://[::1]:8080/', 'http://[::ffff:127.0.0.1]/'],
  ])('may be %s where the operator lists its host', (url) => {
    expect(refusal(url, listed)).toBe('')
  })

  it('has no user or password at a listed host either', () => {
    expect(refusal('http://a:b@hooks.internal/', listed)).toBe('the URL must not contain a user or password')
  })
})
