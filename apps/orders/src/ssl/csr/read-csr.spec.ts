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

test('takes a request with text around it, however its lines end', async () => {
  const { csr } = await request()
  expect((await readCsr(`here it is:\n${csr.replaceAll('\n', '\r\n')}`)).subject.common_name).toBe('a.example')
})

test('refuses a key that came along, and a second request', async () => {
  const { csr, key } = await request()
  expect(await refused(key + csr)).toBe('csr: holds a private key: send the request alone.')
  expect(await refused(csr + csr)).toBe('csr: holds several requests: send one.')
})

test('says of a key that it is of a kind which is not taken', async () => {
  const { csr } = await request()
  expect(await refused(ed25519)).toBe('csr: has a key that is neither RSA nor on a NIST curve.')
  expect(await refused(csr.slice(0, 200))).toBe('csr: is no PKCS #10 request in PEM.')
})
