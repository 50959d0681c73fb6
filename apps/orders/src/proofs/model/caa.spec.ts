import { allows } from './caa'

const property = (text: string) => {
  const [flags, tag, ...value] = text.split(' ')
  return { isCritical: flags === '128', tag: tag!, value: value.join(' ') }
}

describe('CAA records (RFC 8659 section 4)', () => {
  it.each<[boolean, string[], boolean]>([
    [true, [], false],
    [true, ['0 issue ours.example'], false],
    [true, ['0 issue Ours.Example. ; account=1'], false],
    [true, ['0 issue other.example', '0 issue ours.example'], false],
    [true, ['0 iodef mailto:a@example.com'], false],
    [true, ['0 issuewild other.example'], false],
    [true, ['0 unheard of'], false],
    [false, ['0 issue other.example'], false],
    [false, ['0 issue ;'], false],
    [false, ['0 issue'], false],
    [false, ['128 unheard of'], false],
    [false, ['0 issue ours.example', '128 unheard of'], false],
    [true, ['0 issue ours.example'], true],
    [true, ['0 issue other.example', '0 issuewild ours.example'], true],
    [false, ['0 issue ours.example', '0 issuewild other.example'], true],
    [false, ['0 issue ours.example', '0 issuewild ;'], true],
  ])('allow the CA to issue: %p, with %p, for a wildcard: %p', (expected, texts, isForWildcard) => {
    expect(allows(texts.map(property), 'ours.example', isForWildcard)).toBe(expected)
  })
})
