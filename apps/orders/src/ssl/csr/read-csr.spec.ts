import { CreateCsr } from './create-csr'
import { readCsr } from './read-csr'

const request = async () => {
  const asked = { bits: 2048, common_name: 'a.example', country: 'NL', email: 'a@a.example' }
  return new CreateCsr().execute({ ...asked, signature_hash_algorithm: 'sha2', with_config: false })
}
const refused = (csr: string) =>
  readCsr(csr).then(
    () => 'nothing',
    ({ message }: Error) => message,
  )

/** Made with openssl; for the key of an Edwards curve. */
const ed25519 = `-----BEGIN CERTIFICATE REQUEST-----
MIGaME4CAQAwGzEZMBcGA1UEAwwQc2hvcC5leGFtcGxlLmNvbTAqMAUGAytlcAMh
AM9MtLyVG3cj/+VEG84Kd+opnMGsRj2CE5XHxJpyWRx6oAAwBQYDK2VwA0EAOmAs
QZIpFwNvdMn33zemxdEujSPN7yBNpTgWv4eAVyzlTveOMqNNPl4wiuRzgTt30THv
pTYwyLT0NGDyb+gbDw==
-----END CERTIFICATE REQUEST-----`

test('reads a CSR with text around it and any line endings', async () => {
  const { csr } = await request()
  expect((await readCsr(`here it is:\n${csr.replaceAll('\n', '\r\n')}`)).subject.common_name).toBe('a.example')
})

test('refuses a CSR together with a private key or a second CSR', async () => {
  const { csr, key } = await request()
  expect(await refused(key + csr)).toBe('csr: contains a private key; send the request alone.')
  expect(await refused(csr + csr)).toBe('csr: contains several requests; send one.')
})

test('refuses an unsupported kind of key and an incomplete CSR', async () => {
  const { csr } = await request()
  expect(await refused(ed25519)).toBe('csr: has a key that is neither RSA nor on a NIST curve.')
  expect(await refused(csr.slice(0, 200))).toBe('csr: is not a PKCS #10 request in PEM.')
})
