import { assistantCredential, isAccessToken, readAssistantCredential } from './credential'

const secret = 's'.repeat(32)
const given = { token: 'T'.repeat(43), profile: 'dns' } as const

test('a credential is read with the secret that made it, also after a rotation', () => {
  const credential = assistantCredential(given, secret)
  expect(readAssistantCredential(credential, [secret])).toEqual(given)
  expect(readAssistantCredential(credential, ['n'.repeat(32), secret])).toEqual(given)
})

test('a credential with another profile, token, proof or secret is refused', () => {
  const credential = assistantCredential(given, secret)
  const [, , proof] = credential.split('.')
  for (const [text, secrets] of [
    [credential, ['n'.repeat(32)]],
    [credential, []],
    [credential.replace('_dns.', '_all.'), [secret]],
    [credential.replace('_dns.', '_other.'), [secret]],
    [credential.replaceAll('T', 'U'), [secret]],
    [credential.replace(proof!, 'A'.repeat(43)), [secret]],
    [given.token, [secret]],
    [`${credential} `, [secret]],
    ['', [secret]],
  ] as const)
    expect([text, readAssistantCredential(text, secrets)]).toEqual([text, undefined])
})

test('the form of an access token is that of no other credential', () => {
  expect(isAccessToken(given.token)).toBe(true)
  for (const other of ['0'.repeat(32), `ny_live_${'a'.repeat(36)}`, assistantCredential(given, secret), ''])
    expect(isAccessToken(other)).toBe(false)
})
