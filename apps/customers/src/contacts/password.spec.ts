import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { hashPassword, isPassword } from './password'

/** The hash of a new process, as the service makes it; this process hashes cheaply (`tools/suite/cheap-passwords.cjs`). */
function hashOfService(password: string): string {
  const script = 'require(process.argv[1]).hashPassword(process.argv[2]).then((hash) => process.stdout.write(hash))'
  const compiled = join(__dirname, '../../dist/contacts/password.js')
  return execFileSync(process.execPath, ['-e', script, compiled, password], { encoding: 'utf8' })
}

it('hashes with the second choice of the OWASP cheat sheet: argon2id, 19 MiB, two passes, one lane', async () => {
  const hash = hashOfService('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('correct horse', hash)).toBe(true)
})

it('salts each hash, and knows its password from others', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).not.toBe(other)
  expect(await isPassword('correct horse', one)).toBe(true)
  expect(await isPassword('correct horsf', one)).toBe(false)
})

it('accepts no password where there is no hash', async () => {
  expect(await isPassword('hash for unknown users', undefined)).toBe(false)
})
