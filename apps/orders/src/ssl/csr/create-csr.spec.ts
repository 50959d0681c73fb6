import { CreateCsr } from './create-csr'
import { commandOf, configOf } from './openssl'
import { readCsr } from './read-csr'

const usual = {
  bits: 2048,
  common_name: 'shop.example.com',
  country: 'nl',
  email: 'a@example.com',
  signature_hash_algorithm: 'sha2',
  with_config: false,
} as const
const create = (over: object) => new CreateCsr().execute({ ...usual, ...over })

test('puts the given subject unchanged into the request', async () => {
  const told = { organization: `"Größe" & 'Co'; #1, a=b + c`, unit: '#x', state: ' Noord-Holland ', locality: '漢' }
  const { subject } = await readCsr((await create(told)).csr)
  expect(subject).toEqual({
    common_name: 'shop.example.com',
    country: 'NL',
    email: 'a@example.com',
    organization: told.organization,
    unit: '#x',
    state: 'Noord-Holland',
    locality: '漢',
  })
})

test.each([
  ['country', { country: 'NLD' }, 'csr_field_invalid'],
  ['email', { email: 'ü@example.com' }, 'csr_field_invalid'],
  ['organization', { organization: 'x'.repeat(65) }, 'csr_field_invalid'],
  ['organization', { organization: 'a\nb' }, 'csr_field_invalid'],
  ['state', { state: 'x'.repeat(129) }, 'csr_field_invalid'],
  ['common_name', { common_name: `${'a'.repeat(60)}.example.com` }, 'common_name_invalid'],
  ['common_name', { common_name: '' }, 'common_name_invalid'],
  ['subject_alternative_name', { subject_alternative_name: ['a b'] }, 'ssl_names_invalid'],
])('refuses a %s that does not fit into a subject: %j', (field, over, refusal) =>
  expect(create(over)).rejects.toMatchObject({ refusal, details: { field } }),
)

const subject = [['O', `"Größe" & 'Co' $x #1 \\ /`]] as const

test('quotes the subject and the names for a shell', () => {
  expect(commandOf('openssl req', subject, ['a.example', '*.b.example'])).toBe(
    String.raw`openssl req -utf8 -subj '/O="Größe" & '\''Co'\'' $x #1 \\ \/' -addext 'subjectAltName=DNS:a.example,DNS:*.b.example'`,
  )
})

test('escapes the subject in an OpenSSL configuration', () => {
  expect(configOf(2048, subject, ['a.example'])).toContain(String.raw`O = \"Größe\" & \'Co\' \$x \#1 \\ /`)
})
